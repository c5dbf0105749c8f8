(ns zabdb.checker-test
  "The checks beside the workloads' can fail."
  (:require [clojure.test :refer [deftest is]]
            [jepsen [checker :as checker]
                    [generator :as gen]
                    [history :as h]
                    [independent :as independent]]
            [zabdb [append :as append]
                   [checker :as zchecker]
                   [cli :as cli]
                   [counter :as counter]
                   [delete :as delete]
                   [recorded :as recorded]
                   [register :as register]
                   [scan :as scan]
                   [set :as set]
                   [support :as s]]
            [zabdb.nemesis.clock :as clock]))

(defn nemesis-op
  [f fired?]
  {:type :info, :process :nemesis, :f f, :value nil, :fired? fired?})

(defn fired
  [faults & ops]
  (checker/check (zchecker/fired) {:faults faults} (h/history (vec ops)) {}))

(deftest a-fault-that-never-fired-makes-a-test-invalid
  (is (true? (:valid? (fired [:kill] (nemesis-op :kill nil) (nemesis-op :kill true)))))
  (is (true? (:valid? (fired []))))
  (let [result (fired [:kill :pause] (nemesis-op :kill nil) (nemesis-op :kill true)
                      (nemesis-op :pause nil) (nemesis-op :pause false))]
    (is (false? (:valid? result)))
    (is (= [:pause] (:did-not-fire result)))
    (is (= {:tried 1, :fired 0} (get-in result [:operations :pause])))))

(deftest a-test-with-too-few-successes-of-a-kind-is-invalid
  (let [of   (fn [f & types]
               (mapcat (fn [type] [{:type :invoke, :process 0, :f f} {:type type, :process 0, :f f}]) types))
        says (fn [& ops] (:valid? (checker/check (zchecker/stats) {} (h/history (vec (apply concat ops))) {})))
        some (apply of :read (repeat 5 :ok))]
    (is (true? (says some (apply of :cas :fail (repeat 5 :ok)))))
    (is (false? (says some (apply of :cas (repeat 9 :fail)))) "of one kind none")
    (is (false? (says some (apply of :cas (concat (repeat 4 :ok) (repeat 9 :fail))))) "of one kind too few")
    (is (false? (says some (apply of :cas (concat (repeat 5 :ok) (repeat 300 :fail))))) "of one kind too small a share")
    (is (false? (says)))))

(defn looks
  "The verdict on what was seen of recoveries."
  [& ops]
  (:valid? (checker/check (zchecker/recovered) {}
                          (h/history (vec (for [[f value] ops]
                                            {:type :info, :process :nemesis, :f f, :value value, :time 0})))
                          {})))

(deftest a-node-that-does-not-come-back-makes-a-test-invalid
  (let [good {:ready ["n1"], :late [], :seconds 1.0}
        bad  {:ready [], :late ["n1"], :seconds 60.0}]
    (is (true? (looks [:recovered good] [:await-ready nil] [:await-ready good])))
    (is (false? (looks [:recovered good] [:await-ready nil] [:await-ready bad])))
    (is (false? (looks [:recovered bad] [:await-ready nil] [:await-ready good])))
    (is (false? (looks [:recovered good])) "nobody looked in the end")))

(deftest what-was-not-reached-makes-a-test-invalid
  (let [says (fn [reach totals]
               (:valid? (checker/check (zchecker/reached) {:reach reach}
                                       (h/history [{:type :info, :process :nemesis, :f :observe, :value nil}
                                                   {:type :info, :process :nemesis, :f :observe, :value totals}])
                                       {})))]
    (is (true? (says {:purges 2} {:purges 2})))
    (is (false? (says {:purges 2} {:purges 1})))
    (is (false? (says {:installed 1} {:purges 1})))
    (is (false? (says {} nil)) "nobody counted")))

(def compacted {["n1" 0] :compacted, ["n2" 0] :compacted})

(defn read-back
  "The verdict of a test of two nodes, whose clients and final compactions ended so."
  [touches compactions & ops]
  (checker/check (zchecker/read-back touches) {:nodes ["n1" "n2"]}
                 (h/history (concat (for [op ops, type [:invoke (:type op)]]
                                      (merge {:process 0, :f :read} op {:type type}))
                                    [{:type :info, :process :nemesis, :f :compact-all, :value nil}
                                     {:type :info, :process :nemesis, :f :compact-all, :value compactions}]))
                 {}))

