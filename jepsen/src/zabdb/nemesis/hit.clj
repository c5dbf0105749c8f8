(ns zabdb.nemesis.hit
  "Kills, pauses and partitions, and what ends them. `zabdb.schedule` says whom they hit: their values have `:nodes` or
  `:grudge`, and `:aim`, the word that was meant; when they are done also `:became`, what was seen of them."
  (:require [clojure.string :as str]
            [jepsen [control :as c]
                    [db :as db]
                    [nemesis :as n]
                    [net :as net]]
            [jepsen.control.net :as cn]
            [zabdb.power :as power]))

(def deaf-ms
  "How long a node hears nobody before it is killed: so that some updates that it has passed on are done meanwhile, and
  less than followers wait for a silent leader."
  100)

(defn- hear!
  "With `:-A`, the current node hears no other node from now on, with `:-D` it does again. What it says is heard. These
  rules alone: others may be there."
  [action test node]
  (let [others (str/join "," (map cn/ip (remove #{node} (:nodes test))))]
    (c/su
      (c/exec :iptables action :INPUT :-s others :-j :DROP :-w))))

(defn- kill-deaf!
  "Kills a node that did not hear what became of the updates which it has passed on for its clients: they do not hear it
  either, and must not say that nothing happened."
  [db test node]
  (hear! :-A test node)
  (try
    (Thread/sleep deaf-ms)
    (db/kill! db test node)
    (finally
      (hear! :-D test node))))

(defn hit?
  "Did a process become what an operation is to make of it, and its disk with it?"
  [f {:keys [before after power]}]
  (and (not= before after)
       (= after (case f, (:kill :kill-all :sync-loss) :gone, :pause :stopped, :running))
       (or (not= :sync-loss f) (power/proved? power))))

(defn process-nemesis
  "One of the faults and its end."
  [db fault end]
  (reify
    n/Reflection
    (fs [_] #{fault end})

    n/Nemesis
    (setup! [this _] this)
    (invoke! [_ test {:keys [f value] :as op}]
      (let [act    (case f
                     (:kill :kill-all :sync-loss)  (if (= :deaf-follower (:aim value))
                                                     kill-deaf!
                                                     db/kill!)
                     (:start :start-all :power-up) db/start!
                     :pause                        db/pause!
                     :resume                       db/resume!)
            result (c/on-nodes test (:nodes value (:nodes test)) (partial act db))]
        (assoc op
               :value  (assoc value :became result)
               :fired? (boolean (some #(hit? f %) (vals result))))))
    (teardown! [_ _])))

(defn dropped-packets
  "How many packets the rules of the current node have dropped."
  []
  (c/su
    (->> (str/split-lines (c/exec :iptables :-nvxL :INPUT :-w))
         (keep #(re-find #"^\s*(\d+)\s+\d+\s+DROP" %))
         (map (comp parse-long second))
         (reduce + 0))))

(defn partition-nemesis
  "A heal tells how many packets were dropped: that the partition was there."
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
        :partition (do (net/drop-all! test (:grudge value))
                       (assoc-in op [:value :became] :cut))
        :heal      (let [dropped (c/on-nodes test (fn [_ _] (dropped-packets)))]
                     (net/heal! (:net test) test)
                     (assoc op
                            :value  (assoc value :became {:dropped dropped})
                            :fired? (boolean (some pos? (vals dropped)))))))
    (teardown! [_ test]
      (net/heal! (:net test) test))))

(defn- package
  "Without a generator: the schedule says when."
  [nemesis start stop color]
  {:nemesis         nemesis
   :generator       nil
   :final-generator {:type :info, :f stop, :value nil}
   :perf            #{{:name (name start), :start #{start}, :stop #{stop}, :color color}}})

(defn kill-package [db _] (package (process-nemesis db :kill :start) :kill :start "#E9A4A0"))
(defn pause-package [db _] (package (process-nemesis db :pause :resume) :pause :resume "#A0B1E9"))
(defn partition-package [_ _] (package (partition-nemesis) :partition :heal "#E9DCA0"))

(defn kill-all-package
  "All nodes at once: what was acknowledged in between is at stake."
  [db _]
  (package (process-nemesis db :kill-all :start-all) :kill-all :start-all "#E9A4A0"))

(defn sync-loss-package
  "The same with the power: what was acknowledged and not synced is lost. See `zabdb.power`."
  [db _]
  (package (process-nemesis db :sync-loss :power-up) :sync-loss :power-up "#E980A4"))
