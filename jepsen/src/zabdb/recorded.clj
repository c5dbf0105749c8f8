(ns zabdb.recorded
  "Checks histories that others have recorded in Jepsen's form, such as the fault tests of `impl/lab/faults`: a file of
  operations, one EDN map a line, on registers under keys. `:value` is a pair of key and value; for `:cas`, the
  value is a pair of the expected and the new one."
  (:require [clojure.edn :as edn]
            [clojure.java.io :as io]
            [jepsen [checker :as checker]
                    [history :as h]
                    [independent :as independent]]
            [zabdb.register :as register]))

(defn- plain
  "Operations as Jepsen's models expect them: a process is a number, and a new one after an operation that ended
  unknown; a completion repeats what was asked, but for reads; a `:cas` that found another value has failed by that. They
  tell no versions."
  [ops]
  (:done
    (reduce (fn [{:keys [processes asked free] :as state} {:keys [process type f value] :as op}]
              (let [id      (get processes process free)
                    value   (if (or (= :invoke type) (= :read f)) value (get asked process))
                    missed? (and (= :ok type) (= :cas f) (false? (second (:value op))))]
                (-> state
                    (update :done conj (cond-> (assoc op
                                                      :process id
                                                      :value   (independent/tuple (first value) [nil (second value)]))
                                         missed? (assoc :type :fail, :error :another-value)))
                    (assoc :free (max free (inc id)))
                    (update :asked assoc process value)
                    (assoc :processes (if (= :info type)
                                        (dissoc processes process)
                                        (assoc processes process id))))))
            {:done [], :processes {}, :asked {}, :free 0}
            ops)))

(defn history
  "A history of recorded operations."
  [ops]
  (h/history (map-indexed (fn [index op] (assoc op :index index :time (:time op index))) (plain ops))))

(defn read-history
  "The history of a file."
  [file]
  (with-open [in (io/reader file)]
    (history (mapv edn/read-string (line-seq in)))))

(defn check
  "What Knossos says of it."
  [history]
  (let [test {:name "recorded", :start-time 0, :nodes [], :concurrency 1}]
    (checker/check (independent/checker (register/linear)) test history {})))

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
