(ns zabdb.summary
  "A table of the tests in `store`, oldest first: the verdict and what was found, how many operations ended how, which faults were
  seen to happen, in how many windows clients had success, what the nodes did, and how long the workload's checker took."
  (:require [clojure.edn :as edn]
            [clojure.java.io :as io]
            [clojure.string :as str]))

(defn results
  "The results of all tests: [name start results], sorted by start."
  []
  (->> (.listFiles (io/file "store"))
       (filter #(.isDirectory ^java.io.File %))
       (remove #(contains? #{"latest" "current"} (.getName ^java.io.File %)))
       (mapcat #(.listFiles ^java.io.File %))
       (keep (fn [^java.io.File dir]
               (let [file (io/file dir "results.edn")]
                 (when (and (.isFile file) (not= "latest" (.getName dir)))
                   [(.getName (.getParentFile dir))
                    (.getName dir)
                    (edn/read-string {:default (fn [_ value] value)} (slurp file))]))))
       (sort-by second)))

(defn- windows
  "Of the windows in which a quorum was up, in how many clients had success; and how many there were in all."
  [{:keys [windows with-quorum without-success]}]
  (when windows
    (str (- with-quorum (count without-success)) " of " with-quorum ", of " windows)))

(defn- done
  "How often leadership moved because of compactions, successors took over, and replicas were given a checkpoint."
  [{:keys [totals]}]
  (str/join ", " (map #(get totals % "-") [:moved-by-compactions :took-over :installed])))

(defn verdict
  "Of a test's results: `valid`; `anomaly`, if a promise is broken, by what clients saw, or an invariant, by what was seen of
  nodes; or `invalid`, if it has proved too little, or something else was not as it has to be."
  [{:keys [valid? workload] :as results}]
  (cond (or (and (false? (:valid? workload)) (not (:expected workload)))
            (some (comp seq :broken) (filter map? (vals results)))) "anomaly"
        (true? valid?)                                              "valid"
        :else                                                       "invalid"))

(defn- broken
  "The invariants that were seen to be broken."
  [results]
  (str/join ", " (map name (mapcat :broken (filter map? (vals results))))))

(defn row
  [[name start {:keys [stats fired workload crashes traces served reached] :as results}]]
  (str "| " (str/join " | "
                      [(subs start 0 (min 15 (count start)))
                       (str/replace-first name "zabdb " "")
                       (verdict results)
                       (broken results)
                       (str (:valid? workload) (when (= :a-violation (:expected workload)) " (a violation was found)"))
                       (:ok-count stats) (:fail-count stats) (:info-count stats)
                       (str/join ", " (for [[f {:keys [tried fired]}] (:operations fired)
                                            :when (pos? fired)]
                                        (str (clojure.core/name f) " " fired "/" tried)))
                       (or (windows served) "")
                       (done reached)
                       (:valid? crashes)
                       (or (:valid? traces) "")
                       (:checker-seconds workload)])
       " |"))

(defn command
  "`summary`: prints the table."
  []
  {"summary" {:opt-spec [["-h" "--help" "Print this."]]
              :usage    "Usage: jepsen/run summary"
              :run      (fn [_]
                          (println "| start | test | verdict | broken invariants | workload | ok | fail | info | faults seen/tried | windows served | moved by compactions, took over, checkpoints sent | no crash | traces | checker s |")
                          (println "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
                          (doseq [result (results)]
                            (println (row result))))}})
