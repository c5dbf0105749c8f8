(ns zabdb.nemesis.move
  "Partitions move between groups, one after the other, while clients use them. `:move` begins the next move as soon as
  none is under way and all groups have leaders, whatever else is broken; it goes on by itself, and `zabdb.schedule` aims at
  it. In the end of each test in which partitions change `:settle` waits for the last one, and says who owns what."
  (:require [jepsen [generator :as gen]
                    [nemesis :as n]
                    [random :as rand]]
            [zabdb [client :as z]
                   [moves :as moves]])
  (:import (io.zabdb.client ZabClient)
           (io.zabdb.model.error ZabException)))

(def largest-every "Each such move is of the largest partition, with the filler's rows; others come to their end sooner." 4)

(defn choose
  "The partition that is to move next, and to which group: [partition group]; nil if none can."
  [partitions groups turn]
  (let [serving (sort-by :bytes (filter (comp #{"SERVING"} :phase) partitions))
        part    (if (= 0 (mod (inc turn) largest-every)) (last serving) (first serving))]
    (when part
      [part (rand/nth (vec (remove #{(:group part)} (range groups))))])))

(defn- begin!
  "Begins a move. Returns what moves, or what went wrong."
  [^ZabClient client {:keys [groups]} turn]
  (try
    (if-let [[{:keys [name group]} to] (choose (mapcat #(moves/partitions client %) (range groups)) groups turn)]
      {:partition name, :from group, :to to
       :attempt   (z/await! (.startMove (.admin client) (int group) ^String name (int to)))}
      {:problem :none-serves})
    ;; A leader may have gone, or moves under way have been seen too late.
    (catch ZabException e
      {:problem [(keyword (.toLowerCase (str (.code e)))) (.problem e)]})))

(defn- settle!
  "Waits until nothing moves and all is served, at most so many seconds. Says what was seen at last."
  [^ZabClient client {:keys [groups]} bound]
  (let [start (System/nanoTime)
        since #(/ (- (System/nanoTime) start) 1e9)]
    (loop []
      (let [seen (try {:partitions (vec (mapcat #(moves/partitions client %) (range groups)))
                       :leaving    (vec (mapcat #(moves/leaving client %) (range groups)))}
                      (catch ZabException e {:problem (.problem e)}))
            done (and (:partitions seen) (empty? (:leaving seen)) (moves/whole? (:partitions seen)))]
        (if (or done (< bound (since)))
          (assoc seen :settled? (boolean done), :seconds (since))
          (do (Thread/sleep 100) (recur)))))))

(defn nemesis
  []
  (let [client (atom nil)
        turns  (atom -1)]
    (reify
      n/Reflection
      (fs [_] #{:move})

      n/Nemesis
      (setup! [this test]
        (reset! client (z/open (assoc test :route :direct) (first (:nodes test))))
        this)
      (invoke! [_ test op]
        (let [result (begin! @client test (swap! turns inc))]
          (assoc op :value result, :fired? (some? (:attempt result)))))
      (teardown! [_ _]
        (some-> @client z/close!)))))

(defn settle-nemesis
  "Does `:settle`: waits, with a bound, until no partition changes any more, and tells what was seen of them all the time."
  [watch {:keys [recovery-bound]}]
  (reify
    n/Reflection
    (fs [_] #{:settle})

    n/Nemesis
    (setup! [this _] this)
    (invoke! [_ test op]
      (let [client (z/open (assoc test :route :direct) (first (:nodes test)))]
        (try
          (assoc op :value (merge (settle! client test recovery-bound) (select-keys @watch [:looks :claims])))
          (finally
            (z/close! client)))))
    (teardown! [_ _])))

(defrecord Mover [watch]
  gen/Generator
  (op [this _ ctx]
    ;; Nobody knows of moves while a group has no leader.
    (if (= [] (moves/under-way watch))
      [(gen/fill-in-op {:type :info, :f :move, :value nil} ctx) this]
      [:pending this]))

  (update [this _ _ _] this))

(defn package
  "Of a watch, which must be on."
  [watch _]
  {:nemesis         (nemesis)
   ;; Longer than it takes until a move that has begun is seen.
   :pace            1
   :generator       (->Mover watch)
   :final-generator nil
   :perf            #{{:name "move", :fs #{:move}, :start #{}, :stop #{}, :color "#20BE9C"}}})
