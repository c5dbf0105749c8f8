(ns zabdb.nemesis.admin
  "What an operator may ask for at any time: compactions, and leadership transfers. The nodes' gauges and counters tell
  whether they happened."
  (:require [jepsen [generator :as gen]
                    [nemesis :as n]
                    [random :as rand]
                    [util :as util]]
            [zabdb [client :as z]
                   [support :as s]])
  (:import (io.zabdb.client ZabClient)
           (io.zabdb.model.error ZabException)
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

(defn- compacts?
  [node group]
  (= 1.0 (some-> (s/metrics node) (s/metric "zabdb_compaction_running" group))))

(defn- compact!
  "Asks a node to compact its store of a group, and waits until it is seen to, or says that it has: not until it is done, so that
  whoever compacts can be hit meanwhile. Returns `:under-way`, `:compacted`, or what went wrong."
  [^ZabClient client test node group]
  (let [done  (.compact (.admin client) (s/id test node) (int group))
        limit (+ (System/nanoTime) (* 3 1000000000))]
    (loop []
      (cond (.isDone done)              (let [result (attempt 0 done)]
                                          (if (nil? result) :compacted result))
            (compacts? node group)      :under-way
            (< (System/nanoTime) limit) (do (Thread/sleep 50) (recur))
            :else                       :not-seen))))

(defn- counted
  "The sum of a counter of a group over the nodes that answer."
  [test name group]
  (reduce + 0 (keep #(some-> (s/metrics %) (s/metric name group)) (:nodes test))))

(defn- transfer!
  "Moves the leadership of a group, to a certain node or any. Returns who led before and after."
  [^ZabClient client test group]
  (let [before (counted test "zabdb_transfers_total" group)
        leader (first (s/leaders test group))
        target (rand/nth (conj (vec (remove #{leader} (:nodes test))) nil))
        to     (if target (OptionalInt/of (s/id test target)) (OptionalInt/empty))
        ;; While another transfer or a compaction is under way, it is refused as overloaded.
        until  (+ (System/nanoTime) (* 4 1000000000))
        answer (loop []
                 (let [answer (attempt 5 (.transfer (.admin client) (int group) to))]
                   (if (and (= :overloaded answer) (< (System/nanoTime) until))
                     (do (Thread/sleep 100) (recur))
                     answer)))
        begun? (nil? answer)
        limit  (+ (System/nanoTime) (* 2 1000000000))
        moved? (loop []
                 (cond (not begun?) false
                       (< before (counted test "zabdb_transfers_total" group)) true
                       (< (System/nanoTime) limit) (do (Thread/sleep 50) (recur))
                       :else false))]
    {:from leader, :to (or target :any), :answer (or answer :begun), :moved? moved?
     :leads (first (s/leaders test group))}))

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
      (invoke! [_ test {:keys [value] :as op}]
        (let [group  (s/any-group test)
              result (case f
                       :compact  (let [node (or (when (= :leader value) (first (s/leaders test group)))
                                                (rand/nth (:nodes test)))]
                                   {node (compact! @client test node group)})
                       :storm    (into {} (util/real-pmap (fn [node] [node (compact! @client test node group)])
                                                          (:nodes test)))
                       :transfer (transfer! @client test group))]
          (assoc op
                 :value  result
                 :fired? (boolean (if (= :transfer f)
                                    (:moved? result)
                                    (some #{:compacted :under-way} (vals result)))))))
      (teardown! [_ _]
        (some-> @client z/close!)))))

(def compact-all-seconds "How long a node is given to compact its store of a group in the end." 60)

(defn- compact-whole!
  "Has a node compact its store of a group, and waits until it has: asked again while it cannot, since a replica may just
  have taken another store. Returns `:compacted`, or what went wrong at last."
  [^ZabClient client test node group]
  (let [until (+ (System/nanoTime) (* compact-all-seconds 1000000000))]
    (loop []
      (let [result (attempt compact-all-seconds (.compact (.admin client) (s/id test node) (int group)))]
        (cond (nil? result)               :compacted
              (< (System/nanoTime) until) (do (Thread/sleep 200) (recur))
              :else                       result)))))

(defn compact-all-nemesis
  "`:compact-all` compacts one node after the other, and waits for each: what is read then is what compactions left."
  []
  (reify
    n/Reflection
    (fs [_] #{:compact-all})

    n/Nemesis
    (setup! [this _] this)
    (invoke! [_ test op]
      (let [client (z/open (assoc test :route :direct) (first (:nodes test)))]
        (try
          (assoc op :value (into {} (for [node  (:nodes test)
                                          group (range (:groups test 1))]
                                      [[node group] (compact-whole! client test node group)])))
          (finally
            (z/close! client)))))
    (teardown! [_ _])))

(defn- package
  [f color & values]
  {:nemesis         (nemesis f)
   :generator       (gen/cycle (map (fn [value] {:type :info, :f f, :value value}) (or values [nil])))
   :final-generator nil
   :perf            #{{:name (name f), :fs #{f}, :start #{}, :stop #{}, :color color}}})

(defn compaction-package [_ _] (package :compact "#2021CC" :leader :any))
(defn storm-package [_ _] (package :storm "#2060CC"))
(defn transfer-package [_ _] (package :transfer "#BE20CC"))
