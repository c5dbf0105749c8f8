(ns zabdb.support
  "What the other namespaces share: where things are on a node, which ports they use, and what a node
  says of itself over HTTP."
  (:require [clojure.string :as str]
            [jepsen.random :as rand])
  (:import (io.zabdb.model.ring Token TokenRange)
           (java.io IOException)
           (java.net URI)
           (java.net.http HttpClient HttpRequest HttpResponse$BodyHandlers)
           (java.time Duration)))

(def dir "Everything of a node." "/opt/zabdb")
(def home "The unpacked distribution." (str dir "/dist"))
(def data "What must survive." (str dir "/data"))
(def group-dir "The replica of a node, the only one but where partitions move: its log, store and checkpoints." (str data "/group-0"))
(def log-file "What a node says." (str dir "/node.log"))
(def pid-file (str dir "/node.pid"))
(def trace-dir "The steps of its replica, if they are recorded." (str dir "/trace"))
(def clock-file "How far the clock of the node's process is off: a line for libfaketime." (str dir "/clock"))

(def manager-data (str dir "/manager"))
(def manager-log (str dir "/manager.log"))
(def manager-pid-file (str dir "/manager.pid"))

(def client-port 7420)
(def peer-port 7421)
(def http-port 7422)
(def manager-port 2181)

(def cluster-id "Of every cluster under test." "0f8fad5b-d9cb-469f-a165-70867728950e")

(defn id
  "The number of a node: its place in the test, or where another one has taken its place, what `:ids` of the test says."
  [test node]
  (get (some-> (:ids test) deref) node
       (.indexOf ^java.util.List (vec (:nodes test)) node)))

(defn new-id
  "A number that no node of the test ever had."
  [test]
  (inc (apply max (dec (count (:nodes test))) (vals @(:ids test)))))

(def kept-family "A family that keeps several versions; the default family keeps one." "kept")
(def kept-versions "How many it keeps." 3)
(def brief-family "A family whose cells expire." "brief")
(def brief-ms "After so many milliseconds of replicated time." 2000)
(def families
  "Of every cluster under test, as the option of the nodes has it."
  (str "default," kept-family ":" kept-versions "," brief-family ":1:" brief-ms "ms"))

(def halves
  "Of the ring, by name."
  {:lower (TokenRange. Token/MIN -1)
   :upper (TokenRange. -1 Long/MAX_VALUE)})

(def ^:private slice-width "In tokens." (bit-shift-left 1 54))

(def ^:private slices "In the half of the ring that has no filler. After so many they are used again." 512)

(defn slice
  "The nth narrow piece of the lower half of the ring: few splits go through it."
  ^TokenRange [n]
  (let [from (+ Token/MIN (* slice-width (mod n slices)))]
    (TokenRange. from (+ from slice-width))))

(defn row-in
  "The first of name, name-1, name-2, ... whose token is in a range."
  [^TokenRange tokens name]
  (->> (cons name (map #(str name "-" %) (iterate inc 1)))
       (filter #(.contains tokens (Token/of (.getBytes ^String % "UTF-8"))))
       first))

(defn row-in-half
  "The same of a half of the ring."
  [half name]
  (row-in (halves half) name))

(defn manager-node
  "The node that has the configuration manager as well."
  [test]
  (first (:nodes test)))

(def ^:private ^HttpClient http
  (-> (HttpClient/newBuilder) (.connectTimeout (Duration/ofMillis 500)) .build))

(defn http-get
  "[status body] of a page of a node; nil if there is no answer within a second."
  [node path]
  (try
    (let [response (.send http
                          (-> (HttpRequest/newBuilder (URI. (str "http://" node ":" http-port path)))
                              (.timeout (Duration/ofSeconds 1))
                              .build)
                          (HttpResponse$BodyHandlers/ofString))]
      [(.statusCode response) (.body response)])
    (catch IOException _ nil)))

(defn ready?
  "Does the node lead with a quorum, or follow in sync?"
  [node]
  (= 200 (first (http-get node "/health/ready"))))

(defn parse-metrics
  "Metrics in the text format of Prometheus, as a map of their names with labels to numbers."
  [text]
  (into {}
        (for [line (str/split-lines text)
              :let [[_ name value] (re-find #"^([^#\s]\S*) (\S+)$" line)]
              :when name]
          [name (parse-double value)])))

(defn metrics
  "What a node counts; nil if it does not answer."
  [node]
  (let [[status body] (http-get node "/metrics")]
    (when (= 200 status)
      (parse-metrics body))))

(defn metric
  "A figure of a group; without one, of group 0."
  ([metrics name] (metric metrics name 0))
  ([metrics name group] (get metrics (str name "{group=\"" group "\"}"))))

(defn any-group
  "One of the test's groups, at random."
  [test]
  (rand/long (:groups test 1)))

(defn leaders
  "The nodes that think they lead a group, or group 0, the one of the latest epoch first."
  ([test] (leaders test 0))
  ([test group]
   (->> (:nodes test)
        (keep (fn [node]
                (when-let [m (metrics node)]
                  (when (= 1.0 (metric m "zabdb_replica_leads" group))
                    [(metric m "zabdb_replica_epoch" group) node]))))
        sort
        reverse
        (mapv second))))
