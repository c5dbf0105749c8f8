(ns zabdb.batch
  "Batches over rows of a partition, checked with Elle for strict serializability. A row is a list: each element is a
  column, and they are in the order of their versions. So a batch appends to several lists without looking at them, and
  a page of a scan reads several lists at once. ZabDB has no transactions that do both.

  Lists come in blocks, whose rows have tokens side by side; a batch or a scan is within a block. Every twentieth batch
  names a family that does not exist behind all else: it must be refused as a whole."
  (:require [jepsen [checker :as checker]
                    [client :as client]
                    [generator :as gen]
                    [history :as h]
                    [random :as rand]]
            [jepsen.tests.cycle.append :as append]
            [zabdb [client :as z]
                   [support :as s]
                   [touched :as touched]]))

(def lists "In a block." 5)

(def block-batches "So many batches append to a block, then it is the turn of the next." 60)

(def row
  "Of a list."
  (memoize (fn [k] (s/row-in (s/slice (quot k lists)) (str "batch-" k)))))

(defn- bad-row
  "Of the change that is refused."
  [block]
  (s/row-in (s/slice block) "batch-refused"))

(defn- block-of
  [txn]
  (quot (second (first txn)) lists))

(defn seen
  "The lists of a block by their numbers, as a scan saw them."
  [cells block]
  (let [numbers (into {} (map (juxt row identity)) (range (* lists block) (* lists (inc block))))]
    (->> cells
         (filter (comp numbers :row))
         (sort-by :version)
         (reduce (fn [lists {:keys [row value]}] (update lists (numbers row) (fnil conj []) (parse-long value))) {}))))

(defn- mutations
  [txn]
  (for [[_ k x] txn]
    (z/mutation (row k) {(z/column x) x})))

(defrecord Client [conn touched]
  client/Client
  (open! [this test node]
    (assoc this :conn (z/open test node)))

  (setup! [_ _])

  (invoke! [_ _ {:keys [value refused?] :as op}]
    (let [block (block-of value)]
      (touched/note! touched block)
      (z/with-errors op
        (if (= :r (ffirst value))
          (let [lists (seen (z/page conn (z/tokens-scan (s/slice block)) false) block)]
            (assoc op :type :ok, :value (mapv (fn [[f k]] [f k (get lists k)]) value)))
          (do (z/batch! conn (cond-> (vec (mutations value))
                               refused? (conj (z/mutation (bad-row block) {(z/column-of "missing" "it") 0}))))
              (assoc op :type :ok))))))

  (teardown! [_ _])

  (close! [_ _]
    (z/close! conn)))

;; -- checkers

(defn- elements
  "The elements of each list of a transaction of reads."
  [txn]
  (into {} (map (fn [[_ k xs]] [k (set xs)])) txn))

(defn- astray
  "Elements that a read saw elsewhere than in all the lists that it read of those that their batch appends to: half of a
  batch, or what no batch put there: [batch, read]."
  [batches txn]
  (let [lists (elements txn)]
    (for [x     (distinct (mapcat val lists))
          :let  [there   (set (for [[k xs] lists :when (contains? xs x)] k))
                 appends (set (filter lists (map second (batches x))))]
          :when (not= there appends)]
      [(batches x) txn])))

(defn- misses
  "Batches that were acknowledged before a read began, and are not there: [batch, read]."
  [acknowledged txn from]
  (let [lists (elements txn)]
    (for [[k xs]        lists
          [x to txn'] (acknowledged k)
          :when         (and (< to from) (not (xs x)))]
      [txn' txn])))

(defn whole
  "A checker: a read sees all of a batch or nothing, nothing else, and all that was acknowledged before it began; and what must
  be refused was not taken. Each element is of one batch."
  []
  (reify checker/Checker
    (check [_ _ history _]
      (let [client-ops   (h/client-ops history)
            appends?     #(= :append (ffirst (:value %)))
            batches      (into {} (for [op client-ops :when (and (h/invoke? op) (appends? op))]
                                    [(last (first (:value op))) (:value op)]))
            acknowledged (group-by first
                                   (for [op client-ops :when (and (h/ok? op) (appends? op)), [_ k x] (:value op)]
                                     [k x (:time op) (:value op)]))
            acknowledged (update-vals acknowledged #(map (comp vec rest) %))
            reads        (for [op client-ops :when (and (h/ok? op) (not (appends? op)))]
                           [(:value op) (:time (h/invocation history op))])
            torn         (mapcat (fn [[txn _]] (astray batches txn)) reads)
            lost         (mapcat (fn [[txn from]] (misses acknowledged txn from)) reads)
            accepted     (filter #(and (:refused? %) (h/ok? %)) client-ops)]
        {:valid?   (and (empty? torn) (empty? lost) (empty? accepted))
         :batches  (count batches)
         :accepted (vec (take 5 accepted))
         :torn     (vec (take 5 torn))
         :lost     (vec (take 5 lost))}))))

(defn enough
  "Breaks no promise, and is invalid unless a batch was refused that must be."
  []
  (reify checker/Checker
    (check [_ _ history _]
      (let [refused (count (filter #(and (:refused? %) (h/fail? %)) (h/client-ops history)))]
        {:valid?  (pos? refused)
         :refused refused}))))

;; -- generator

(defn- some-lists
  "Two lists or more of a block."
  [block]
  (->> (rand/shuffle (vec (range lists)))
       (take (+ 2 (rand/long (dec lists))))
       (mapv #(+ % (* lists block)))))

(defn- batch
  [x]
  (cond-> {:type :invoke, :f :txn, :value (mapv (fn [k] [:append k x]) (some-lists (quot x block-batches)))}
    (zero? (mod (inc x) 20)) (assoc :refused? true)))

(defn- read-latest
  "A generator of transactions that read lists of one of the last two blocks."
  [touched]
  (fn [_ _]
    {:type :invoke, :f :txn, :value (mapv (fn [k] [:r k nil])
                                          (some-lists (rand/nth (or (seq (take 2 (rseq @touched))) [0]))))}))

(defn workload
  "Options: `:nodes`. A thread of each node does nothing but read."
  [opts]
  (let [touched (touched/touched)
        read    (read-latest touched)]
    {:client          (map->Client {:touched touched})
     :checker         (checker/compose {:elle  (append/checker {:consistency-models [:strict-serializable]})
                                        :whole (whole)})
     :proofs          {:enough (enough)}
     :touches         (comp vector block-of :value)
     :generator       (gen/reserve (count (:nodes opts)) read
                                   (gen/mix [(map batch (range)) read]))
     :final-generator (touched/final-reads
                        touched
                        (fn [block]
                          (let [all (range (* lists block) (* lists (inc block)))]
                            (repeat 2 {:type :invoke, :f :txn, :value (mapv (fn [k] [:r k nil]) all)}))))}))
