(ns zabdb.register-test
  "The model of a versioned register accepts what a store may do, and nothing else."
  (:require [clojure.test :refer [deftest is]]
            [knossos.model :as model]
            [zabdb.register :as register]))

(defn run
  "The register after operations [f version value]."
  [& ops]
  (reduce (fn [state [f v x]] (model/step state {:f f, :value [v x]})) register/nothing-yet ops))

(deftest accepts
  (is (= 3 (:value (run [:read nil nil] [:write [0 1 1] 3] [:read [0 1 1] 3]))))
  (is (= 4 (:value (run [:write [0 1 1] 3] [:cas [0 1 2] [3 4]] [:read [0 1 2] 4]))))
  (is (= [0 1 9] (:version (run [:write [0 1 1] 3] [:write nil 5] [:read [0 1 9] 5])))
      "a write of unknown version is known by the first read"))

(deftest refuses
  (doseq [ops [[[:write [0 1 2] 3] [:write [0 1 1] 4]]                ; the version goes back
               [[:write [0 1 1] 3] [:read [0 1 2] 3]]                 ; the right value of the wrong write
               [[:write [0 1 1] 3] [:read [0 1 1] 4]]                 ; another value
               [[:write [0 1 1] 3] [:read nil nil]]                   ; nothing, though something was written
               [[:write [0 1 1] 3] [:cas [0 1 2] [4 5]]]              ; compared with another value
               [[:write [0 1 5] 3] [:write nil 5] [:read [0 1 5] 5]]  ; a version that was taken
               [[:write nil 5] [:read [0 1 5] 5] [:read [0 1 6] 5]]]] ; two versions of one write
    (is (model/inconsistent? (apply run ops)) (pr-str ops))))
