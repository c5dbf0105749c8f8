(ns zabdb.moves
  "Partitions that move between groups, as the groups' leaders tell it: looked at several times a second while a test runs.
  A *claim* is what a leader says that its group owns: tokens, and the number of the attempt that brought them. It is kept
  for the whole test, since at no time may two groups claim a token with one number (`Move!NextNumber`)."
  (:require [jepsen [checker :as checker]
                    [history :as h]]
            [zabdb [client :as z]
                   [watch :as watch]])
  (:import (io.zabdb.client ZabClient)
           (io.zabdb.model.error ZabException)
           (io.zabdb.rpc.wire Moves$Move Partitions$Partition)))

(def period-ms "Between two looks at a group." 200)

(def owned "Phases in which a group serves a partition, or holds its updates for a moment." #{"SERVING" "COPYING" "SEALED"})

(def least-looks-every "Each group must have been seen so often, in seconds: once in a window." 10)

;; -- what is seen

(defn partitions
  "What a group has of partitions, as its leader says."
  [^ZabClient client group]
  (for [^Partitions$Partition each (z/await! (.partitions (.admin client) (int group)))]
    {:name (.getName each), :after (.getAfter each), :up-to (.getUpTo each), :phase (.getPhase each)
     :move (.getMove each), :bytes (.getBytes each), :group group}))

(defn leaving
  "The partitions that leave a group, as its leader says."
  [^ZabClient client group]
  (for [^Moves$Move each (.getMovesList (z/await! (.moves (.admin client) (int group))))]
    {:partition (.getPartition each), :from group, :to (.getTo each), :attempt (.getAttempt each)
     :phase (.getPhase each), :copied (.getCopied each)}))

(defn claims
  "What a group owns of these partitions: [after up-to attempt group]."
  [partitions]
  (for [{:keys [after up-to move group phase]} partitions :when (owned phase)]
    [after up-to move group]))

(defn note
  "The state after a look at a group, or without `:partitions` and `:leaving`, if it did not answer."
  [state group {:keys [partitions leaving]}]
  (if (nil? partitions)
    (assoc-in state [:moves group] nil)
    (-> state
        (assoc-in [:moves group] (vec leaving))
        (update-in [:looks group] (fnil inc 0))
        (update :claims (fnil into #{}) (claims partitions)))))

(defn under-way
  "The moves of all groups that were under way at the last look; nil if a group did not answer, so that nobody knows."
  [watch]
  (let [{:keys [moves groups]} @watch
        all (map #(get moves %) (range groups))]
    (when (every? some? all)
      (vec (apply concat all)))))

(defn brief
  "Of a move, what tells how far it was."
  [move]
  (select-keys move [:partition :phase :copied :attempt]))

(defn- look
  [client group]
  (try {:partitions (vec (partitions client group)), :leaving (vec (leaving client group))}
       (catch ZabException _ nil)))

(defn start!
  "Looks at all groups from now on, each in a thread of its own, while the watch is on."
  [watch {:keys [nodes groups] :as test}]
  (doseq [group (range groups)]
    (let [client (z/open (assoc test :route :direct) (first nodes))]
      (watch/looking! watch (str "group " group) period-ms
                      #(let [seen (look client group)] (swap! watch note group seen))
                      #(z/close! client)))))

;; -- what must hold of it

(defn- overlap?
  [[after up-to] [other-after other-up-to]]
  (and (< after other-up-to) (< other-after up-to)))

(defn conflicts
  "Pairs of claims of different groups to the same tokens with one number."
  [claims]
  (vec (for [[_ same] (group-by #(nth % 2) claims)
             [i a]    (map-indexed vector same)
             b        (drop (inc i) same)
             :when    (and (not= (last a) (last b)) (overlap? a b))]
         [a b])))

(defn whole?
  "Do these partitions cover the ring once, and serve?"
  [partitions]
  (let [sorted (sort-by :after partitions)]
    (and (seq sorted)
         (every? (comp #{"SERVING"} :phase) sorted)
         (= Long/MIN_VALUE (:after (first sorted)))
         (= Long/MAX_VALUE (:up-to (last sorted)))
         (every? (fn [[this that]] (= (:up-to this) (:after that))) (partition 2 1 sorted)))))

(defn- became
  "The faults that came about and of which this is so, by fault and whom it was aimed at."
  [history so?]
  (->> history
       (h/remove h/client-op?)
       (filter (comp so? :value))
       ;; Of an operation, its end only: it tells what became of it.
       (filter (comp :became :value))
       (map (fn [{:keys [f value]}] [f (:role value)]))
       frequencies
       (into (sorted-map))))

(defn hits
  "How many faults came while a partition moved, by fault and whom it was aimed at: who leads the move's source or
  destination, or has the balancer's seat, or the configuration manager."
  [history]
  (became history :moving))

(defn at
  "How many faults were aimed at somebody in a role, by fault, whether something moved or not."
  [history role]
  (became history (comp #{role} :role)))

(defn checker
  "Invalid if two groups claimed a token with one number of an attempt; if in the end, when all is healed, moves did not
  end or the ring was not served once and as a whole; if an update was logged by a group that does not take it; if a group was not looked at in each
  window, by its number of looks; or if there were none of the faults that the options ask for:

    :hits?    of the schedule, while a partition moved
    :manager? at the configuration manager, while a partition moved
    :seat?    at who had the balancer's seat"
  [{:keys [hits? manager? seat?]}]
  (reify checker/Checker
    (check [_ {:keys [groups time-limit]} history _]
      (let [ops       (h/remove h/client-op? history)
            value     (fn [f] (->> ops (filter #(= f (:f %))) (keep :value) last))
            {:keys [settled? partitions claims looks] :as settled} (value :settle)
            refused   (:refused-when-applied (value :observe))
            conflicts (conflicts claims)
            least     (max 1 (quot (long (or time-limit 0)) least-looks-every))
            unseen    (vec (filter #(< (get looks % 0) least) (range groups)))
            hits      (hits history)
            managers  (count (filter #{:manager} (map second (keys hits))))
            at-seat   (at history :planner)]
        {:valid?               (and (true? settled?)
                                    (boolean (whole? partitions))
                                    (empty? conflicts)
                                    (= 0 refused)
                                    (empty? unseen)
                                    (or (not hits?) (< managers (count hits)))
                                    (or (not manager?) (pos? managers))
                                    (or (not seat?) (boolean (seq at-seat))))
         :broken               (cond-> []
                                 (seq conflicts)       (conj :one-number-two-owners)
                                 (pos? (or refused 0)) (conj :refused-when-applied))
         :settled              (dissoc settled :claims :looks)
         :claims               (count claims)
         :one-number-two-owners conflicts
         :refused-when-applied refused
         :looks                looks
         :hardly-seen          unseen
         :hits                 hits
         :at-seat              at-seat}))))
