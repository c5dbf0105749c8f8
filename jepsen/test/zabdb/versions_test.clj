(ns zabdb.versions-test
  "The model of rows with versions accepts what a store may do, and nothing else."
  (:require [clojure.test :refer [deftest is]]
            [knossos.model :as model]
            [zabdb [support :as s]
                   [versions :as versions]]))

(defn run
  "The rows after operations [f version value]."
  [& ops]
  (reduce (fn [state [f v x]] (model/step state {:f f, :value [v x]})) versions/nothing-yet ops))

(defn sees
  "A read."
  [plain & cells]
  [:read nil {:plain plain, :cells (vec cells)}])

(defn w [n x] [:write (when n [0 1 n]) x])
(defn at [n x] [[0 1 n] x])

(deftest accepts
  (doseq [ops [[(sees nil)]
               [(w 1 7) (sees (at 1 7) (at 1 7))]
               [(w 1 7) (w 2 8) (w 3 9) (w 4 6) (sees (at 4 6) (at 4 6) (at 3 9) (at 2 8))]
               [(w 1 7) [:drop [0 1 2] nil] (sees (at 1 7))]
               [(w 1 7) [:delete [0 1 2] nil] (sees nil)]
               [(w 1 7) [:delete [0 1 2] nil] (w 3 8) (sees (at 3 8) (at 3 8))]
               [(w 1 7) (w nil 8) (sees (at 2 8) (at 2 8) (at 1 7)) (sees (at 2 8) (at 2 8) (at 1 7))]
               [(w nil 8) [:drop [0 1 9] nil] (sees (at 4 8))]]]
    (is (not (model/inconsistent? (apply run ops))) (pr-str ops))))

(deftest refuses
  (doseq [ops [[(w 2 7) (w 1 8)]                                             ; the version goes back
               [(w 1 7) (sees nil)]                                          ; a row is lost
               [(w 1 7) (sees (at 1 7))]                                     ; half a row is lost
               [(w 1 7) (w 2 8) (sees (at 1 7) (at 2 8) (at 1 7))]           ; half a row is old
               [(w 1 7) (w 2 8) (sees (at 2 8) (at 2 8))]                    ; a version is lost
               [(w 1 7) (w 2 8) (sees (at 2 8) (at 1 7) (at 2 8))]           ; their order
               [(w 1 7) (w 2 8) (w 3 9) (w 4 6) (sees (at 4 6) (at 4 6) (at 3 9) (at 2 8) (at 1 7))] ; one too many
               [(w 1 7) [:drop [0 1 2] nil] (sees (at 1 7) (at 1 7))]        ; what was deleted came back
               [(w 1 7) [:drop [0 1 2] nil] (sees nil)]                      ; too much was deleted
               [(w 1 7) [:delete [0 1 2] nil] (sees (at 1 7))]
               [(w 1 7) [:delete [0 1 2] nil] (w 3 8) (sees (at 3 8) (at 3 8) (at 1 7))]
               [(w 1 7) (w nil 8) (sees (at 1 8) (at 1 8) (at 1 7))]         ; a version that was taken
               [(w nil 8) (sees (at 1 8) (at 1 8)) (sees (at 2 8) (at 2 8))] ; two versions of one write
               [(w nil 7) (w nil 8) (sees (at 1 8) (at 1 8) (at 2 7))]]]     ; versions do not fall
    (is (model/inconsistent? (apply run ops)) (pr-str ops))))

(deftest a-scan-of-a-row-is-read
  (let [cell (fn [family n x] {:family family, :version [0 1 n], :value (str x)})]
    (is (= {:plain nil, :cells []} (versions/seen [])))
    (is (= {:plain (at 2 8), :cells [(at 2 8) (at 1 7)]}
           (versions/seen [(cell "default" 2 8) (cell s/kept-family 2 8) (cell s/kept-family 1 7)])))
    (is (= :several (get-in (versions/seen [(cell "default" 2 8) (cell "default" 1 7)]) [:plain 1 0])))))
