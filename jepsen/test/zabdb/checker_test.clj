(ns zabdb.checker-test
  "The checks beside the workloads' can fail."
  (:require [clojure.test :refer [deftest is]]
            [jepsen [checker :as checker]
                    [history :as h]]
            [zabdb [append :as append]
                   [checker :as zchecker]
                   [counter :as counter]
                   [recorded :as recorded]
                   [scan :as scan]
                   [support :as s]]))

(defn nemesis-op
  [f fired?]
  {:type :info, :process :nemesis, :f f, :value nil, :fired? fired?})

(defn fired
  [faults & ops]
  (checker/check (zchecker/fired) {:faults faults} (h/history (vec ops)) {}))

(deftest a-fault-that-never-fired-makes-a-test-unknown
  (is (true? (:valid? (fired [:kill] (nemesis-op :kill nil) (nemesis-op :kill true)))))
  (is (true? (:valid? (fired []))))
  (let [result (fired [:kill :pause] (nemesis-op :kill nil) (nemesis-op :kill true)
                      (nemesis-op :pause nil) (nemesis-op :pause false))]
    (is (= :unknown (:valid? result)))
    (is (= [:pause] (:did-not-fire result)))
    (is (= {:tried 1, :fired 0} (get-in result [:operations :pause])))))

(deftest a-test-in-which-nothing-succeeded-says-nothing
  (let [of (fn [& types]
             (let [ops (mapcat (fn [type] [{:type :invoke, :process 0, :f :cas} {:type type, :process 0, :f :cas}])
                               types)]
               (:valid? (checker/check (zchecker/stats) {} (h/history (vec ops)) {}))))]
    (is (true? (of :fail :ok)))
    (is (= :unknown (of :fail :fail)))))

(deftest a-test-that-must-fail-fails-if-it-does-not
  (let [says (fn [valid?] (reify checker/Checker (check [_ _ _ _] {:valid? valid?})))
        of   #(:valid? (checker/check (zchecker/must-fail (says %)) {} (h/history []) {}))]
    (is (true? (of false)))
    (is (false? (of true)))
    (is (= :unknown (of :unknown)))))

(deftest transactions-see-their-own-appends
  (is (= [[[:r 1 [1]] [:append 1 2] [:r 1 [1 2]] [:r 2 nil]] {1 [1 2]}]
         (append/apply-txn {1 [1]} [[:r 1 nil] [:append 1 2] [:r 1 nil] [:r 2 nil]]))))

(deftest torn-batches-are-seen
  (let [cell (fn [i version value] {:row (scan/row 7 i), :version version, :value value})
        same (for [i (range scan/rows)] (cell i [0 1 1] "3"))]
    (is (= [nil nil] (scan/seen [] 7)))
    (is (= [[0 1 1] 3] (scan/seen [same] 7)))
    (is (= :torn (first (second (scan/seen [(butlast same)] 7)))))
    (is (= :torn (first (second (scan/seen [(cons (cell 0 [0 1 2] "4") (rest same))] 7)))))))

(deftest increments-count-once
  (let [op   (fn [process type f value] {:process process, :type type, :f f, :value value})
        says (fn [sum] (:valid? (checker/check (counter/counter-checker) {}
                                               (h/history [(op :nemesis :info :kill :leader)
                                                           (op 0 :invoke :add 2) (op 0 :ok :add 2)
                                                           (op 1 :invoke :add 3) (op 1 :info :add 3)
                                                           (op 0 :invoke :read nil) (op 0 :ok :read sum)])
                                               {})))]
    (is (= [false true true false] (map says [0 2 5 8])))))

(deftest metrics-are-read
  (is (= 1.0 (s/metric (s/parse-metrics "# HELP x\nzabdb_replica_leads{group=\"0\"} 1.0\njvm 2")
                       "zabdb_replica_leads"))))

(deftest recorded-histories-are-checked
  (let [op   (fn [process type f value] {:process process, :type type, :f f, :value value})
        good [(op 0 :invoke :write ["x" "a"]) (op 0 :ok :write ["x" "a"])
              (op "late" :invoke :write ["x" "c"]) (op "late" :info :write ["x" "c"])
              (op "late" :invoke :cas ["x" ["a" "b"]]) (op "late" :ok :cas ["x" true])
              (op 0 :invoke :cas ["x" ["a" "d"]]) (op 0 :ok :cas ["x" false])
              (op 0 :invoke :read ["x" nil]) (op 0 :ok :read ["x" "b"])]]
    (is (true? (:valid? (recorded/check (recorded/history good)))))
    (is (false? (:valid? (recorded/check (recorded/history
                                           (conj (pop good) (op 0 :ok :read ["x" "a"])))))))))
