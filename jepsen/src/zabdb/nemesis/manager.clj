(ns zabdb.nemesis.manager
  "The configuration manager is killed, paused, or cut off; where partitions move, while one does."
  (:require [clj-commons.slingshot :refer [try+]]
            [jepsen [control :as c]
                    [generator :as gen]
                    [nemesis :as n]]
            [zabdb [db :as zdb]
                   [moves :as moves]
                   [support :as s]]
            [zabdb.nemesis.hit :as hit]))

(def ends
  "What undoes a fault."
  {:kill-manager  :start-manager
   :pause-manager :resume-manager
   :cut-manager   :join-manager})

(defn- rule
  [action]
  [:iptables action :INPUT :-p :tcp :--dport s/manager-port :-j :DROP :-w])

(defn- act!
  "Does it on the current node, which is the manager's."
  [node f]
  (c/su
    (case f
      :kill-manager   (zdb/signal! s/manager-pid-file "KILL" :gone)
      :start-manager  (zdb/start-manager! node)
      :pause-manager  (zdb/signal! s/manager-pid-file "STOP" :stopped)
      :resume-manager (zdb/signal! s/manager-pid-file "CONT" :running)
      :cut-manager    (do (c/exec (rule :-A)) :cut)
      :join-manager   (let [dropped (hit/dropped-packets)]
                        (try+ (c/exec (rule :-D)) (catch [:exit 1] _ nil))
                        {:dropped dropped}))))

(defn fired?
  "Was a fault seen to happen? Of a cut, its end tells."
  [f result]
  (case f
    :kill-manager  (= [:running :gone] [(:before result) (:after result)])
    :pause-manager (= [:running :stopped] [(:before result) (:after result)])
    :join-manager  (pos? (:dropped result))
    nil))

(defn nemesis
  "Of a watch, which tells what moves when a fault begins."
  [watch]
  (reify
    n/Reflection
    (fs [_] (into (set (keys ends)) (vals ends)))

    n/Nemesis
    (setup! [this _] this)
    (invoke! [_ test {:keys [f] :as op}]
      (let [node   (s/manager-node test)
            move   (when (ends f) (first (moves/under-way watch)))
            result (get (c/on-nodes test [node] (fn [_ node] (act! node f))) node)]
        (assoc op
               :value  (cond-> {:role :manager, :became result}
                         move (assoc :moving (moves/brief move)))
               :fired? (fired? f result))))
    (teardown! [_ _])))

(defrecord WhileMoving [watch generator]
  gen/Generator
  (op [this test ctx]
    (when-let [[op after] (gen/op generator test ctx)]
      (if (and (not= :pending op) (ends (:f op)) (empty? (moves/under-way watch)))
        [:pending this]
        [op (assoc this :generator after)])))

  (update [this test ctx event]
    (assoc this :generator (gen/update generator test ctx event))))

(defn package
  "Of a watch, which must be on where partitions move."
  [watch {:keys [nemesis]}]
  (let [op     (fn [f] {:type :info, :f f, :value nil})
        faults (gen/cycle (map op (mapcat (juxt identity ends) [:kill-manager :pause-manager :cut-manager])))]
    {:nemesis         (zabdb.nemesis.manager/nemesis watch)
     :generator       (if (some #{:move} nemesis) (->WhileMoving watch faults) faults)
     :final-generator (map op [:join-manager :resume-manager :start-manager])
     :perf            #{{:name "manager", :start (set (keys ends)), :stop (set (vals ends)), :color "#C5A0E9"}}}))
