(ns zabdb.append
  "Transactions that read lists and append to them, checked with Elle for strict serializability.

  ZabDB has no transactions of several keys, but everything that happens to one row is atomic: so the lists are
  columns of a row. A transaction reads its columns in one page, which is of one state; if it appends, it writes
  all its columns by one check-and-mutate, on condition that none that it read has changed. If one has, it starts
  again."
  (:require [clojure.string :as str]
            [jepsen [client :as client]
                    [generator :as gen]]
            [jepsen.tests.cycle.append :as append]
            [zabdb [client :as z]
                   [touched :as touched]]))

(def row "append")

(defn qualifier [k] (format "%08d" k))

(defn parse
  [text]
  (mapv parse-long (str/split text #" ")))

(defn read-lists
  "A map of keys to cells, for all keys between the least and the greatest of these."
  [conn ks stale?]
  (let [scan (z/columns-scan row (qualifier (apply min ks)) (qualifier (inc (apply max ks))))]
    (into {} (map (juxt (comp parse-long :column) identity)) (z/page conn scan stale?))))

(defn apply-txn
  "Applies micro-operations to lists. Returns [the completed micro-operations, the lists that changed]."
  [lists txn]
  (reduce (fn [[done changed] [f k v]]
            (let [now (get changed k (get lists k))]
              (case f
                :r      [(conj done [:r k now]) changed]
                :append [(conj done [f k v]) (assoc changed k (conj (or now []) v))])))
          [[] {}]
          txn))

(defn try-txn!
  "The completed transaction; nil if another was faster."
  [conn txn stale?]
  (let [ks             (set (map second txn))
        writes?        (some (comp #{:append} first) txn)
        cells          (read-lists conn ks (and stale? (not writes?)))
        [done changed] (apply-txn (update-vals cells (comp parse :value)) txn)
        conditions     (for [k ks]
                         (if-let [cell (get cells k)]
                           (z/has-version (z/column (qualifier k)) (:zxid cell))
                           (z/absent (z/column (qualifier k)))))]
    (cond (empty? changed) done

          (z/check-and-mutate! conn
                               conditions
                               (z/mutation row (into {} (for [[k v] changed]
                                                          [(z/column (qualifier k)) (str/join " " v)]))))
          done)))

(defn touches
  "The keys of a transaction."
  [op]
  (map second (:value op)))

(defrecord Client [conn stale? touched]
  client/Client
  (open! [this test node]
    (assoc this :conn (z/open test node)))

  (setup! [_ _])

  (invoke! [_ _ {:keys [value] :as op}]
    (run! #(touched/note! touched %) (touches op))
    (z/with-errors op
      (loop [tries 5]
        (if-let [done (try-txn! conn value stale?)]
          (assoc op :type :ok, :value done)
          (if (< 1 tries)
            (recur (dec tries))
            (assoc op :type :fail, :error :others-were-faster))))))

  (teardown! [_ _])

  (close! [_ _]
    (z/close! conn)))

(defn- latest-reads
  "A generator of transactions that read what is appended to at present: some of the last keys that were touched."
  [touched]
  (fn [_ _]
    {:type  :invoke
     :f     :txn
     :value (or (not-empty (mapv (fn [k] [:r k nil]) (take 4 (rseq @touched))))
                [[:r 0 nil]])}))

(defn workload
  "Options: `:nodes`; `:stale?`: whether transactions that only read may do so at any replica. A thread of each node
  does nothing but read."
  [opts]
  (let [test    (append/test {:key-count          8
                              :min-txn-length     1
                              :max-txn-length     4
                              :max-writes-per-key 64
                              :consistency-models [:strict-serializable]})
        touched (touched/touched)]
    (-> (select-keys test [:checker])
        (assoc :generator       (gen/reserve (count (:nodes opts)) (latest-reads touched)
                                             (:generator test))
               :touches         touches
               :client          (map->Client {:stale? (boolean (:stale? opts)), :touched touched})
               :final-generator (touched/final-reads
                                  touched
                                  (fn [k] (repeat 2 {:type :invoke, :f :txn, :value [[:r k nil]]})))))))
