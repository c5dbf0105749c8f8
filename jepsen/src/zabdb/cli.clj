(ns zabdb.cli
  "The command line: `test`, `test-all`, `serve`, and `check` for histories that others have recorded."
  (:gen-class)
  (:require [clojure.edn :as edn]
            [clojure.string :as str]
            [jepsen [checker :as checker]
                    [cli :as cli]
                    [generator :as gen]
                    [net :as net]
                    [os :as os]
                    [tests :as tests]]
            [zabdb [append :as append]
                   [batch :as batch]
                   [bursts :as bursts]
                   [checker :as zchecker]
                   [client :as client]
                   [counter :as counter]
                   [db :as db]
                   [delete :as delete]
                   [expiry :as expiry]
                   [large :as large]
                   [local :as local]
                   [moves :as moves]
                   [nemesis :as nemesis]
                   [recorded :as recorded]
                   [register :as register]
                   [scan :as scan]
                   [schedule :as schedule]
                   [set :as set]
                   [summary :as summary]
                   [versions :as versions]
                   [windows :as windows]]
            [zabdb.nemesis [clock :as clock]
                           [rot :as rot]]))

(def workloads
  "By name, functions of the options."
  {:register register/workload
   :append   append/workload
   :set      set/workload
   :counter  counter/workload
   :scan     scan/workload
   :delete   delete/workload
   :versions versions/workload
   :expiry   expiry/workload
   :batch    batch/workload
   :large    large/workload})

(def expected-to-fail
  "What is not promised, and must be seen to be missing: by name, a workload and options. Reads from any replica may
  be old; `periodic` durability loses acknowledged writes with the power."
  {:stale-register {:workload :register, :stale? true, :nemesis [:partition :pause]}
   :stale-append   {:workload :append, :stale? true, :nemesis [:partition :pause]}
   :power-loss     {:workload :set, :durability :periodic, :nemesis [:sync-loss]
                    :node-options {"flush-interval" "2s"}}})

(def combinations
  "What `test-all` runs each workload with."
  [[:partition] [:kill] [:pause] [:compact :storm :transfer] [:slow-network :lossy] [:slow-disk] [:clock] [:manager]
   [:monotonic :partition] [:disk-full :kill] [:disk-errors :corrupt-store] [:memory-pressure :kill] [:sync-loss] [:corrupt-log]
   [:replace-disk :kill :partition] [:partition :kill :pause :compact :storm :transfer]
   [:move] [:move :kill] [:move :partition] [:move :pause] [:move :compact :transfer] [:move :disk-full] [:move :manager :kill]
   [:split-merge :kill] [:split-merge :move :partition] [:split-merge :move :compact :transfer] [:balance :kill]
   [:balance :move :kill :pause :partition] [:balance :manager :transfer] [:births :kill] [:births :split-merge :partition] [:membership]
   [:membership :move]])

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
                              (when (bursts/asked? (:silence opts)) "silences")
                              (when (:stale? opts) "stale")
                              (when (not= :sync (:durability opts)) (name (:durability opts)))
                              (when (:lose-unsynced opts) "lose-unsynced")])))

(defn least-changes
  "Of partitions, at least: one in ten seconds; in twenty, where a member that is down keeps it from going on."
  [{:keys [nemesis time-limit]}]
  (max 1 (quot (long time-limit) (if (some schedule/aims nemesis) 20 10))))

(defn reach
  "What the cluster must have done so often at least, see `zabdb.checker/reached`: what faults ask for, and for each half
  minute with churn a compaction that moved leadership, a checkpoint and a purge; a replica that got a checkpoint where
  nodes lose their disks; replicas that rested where there are silences."
  [{:keys [nemesis must-fail time-limit churn silence] :as opts}]
  (let [asked?    (set nemesis)
        halves    (quot (long time-limit) 30)
        churning? (and (pos? churn) (pos? halves))]
    (cond
      must-fail {}
      :else     (cond-> {}
                  churning?                            (assoc :checkpoints halves, :purges halves)
                  ;; Who is always down moves nothing.
                  (and churning? (<= 128 churn) (not-any? asked? [:kill-all :sync-loss])) (assoc :moved-by-compactions halves)
                  (bursts/asked? silence)              (assoc :rests (max 1 (quot (long time-limit) 10)))
                  (asked? :transfer)                   (assoc :took-over 1)
                  (asked? :move)                       (assoc :moved (least-changes opts))
                  ;; What a partition has to do is not known for 20 s after it has moved, nor to a new planner, which there is
                  ;; whenever the manager comes back; and these come more often.
                  (and (asked? :balance) (not-any? asked? [:manager :move])) (assoc :balanced 1)
                  (asked? :split-merge)                (assoc :split (least-changes opts), :merged (quot (least-changes opts) 2))
                  (and churning? (asked? :replace-disk)) (assoc :installed 1)))))

