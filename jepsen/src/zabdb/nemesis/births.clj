(ns zabdb.nemesis.births
  "Groups come and go. `:birth` has one be born of all nodes, and a partition begin to move to it; `:end` has it end, by the
  product's own command, which moves what it has to the others first. They take turns, and whatever else is broken meanwhile, the
  last one ends: its partitions are those of the test's groups again."
  (:require [jepsen [generator :as gen]
                    [nemesis :as n]
                    [random :as rand]]
            [zabdb [client :as z]
                   [moves :as moves]
                   [operator :as operator]
                   [support :as s]])
  (:import (io.zabdb.client ZabClient)
           (io.zabdb.model.error ZabException)))

(def patience
  "So many seconds a command waits. It holds up the ends of other faults, and a node that is down takes part in no birth: what is not
  done goes on with the next operation, and the last one waits for as long as recovery may take."
  8)

(defn born
  "The number of the group of which a command says that it serves; nil: none does."
  [lines]
  (some #(some-> (re-find #"^group (\d+) serves" %) second parse-long) lines))

(defn- begin-move!
  "Has a partition of any of the test's groups begin to move. Returns which, or what went wrong."
  [^ZabClient client {:keys [groups]} to]
  (let [group (rand/long groups)]
    (try
      (if-let [{:keys [name]} (first (filter (comp #{"SERVING"} :phase) (moves/partitions client group)))]
        {:partition name, :from group, :attempt (z/await! (.startMove (.admin client) (int group) ^String name (int to)))}
        {:problem :none-serves, :group group})
      (catch ZabException e
        {:problem [(keyword (.toLowerCase (str (.code e)))) (.problem e)]}))))

(defn- birth!
  [client test bound]
  (let [said  (operator/command! test bound (rand/nth (vec (:nodes test)))
                                 (into [:groups :add] (map #(s/id test %) (:nodes test))))
        group (born (:lines said))]
    (cond-> (select-keys said [:exit :said])
      group (assoc :group group, :moved (begin-move! client test group)))))

(defn- end!
  [test bound group]
  (assoc (select-keys (operator/command! test bound (rand/nth (vec (:nodes test))) [:groups :remove group]) [:exit :said])
         :group group))

(defn nemesis
  [{:keys [recovery-bound]}]
  (let [client (atom nil)
        ;; The group that was born, and has not ended.
        group  (atom nil)]
    (reify
      n/Reflection
      (fs [_] #{:birth :end})

      n/Nemesis
      (setup! [this test]
        (reset! client (z/open (assoc test :route :direct) (first (:nodes test))))
        this)
      (invoke! [_ test {:keys [f value] :as op}]
        (case f
          :birth (if @group
                   (assoc op :value {:problem :one-is-left, :group @group}, :fired? false)
                   (let [result (birth! @client test patience)]
                     (reset! group (:group result))
                     (assoc op :value result, :fired? (some? (:group result)))))
          :end   (if-let [ends @group]
                   (let [result (end! test (if (= :last value) recovery-bound patience) ends)
                         ended? (= 0 (:exit result))]
                     (when ended? (reset! group nil))
                     (assoc op :value result, :fired? ended?))
                   (assoc op :value {:problem :none-is-left}, :fired? false))))
      (teardown! [_ _]
        (some-> @client z/close!)))))

(defn package
  [_ opts]
  {:nemesis         (nemesis opts)
   :pace            3
   :generator       (gen/cycle (map (fn [f] {:type :info, :f f, :value nil}) [:birth :end]))
   :final-generator {:type :info, :f :end, :value :last}
   :perf            #{{:name "births", :fs #{:birth :end}, :start #{:birth}, :stop #{:end}, :color "#BE7020"}}})
