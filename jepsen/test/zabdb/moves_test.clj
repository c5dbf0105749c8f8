(ns zabdb.moves-test
  "What is asked of partitions that move can fail."
  (:require [clojure.test :refer [deftest is]]
            [jepsen [checker :as checker]
                    [history :as h]
                    [random :as rand]]
            [zabdb [moves :as moves]
                   [watch :as watch]]
            [zabdb.nemesis.move :as move]))

(defn part
  [name after up-to group & {:as more}]
  (merge {:name name, :after after, :up-to up-to, :phase "SERVING", :move 0, :bytes 1, :group group} more))

(def ring [(part "p0" Long/MIN_VALUE -1 0 :bytes 9) (part "p1" -1 Long/MAX_VALUE 1)])

(deftest two-owners-of-a-token-with-one-number-are-seen
  (is (empty? (moves/conflicts [[0 10 1 0] [0 10 2 1] [10 20 1 1] [0 10 1 0]])))
  (is (= [[[0 10 3 0] [5 7 3 1]]] (moves/conflicts [[0 10 3 0] [20 30 3 1] [5 7 3 1]]))))

(deftest the-ring-is-served-once
  (is (moves/whole? ring))
  (is (moves/whole? (reverse ring)))
  (is (not (moves/whole? [])))
  (is (not (moves/whole? (take 1 ring))) "its end is missing")
  (is (not (moves/whole? (rest ring))) "its beginning")
  (is (not (moves/whole? (conj ring (part "p1" -1 Long/MAX_VALUE 0)))) "twice")
  (is (not (moves/whole? (assoc-in ring [0 :phase] "SEALED")))))

(deftest what-leaders-claim-is-kept
  (let [watch (watch/watch 2)
        look! (fn [group seen] (swap! watch moves/note group seen))
        move  {:partition "p0", :from 0, :to 1, :phase "COPYING"}]
    (is (nil? (moves/under-way watch)) "nobody was asked")
    (look! 0 {:partitions [(part "p0" 0 10 0 :phase "COPYING")], :leaving [move]})
    (is (nil? (moves/under-way watch)) "the other group was not")
    (look! 1 {:partitions [(part "p0" 0 10 1 :phase "RECEIVING" :move 1)], :leaving []})
    (is (= [move] (moves/under-way watch)))
    (look! 0 nil)
    (is (nil? (moves/under-way watch)) "it did not answer")
    (look! 0 {:partitions [], :leaving []})
    (look! 1 {:partitions [(part "p0" 0 10 1 :move 1)], :leaving []})
    (is (= [] (moves/under-way watch)))
    (is (= #{[0 10 0 0] [0 10 1 1]} (:claims @watch)) "a copy is not owned")
    (is (= {0 2, 1 2} (:looks @watch)))))

(defn result
  "Of a test whose faults must have been some of these, if it was seen to do all this."
  [asked settled observed & ops]
  (let [op (fn [f value] {:type :info, :process :nemesis, :f f, :value value})]
    (checker/check (moves/checker (zipmap asked (repeat true))) {:groups 2, :time-limit 60.0}
                   (h/history (concat (map #(apply op %) ops) [(op :settle settled) (op :observe observed)]))
                   {})))

(def says (comp :valid? result))

(deftest moves-that-do-not-hold-make-a-test-invalid
  (let [good {:settled? true, :partitions ring, :claims #{[0 10 1 0] [0 10 2 1]}, :looks {0 6, 1 7}}
        none {:refused-when-applied 0}]
    (is (true? (says [] good none)))
    (is (false? (says [] (assoc good :settled? false) none)) "a move did not end")
    (is (false? (says [] (update good :partitions rest) none)) "nobody serves some tokens")
    (is (false? (says [] (update good :claims conj [5 6 2 0]) none)) "two owners")
    (is (false? (says [] (assoc good :looks {0 6, 1 5}) none)) "hardly looked at")
    (is (false? (says [] good {:refused-when-applied 1})))
    (is (false? (says [] good nil)) "nobody counted")
    (is (false? (says [:hits?] good none)) "no fault came while a partition moved")
    (is (false? (says [:hits?] good none [:kill {:role :source, :moving {}}])) "it was asked for only")
    (is (true? (says [:hits?] good none [:kill {:role :source, :moving {}, :became {}}])))))

(deftest two-owners-are-more-than-a-want-of-proof
  (let [good   {:settled? true, :partitions ring, :claims #{[0 10 1 0]}, :looks {0 6, 1 7}}
        broken (fn [settled refused] (:broken (result [] settled {:refused-when-applied refused})))]
    (is (= [] (broken good 0) (broken (assoc good :settled? false) 0)))
    (is (= [:one-number-two-owners] (broken (update good :claims conj [5 6 1 1]) 0)))
    (is (= [:refused-when-applied] (broken good 1)))
    (is (= [] (:broken (result [] nil nil))) "nobody looked")))

(deftest whom-faults-must-have-hit
  (let [good    {:settled? true, :partitions ring, :claims #{}, :looks {0 6, 1 6}}
        none    {:refused-when-applied 0}
        manager {:role :manager, :became {}}
        planner {:role :planner, :became {}}]
    (is (false? (says [:manager?] good none [:kill-manager manager])) "nothing moved")
    (is (true? (says [:manager?] good none [:kill-manager (assoc manager :moving {})])))
    (is (false? (says [:hits?] good none [:kill-manager (assoc manager :moving {})])) "no node was hit")
    (is (false? (says [:seat?] good none [:kill (assoc planner :role :source)])))
    (is (false? (says [:seat?] good none [:kill (dissoc planner :became)])))
    (is (true? (says [:seat?] good none [:kill planner])))))

(deftest the-smallest-moves-most-often
  (rand/with-seed 7
    (is (= ["p1" "p1" "p1" "p0"] (map #(:name (first (move/choose ring 2 %))) (range 4))))
    (is (= [0 1] (map #(second (move/choose ring 2 %)) [0 3])) "to another group")
    (is (nil? (move/choose (map #(assoc % :phase "READY") ring) 2 0)))))