(defn asked-of-moves
  "The options of the checker of moves: which faults there must have been."
  [{:keys [nemesis] :as opts}]
  (let [asked?  (set nemesis)
        aimed?  (boolean (some schedule/aims nemesis))
        moves?  (nemesis/moves? opts)]
    {:hits?    (and moves? aimed?)
     :manager? (and moves? (contains? asked? :manager))
     ;; Each of these can be aimed at one node.
     :seat?    (boolean (and (asked? :balance) (some #{:kill :pause :partition} nemesis)))}))

(defn zabdb-test
  "A test of the options of the command line."
  [opts]
  (let [workload ((workloads (:workload opts)) opts)
        db       (db/db)
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
            :client          (client/routed (:client workload))
            :nemesis         (:nemesis nemesis)
            :faults          (:nemesis opts)
            ;; Numbers of the nodes that took another's place, by the machine.
            :ids             (atom {})
            :nonserializable-keys [:ids]
            :groups          (nemesis/groups opts)
            ;; Each operation is in history.txt; to log hundreds a second takes a processor that nodes need.
            :logging         {:overrides {"jepsen.print" :warn}}
            :reach           (reach opts)
            :node-options    (merge (:node-options workload)
                                    (when (bursts/asked? (:silence opts)) bursts/node-options)
                                    (when (some #{:corrupt-store} (:nemesis opts)) rot/node-options)
                                    (:node-options opts))
            :workload-mib    (:mib workload 0)
            :checker         (checker/compose
                               (cond-> {:perf       (checker/perf {:nemeses (:perf nemesis)})
                                        :stats      (zchecker/stats)
                                        :exceptions (zchecker/exceptions)
                                        :fired      (zchecker/fired)
                                        :served     (windows/served {:least-share (:least-share opts)})
                                        :sides      (windows/sides)
                                        :recovered  (zchecker/recovered)
                                        :reached    (zchecker/reached)
                                        :read-back  (zchecker/read-back (:touches workload))
                                        :crashes    (zchecker/crashes)
                                        :workload   (zchecker/timed (wrap (:checker workload)))}
                                 (some #{:clock} (:nemesis opts)) (assoc :steady (clock/steady))
                                 (nemesis/elastic? opts) (assoc :moves (moves/checker (asked-of-moves opts)))
                                 (:trace opts) (assoc :traces (zchecker/traces))
                                 ;; What else a test must have reached.
                                 true (merge (:proofs workload))))
            :generator       (gen/phases
                               (->> (:generator workload)
                                    (gen/stagger (/ (:rate opts)))
                                    (bursts/bursts (:silence opts))
                                    (gen/nemesis (gen/phases (gen/sleep 3) (:generator nemesis)))
                                    (gen/time-limit (:time-limit opts)))
                               (gen/log "Healing")
                               (gen/nemesis (:final-generator nemesis))
                               (gen/log "Final reads")
                               (gen/clients (zchecker/final (:final-generator workload))))})))

(def options
  "Of `test` and `test-all`."
  [[nil "--archive FILE" "The archive of ZabDB's distribution to install."
    :validate [#(.isFile (java.io.File. ^String %)) "There is no such file."]]

   [nil "--zabdb FILE" "The launcher of the project, which validates traces."
    :default "../zabdb"]

   [nil "--concurrency NUMBER" "How many workers; with an n behind it, times the number of nodes."
    :default  "4n"
    :validate [(partial re-find #"^\d+n?$") "Must be an integer, with an n behind it or not."]]

   [nil "--local" "The nodes are those that jepsen/local made."
    :default false]

   [nil "--nemesis FAULTS" (str "Faults, with commas: " (str/join ", " (sort (map name (keys nemesis/packages))))
                                "; or none, mixed, all.")
    :parse-fn parse-faults
    :validate [(partial every? nemesis/packages) "There is no such fault."]]

   [nil "--nemesis-interval SECONDS" "How long kills, pauses and partitions last, and how long between other faults of a kind, about."
    :default  5
    :parse-fn parse-double
    :validate [#(and % (pos? %)) "Must be a positive number."]]

   [nil "--outage SECONDS" "How long the quorum is taken away at every fifth turn; 0: never."
    :default  4
    :parse-fn parse-double
    :validate [#(and % (not (neg? %))) "Must be a number from 0."]]

   [nil "--least-share SHARE" (str "Of the windows of ten seconds, so many must have a quorum; by default 1/2, with kill-all, sync-loss, lossy or "
                                   "slow-network 1/4.")
    :parse-fn edn/read-string
    :validate [#(and (rational? %) (<= 0 % 1)) "Must be a fraction from 0 to 1, such as 1/4."]]

   [nil "--recovery-bound SECONDS" "How long after a fault all nodes must be in sync at the latest."
    :default  60
    :parse-fn parse-double
    :validate [#(and % (pos? %)) "Must be a positive number."]]

   ["-r" "--rate HZ" "How many operations a second, about; by default 600, with --trace 15."
    :parse-fn parse-double
    :validate [#(and % (pos? %)) "Must be a positive number."]]

   [nil "--ops-per-key N" "How many operations a key gets: checking takes time that grows fast with it."
    :default  150
    :parse-fn parse-long
    :validate [#(and % (<= 1 % 200)) "Must be from 1 to 200."]]

   [nil "--preload MIB" "How much is in the store before the test begins; by default 2 for each second of the time limit, at most 200; with --trace nothing."
    :parse-fn parse-long
    :validate [#(and % (<= 0 % 4096)) "Must be from 0 to 4096."]]

   [nil "--churn KIB" "How much is overwritten each second beside the workload; by default 256, with lossy 32, with slow disks or networks, silences or --trace nothing."
    :parse-fn parse-long
    :validate [#(and % (<= 0 % 65536)) "Must be from 0 to 65536."]]

   [nil "--silence SECONDS" "How long clients ask for nothing after each three seconds, so that groups rest; without churn. 0: never."
    :default  0
    :parse-fn parse-double
    :validate [#(and % (<= 0 % 4)) "Must be a number from 0 to 4."]]

   [nil "--route ROUTE" "How clients find the leader: direct, coordinated (by the node they are bound to), spread (whose replicas serve reads), manager, or mixed: the first three."
    :default  :mixed
    :parse-fn keyword
    :validate [#{:direct :coordinated :spread :manager :mixed} "Must be direct, coordinated, spread, manager or mixed."]]

   [nil "--durability MODE" "sync or periodic."
    :default  :sync
    :parse-fn keyword
    :validate [#{:sync :periodic} "Must be sync or periodic."]]

   [nil "--lose-unsynced" "A kill loses what was not synced to disk: sync-loss brings that along."
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

(defn filled
  "Options with how much is in the store, and is overwritten. Where steps are traced, nothing: the beginning of the trace
  is checked, and would be of nothing else. Slow disks and networks have enough to do with the workload, and nodes that lost their power have much to read."
  [{:keys [trace time-limit nemesis silence] :as opts}]
  (-> opts
      (update :preload #(or % (cond trace                       0
                                    (some #{:sync-loss} nemesis) 16
                                    :else                        (min 200 (* 2 (long time-limit))))))
      (update :churn #(or % (cond (or trace (some #{:slow-disk :slow-network} nemesis) (bursts/asked? silence)) 0
                                  (some #{:lossy} nemesis)                              32
                                  (some #{:sync-loss} nemesis)                          64
                                  :else                                                 256)))))

(def rate "So many operations a second, if nobody says otherwise." 600)

(def traced-rate
  "The same where steps are traced: so that faults come within the events that are checked."
  15)

(defn complete
  "Options with what follows from others, and what a workload that is expected to fail brings along."
  [opts]
  (let [failing (expected-to-fail (:workload opts))
        opts    (cond-> (filled opts)
                  failing (merge failing {:must-fail true, :nemesis (or (:nemesis opts) (:nemesis failing))}))]
    (cond-> (-> opts
                (update :least-share #(or % (windows/share opts)))
                (update :rate #(or % (if (:trace opts) traced-rate rate))))
      (some #{:sync-loss} (:nemesis opts)) (assoc :lose-unsynced true))))

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
