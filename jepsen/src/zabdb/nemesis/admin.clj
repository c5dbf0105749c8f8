(ns zabdb.nemesis.admin
  "What an operator may ask for at any time: compactions, and leadership transfers. Events of the replicas and the
  nodes' counters tell whether they happened."
  (:require [jepsen [generator :as gen]
                    [nemesis :as n]
                    [random :as rand]
                    [util :as util]]
            [zabdb [client :as z]
                   [support :as s]])
  (:import (io.zabdb.client ZabClient)
           (io.zabdb.model.error ZabException)
           (io.zabdb.rpc.wire Event)
           (java.util OptionalInt)
           (java.util.concurrent TimeUnit)))

(defn- attempt
  "The result of a future, or what went wrong, after so many seconds at most."
  [seconds future]
  (try (.get future seconds TimeUnit/SECONDS)
       (catch java.util.concurrent.ExecutionException e
         (let [cause (.getCause e)]
           (if (instance? ZabException cause)
             (keyword (.toLowerCase (str (.code ^ZabException cause))))
             (throw cause))))
       (catch java.util.concurrent.TimeoutException _ :timeout)))

(defn- compact!
  "Compacts the store of a node. Returns `:compacted` or what went wrong."
  [^ZabClient client id]
  (let [result (attempt 10 (.compact (.admin client) id 0))]
    (if (nil? result) :compacted result)))

(defn- fill!
  "Writes rows that no workload reads, for something to compact."
  [client rows]
  (let [value (apply str (repeat 2048 \x))]
    (->> (range rows)
         (util/real-pmap (fn [i]
                           (try (z/put! client (str "filler-" (rand/long 500)) (z/column) (str i value))
                                true
                                (catch ZabException _ false))))
         (filter true?)
         count)))

(defn- counted
  "The sum of a counter over the nodes that answer."
  [test name]
  (reduce + 0 (keep #(some-> (s/metrics %) (s/metric name)) (:nodes test))))

(defn- transfer!
  "Moves the leadership, to a certain node or any. Returns who led before and after."
  [^ZabClient client test]
  (let [before (counted test "zabdb_transfers_total")
        leader (first (s/leaders test))
        target (rand/nth (conj (vec (remove #{leader} (:nodes test))) nil))
        answer (attempt 5 (.transfer (.admin client)
                                     0
                                     (if target (OptionalInt/of (s/id test target)) (OptionalInt/empty))))
        begun? (nil? answer)
        limit  (+ (System/nanoTime) (* 2 1000000000))
        moved? (loop []
                 (cond (not begun?) false
                       (< before (counted test "zabdb_transfers_total")) true
                       (< (System/nanoTime) limit) (do (Thread/sleep 50) (recur))
                       :else false))]
    {:from leader, :to (or target :any), :answer (or answer :begun), :moved? moved?
     :leads (first (s/leaders test))}))

(defn nemesis
  "Does one of `:compact`, `:storm`, `:transfer`."
  [f]
  (let [client (atom nil)]
    (reify
      n/Reflection
      (fs [_] #{f})

      n/Nemesis
      (setup! [this test]
        (reset! client (z/open (assoc test :route :direct) (first (:nodes test))))
        this)
      (invoke! [_ test op]
        (let [everybody (fn [] (into {} (util/real-pmap (fn [node] [node (compact! @client (s/id test node))])
                                                        (:nodes test))))
              result (case f
                       :compact  (let [node (rand/nth (:nodes test))]
                                   {node (compact! @client (s/id test node))})
                       :storm    {:filled (fill! @client 300)
                                  :rounds (vec (repeatedly 3 everybody))}
                       :transfer (transfer! @client test))]
          (assoc op
                 :value  result
                 :fired? (boolean (case f
                                    :compact  (some #{:compacted} (vals result))
                                    :storm    (some #{:compacted} (mapcat vals (:rounds result)))
                                    :transfer (:moved? result))))))
      (teardown! [_ _]
        (some-> @client z/close!)))))

(defn- package
  [f color]
  {:nemesis         (nemesis f)
   :generator       (gen/repeat {:type :info, :f f, :value nil})
   :final-generator nil
   :perf            #{{:name (name f), :fs #{f}, :start #{}, :stop #{}, :color color}}})

(defn compaction-package [_ _] (package :compact "#2021CC"))
(defn storm-package [_ _] (package :storm "#2060CC"))
(defn transfer-package [_ _] (package :transfer "#BE20CC"))
