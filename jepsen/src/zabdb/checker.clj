(ns zabdb.checker
  "Checks beside those of the workloads: did the faults happen, did a node crash, do its traces fit the spec?"
  (:require [clojure.java.io :as io]
            [clojure.java.shell :refer [sh]]
            [clojure.string :as str]
            [jepsen [checker :as checker]
                    [history :as h]
                    [store :as store]]
            [zabdb.nemesis :as nemesis]))

(defn stats
  "Counts operations by how they ended; unknown if none succeeded. Jepsen's own wants successes of each kind, and few
  of the compare-and-sets of a short test find what they expect."
  []
  (let [counted (checker/stats)]
    (reify checker/Checker
      (check [_ test history opts]
        (let [counts (checker/check counted test history opts)]
          (assoc counts :valid? (if (pos? (:ok-count counts)) true :unknown)))))))

(defn fired
  "Unknown unless each fault that was asked for was seen to happen. Counts operations by name: how many were tried,
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
        (cond-> {:valid?     (if (empty? silent) true :unknown)
                 :operations ops}
          (seq silent) (assoc :did-not-fire (vec silent)))))))

(def crash-pattern
  "What no log of a node may say."
  #"(?i)\bERROR\b|(?<!ExitOn)OutOfMemoryError|StackOverflowError|Exception in thread|AssertionError|IllegalStateException|NullPointerException|SIGSEGV|SIGBUS|hs_err_pid")

(def damage-pattern
  "What it may say if its log was damaged on purpose."
  #"(?i)damage|corrupt")

(defn crashes
  "Invalid if a log says that a node crashed."
  []
  (reify checker/Checker
    (check [_ test _ _]
      (let [damaged? (contains? (set (:faults test)) :corrupt-log)
            lines    (for [node (:nodes test)
                           :let [file (store/path test node "node.log")]
                           :when (.exists file)
                           line (with-open [in (io/reader file)]
                                  (doall (filter #(re-find crash-pattern %) (line-seq in))))
                           :when (not (and damaged? (re-find damage-pattern line)))]
                       {:node node, :line line})
            missing  (remove #(.exists (store/path test % "node.log")) (:nodes test))]
        (cond-> {:valid? (cond (seq lines) false, (seq missing) :unknown, :else true)
                 :count  (count lines)
                 :lines  (vec (take 20 lines))}
          (seq missing) (assoc :without-log (vec missing)))))))

(defn traces
  "Are the beginnings of the nodes' traces, merged, a behaviour of the spec? Asks `zabdb trace`, which needs the
  project around this folder."
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
                                     (apply sh (str (:zabdb test)) "trace" "--merge" "--events"
                                            (str (:trace-events test)) files))]
        {:valid?  (case exit 0 true 1 false :unknown)
         :says    (str/trim (str out err))
         :seconds (Math/round (/ (- (System/nanoTime) start) 1e9))}))))

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
