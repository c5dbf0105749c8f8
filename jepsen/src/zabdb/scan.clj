(ns zabdb.scan
  "Batches over several rows, and scans of half of the ring. A batch writes the same value to each of its rows; a page of a
  scan is of one state, so it must see the batch as a whole or not at all, and in an order that fits real time:
  the rows of a key together are one register. Where partitions split, the rows of a key have tokens side by side, and a scan
  is of these: a batch must be of one partition, and so must a page."
  (:require [jepsen [client :as client]
                    [generator :as gen]
                    [independent :as independent]]
            [zabdb [client :as z]
                   [register :as register]
                   [support :as s]
                   [touched :as touched]]))

(def rows "How many belong to a key." 5)

(defn region
  "The tokens of a key's rows, and of what is scanned for them: in the half of the ring that has no filler."
  [split? k]
  (if split? (s/slice k) (:lower s/halves)))

(def row
  "Of a key, in its region."
  (memoize (fn [region k i] (s/row-in region (str "scan-" k "-" i)))))

(defn seen
  "[version value] of what a scan saw of a key's rows; if they differ, the value is all that it saw, which no batch
  has written."
  [cells region k]
  (let [names  (set (map #(row region k %) (range rows)))
        cells  (filter (comp names :row) cells)
        states (set (map (juxt :version :value) cells))]
    (cond (empty? cells)                    [nil nil]
          (and (= rows (count cells))
               (= 1 (count states)))        (update (first states) 1 parse-long)
          :else                             [(:version (first cells))
                                             [:torn (into (sorted-map) (map (juxt :row :value)) cells)]])))

(defn- read!
  "Scans the region of a key. Where partitions split, a split may go through its rows: then there are two
  pages, each of a state of its own, and nothing was read."
  [{:keys [conn stale? split?]} op region k]
  (let [pages (z/pages conn (z/tokens-scan region) stale?)]
    (if (and split? (< 1 (count pages)))
      (assoc op :type :fail, :error :rows-are-apart)
      (assoc op :type :ok, :value (independent/tuple k (seen (z/only pages) region k))))))

(defrecord Client [conn stale? split? touched]
  client/Client
  (open! [this test node]
    (assoc this :conn (z/open test node)))

  (setup! [_ _])

  (invoke! [this _ {:keys [f value] :as op}]
    (let [[k [_ x]] value
          region    (region split? k)]
      (touched/note! touched k)
      (z/with-errors op
        (case f
          :read  (read! this op region k)
          :write (let [version (z/batch! conn (for [i (range rows)]
                                                (z/mutation (row region k i) {(z/column) x})))]
                   (assoc op :type :ok, :value (independent/tuple k [version x])))))))

  (teardown! [_ _])

  (close! [_ _]
    (z/close! conn)))

(defn workload
  "Options as of the register."
  [opts]
  (let [touched (touched/touched)]
    {:client          (map->Client {:stale?  (boolean (:stale? opts))
                                    :split?  (boolean (some #{:split-merge :balance} (:nemesis opts)))
                                    :touched touched})
     :checker         (independent/checker (register/linear))
     :touches         register/touches
     :generator       (register/keys-with-readers opts register/r (gen/mix [register/r register/w]))
     :final-generator (register/final-reads touched)}))
