(ns zabdb.nemesis.shard
  "Partitions are split, and merged with a neighbour, while clients use them. `:split` and `:merge` take turns, but a group keeps
  one at least, and has no more than a few."
  (:require [jepsen [generator :as gen]
                    [nemesis :as n]
                    [random :as rand]]
            [zabdb [client :as z]
                   [moves :as moves]])
  (:import (io.zabdb.client ZabClient)
           (io.zabdb.model.error ZabException)
           (io.zabdb.rpc.wire Shard)))

(def most-partitions "Of a group; when it has more, they are merged." 6)

(defn neighbours
  "Pairs of serving partitions of one group, one of which ends where the other begins."
  [partitions]
  (for [[a b] (partition 2 1 (sort-by :after (filter (comp #{"SERVING"} :phase) partitions)))
        :when (= (:up-to a) (:after b))]
    [a b]))

(defn choose
  "What is to be done with the partitions of a group where `f` is wanted: [:split one] or [:merge one other]; nil if nothing
  can be."
  [partitions f]
  (let [serving (vec (filter (comp #{"SERVING"} :phase) partitions))
        pairs   (vec (neighbours partitions))
        split   (when (and (seq serving) (< (count partitions) most-partitions))
                  [:split (:name (rand/nth serving))])
        merge   (when (seq pairs)
                  (into [:merge] (map :name) (rand/nth pairs)))]
    (if (= :split f) (or split merge) (or merge split))))

(defn- message
  ^Shard [group [_ partition neighbour]]
  (let [builder (-> (Shard/newBuilder) (.setGroup (int group)) (.setPartition partition))]
    (when neighbour (.setNeighbour builder neighbour))
    (.build builder)))

(defn- shard!
  "Splits or merges. Returns what became of what, or what went wrong."
  [^ZabClient client {:keys [groups]} f]
  (let [group (rand/long groups)]
    (try
      (if-let [[done & names :as what] (choose (moves/partitions client group) f)]
        {:did done, :of (vec names), :group group, :became (vec (z/await! (.shard (.admin client) (message group what))))}
        {:problem :none-serves, :group group})
      ;; A leader may have gone, or a partition has begun to move.
      (catch ZabException e
        {:problem [(keyword (.toLowerCase (str (.code e)))) (.problem e)], :group group}))))

(defn nemesis
  []
  (let [client (atom nil)]
    (reify
      n/Reflection
      (fs [_] #{:split :merge})

      n/Nemesis
      (setup! [this test]
        (reset! client (z/open (assoc test :route :direct) (first (:nodes test))))
        this)
      (invoke! [_ test {:keys [f] :as op}]
        (let [result (shard! @client test f)]
          (assoc op :value result, :fired? (some? (:became result)))))
      (teardown! [_ _]
        (some-> @client z/close!)))))

(defn package
  [_ _]
  {:nemesis         (nemesis)
   :pace            1.5
   ;; Twice as many splits until a group has what it may have.
   :generator       (gen/cycle (map (fn [f] {:type :info, :f f, :value nil}) [:split :split :merge]))
   :final-generator nil
   :perf            #{{:name "split-merge", :fs #{:split :merge}, :start #{}, :stop #{}, :color "#20A0BE"}}})
