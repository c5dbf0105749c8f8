(ns zabdb.shard-test
  "What is split and merged."
  (:require [clojure.test :refer [deftest is]]
            [jepsen.random :as rand]
            [zabdb.nemesis.shard :as shard]))

(defn part
  [name after up-to & {:as more}]
  (merge {:name name, :after after, :up-to up-to, :phase "SERVING"} more))

(def three [(part "p2" 20 30) (part "p0" 0 10) (part "p1" 10 20)])

(deftest neighbours-are-of-one-group-and-serve
  (let [names (fn [partitions] (map (partial map :name) (shard/neighbours partitions)))]
    (is (= [["p0" "p1"] ["p1" "p2"]] (names three)))
    (is (= [["p1" "p2"]] (names (assoc-in three [1 :phase] "COPYING"))))
    (is (empty? (names (take 2 three))) "what is between them is another group's")))

(deftest splits-and-merges-take-turns-within-bounds
  (rand/with-seed 7
    (let [many (map #(part (str "p" %) % (inc %)) (range shard/most-partitions))
          one  [(part "p0" 0 10)]]
      (is (= :split (first (shard/choose three :split))))
      (is (= :merge (first (shard/choose three :merge))))
      (is (= :merge (first (shard/choose many :split))) "enough of them")
      (is (= [:split "p0"] (shard/choose one :merge)) "there is no other")
      (is (nil? (shard/choose [] :split)))
      (is (nil? (shard/choose [(part "p0" 0 10 :phase "SEALED")] :merge)))
      (is (every? #(#{"p0" "p1" "p2"} (second %)) (repeatedly 20 #(shard/choose three :split)))))))
