(ns zabdb.nemesis
  "The faults. Each kind is a package: a nemesis, a generator of its operations, and what ends it. Completed
  operations carry `:fired?`: whether the fault was seen to happen, in the state of processes, in counters of the
  kernel or of the nodes. `zabdb.checker/fired` asks for that.

  Packages of `jepsen.nemesis.combined` are used for composing only: its own ones set up everything, whatever is
  asked for, and do not tell whether they fired."
  (:require [clojure.string :as str]
            [jepsen [generator :as gen]
                    [nemesis :as n]
                    [util :as util]]
            [jepsen.nemesis.combined :as combined]
            [zabdb [db :as zdb]
                   [filler :as filler]
                   [moves :as moves]
                   [schedule :as schedule]
                   [seat :as seat]
                   [watch :as watch]]
            [zabdb.nemesis [admin :as admin]
                           [balance :as balance]
                           [births :as births]
                           [clock :as clock]
                           [disk :as disk]
                           [errors :as errors]
                           [full :as full]
                           [hit :as hit]
                           [log :as log]
                           [manager :as manager]
                           [membership :as membership]
                           [memory :as memory]
                           [move :as move]
                           [pace :as pace]
                           [resource :as resource]
                           [rot :as rot]
                           [shard :as shard]]))

(def packages
  "Functions of the database and the options, by fault; those that look at moves, of the watch and the options."
  {:partition       hit/partition-package
   :kill            hit/kill-package
   :kill-all        hit/kill-all-package
   :sync-loss       hit/sync-loss-package
   :pause           hit/pause-package
   :replace-disk    disk/package
   :disk-full       full/package
   :disk-errors     errors/package
   :corrupt-store   rot/package
   :monotonic       pace/package
   :memory-pressure memory/package
   :manager         manager/package
   :compact         admin/compaction-package
   :storm           admin/storm-package
   :transfer        admin/transfer-package
   :move            move/package
   :split-merge     shard/package
   :balance         balance/package
   :births          births/package
   :membership      membership/package
   :clock           clock/package
   :slow-network    resource/slow-network-package
   :lossy           resource/lossy-package
   :slow-disk       resource/slow-disk-package
   :corrupt-log     log/package})

