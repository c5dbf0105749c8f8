(ns zabdb.recorded
  "Checks histories that others have recorded in Jepsen's form, such as the fault tests of `impl/faults`: a file of
  operations, one EDN map a line, on registers under keys. `:value` is a pair of key and value; for `:cas`, the
  value is a pair of the expected and the new one, where nil expects nothing."
  (:require [clojure.edn :as edn]
            [clojure.java.io :as io]
            [jepsen [checker :as checker]
                    [history :as h]
                    [independent :as independent]]
            [knossos.model :as model]))

(defn read-history
  "The history of a file."
  [file]
  (with-open [in (io/reader file)]
    (->> (line-seq in)
         (map (comp (fn [op] (update op :value (fn [[k v]] (independent/tuple k v)))) edn/read-string))
         vec
         h/history)))

(defn check
  "What Knossos says of it."
  [history]
  (let [test {:name "recorded", :start-time 0, :nodes [], :concurrency 1}]
    (checker/check (independent/checker (checker/linearizable {:model (model/cas-register), :algorithm :linear}))
                   test history {})))

(defn command
  "`check FILE...`: exits with 0 if all are linearizable, 1 if one is not, 2 if one could not be decided."
  []
  {"check" {:opt-spec [["-h" "--help" "Print this."]]
            :usage    "Usage: jepsen/run check FILE..."
            :run      (fn [{:keys [arguments]}]
                        (let [verdicts (vec (for [file arguments]
                                              (let [{:keys [valid? failures]} (check (read-history file))]
                                                (println file (if (true? valid?) "is linearizable"
                                                                (str "valid?: " valid? " " (pr-str failures))))
                                                valid?)))]
                          (System/exit (cond (some false? verdicts) 1
                                             (every? true? verdicts) 0
                                             :else 2))))}})
