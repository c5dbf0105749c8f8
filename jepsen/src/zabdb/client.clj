(ns zabdb.client
  "ZabDB's own Java client, for the operations of a test."
  (:require [jepsen [client :as client]
                    [random :as rand]
                    [util :as util]]
            [zabdb.support :as s])
  (:import (io.zabdb.client ZabClient)
           (io.zabdb.client.zookeeper ZooKeeperRings)
           (io.zabdb.model.data Bytes Cell CheckResult Column Condition$Absent Condition$HasValue
                                 Condition$HasVersion RowMutation ScanRange$Tokens Version)
           (io.zabdb.model.error ZabException)
           (io.zabdb.client.scan Page PageStream Scan)
           (java.time Duration)
           (java.util List Optional)))

(def timeout-ms "How long a client tries." 3000)

(def routes
  "How a client finds the leader; by the name of the option, ways of which each operation takes one at random:

    direct       it is told all nodes, and sends everything to the leader
    coordinated  it knows the node only to which its worker is bound, which forwards
    spread       the same, and that node's own replicas serve reads
    manager      it asks the configuration manager"
  {:direct      [:direct]
   :coordinated [:coordinated]
   :spread      [:spread]
   :manager     [:manager]
   :mixed       [:direct :coordinated :spread]})

(defn open
  "A client for a worker that is bound to a node, by the test's `:route`, which is one of `direct`, `coordinated`,
  `spread` and `manager`; without one, `direct`."
  ^ZabClient [test node]
  (let [address #(str % ":" s/client-port)
        builder (-> (ZabClient/builder)
                    (.timeout (Duration/ofMillis timeout-ms))
                    (.threads 1))]
    (.build
      (case (:route test :direct)
        :direct      (.nodes builder ^List (mapv address (:nodes test)))
        :coordinated (-> builder
                         (.nodes ^List [(address node)])
                         (.serverCoordinated true))
        :spread      (-> builder
                         (.nodes ^List [(address node)])
                         (.serverCoordinated true)
                         (.spreadReads true))
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
  "Of text, numbers, or bytes."
  ^Bytes [x]
  (if (instance? Bytes x)
    x
    (Bytes/of (str x))))

(defn column
  "A column of the default family; without a name, that of a row's plain value."
  (^Column [] Column/DEFAULT)
  (^Column [name] (Column. "default" (bytes-of name))))

(defn column-of
  "A column of another family."
  ^Column [family name]
  (Column. family (bytes-of name)))

(defn version
  "The zxid of a write, for comparing: later is greater."
  [^Version v]
  [(.move v) (.epoch v) (.counter v)])

(defn cell
  "{:column :value :version} of a cell; `:zxid` is the client's own version."
  [^Cell c]
  {:row     (.text (.row c))
   :family  (.family (.column c))
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

(defn deletion
  "A change of a row: a column is deleted."
  ^RowMutation [row ^Column column]
  (-> (RowMutation/in (bytes-of row))
      (.deleteColumn column)
      .build))

(defn delete-column!
  "Returns the version."
  [^ZabClient client row column]
  (version (await! (.deleteColumn client (bytes-of row) column))))

(defn delete-family!
  "All columns of a family. Returns the version."
  [^ZabClient client row family]
  (version (await! (.deleteFamily client (bytes-of row) family))))

(defn delete-row!
  "Returns the version."
  [^ZabClient client row]
  (version (await! (.deleteRow client (bytes-of row)))))

(defn absent [column] (Condition$Absent. column))
(defn has-value [column value] (Condition$HasValue. column (bytes-of value)))
(defn has-version [column zxid] (Condition$HasVersion. column zxid))

(defn mutate!
  "Changes a row. Returns the version."
  [^ZabClient client mutation]
  (version (await! (.mutate client mutation))))

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
  "The pages of a scan, each as cells, or as what a function makes of the client's cells: those of a page are of one
  state."
  ([client scan stale?] (pages client scan stale? cell))
  ([^ZabClient client ^Scan scan stale? of]
   (with-open [^PageStream stream (if stale? (.scanStale client scan) (.scan client scan))]
     (loop [pages []]
       (if-let [^Page page (.orElse ^Optional (await! (.next stream)) nil)]
         (recur (conj pages (mapv of (.cells page))))
         pages)))))

(defn only
  "The only one of the pages of a scan: its cells are of one state."
  [pages]
  (assert (>= 1 (count pages)) "more than a page, which need not be of one state")
  (first pages))

(defn page
  "The only page of a scan."
  [client scan stale?]
  (only (pages client scan stale?)))

(def page-cells "The largest page." 10000)

(defn row-scan
  "All columns of a row's default family."
  ^Scan [row]
  (.pagesOf (Scan/family (bytes-of row) "default") page-cells))

(defn versions-scan
  "All columns of a row in all families, so many versions of each."
  ^Scan [row versions]
  (.pagesOf (.versions (Scan/row (bytes-of row)) versions) page-cells))

(defn tokens-scan
  "All rows whose tokens are in a range."
  ^Scan [tokens]
  (.pagesOf (Scan/of (ScanRange$Tokens. tokens)) page-cells))

(defn columns-scan
  "Columns of a row from a name to before another."
  ^Scan [row from to]
  (.pagesOf (Scan/columns (bytes-of row) "default" (bytes-of from) (bytes-of to)) page-cells))

;; -- for Jepsen

(defn- await-answer
  "Waits until a client of a node has written, 60 s at most."
  [test node]
  (let [conn (open test node)]
    (try
      (util/await-fn #(put! conn "warm-up" (column) node)
                     {:retry-interval 100
                      :log-interval   10000
                      :log-message    (str "Waiting for a client of " node " to be answered")
                      :timeout        60000})
      (finally
        (close! conn)))))

(defrecord Routed [client node by-route]
  client/Client
  (open! [this test node]
    (assoc this
           :node     node
           :by-route (into {}
                           (for [route (routes (:route test))]
                             [route (client/open! client (assoc test :route route) node)]))))

  (setup! [_ test]
    (doseq [route (keys by-route)]
      (await-answer (assoc test :route route) node))
    (client/setup! (val (first by-route)) test))

  (invoke! [_ test op]
    (let [[route client] (rand/nth (vec by-route))]
      (assoc (client/invoke! client test op) :node node, :route route)))

  (teardown! [_ test]
    (client/teardown! (val (first by-route)) test))

  (close! [_ test]
    (doseq [client (vals by-route)]
      (client/close! client test))))

(defn routed
  "A Jepsen client that has one of a workload for each way of the test's `:route`, takes one of them at random for each
  operation, and notes in the operation which it was, and to which node its worker is bound. So reads are tried at each
  node, whoever leads. It is set up when each way has led to an answer, so that the test begins with a cluster that
  serves."
  [client]
  (->Routed client nil nil))