(deftest what-is-not-read-in-the-end-makes-a-test-invalid
  (let [op   (fn [k type & {:as more}] (merge {:type type, :value (independent/tuple k [nil nil])} more))
        done (fn [k] (op k :ok :final? true))
        says (fn [& ops] (:valid? (apply read-back register/touches compacted ops)))]
    (is (true? (says (op 1 :ok) (op 2 :info :f :write) (done 1) (done 2))))
    (is (true? (says (op 1 :ok) (op 1 :fail :final? true) (done 1))) "one of two is enough")
    (is (= [false [2]] ((juxt :valid? :unread) (read-back register/touches compacted (op 1 :ok) (op 2 :ok) (done 1)))))
    (is (false? (says (op 1 :ok) (op 1 :fail :final? true))) "all failed")
    (is (false? (says (op 1 :ok) (op 2 :ok) (done 1) (op 2 :info :final? true))))
    (is (false? (says (op 1 :ok))) "nobody read in the end")
    (is (false? (says)))))

(deftest what-was-split-apart-need-not-be-read-in-the-end
  (let [op    (fn [k type & {:as more}] (merge {:type type, :value (independent/tuple k [nil nil])} more))
        apart #(op % :fail :final? true :error :rows-are-apart)
        says  (fn [& ops] (:valid? (apply read-back register/touches compacted ops)))]
    (is (true? (says (apart 1) (op 2 :ok :final? true) (op 3 :ok :final? true))))
    (is (false? (says (apart 1) (op 2 :ok :final? true))) "it is the lesser part")
    (is (false? (says (op 1 :fail :error :rows-are-apart) (op 2 :ok :final? true) (op 3 :ok :final? true)))
        "nobody tried in the end")))

(deftest each-node-is-read-in-the-end
  (let [touches (:touches (set/workload {:nodes ["n1" "n2"]}))
        at      (fn [node & {:as more}] (merge {:type :ok, :node node, :value [1]} more))]
    (is (true? (:valid? (read-back touches compacted (at "n1") (at "n2") (at "n1" :final? true) (at "n2" :final? true)))))
    (is (= [false ["n2"]] ((juxt :valid? :unread)
                           (read-back touches compacted (at "n1") (at "n2") (at "n1" :final? true)))))))

(deftest stores-that-were-not-compacted-in-the-end-make-a-test-invalid
  (let [says #(:valid? (read-back register/touches % {:type :ok, :final? true, :value (independent/tuple 1 [nil nil])}))]
    (is (true? (says compacted)))
    (is (false? (says (assoc compacted ["n2" 0] :timeout))))
    (is (false? (says (dissoc compacted ["n2" 0]))))
    (is (false? (says nil)) "nobody compacted")))

(deftest all-workloads-say-what-must-be-read-in-the-end
  (doseq [[name workload] cli/workloads
          :let [{:keys [touches final-generator]} (workload {:nodes ["n1"], :concurrency 2, :ops-per-key 9})]]
    (is (ifn? touches) name)
    (is (some? final-generator) name))
  (let [[op] (gen/op (zchecker/final (gen/each-thread (gen/once {:f :read}))) {} (gen/context {:concurrency 1}))]
    (is (true? (:final? op)))))

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
  (let [half (scan/region false 7)
        cell (fn [i version value] {:row (scan/row half 7 i), :version version, :value value})
        same (for [i (range scan/rows)] (cell i [0 1 1] "3"))]
    (is (= [nil nil] (scan/seen [] half 7)))
    (is (= [[0 1 1] 3] (scan/seen same half 7)))
    (is (= :torn (first (second (scan/seen (butlast same) half 7)))))
    (is (= :torn (first (second (scan/seen (cons (cell 0 [0 1 2] "4") (rest same)) half 7)))))))

(deftest what-is-left-of-deleted-cells-is-seen
  (let [cell (fn [n x] {:version [0 1 n], :value (str x)})]
    (is (= [nil nil] (delete/seen [])))
    (is (= [[0 1 1] 3] (delete/seen [(cell 1 3)])))
    (is (= :several (first (second (delete/seen [(cell 2 4) (cell 1 3)])))))))

