(ns zabdb.versions
  "Rows with a column in each of two families, of which one keeps three versions. A write puts its value into both, as
  one mutation; `:drop` deletes the family that keeps versions and spares the other, `:delete` the row. A read scans the
  row: it sees the last write in the one family and the last three in the other, newest first, each with the version of
  its write, and nothing of what was deleted. Checked with Knossos."
  (:require [jepsen [checker :as checker]
                    [client :as client]
                    [generator :as gen]
                    [independent :as independent]
                    [random :as rand]]
            [knossos.model :as model]
            [zabdb [client :as z]
                   [register :as register]
                   [support :as s]
                   [touched :as touched]])
  (:import (knossos.model Model)))

;; A cell is {:version :above :value}; without a version, it is above `:above`, and its client never heard of it.

(defn- fits?
  "Is what was read this cell?"
  [{:keys [version above value]} [v x]]
  (and (= x value)
       (if version
         (= version v)
         (neg? (compare above v)))))

(defn- known
  "The cell that was read."
  [[v x]]
  (when v {:version v, :above v, :value x}))

(defn- later
  [a b]
  (if (neg? (compare a b)) b a))

(defrecord Rows [newest plain cells]
  Model
  (step [_ {:keys [f] [v x] :value}]
    (let [changed (fn [plain cells]
                    (if (or (nil? v) (neg? (compare newest v)))
                      (Rows. (or v newest) plain cells)
                      (model/inconsistent (str "version " v " is not above " newest))))
          written {:version v, :above newest, :value x}]
      (case f
        :write  (changed written (take s/kept-versions (cons written cells)))
        :drop   (changed plain ())
        :delete (changed nil ())
        :read   (let [seen (:cells x)]
                  (cond (not= (some? plain) (some? (:plain x)))
                        (model/inconsistent (str "read " (:plain x) ", not " plain))

                        (and plain (not (fits? plain (:plain x))))
                        (model/inconsistent (str "read " (:plain x) ", not " plain))

                        (not (and (= (count cells) (count seen)) (every? true? (map fits? cells seen))))
                        (model/inconsistent (str "read " (vec seen) ", not " (vec cells)))

                        (not (every? neg? (map #(compare (first %1) (first %2)) (rest seen) seen)))
                        (model/inconsistent (str "versions do not fall: " (vec seen)))

                        :else
                        (Rows. (reduce later newest (keep first (cons (:plain x) seen)))
                               (known (:plain x))
                               (map known seen))))))))

(def nothing-yet (->Rows [0 0 0] nil ()))

(def column (z/column "it"))
(def kept-column (z/column-of s/kept-family "it"))

(defn row [k] (str "versions-" k))

(defn seen
  "What a scan of a row saw: {:plain :cells}, each cell [version value]; more than one plain cell are a value that nobody
  has written."
  [cells]
  (let [[plain kept] (map (fn [of] (mapv (juxt :version (comp parse-long :value)) (filter #(= of (:family %)) cells)))
                          ["default" s/kept-family])]
    {:plain (if (next plain) [(ffirst plain) [:several plain]] (first plain))
     :cells kept}))

(defrecord Client [conn touched]
  client/Client
  (open! [this test node]
    (assoc this :conn (z/open test node)))

  (setup! [_ _])

  (invoke! [_ _ {:keys [f value] :as op}]
    (let [[k [_ x]] value
          row       (row k)
          done      (fn [version x] (assoc op :type :ok, :value (independent/tuple k [version x])))]
      (touched/note! touched k)
      (z/with-errors op
        (case f
          :read   (done nil (seen (apply concat (z/pages conn (z/versions-scan row s/kept-versions) false))))
          :write  (done (z/mutate! conn (z/mutation row {column x, kept-column x})) x)
          :drop   (done (z/delete-family! conn row s/kept-family) x)
          :delete (done (z/delete-row! conn row) x)))))

  (teardown! [_ _])

  (close! [_ _]
    (z/close! conn)))

(defn- op
  [f]
  (fn [_ _] {:type :invoke, :f f, :value [nil (when (= :write f) (rand/long 1000))]}))

(defn workload
  "Options as of the register."
  [opts]
  (let [touched (touched/touched)]
    {:client          (map->Client {:touched touched})
     :checker         (independent/checker (checker/linearizable {:model nothing-yet, :algorithm :linear}))
     :touches         register/touches
     :generator       (register/keys-with-readers opts
                                                  (op :read)
                                                  (gen/mix (map op [:write :write :write :drop :delete])))
     :final-generator (register/final-reads touched)}))
