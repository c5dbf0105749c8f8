(ns zabdb.nemesis.manager
  "The configuration manager is killed, or cut off."
  (:require [clj-commons.slingshot :refer [try+]]
            [jepsen [control :as c]
                    [generator :as gen]
                    [nemesis :as n]]
            [zabdb [db :as zdb]
                   [support :as s]]
            [zabdb.nemesis.hit :as hit]))

(defn nemesis
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
                             :join-manager  (let [dropped (hit/dropped-packets)]
                                              (try+ (c/exec (rule :-D)) (catch [:exit 1] _ nil))
                                              {:dropped dropped})))))]
          (assoc op
                 :value  result
                 :fired? (case f
                           :kill-manager (= [:running :gone] [(:before result) (:after result)])
                           :join-manager (pos? (:dropped result))
                           nil))))
      (teardown! [_ _]))))

(defn package
  [_ _]
  (let [op (fn [f] {:type :info, :f f, :value nil})]
    {:nemesis         (nemesis)
     :generator       (gen/cycle (map op [:kill-manager :start-manager :cut-manager :join-manager]))
     :final-generator (map op [:join-manager :start-manager])
     :perf            #{{:name "manager", :start #{:kill-manager :cut-manager}
                         :stop #{:start-manager :join-manager}, :color "#C5A0E9"}}}))