(deftest exceptions-make-a-test-invalid
  (let [says (fn [more] (:valid? (checker/check (zchecker/exceptions) {}
                                                (h/history [{:type :invoke, :process 0, :f :read}
                                                            (merge {:type :info, :process 0, :f :read} more)])
                                                {})))]
    (is (true? (says {:error :timeout})))
    (is (false? (says {:exception {:via [{:type 'java.lang.AssertionError}], :trace []}})))))

(deftest increments-count-once
  (let [op   (fn [process type f value] {:process process, :type type, :f f, :value value})
        says (fn [sum] (:valid? (checker/check (counter/counter-checker) {}
                                               (h/history [(op :nemesis :info :kill :leader)
                                                           (op 0 :invoke :add 2) (op 0 :ok :add 2)
                                                           (op 1 :invoke :add 3) (op 1 :info :add 3)
                                                           (op 0 :invoke :read nil) (op 0 :ok :read sum)])
                                               {})))]
    (is (= [false true true false] (map says [0 2 5 8])))))

(deftest a-failed-add-must-not-be-there
  (let [op   (fn [process type f value] {:process process, :type type, :f f, :value value})
        says (fn [end seen] (:valid? (checker/check (set/failed-yet-there) {}
                                                    (h/history [(op 0 :invoke :add 7) (op 0 end :add 7)
                                                                (op 1 :invoke :read nil) (op 1 :ok :read seen)])
                                                    {})))]
    (is (false? (says :fail #{7})))
    (is (true? (says :fail #{8})))
    (is (true? (says :info #{7})))))

(deftest a-read-has-each-element-once-and-no-other
  (let [op   (fn [process type f value] {:process process, :type type, :f f, :value value})
        says (fn [seen] (:valid? (checker/check (:checker (set/workload {:nodes ["n1"]})) {}
                                                (h/history (map-indexed #(assoc %2 :time %1)
                                                                        [(op 0 :invoke :add 7) (op 0 :ok :add 7)
                                                                         (op 1 :invoke :read nil) (op 1 :ok :read seen)]))
                                                {})))]
    (is (true? (says [7])))
    (is (false? (says [7 7])))
    (is (false? (says [7 8])))))

(deftest a-crash-is-expected-only-of-its-cause
  (let [says (fn [faults & lines] (count (zchecker/crash-lines lines faults)))
        failed "ERROR [loop] ReplicaDriver: Group 0: the replica has failed"]
    (is (= 1 (says [:disk-errors] "INFO fine" failed)))
    (is (= 0 (says [:disk-errors] failed "LogFailedException: the log has failed: java.io.IOException: Input/output error")))
    (is (= 2 (says [:kill] failed "LogFailedException: the log has failed: java.io.IOException: Input/output error")))
    (is (= 1 (says [:disk-errors] failed "ProtocolViolation: cut to 3 what is committed" "Input/output error")))
    (is (= 0 (says [:corrupt-store] failed "StorageException: RocksDB cannot scan: block checksum mismatch: stored = 3")))
    (is (= 0 (says [:corrupt-log] "ERROR node 1 stops: a record is damaged")))
    (is (= 1 (says [] "ERROR node 1 stops: a record is damaged")))
    (is (= 0 (says [] "RocksDBExceptionJni::ThrowNew/StatusJni - Error: unexpected exception!"
                   "INFO  [compact-1] Compactor: Partition p0 is not compacted: the tree p0 was dropped while it was compacted")))
    (is (= 1 (says [] "RocksDBExceptionJni::ThrowNew/StatusJni - Error: unexpected exception!" "INFO fine")))
    (is (= 1 (says [] "# A fatal error has been detected by the Java Runtime Environment:")))
    (is (= 0 (says [] "WARN  [loop] BaseFetch: finishConnect(..) failed with error(-111): Connection refused")))))

(deftest what-nodes-say-cannot-be-is-seen
  (is (= ["io.zabdb.core.state.ProtocolViolation: cut to 3 what is committed"]
         (zchecker/violations ["ERROR [loop] ReplicaDriver: Group 0: the replica has failed"
                               "io.zabdb.core.state.ProtocolViolation: cut to 3 what is committed"]))))

(deftest a-trace-must-have-the-faults
  (let [asked (fn [& faults] (zchecker/trace-command {:zabdb "zabdb", :trace-events 9, :faults faults} ["a" "b"]))]
    (is (= ["zabdb" "trace" "--merge" "--events" "9" "a" "b"] (asked :compact)))
    (is (= ["zabdb" "trace" "--merge" "--events" "9" "--require" "Restart,Disconnect" "a" "b"]
           (asked :kill :partition :pause)))
    (is (= [[true []] [false [:refused]] [:unknown []] [false []] [:unknown []]]
           (for [[exit says] [[0 ""] [1 "a: accepted, 9 events\nb: refused after 7 steps: no"] [1 "java.lang.Error"] [4 ""] [3 ""]]]
             ((juxt :valid? :broken) (zchecker/trace-verdict exit says)))))))

(deftest time-that-a-clock-has-moved-is-seen
  (let [says (fn [aim moved] (:broken (checker/check (clock/steady) {}
                                                     (h/history [{:type :info, :process :nemesis, :f :skew, :value nil}
                                                                 {:type :info, :process :nemesis, :f :skew
                                                                  :value {:aim aim, :before {:write-time 0}, :after {:write-time moved}}}])
                                                     {})))]
    (is (= [:time-moved] (says :leader (inc clock/most-moved))))
    (is (= [] (says :leader clock/most-moved) (says :all (inc clock/most-moved))))))

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
                                           (conj (pop good) (op 0 :ok :read ["x" "a"])))))))
    (is (false? (:valid? (recorded/check (recorded/history
                                           [(op 0 :invoke :write ["x" "b"]) (op 0 :ok :write ["x" "b"])
                                            (op 0 :invoke :cas ["x" ["b" "d"]]) (op 0 :ok :cas ["x" false])]))))
        "it was b")))
