(ns zabdb.expiry
  "Cells that expire. A write puts a value of its own into a column of a family that keeps it for good, and into one of
  a family whose cells are gone after `zabdb.support/brief-ms` of replicated time, as one mutation. A read scans the
  row in one page: the one cell tells when the write was, the other whether it is gone.

  Each operation says something of the replicated time while it ran: a write, that it was the time of its cells; a read
  that still sees the cell, that it was less than its time and its age; one that does not, that it was not less. All of
  them must fit one time that never goes back: so nothing is seen once it has expired, wherever it is read and whatever
  was compacted or moved, and nothing is gone before. Besides, no read is old."
  (:require [jepsen [checker :as checker]
                    [client :as client]
                    [generator :as gen]
                    [history :as h]
                    [random :as rand]]
            [zabdb [client :as z]
                   [support :as s]]))

(def least-expired
  "So many writes must have been seen before they expired, and their rows without them afterwards."
  10)

(def column (z/column "it"))
(def brief-column (z/column-of s/brief-family "it"))

(defn row [k] (str "expiry-" k))

(defn seen
  "What a scan of a row saw: the cell that stays and the one that expires, each {:version :time :value}, or nil."
  [cells]
  (let [newest (fn [family]
                 (some-> (first (filter #(= family (:family %)) cells))
                         (select-keys [:version :time :value])
                         (update :value parse-long)))]
    {:plain (newest "default"), :brief (newest s/brief-family)}))

(defrecord Client [conn written]
  client/Client
  (open! [this test node]
    (assoc this :conn (z/open test node)))

  (setup! [_ _])

  (invoke! [_ _ {:keys [f value] :as op}]
    (let [{:keys [key]} value
          done          (fn [more] (assoc op :type :ok, :value (merge value more)))]
      (z/with-errors op
        (case f
          :read  (done (seen (z/page conn (z/versions-scan (row key) 1) false)))
          :write (let [x (:value value)]
                   (swap! written conj [(System/nanoTime) key])
                   (done {:version (z/mutate! conn (z/mutation (row key) {column x, brief-column x}))}))))))

  (teardown! [_ _])

  (close! [_ _]
    (z/close! conn)))

;; -- checker

(defn- done-ops
  "The operations that succeeded: maps with `:from` and `:to`, when they began and ended, `:f`, and what their value has."
  [history]
  (for [op    (h/client-ops history)
        :when (h/invoke? op)
        :let  [done (h/completion history op)]
        :when (and done (h/ok? done))]
    (merge (:value done) {:f (:f op), :from (:time op), :to (:time done)})))

(defn- times
  "The time of each version of a write, as reads saw it."
  [ops]
  (into {} (for [{:keys [plain]} ops :when plain] [(:version plain) (:time plain)])))

(defn- bounds
  "[least most] of the replicated time while an operation ran; nil where it says nothing."
  [times {:keys [f version plain brief]}]
  (if (= :write f)
    (when-let [time (times version)] [time time])
    (when plain
      (let [end (+ (:time plain) s/brief-ms)]
        (if brief
          [(:time plain) (dec end)]
          [end Long/MAX_VALUE])))))

(defn- pairs-before
  "For each operation that has a figure by one function: [operation, the operation with the greatest figure by another one
  of those that had ended when it began]. Figures are compared; nil is none."
  [of-later of-earlier ops]
  (loop [[op :as left] (sort-by :from (filter (comp some? of-later) ops))
         ended         (sort-by :to (filter (comp some? of-earlier) ops))
         greatest      nil
         pairs         []]
    (let [next-ended (first ended)]
      (cond (nil? op)
            pairs

            (and next-ended (< (:to next-ended) (:from op)))
            (recur left
                   (rest ended)
                   (if (and greatest (<= 0 (compare (of-earlier greatest) (of-earlier next-ended))))
                     greatest
                     next-ended)
                   pairs)

            :else
            (recur (rest left) ended greatest (cond-> pairs greatest (conj [op greatest])))))))

(defn- out-of-time
  "[operation, earlier one] of which the later one must have run at an earlier time."
  [ops]
  (let [times  (times ops)
        least  (comp first #(bounds times %))
        most   (comp second #(bounds times %))]
    (filter (fn [[later earlier]] (< (most later) (least earlier)))
            (pairs-before most least ops))))

(defn- out-of-order
  "[read, earlier operation on its row] of which the read saw an older write, or none."
  [ops]
  (let [saw (fn [{:keys [f version plain]}] (if (= :write f) version (:version plain [0 0 0])))]
    (for [of-key                (vals (group-by :key ops))
          [later earlier :as pair] (pairs-before saw saw of-key)
          :when                 (and (= :read (:f later)) (neg? (compare (saw later) (saw earlier))))]
      pair)))

(defn- torn
  "Reads whose two cells are not of one write."
  [ops]
  (filter (fn [{:keys [plain brief]}] (and brief (not= plain brief))) ops))

(defn- failed-yet-there
  "Reads of a write of which its client was told that it did not happen."
  [history ops]
  (let [failed (into #{} (comp (filter h/fail?) (filter #(= :write (:f %))) (map (comp :value :value)))
                     (h/client-ops history))]
    (filter (comp failed :value :plain) (filter :plain ops))))

(defn- expired
  "How many writes were seen before they expired, and their rows without them afterwards."
  [ops]
  (let [versions (fn [pred] (into #{} (comp (filter :plain) (filter pred) (map (comp :version :plain))) ops))
        gone     (versions (complement :brief))]
    (count (filter gone (versions :brief)))))

(defn enough
  "Breaks no promise, and is invalid if too few rows were seen to expire."
  []
  (reify checker/Checker
    (check [_ _ history _]
      (let [expired (expired (done-ops history))]
        {:valid?  (<= least-expired expired)
         :expired expired}))))

(defn expiry-checker
  "Invalid if operations fit no time, a read was old, or half of a write."
  []
  (reify checker/Checker
    (check [_ _ history _]
      (let [ops     (done-ops history)
            wrong   {:out-of-time      (out-of-time ops)
                     :out-of-order     (out-of-order ops)
                     :torn             (torn ops)
                     :failed-yet-there (failed-yet-there history ops)}]
        (merge {:valid? (every? empty? (vals wrong))
                :rows   (count (distinct (map :key ops)))
                :wrong  (update-vals wrong count)}
               (update-vals wrong #(vec (take 5 %))))))))

;; -- generator

(defn- write
  "Most rows are new; every fourth write is of an older one, so that something else is seen there again."
  [x]
  {:type :invoke, :f :write, :value {:key   (if (zero? (mod (inc x) 4)) (rand/long x) x)
                                     :value x}})

(defn- read-some
  "A generator of reads of rows that were written at any time from now to twice their age ago."
  [written]
  (fn [_ _]
    (let [when-written (- (System/nanoTime) (long (* (rand/double) 2 s/brief-ms 1e6)))
          [_ k]        (first (drop-while (fn [[time]] (< when-written time)) (rseq @written)))]
      {:type :invoke, :f :read, :value {:key (or k 0)}})))

(defn workload
  "Options: `:nodes`. Two threads of each node do nothing but read."
  [opts]
  (let [written (atom [])
        read    (read-some written)]
    {:client          (map->Client {:written written})
     :checker         (expiry-checker)
     :proofs          {:enough (enough)}
     :touches         (comp vector :key :value)
     :generator       (gen/reserve (* 2 (count (:nodes opts))) read
                                   (gen/mix [(map write (range)) read]))
     :final-generator (delay (for [k (sort (distinct (map second @written)))]
                               {:type :invoke, :f :read, :value {:key k}}))}))
