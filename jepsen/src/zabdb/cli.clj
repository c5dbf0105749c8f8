(ns zabdb.cli
  "The command line: `test`, `test-all`, `serve`, and `check` for histories that others have recorded."
  (:gen-class)
  (:require [clojure.string :as str]
            [jepsen [checker :as checker]
                    [cli :as cli]
                    [generator :as gen]
                    [net :as net]
                    [os :as os]
                    [tests :as tests]]
            [zabdb [append :as append]
                   [checker :as zchecker]
                   [counter :as counter]
                   [db :as db]
                   [local :as local]
                   [nemesis :as nemesis]
                   [recorded :as recorded]
                   [register :as register]
                   [scan :as scan]
                   [set :as set]
                   [summary :as summary]]))

(def workloads
  "By name, functions of the options."
  {:register register/workload
   :append   append/workload
   :set      set/workload
   :counter  counter/workload
   :scan     scan/workload})

(def expected-to-fail
  "What is not promised, and must be seen to be missing: by name, a workload and options. Reads from any replica may
  be old; `periodic` durability loses acknowledged writes with the power (which needs lazyfs)."
  {:stale-register {:workload :register, :stale? true, :nemesis [:partition :pause]}
   :stale-append   {:workload :append, :stale? true, :nemesis [:partition :pause]}
   :power-loss     {:workload :set, :durability :periodic, :lazyfs true, :nemesis [:kill-all]
                    :node-options {"flush-interval" "2s"}}})

(def combinations
  "What `test-all` runs each workload with."
  [[:partition] [:kill] [:pause] [:compact :storm :transfer] [:slow-network :lossy] [:slow-disk] [:clock] [:manager]
   [:corrupt-log] [:replace-disk :kill :partition] [:partition :kill :pause :compact :transfer]])

