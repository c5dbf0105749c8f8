(ns zabdb.seat-test
  "A balancer that does nothing is seen to do nothing."
  (:require [clojure.test :refer [deftest is]]
            [zabdb [seat :as seat]
                   [watch :as watch]])
  (:import (io.zabdb.rpc.wire Balance)))

(defn balanced
  "How many changes are counted after looks, each at the lines of the last round of who has the seat; nil: nobody has it."
  [& looks]
  (let [watch (watch/watch 2)]
    (doseq [lines looks]
      (swap! watch seat/note (when lines ["n1" (-> (Balance/newBuilder) (.addAllLines lines) .build)])))
    (seat/balanced watch)))

(deftest only-what-has-changed-counts
  (is (= 0 (balanced)))
  (is (= 0 (balanced nil [] ["imbalance: bytes 0.10, requests 0.90; 1 leaderships, 1 moves, 0 changes of groups"
                             "leadership of group 0: node 1 to node 2"
                             "partition p0 (1,024 bytes, 99.0 hits/s) is split: it has too much to do"
                             "node 2 does not lead group 0 yet: it lags"
                             "node 2 is not given group 0: it has not heard that leaders are placed"
                             "partition p0 goes from group 0 to group 1"
                             "partition p0 is not there after 3600 s"
                             "partition p0 is as it was, for all that is known: it took too long"
                             "partition p0 stays in group 0: its events say why"
                             "nothing is done: node 2 does not answer"])))
  (doseq [change ["node 2 leads group 0, before it was node 1"
                  "partition p0 is now p2 and p3"
                  "partition p2 with p3 is now p0"
                  "partition p0 is group 1's now"]]
    (is (= 1 (balanced ["nothing to do"] [change])) change)))

(deftest what-is-told-again-counts-once
  (is (= 2 (balanced ["partition p0 is now p2 and p3"]
                     nil
                     ["partition p0 is now p2 and p3" "node 2 leads group 0, before it was node 1"]))))
