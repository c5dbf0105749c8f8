(ns zabdb.nemesis.balance
  "The nodes balance the store by themselves: `:balance` has the configuration manager say so, with a node that can serve so
  little that everything seems to be too much, and waits until a node has the seat and has begun a round; `:unbalance` ends it
  again. Whoever has the seat is hit by what else there is."
  (:require [jepsen [generator :as gen]
                    [nemesis :as n]
                    [random :as rand]]
            [zabdb [client :as z]
                   [seat :as seat]
                   [support :as s]])
  (:import (io.zabdb.client ZabClient)
           (io.zabdb.model.error ZabException)
           (io.zabdb.rpc.wire Balance BalanceSettings)))

(def node-hits "What a node can serve, as the balancer is told: a fraction of what clients do." 60.0)

(def patience "So many seconds a round is waited for." 6)

(defn- settings
  ^BalanceSettings [on?]
  (-> (BalanceSettings/newBuilder)
      (.setOn on?) (.setNodeHits node-hits) (.setEverySeconds 1) (.setSharding true)
      .build))

(defn- round
  "What a node with the seat has done in its last round, if it has begun one."
  [client test]
  (when-let [[node ^Balance balance] (seat/held client test)]
    (when (.hasRoundMillisAgo balance)
      {:holder node, :lines (vec (.getLinesList balance))})))

(defn- say!
  "Says so at a node, unless it is: whoever is told anew begins anew."
  [^ZabClient client test on?]
  (let [node              (rand/nth (:nodes test))
        id                (s/id test node)
        ^Balance in-force (seat/ask client id)]
    (try (when-not (and in-force (= on? (.getOn (.getSettings in-force))))
           (z/await! (.setBalance (.admin client) (int id) (settings on?))))
         {:asked node}
         (catch ZabException e
           {:asked node, :problem [(keyword (.toLowerCase (str (.code e)))) (.problem e)]}))))

(defn- await-round
  [client test]
  (let [until (+ (System/nanoTime) (long (* 1e9 patience)))]
    (loop []
      (or (round client test)
          (when (< (System/nanoTime) until)
            (Thread/sleep 200)
            (recur))))))

(defn nemesis
  []
  (let [client (atom nil)]
    (reify
      n/Reflection
      (fs [_] #{:balance :unbalance})

      n/Nemesis
      (setup! [this test]
        (reset! client (z/open (assoc test :route :direct) (first (:nodes test))))
        this)
      (invoke! [_ test {:keys [f] :as op}]
        (let [on?  (= :balance f)
              said (say! @client test on?)
              seen (when (and on? (not (:problem said))) (await-round @client test))]
          (assoc op :value (merge said seen), :fired? (if on? (some? seen) (nil? (:problem said))))))
      (teardown! [_ _]
        (some-> @client z/close!)))))

(defn package
  [_ _]
  (let [op (fn [f] {:type :info, :f f, :value nil})]
    {:nemesis         (nemesis)
     :pace            5
     ;; On for most of the time: it splits when it has seen the same for three ticks of ten seconds.
     :generator       (gen/cycle (map op (concat (repeat 8 :balance) [:unbalance])))
     :final-generator (op :unbalance)
     :perf            #{{:name "balance", :start #{:balance}, :stop #{:unbalance}, :color "#A0BE20"}}}))
