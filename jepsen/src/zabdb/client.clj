(ns zabdb.client
  "ZabDB's own Java client, for the operations of a test."
  (:require [zabdb.support :as s])
  (:import (io.zabdb.client ZabClient)
           (io.zabdb.client.zookeeper ZooKeeperRings)
           (io.zabdb.model.data Bytes Cell CheckResult Column Condition$Absent Condition$HasValue
                                 Condition$HasVersion RowMutation Version)
           (io.zabdb.model.error ZabException)
           (io.zabdb.client.scan Page PageStream Scan)
           (java.time Duration)
           (java.util List Optional)))

(def timeout-ms "How long a client tries." 3000)

(defn open
  "A client for a worker that is bound to a node. How it finds the others:

    direct       it is told all nodes, and sends everything to the leader
    coordinated  it knows this node only, which forwards
    manager      it asks the configuration manager
    mixed        direct and coordinated, by turns of the nodes"
  ^ZabClient [test node]
  (let [mode    (case (:route test :mixed)
                  :mixed (if (even? (s/id test node)) :direct :coordinated)
                  (:route test))
        address #(str % ":" s/client-port)
        builder (-> (ZabClient/builder)
                    (.timeout (Duration/ofMillis timeout-ms))
                    (.threads 1))]
    (.build
      (case mode
        :direct      (.nodes builder ^List (mapv address (:nodes test)))
        :coordinated (-> builder
                         (.nodes ^List [(address node)])
                         (.serverCoordinated true))
        :manager     (.directory builder (ZooKeeperRings/at (str (s/manager-node test) ":" s/manager-port)))))))

(defn close!
  [^ZabClient client]
  (.close client))

(defn failed
  "What an operation becomes by an exception: `:info` exactly if it may have happened."
  [op ^ZabException e]
  (assoc op
         :type  (if (.mayHaveHappened e) :info :fail)
         :error [(keyword (.toLowerCase (str (.code e)))) (.problem e)]))

(defmacro with-errors
  "Evaluates the body, which completes the operation."
  [op & body]
  `(try ~@body
        (catch ZabException e#
          (failed ~op e#))))

(defmacro await!
  [future]
  `(ZabClient/await ~future))

(defn bytes-of
  ^Bytes [x]
  (Bytes/of (str x)))

(defn column
  "A column of the default family; without a name, that of a row's plain value."
  (^Column [] Column/DEFAULT)
  (^Column [name] (Column. "default" (bytes-of name))))

(defn version
  "The zxid of a write, for comparing: later is greater."
  [^Version v]
  [(.move v) (.epoch v) (.counter v)])

(defn cell
  "{:column :value :version} of a cell; `:zxid` is the client's own version."
  [^Cell c]
  {:row     (.text (.row c))
   :column  (.text (.qualifier (.column c)))
   :value   (.text (.value c))
   :version (version (.version c))
   :zxid    (.version c)
   :time    (.toEpochMilli (.time c))})

(defn get-cell
  "The newest cell of a column; nil if there is none."
  [^ZabClient client row column]
  (some-> ^Optional (await! (.get client (bytes-of row) column)) (.orElse nil) cell))

(defn get-stale
  "The same, from any replica: may be old."
  [^ZabClient client row column]
  (some-> ^List (await! (.getStale client (bytes-of row) column 1)) first cell))

(defn put!
  "Returns the version."
  [^ZabClient client row column value]
  (version (await! (.put client (bytes-of row) column (bytes-of value)))))

(defn mutation
  "A change of a row: a value for each column."
  ^RowMutation [row columns->values]
  (let [builder (RowMutation/in (bytes-of row))]
    (doseq [[column value] columns->values]
      (.put builder ^Column column (bytes-of value)))
    (.build builder)))

(defn absent [column] (Condition$Absent. column))
(defn has-value [column value] (Condition$HasValue. column (bytes-of value)))
(defn has-version [column zxid] (Condition$HasVersion. column zxid))

(defn check-and-mutate!
  "Changes a row if all conditions hold of it. Returns the version; nil if they do not."
  [^ZabClient client conditions mutation]
  (let [^CheckResult result (await! (.checkAndMutate client ^List (vec conditions) mutation))]
    (when (.done result)
      (version (.get (.version result))))))

(defn batch!
  "Changes of rows of one partition, all or nothing. Returns the version."
  [^ZabClient client mutations]
  (version (await! (.batch client ^List (vec mutations)))))

(defn pages
  "The pages of a scan, each as cells: those of a page are of one state."
  [^ZabClient client ^Scan scan stale?]
  (with-open [^PageStream stream (if stale? (.scanStale client scan) (.scan client scan))]
    (loop [pages []]
      (if-let [^Page page (.orElse ^Optional (await! (.next stream)) nil)]
        (recur (conj pages (mapv cell (.cells page))))
        pages))))

(def page-cells "The largest page." 10000)

(defn row-scan
  "All columns of a row's default family."
  ^Scan [row]
  (.pagesOf (Scan/family (bytes-of row) "default") page-cells))

(defn all-scan
  "All rows."
  ^Scan []
  (.pagesOf (Scan/all) page-cells))

(defn columns-scan
  "Columns of a row from a name to before another."
  ^Scan [row from to]
  (.pagesOf (Scan/columns (bytes-of row) "default" (bytes-of from) (bytes-of to)) page-cells))
