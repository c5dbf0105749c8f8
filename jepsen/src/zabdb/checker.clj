(ns zabdb.checker
  "Checks beside those of the workloads: did clients succeed, did the faults happen and what they are to bring about,
  did all recover, did a node crash, do its traces fit the spec? What did not happen makes a test invalid."
  (:require [clojure.java.io :as io]
            [clojure.java.shell :refer [sh]]
            [clojure.set :as set]
            [clojure.string :as str]
            [jepsen [checker :as checker]
                    [generator :as gen]
                    [history :as h]
                    [store :as store]]
            [zabdb.nemesis :as nemesis]))

(def least-ok "So many operations of each kind must succeed." 5)

(def least-ok-share "And this share of those that were tried." 1/50)

(defn stats
  "Counts operations by how they ended. Invalid if too few of a kind succeeded: a cluster that does not serve breaks no
  promise, and proves nothing."
  []
  (let [counted (checker/stats)]
    (reify checker/Checker
      (check [_ test history opts]
        (let [counts (checker/check counted test history opts)
              few    (vec (for [[f {:keys [count ok-count]}] (:by-f counts)
                                :when (< ok-count (max least-ok (* least-ok-share count)))]
                            f))]
          (assoc counts :valid? (and (some? (seq (:by-f counts))) (empty? few)) :too-few few))))))

