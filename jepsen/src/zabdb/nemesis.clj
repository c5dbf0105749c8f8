(ns zabdb.nemesis
  "The faults. Each kind is a package: a nemesis, a generator of its operations, and what ends it. Completed
  operations carry `:fired?`: whether the fault was seen to happen, in the state of processes, in counters of the
  kernel or of the nodes. `zabdb.checker/fired` asks for that.

  Packages of `jepsen.nemesis.combined` are used for composing only: its own ones set up everything, whatever is
  asked for, and do not tell whether they fired."
  (:require [clojure.set :as set]
            [clojure.string :as str]
            [clj-commons.slingshot :refer [try+ throw+]]
            [jepsen [control :as c]
                    [db :as db]
                    [generator :as gen]
                    [nemesis :as n]
                    [net :as net]
                    [random :as rand]
                    [util :as util :refer [majority meh]]]
            [jepsen.nemesis.combined :as combined]
            [zabdb [db :as zdb]
                   [support :as s]]
            [zabdb.nemesis [admin :as admin]
                           [disk :as disk]
                           [log :as log]
                           [resource :as resource]]))

(defn targets
  "Nodes by a word; if nobody leads, one stands in for the leader."
  [test spec]
  (let [nodes (:nodes test)]
    (case spec
      :leader   (or (seq (take 1 (s/leaders test))) [(rand/nth nodes)])
      :one      [(rand/nth nodes)]
      :minority (take (dec (majority (count nodes))) (rand/shuffle nodes))
      :majority (take (majority (count nodes)) (rand/shuffle nodes))
      :all      nodes
      spec)))

;; -- processes

