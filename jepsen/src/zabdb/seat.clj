(ns zabdb.seat
  "Who has the balancer's seat, as that node says: looked at several times a second while a test runs in which the nodes
  balance the store by themselves, so that `zabdb.schedule` can aim at it."
  (:require [zabdb [client :as z]
                   [support :as s]
                   [watch :as watch]])
  (:import (io.zabdb.client ZabClient)
           (io.zabdb.model.error ZabException)
           (io.zabdb.rpc.wire Balance)))

(def period-ms "Between two looks." 300)

(defn ask
  "The balance as a node knows it; nil if it does not answer, or none is in force."
  ^Balance [^ZabClient client id]
  (try (z/await! (.balance (.admin client) (int id)))
       (catch ZabException _ nil)))

(defn held
  "The node that says of itself that it has the seat, and the balance as it knows it: [node balance]; nil if none does."
  [client test]
  (first (for [node (:nodes test)
               :let [id (s/id test node), balance (ask client id)]
               :when (and balance (.hasHolder ^Balance balance) (= id (.getHolder ^Balance balance)))]
           [node balance])))

(def changes
  "How a round tells that it has changed something: a leadership, a partition that was split or merged, or one that has moved.
  What it wants to do, begins, or could not do, it says otherwise."
  #"^node \d+ leads group \d+, before it was |^partition \S+( with \S+)? is now |^partition \S+ is group \d+'s now")

(defn note
  "The state of a watch after a look, with what [[held]] returned."
  [state [node ^Balance balance]]
  (cond-> (assoc state :holder node)
    balance (update :balanced (fnil into #{}) (filter #(re-find changes %)) (.getLinesList balance))))

(defn balanced
  "How many changes were told of so far; those that are told in the same words count once, so it is at least true."
  [watch]
  (count (:balanced @watch)))

(defn holder
  "Who had the seat at the last look; nil if nobody said so."
  [watch]
  (:holder @watch))

(defn start!
  "Looks from now on, while the watch is on."
  [watch test]
  (let [client (z/open (assoc test :route :direct) (first (:nodes test)))]
    (watch/looking! watch "the seat" period-ms
                    #(let [seen (held client test)] (swap! watch note seen))
                    #(z/close! client))))
