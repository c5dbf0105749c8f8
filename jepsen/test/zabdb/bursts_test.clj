(ns zabdb.bursts-test
  (:require [clojure.test :refer [deftest is]]
            [jepsen.generator :as gen]
            [zabdb.bursts :as bursts]))

(defn at
  "What a generator gives so many seconds after the test began."
  [generator seconds]
  (first (gen/op generator {} (assoc (gen/context {:concurrency 1}) :time (long (* 1e9 seconds))))))

(deftest silences-come-between-bursts
  (let [reads (bursts/bursts 1.5 (gen/repeat {:f :read}))]
    (is (= [:read :read :pending :pending :read :read :pending]
           (map #(let [op (at reads %)] (if (= :pending op) op (:f op))) [0 2.9 3 4.4 4.5 7.4 7.5]))))
  (is (= :read (:f (at (bursts/bursts 0 (gen/repeat {:f :read})) 3.5))) "without silences"))

(deftest what-has-no-more-to-give-ends
  (is (nil? (at (bursts/bursts 1.5 nil) 0))))
