(ns zabdb.summary-test
  "What is broken is told from what has proved too little."
  (:require [clojure.test :refer [deftest is]]
            [zabdb.summary :as summary]))

(deftest what-is-broken-is-no-want-of-proof
  (let [fine  {:valid? true, :workload {:valid? true}, :moves {:valid? true, :broken []}}
        says  (fn [& {:as more}] (summary/verdict (merge fine more)))]
    (is (= "valid" (says)))
    (is (= "invalid" (says :valid? false, :stats {:valid? false})))
    (is (= "invalid" (says :valid? :unknown, :workload {:valid? :unknown})) "nobody has decided")
    (is (= "invalid" (says :valid? false, :moves {:valid? false, :broken []})) "a move did not end")
    (is (= "anomaly" (says :valid? false, :workload {:valid? false})))
    (is (= "anomaly" (says :valid? false, :moves {:valid? false, :broken [:one-number-two-owners]})))
    (is (= "invalid" (says :valid? false, :workload {:valid? false, :expected :a-violation}))
        "a violation had to be found, and was not")))