(defn parse-faults
  "A list of faults, or names of combinations, with commas."
  [text]
  (->> (str/split text #",")
       (map keyword)
       (mapcat #(get nemesis/combinations % [%]))
       distinct
       vec))

(defn test-name
  [opts]
  (str/join " " (remove nil? ["zabdb"
                              (name (:workload opts))
                              (when (seq (:nemesis opts)) (str/join "," (map name (:nemesis opts))))
                              (when (:stale? opts) "stale")
                              (when (not= :sync (:durability opts)) (name (:durability opts)))
                              (when (:lazyfs opts) "lazyfs")])))

(defn zabdb-test
  "A test of the options of the command line."
  [opts]
  (let [workload ((workloads (:workload opts)) opts)
        db       (db/db opts)
        nemesis  (nemesis/package db opts)
        wrap     (if (:must-fail opts) zchecker/must-fail identity)]
    (merge tests/noop-test
           opts
           {:name            (test-name opts)
            :pure-generators true
            :os              os/noop
            :net             net/iptables
            :remote          (if (:local opts) local/remote (:remote tests/noop-test))
            :db              db
            :client          (:client workload)
            :nemesis         (:nemesis nemesis)
            :faults          (:nemesis opts)
            :checker         (checker/compose
                               (cond-> {:perf       (checker/perf {:nemeses (:perf nemesis)})
                                        :stats      (zchecker/stats)
                                        :exceptions (checker/unhandled-exceptions)
                                        :fired      (zchecker/fired)
                                        :crashes    (zchecker/crashes)
                                        :workload   (zchecker/timed (wrap (:checker workload)))}
                                 (:trace opts) (assoc :traces (zchecker/traces))))
            :generator       (gen/phases
                               (->> (:generator workload)
                                    (gen/stagger (/ (:rate opts)))
                                    (gen/nemesis (gen/phases (gen/sleep 3) (:generator nemesis)))
                                    (gen/time-limit (:time-limit opts)))
                               (gen/log "Healing")
                               (gen/nemesis (:final-generator nemesis))
                               (gen/log "Final reads")
                               (gen/clients (:final-generator workload)))})))

(def options
  "Of `test` and `test-all`."
  [[nil "--archive FILE" "The archive of ZabDB's distribution to install."
    :validate [#(.isFile (java.io.File. ^String %)) "There is no such file."]]

   [nil "--zabdb FILE" "The launcher of the project, which validates traces."
    :default "../zabdb"]

   [nil "--concurrency NUMBER" "How many workers; with an n behind it, times the number of nodes."
    :default  "2n"
    :validate [(partial re-find #"^\d+n?$") "Must be an integer, with an n behind it or not."]]

   [nil "--local" "The nodes are those that jepsen/local made."
    :default false]

   [nil "--nemesis FAULTS" (str "Faults, with commas: " (str/join ", " (sort (map name (keys nemesis/packages))))
                                "; or none, mixed, all.")
    :parse-fn parse-faults
    :validate [(partial every? nemesis/packages) "There is no such fault."]]

   [nil "--nemesis-interval SECONDS" "How long between faults of a kind, about."
    :default  5
    :parse-fn parse-double
    :validate [#(and % (pos? %)) "Must be a positive number."]]

   ["-r" "--rate HZ" "How many operations a second, about."
    :default  50
    :parse-fn parse-double
    :validate [#(and % (pos? %)) "Must be a positive number."]]

   [nil "--ops-per-key N" "How many operations a key gets: checking takes time that grows fast with it."
    :default  150
    :parse-fn parse-long
    :validate [#(and % (<= 1 % 200)) "Must be from 1 to 200."]]

   [nil "--route ROUTE" "How clients find the leader: direct, coordinated (by the node they are bound to), manager, or mixed: the first two."
    :default  :mixed
    :parse-fn keyword
    :validate [#{:direct :coordinated :manager :mixed} "Must be direct, coordinated, manager or mixed."]]

   [nil "--durability MODE" "sync or periodic."
    :default  :sync
    :parse-fn keyword
    :validate [#{:sync :periodic} "Must be sync or periodic."]]

   [nil "--lazyfs" "A kill loses what was not synced to disk (jepsen.lazyfs)."
    :default false]

   [nil "--trace" "Record the steps of the replicas, and check that they fit the spec."
    :default false]

   [nil "--trace-events N" "How many events of the merged trace are checked."
    :default  2500
    :parse-fn parse-long
    :validate [#(and % (pos? %)) "Must be a positive integer."]]

   [nil "--node-options LIST" "More options of the nodes: NAME=VALUE,..."
    :parse-fn #(into {} (map (fn [each] (vec (str/split each #"=" 2)))) (str/split % #","))]])

(def workload-option
  ["-w" "--workload NAME" (str "One of " (str/join ", " (sort (map name (keys workloads)))) ".")
   :parse-fn keyword
   :validate [(merge workloads expected-to-fail) (cli/one-of (merge workloads expected-to-fail))]])

(defn complete
  "Options with what a workload that is expected to fail brings along."
  [opts]
  (if-let [failing (expected-to-fail (:workload opts))]
    (merge opts failing {:must-fail true, :nemesis (or (:nemesis opts) (:nemesis failing))})
    opts))

(defn all-tests
  "The tests of `test-all`."
  [opts]
  (for [_        (range (:test-count opts))
        workload (if-let [w (:workload opts)]
                   [w]
                   (sort (keys (if (= :fail (:expected opts)) expected-to-fail workloads))))
        nemesis  (cond (:nemesis opts)             [(:nemesis opts)]
                       (expected-to-fail workload) [nil]
                       :else                       combinations)]
    (zabdb-test (complete (assoc opts :workload workload, :nemesis nemesis)))))

(defn -main
  [& args]
  (cli/run! (merge (cli/single-test-cmd {:test-fn  (comp zabdb-test complete)
                                         :opt-spec (conj options (conj workload-option :default :register))})
                   (cli/test-all-cmd {:tests-fn all-tests
                                      :opt-spec (conj options workload-option
                                                      [nil "--expected OUTCOME" "pass: what ZabDB promises; fail: what it does not promise, and a checker must find."
                                                       :default  :pass
                                                       :parse-fn keyword
                                                       :validate [#{:pass :fail} "Must be pass or fail."]])})
                   (cli/serve-cmd)
                   (recorded/command)
                   (summary/command))
            args))