(def proofs
  "By fault, operations of which at least one must have been seen to happen."
  {:partition       #{:heal}
   :kill            #{:kill}
   :kill-all        #{:kill-all}
   :sync-loss       #{:sync-loss}
   :pause           #{:pause}
   :manager         #{:kill-manager :pause-manager :join-manager}
   :compact         #{:compact}
   :storm           #{:storm}
   :transfer        #{:transfer}
   :move            #{:move}
   :split-merge     #{:split :merge}
   :balance         #{:balance}
   :births          #{:end}
   :membership      #{:membership}
   :clock           #{:skew}
   :slow-network    #{:fast-network}
   :lossy           #{:lossless}
   :slow-disk       #{:fast-disk}
   :corrupt-log     #{:corrupt-log}
   :replace-disk    #{:replace-disk}
   :disk-full       #{:disk-full}
   :disk-errors     #{:disk-errors}
   :corrupt-store   #{:corrupt-store}
   :monotonic       #{:steady-pace}
   :memory-pressure #{:ease-memory}})

(def combinations
  "Names for several faults at a time. A damaged log comes alone: the store vouches for what others lose only while
  all others are up and in sync (docs/operations.md)."
  {:none  []
   :mixed [:partition :kill :pause :compact :storm :transfer]
   :all   [:partition :kill :pause :manager :compact :storm :transfer :lossy]})

(def of-partitions
  "What changes partitions while clients use them."
  #{:move :split-merge :balance :births})

(def goes-with-partitions
  "What has been taught of tests with several groups."
  (into of-partitions #{:partition :kill :kill-all :pause :manager :compact :storm :transfer :membership :disk-full}))

(defn moves?
  "Are partitions moved in a test with these options?"
  [{:keys [nemesis]}]
  (boolean (some #{:move} nemesis)))

(defn elastic?
  "Do partitions change in a test with these options?"
  [{:keys [nemesis]}]
  (boolean (some of-partitions nemesis)))

(defn groups
  "How many groups the nodes of such a test have. Throws if it has faults that do not go with changes of partitions, or with
  traces."
  [{:keys [nemesis trace] :as opts}]
  (let [asked   (set nemesis)
        strange (when (elastic? opts) (remove goes-with-partitions nemesis))
        untold  (when trace (filter asked (conj of-partitions :membership)))]
    (cond (seq strange) (throw (IllegalArgumentException.
                                 (str "--nemesis " (name (first (filter asked of-partitions))) " does not go with "
                                      (str/join ", " (map name strange)) ": these know of one group")))
          (seq untold)  (throw (IllegalArgumentException.
                                 (str "--nemesis " (name (first untold)) " does not go with --trace")))
          (elastic? opts) 2
          :else           1)))

(defn- recovery
  "Who is ready within so many seconds, and who is late."
  [test bound]
  (let [start (System/nanoTime)
        {ready true, late false} (group-by second
                                           (util/real-pmap (fn [node] [node (zdb/ready-within? node bound)])
                                                           (:nodes test)))]
    {:ready (mapv first ready), :late (mapv first late), :seconds (/ (- (System/nanoTime) start) 1e9)}))

(defn- record-nemesis
  "Hurts nobody: fills the store, waits until nodes are ready, and puts into the history what was seen of them."
  [watch {:keys [recovery-bound] :as opts}]
  (let [filler (atom nil)]
    (reify
      n/Reflection
      (fs [_] #{:recovered :await-ready :observe})

      n/Nemesis
      (setup! [this test]
        (watch/start! watch (:nodes test))
        (when (elastic? opts)
          (moves/start! watch test))
        (when (some #{:balance} (:faults test))
          (seat/start! watch test))
        (reset! filler (filler/start! test opts))
        ;; What a node does for the preload proves nothing.
        (watch/count-anew! watch)
        this)
      (invoke! [_ test {:keys [f] :as op}]
        (case f
          :recovered   op
          :await-ready (assoc op :value (recovery test recovery-bound))
          :observe     (assoc op :value (assoc (watch/totals watch)
                                                :churned (filler/churned @filler)
                                                :balanced (seat/balanced watch)))))
      (teardown! [_ _]
        (watch/stop! watch)
        (some-> @filler filler/stop!)))))

(defn schedule-settings
  "Of [[schedule/schedule]]: those faults come first from which nodes recover soonest, so that a short test on a busy
  machine has them as well."
  [{:keys [nemesis nemesis-interval outage recovery-bound] :as opts}]
  {:faults   (filterv (set nemesis) [:partition :pause :monotonic :memory-pressure :disk-full :kill :disk-errors
                                     :corrupt-store :replace-disk :membership :kill-all :sync-loss])
   :interval nemesis-interval
   :outage   outage
   :outages? (pos? outage)
   :bound    recovery-bound
   :groups   (groups opts)
   :moves?   (moves? opts)})

(defn- take-turns
  "A generator of operations, one about every so many seconds, or exactly so many that a package says with `:pace`."
  [opts {:keys [pace generator]}]
  (when generator
    (if pace
      (gen/delay pace generator)
      (gen/stagger (:nemesis-interval opts) generator))))

(defn package
  "The faults of a test, composed. Those of the schedule take turns; each other has one about every
  `:nemesis-interval` seconds."
  [db opts]
  (let [watch  (watch/watch (groups opts))
        faults (distinct (:nemesis opts))
        seldom (remove schedule/aims faults)
        op     (fn [f] {:type :info, :f f, :value nil})]
    (combined/compose-packages
      (concat (for [fault faults
                    :let [package ((packages fault) (if (#{:move :manager} fault) watch db) opts)]]
                (if (some #{fault} seldom)
                  (assoc package :generator (take-turns opts package))
                  package))
              [{:nemesis         (admin/compact-all-nemesis)
                :generator       nil
                :final-generator nil
                :perf            #{}}
               {:nemesis         (move/settle-nemesis watch opts)
                :generator       nil
                :final-generator nil
                :perf            #{}}
               {:nemesis         (record-nemesis watch opts)
                :generator       (when (some schedule/aims faults)
                                   (schedule/schedule (schedule-settings opts) watch))
                :final-generator (concat [(op :await-ready)]
                                         (when (elastic? opts) [(op :settle)])
                                         [(op :compact-all) (op :observe)])
                :perf            #{}}]))))