(defn process-nemesis
  "Kills, pauses, and what ends it; values are words of `targets`, then what became of each process."
  [db fault end]
  (reify
    n/Reflection
    (fs [_] #{fault end})

    n/Nemesis
    (setup! [this _] this)
    (invoke! [_ test {:keys [f value] :as op}]
      (let [act    (case f
                     (:kill :kill-all)   db/kill!
                     (:start :start-all) db/start!
                     :pause              db/pause!
                     :resume             db/resume!)
            result (c/on-nodes test (targets test value) (partial act db))]
        (assoc op
               :value  result
               :spec   value
               :fired? (boolean (some (fn [{:keys [before after]}]
                                        (and (not= before after)
                                             (= after (case f, (:kill :kill-all) :gone, :pause :stopped, :running))))
                                      (vals result))))))
    (teardown! [_ _])))

(defn process-package
  "`:kill` or `:pause`, ended by `:start` or `:resume`, of nodes by these words."
  [db fault end specs]
  (let [stop  {:type :info, :f end, :value :all}]
    {:nemesis         (process-nemesis db fault end)
     :generator       (gen/flip-flop (map (fn [spec] {:type :info, :f fault, :value spec})
                                          (cycle (rand/shuffle specs)))
                                     (gen/repeat stop))
     :final-generator stop
     :perf            #{{:name (name fault), :start #{fault}, :stop #{end}, :color "#E9A4A0"}}}))

(defn kill-all-package
  "All nodes at once, again and again, and not before they have recovered: what was acknowledged in between is at stake."
  [db]
  (assoc (process-package db :kill-all :start-all [:all])
         :generator (gen/cycle [{:type :info, :f :kill-all, :value :all}
                                {:type :info, :f :start-all, :value :all}
                                {:type :info, :f :await-ready, :value nil}])))

(def some-nodes [:leader :minority :majority :all])

;; -- partitions

(defn one-way
  "Some nodes hear nothing of the others, which hear them."
  [nodes]
  (let [[deaf others] (n/bisect (rand/shuffle nodes))]
    (into {} (map #(vector % (set others))) deaf)))

(defn grudge
  "A map of nodes to the nodes that they do not hear."
  [test spec]
  (let [nodes (:nodes test)]
    (case spec
      :halves  (n/complete-grudge (n/bisect (rand/shuffle nodes)))
      :ring    (n/majorities-ring nodes)
      :bridge  (n/bridge (rand/shuffle nodes))
      :one-way (one-way nodes)
      :deaf-leader (let [leader (first (targets test :leader))]
                     {leader (disj (set nodes) leader)})
      :mute-leader (let [leader (first (targets test :leader))]
                     (into {} (map #(vector % #{leader})) (remove #{leader} nodes)))
      :leader  (let [leader (first (targets test :leader))]
                 (n/complete-grudge [[leader] (remove #{leader} nodes)])))))

(defn dropped-packets
  "How many packets the rules of the current node have dropped."
  []
  (c/su
    (->> (str/split-lines (c/exec :iptables :-nvxL :INPUT :-w))
         (keep #(re-find #"^\s*(\d+)\s+\d+\s+DROP" %))
         (map (comp parse-long second))
         (reduce + 0))))

(defn partition-nemesis
  []
  (reify
    n/Reflection
    (fs [_] #{:partition :heal})

    n/Nemesis
    (setup! [this test]
      (net/heal! (:net test) test)
      this)
    (invoke! [_ test {:keys [f value] :as op}]
      (case f
        :partition (let [grudge (grudge test value)]
                     (net/drop-all! test grudge)
                     (assoc op :value grudge, :spec value))
        :heal      (let [dropped (c/on-nodes test (fn [_ _] (dropped-packets)))]
                     (net/heal! (:net test) test)
                     (assoc op :value {:dropped dropped}, :fired? (boolean (some pos? (vals dropped)))))))
    (teardown! [_ test]
      (net/heal! (:net test) test))))

(defn partition-package
  [_ _]
  (let [specs (rand/shuffle [:leader :halves :ring :one-way :deaf-leader :mute-leader])
        stop  {:type :info, :f :heal, :value nil}]
    {:nemesis         (partition-nemesis)
     :generator       (gen/flip-flop (map (fn [spec] {:type :info, :f :partition, :value spec}) (cycle specs))
                                     (gen/repeat stop))
     :final-generator stop
     :perf            #{{:name "partition", :start #{:partition}, :stop #{:heal}, :color "#E9DCA0"}}}))

;; -- the configuration manager

(defn manager-nemesis
  "The configuration manager is killed, or nobody reaches it."
  []
  (let [on-manager (fn [test f]
                     (let [node (s/manager-node test)]
                       (get (c/on-nodes test [node] f) node)))
        rule       (fn [action] [:iptables action :INPUT :-p :tcp :--dport s/manager-port :-j :DROP :-w])]
    (reify
      n/Reflection
      (fs [_] #{:kill-manager :start-manager :cut-manager :join-manager})

      n/Nemesis
      (setup! [this _] this)
      (invoke! [_ test {:keys [f] :as op}]
        (let [result (on-manager
                       test
                       (fn [_ node]
                         (c/su
                           (case f
                             :kill-manager  (zdb/signal! s/manager-pid-file "KILL" :gone)
                             :start-manager (zdb/start-manager! node)
                             :cut-manager   (do (c/exec (rule :-A)) :cut)
                             :join-manager  (let [dropped (dropped-packets)]
                                              (try+ (c/exec (rule :-D)) (catch [:exit 1] _ nil))
                                              {:dropped dropped})))))]
          (assoc op
                 :value  result
                 :fired? (case f
                           :kill-manager (= [:running :gone] [(:before result) (:after result)])
                           :join-manager (pos? (:dropped result))
                           nil))))
      (teardown! [_ _]))))

(defn manager-package
  [_ _]
  (let [op (fn [f] {:type :info, :f f, :value nil})]
    {:nemesis         (manager-nemesis)
     :generator       (gen/cycle (map op [:kill-manager :start-manager :cut-manager :join-manager]))
     :final-generator (map op [:join-manager :start-manager])
     :perf            #{{:name "manager", :start #{:kill-manager :cut-manager}
                         :stop #{:start-manager :join-manager}, :color "#C5A0E9"}}}))

;; -- all together

(def packages
  "Functions of the database and the options, by fault."
  {:partition    partition-package
   :kill         (fn [db _] (process-package db :kill :start some-nodes))
   :kill-all     (fn [db _] (kill-all-package db))
   :pause        (fn [db _] (process-package db :pause :resume some-nodes))
   :manager      manager-package
   :compact      admin/compaction-package
   :storm        admin/storm-package
   :transfer     admin/transfer-package
   :clock        resource/clock-package
   :slow-network resource/slow-network-package
   :lossy        resource/lossy-package
   :slow-disk    resource/slow-disk-package
   :corrupt-log  log/package
   :replace-disk disk/package})

(def proofs
  "By fault, operations of which at least one must have been seen to happen."
  {:partition    #{:heal}
   :kill         #{:kill}
   :kill-all     #{:kill-all}
   :pause        #{:pause}
   :manager      #{:kill-manager :join-manager}
   :compact      #{:compact}
   :storm        #{:storm}
   :transfer     #{:transfer}
   :clock        #{:skew}
   :slow-network #{:fast-network}
   :lossy        #{:lossless}
   :slow-disk    #{:fast-disk}
   :corrupt-log  #{:corrupt-log}
   :replace-disk #{:replace-disk}})

(def combinations
  "Names for several faults at a time. A damaged log comes alone: the store vouches for what others lose only while
  all others are up and in sync (docs/operations.md)."
  {:none  []
   :mixed [:partition :kill :pause :compact :transfer]
   :all   [:partition :kill :pause :manager :compact :storm :transfer :lossy]})

(defn recovery-nemesis
  "Waits until all nodes are ready."
  []
  (reify
    n/Reflection
    (fs [_] #{:await-ready})

    n/Nemesis
    (setup! [this _] this)
    (invoke! [_ test op]
      (assoc op :value (into {}
                             (util/real-pmap
                               (fn [node]
                                 [node (try (zdb/await-ready node)
                                            :ready
                                            (catch Exception e
                                              [:not-ready (.getMessage e)]))])
                               (:nodes test)))))
    (teardown! [_ _])))

(defn package
  "The faults of a test, composed. Each has a turn about every `:nemesis-interval` seconds."
  [db opts]
  (let [all (for [fault (distinct (:nemesis opts))]
              (update ((packages fault) db opts) :generator #(gen/stagger (:nemesis-interval opts) %)))]
    (combined/compose-packages
      (concat all [{:nemesis         (recovery-nemesis)
                    :generator       nil
                    :final-generator {:type :info, :f :await-ready, :value nil}
                    :perf            #{}}]))))