(defn fired
  "Invalid unless each fault that was asked for was seen to happen. Counts operations by name: how many were tried,
  and how many were seen to take effect."
  []
  (reify checker/Checker
    (check [_ test history _]
      (let [ops    (->> history
                        (h/remove h/client-op?)
                        ;; Each is there twice: as asked for, and as done.
                        (group-by :f)
                        (map (fn [[f ops]] [f {:tried (quot (inc (count ops)) 2)
                                               :fired (count (filter :fired? ops))}]))
                        (into (sorted-map)))
            silent (for [fault (:faults test)
                         :when (not-any? #(pos? (get-in ops [% :fired] 0)) (nemesis/proofs fault))]
                     fault)]
        (cond-> {:valid?     (empty? silent)
                 :operations ops}
          (seq silent) (assoc :did-not-fire (vec silent)))))))

(defn exceptions
  "Invalid if an operation of a client or of the nemesis ended by an exception that nobody expects: a client saw what
  cannot be, or the test has a mistake."
  []
  (let [unhandled (checker/unhandled-exceptions)]
    (reify checker/Checker
      (check [_ test history opts]
        (let [result (checker/check unhandled test history opts)]
          (assoc result :valid? (empty? (:exceptions result))))))))

(defn recovered
  "Invalid if a node was not in sync again within the bound, after a fault or in the end, or if nobody looked in the
  end."
  []
  (reify checker/Checker
    (check [_ _ history _]
      (let [looks (->> history
                       (h/remove h/client-op?)
                       (filter #(and (contains? #{:recovered :await-ready} (:f %)) (map? (:value %)))))
            late  (filter (comp seq :late :value) looks)]
        {:valid?  (and (= :await-ready (:f (last looks))) (empty? late))
         :looked  (count looks)
         :slowest (transduce (keep (comp :seconds :value)) max 0 looks)
         :late    (mapv (fn [{:keys [time f value]}] {:at (/ time 1e9), :f f, :nodes (:late value)}) late)}))))

(defn final
  "A workload's final reads, marked as such, for [[read-back]]."
  [generator]
  (gen/map #(assoc % :final? true) generator))

(defn- left-apart?
  "Was a read refused because of what the test itself did to the rows: a partition's border goes through them?"
  [{:keys [error]}]
  (= :rows-are-apart error))

(defn read-back
  "Invalid unless whatever clients touched was read once more with success in the end, and all stores were compacted before
  that: what was lost late, or comes back late, shows nowhere else. Takes a function of an operation to what it touches.
  What has come to be apart is not asked for, as long as it is the lesser part."
  [touches]
  (reify checker/Checker
    (check [_ {:keys [nodes groups]} history _]
      (let [of        (fn [wanted?] (into #{} (comp (remove h/invoke?) (filter wanted?) (mapcat touches) (filter some?))
                                          (h/client-ops history)))
            touched   (of (constantly true))
            read      (of #(and (:final? %) (h/ok? %)))
            apart     (set/difference (of #(and (:final? %) (left-apart? %))) read)
            unread    (set/difference touched read apart)
            compacted (->> (h/remove h/client-op? history)
                           (filter #(= :compact-all (:f %)))
                           (keep :value)
                           last)
            left      (into {} (for [node nodes, group (range (or groups 1))
                                     :let [end (get compacted [node group])]
                                     :when (not= :compacted end)]
                                 [[node group] end]))]
        {:valid?        (and (pos? (count read)) (empty? unread) (< (count apart) (count read)) (empty? left))
         :touched       (count touched)
         :read          (count read)
         :apart         (count apart)
         :unread        (vec (take 20 unread))
         :not-compacted left}))))

(defn reached
  "Invalid unless the cluster did so often what is at stake: transfers, checkpoints and purges, by the counters of the
  nodes that `zabdb.watch` adds up. The test's `:reach` says what, and how often at least."
  []
  (reify checker/Checker
    (check [_ test history _]
      (let [totals (->> history
                        (h/remove h/client-op?)
                        (filter #(= :observe (:f %)))
                        (keep :value)
                        last)
            short  (into {}
                         (for [[what least] (:reach test)
                               :when (< (get totals what 0) least)]
                           [what {:least least, :seen (get totals what 0)}]))]
        {:valid?    (and (some? totals) (empty? short))
         :totals    totals
         :too-few   short}))))

(def crash-pattern
  "What no log of a node may say. (A connection that was refused is `error(-111)`: no crash.)"
  #"(?i)\bERROR\b(?!\(-)|(?<!ExitOn)OutOfMemoryError|StackOverflowError|Exception in thread|AssertionError|IllegalStateException|NullPointerException|SIGSEGV|SIGBUS|hs_err_pid")

(def expected-patterns
  "What it may say all the same, in the same line or in the next, which has the cause: by the fault that was done to it on
  purpose."
  {:corrupt-log   #"(?i)damage|corrupt"
   :corrupt-store #"(?i)damage|corrupt|checksum mismatch|magic number"
   :disk-errors   #"Input/output error"})

(def always-expected
  "RocksDB says so, to whoever reads, when a partition goes whose files are compacted: its Java has no name for that."
  #"was dropped while it was compacted")

(defn crash-lines
  "The lines of a log that tell of a crash, but for what is expected with these faults."
  [lines faults]
  (let [expected (cons always-expected (keep expected-patterns faults))]
    (for [[line next] (partition-all 2 1 lines)
          :when (and (re-find crash-pattern line)
                     (not-any? #(or (re-find % line) (re-find % (or next ""))) expected))]
      line)))

(defn violations
  "The lines of a log in which a node has noticed that it was told what cannot be: an invariant of the protocol is broken."
  [lines]
  (filter #(re-find #"\bProtocolViolation\b" %) lines))

(defn crashes
  "Invalid if a log says that a node crashed."
  []
  (reify checker/Checker
    (check [_ test _ _]
      (let [of-logs  (fn [pick]
                       (for [node (:nodes test)
                             :let [file (store/path test node "node.log")]
                             :when (.exists file)
                             line (with-open [in (io/reader file)]
                                    (doall (pick (line-seq in))))]
                         {:node node, :line line}))
            lines    (of-logs #(crash-lines % (:faults test)))
            broken   (of-logs violations)
            missing  (remove #(.exists (store/path test % "node.log")) (:nodes test))]
        (cond-> {:valid? (cond (or (seq lines) (seq broken)) false, (seq missing) :unknown, :else true)
                 :broken (if (seq broken) [:protocol-violation] [])
                 :count  (count lines)
                 :lines  (vec (take 20 lines))}
          (seq missing) (assoc :without-log (vec missing)))))))

(def traced-actions
  "By fault, what the trace has of it: without that, its beginning is of nodes that nobody disturbs."
  {:kill      "Restart"
   :kill-all  "Restart"
   :sync-loss "Restart"
   :partition "Disconnect"
   :pause     "Disconnect"})

(defn trace-command
  "What is asked of files of traces in a test, as the words of a command."
  [{:keys [zabdb trace-events faults]} files]
  (let [actions (distinct (keep traced-actions faults))]
    (concat [(str zabdb) "trace" "--merge" "--events" (str trace-events)]
            (when (seq actions) ["--require" (str/join "," actions)])
            files)))

(defn trace-verdict
  "By the exit code of `zabdb trace`, and by what it says: it exits with 1 as well if it fails itself."
  [exit says]
  (case (long exit)
    0 {:valid? true, :broken []}
    1 (if (re-find #"(?m): refused after \d+ steps: " says)
        {:valid? false, :broken [:refused]}
        {:valid? :unknown, :broken []})
    ;; Accepted, and what had to be in it is not.
    4 {:valid? false, :broken []}
    {:valid? :unknown, :broken []}))

(defn traces
  "Are the beginnings of the nodes' traces, merged, a behaviour of the spec, and did faults come in them? Asks `zabdb trace`,
  which needs the project around this folder."
  []
  (reify checker/Checker
    (check [_ test _ _]
      (let [files (->> (:nodes test)
                       (mapcat #(file-seq (store/path test %)))
                       (map str)
                       (filter #(re-find #"\.(jsonl|trace|json)$" %))
                       sort)
            start (System/nanoTime)
            {:keys [exit out err]} (if (empty? files)
                                     {:exit 3, :out "", :err "no traces were collected"}
                                     (apply sh (trace-command test files)))]
        (assoc (trace-verdict exit (str out err))
               :says    (str/trim (str out err))
               :seconds (Math/round (/ (- (System/nanoTime) start) 1e9)))))))

(defn must-fail
  "Of a test that is expected to fail: valid if another checker says no."
  [inner]
  (reify checker/Checker
    (check [_ test history opts]
      (let [result (checker/check-safe inner test history opts)]
        {:valid?   (case (:valid? result) false true, true false, :unknown)
         :expected :a-violation
         :result   result}))))

(defn timed
  "Notes how long another checker took."
  [inner]
  (reify checker/Checker
    (check [_ test history opts]
      (let [start  (System/nanoTime)
            result (checker/check inner test history opts)]
        (assoc result :checker-seconds (/ (Math/round (/ (- (System/nanoTime) start) 1e8)) 10.0))))))
