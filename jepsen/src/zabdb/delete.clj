(ns zabdb.delete
  "Registers that are written and deleted, in one of four ways: a column, a family, a row, or a check-and-mutate that
  deletes. What was deleted must not come back, whatever is compacted meanwhile: a read, by key or by scan, sees the
  last write, or nothing after a delete. Checked with Knossos, versions too (`zabdb.register`)."
  (:require [jepsen [client :as client]
                    [generator :as gen]
                    [independent :as independent]
                    [random :as rand]]
            [zabdb [client :as z]
                   [register :as register]
                   [touched :as touched]]))

(defn row [k] (str "delete-" k))

(def column "Of a row; so that deletes of a family have more than the row's plain value to delete." (z/column "it"))

(defn- delete!
  "Returns the version; nil if there was another value than expected."
  [conn row how expected]
  (case how
    :column   (z/delete-column! conn row column)
    :family   (z/delete-family! conn row "default")
    :row      (z/delete-row! conn row)
    :if-value (z/check-and-mutate! conn [(z/has-value column expected)] (z/deletion row column))))

(defn seen
  "[version value] of the only cell of a row; if there are more, the value is all of them, which nobody has written."
  [cells]
  (if (next cells)
    [(:version (first cells)) [:several (mapv :value cells)]]
    (let [[cell] cells]
      [(:version cell) (some-> cell :value parse-long)])))

(defn- look
  [conn row how]
  (seen (case how
          :get  (keep identity [(z/get-cell conn row column)])
          :scan (apply concat (z/pages conn (z/row-scan row) false)))))

(defrecord Client [conn touched]
  client/Client
  (open! [this test node]
    (assoc this :conn (z/open test node)))

  (setup! [_ _])

  (invoke! [_ _ {:keys [f value how] :as op}]
    (let [[k [_ x]] value
          row       (row k)
          done      (fn [version x] (assoc op :type :ok, :value (independent/tuple k [version x])))]
      (touched/note! touched k)
      (z/with-errors op
        (case f
          :read   (apply done (look conn row how))
          :write  (done (z/put! conn row column x) x)
          :delete (if-let [version (delete! conn row how x)]
                    (done version x)
                    (assoc op :type :fail, :error :another-value))))))

  (teardown! [_ _])

  (close! [_ _]
    (z/close! conn)))

(defn- r [_ _] {:type :invoke, :f :read, :how (rand/nth [:get :scan]), :value [nil nil]})

(defn- d
  "`:if-value` expects a value; the others take no notice of theirs."
  [_ _]
  (let [how (rand/nth [:column :family :row :if-value])]
    {:type :invoke, :f :delete, :how how, :value [nil (when (= :if-value how) (rand/long 5))]}))

(defn workload
  "Options as of the register."
  [opts]
  (let [touched (touched/touched)]
    {:client          (map->Client {:touched touched})
     :checker         (independent/checker (register/linear))
     :touches         register/touches
     :generator       (register/keys-with-readers opts r (gen/mix [register/w register/w d]))
     :final-generator (touched/final-reads touched
                                           (fn [k]
                                             (for [how [:get :scan]]
                                               {:type :invoke, :f :read, :how how
                                                :value (independent/tuple k [nil nil])})))}))
