(ns zabdb.set
  "A set that only grows: every element is a column of one row. Nothing acknowledged may be missing from a read
  that began later, page borders or not; and nothing may be in a read that its client was told did not happen."
  (:require [jepsen [checker :as checker]
                    [client :as client]
                    [generator :as gen]]
            [zabdb.client :as z]))

(defrecord Client [conn stale?]
  client/Client
  (open! [this test node]
    (assoc this :conn (z/open test node)))

  (setup! [_ _])

  (invoke! [_ _ {:keys [f value] :as op}]
    (z/with-errors op
      (case f
        :add  (do (z/put! conn "set" (z/column (format "%08d" value)) value)
                  (assoc op :type :ok))
        :read (assoc op
                     :type :ok
                     :value (into []
                                  (map (comp parse-long :value))
                                  (apply concat (z/pages conn (.pagesOf (z/row-scan "set") 500) stale?)))))))

  (teardown! [_ _])

  (close! [_ _]
    (z/close! conn)))

(defn failed-yet-there
  "A checker: elements in reads although their add ended as `:fail`, which says that it did not happen."
  []
  (reify checker/Checker
    (check [_ _ history _]
      (let [of     (fn [type f] (->> history (filter #(and (= type (:type %)) (= f (:f %)))) (map :value)))
            failed (set (of :fail :add))
            there  (into (sorted-set) (comp cat (filter failed)) (of :ok :read))]
        {:valid? (empty? there)
         :failed (count failed)
         :there  there}))))

(defn as-added
  "A checker: elements that a read has twice, or that nobody added. Jepsen's own looks for neither."
  []
  (reify checker/Checker
    (check [_ _ history _]
      (let [asked (into #{} (comp (filter #(= :add (:f %))) (map :value)) history)
            wrong (fn [wrong?] (into (sorted-set)
                                     (comp (filter #(and (= :ok (:type %)) (= :read (:f %)))) (mapcat (comp wrong? :value)))
                                     history))
            twice (wrong (fn [elements] (for [[x n] (frequencies elements) :when (< 1 n)] x)))
            alien (wrong (fn [elements] (remove asked elements)))]
        {:valid?    (and (empty? twice) (empty? alien))
         :twice     twice
         :not-added alien}))))

(defn workload
  "Options: `:nodes`; `:stale?`: whether reads may come from any replica. A thread of each node does nothing but read,
  ten times a second together: a read is of all."
  [opts]
  (let [read {:type :invoke, :f :read, :value nil}]
    {:client          (map->Client {:stale? (boolean (:stale? opts))})
     :touches         (comp vector :node)
     :checker         (checker/compose {:full   (checker/set-full {:linearizable? true})
                                        :failed (failed-yet-there)
                                        :added  (as-added)})
     :generator       (gen/reserve (count (:nodes opts)) (gen/stagger 1/10 (gen/repeat read))
                                   (map (fn [x] {:type :invoke, :f :add, :value x}) (range)))
     :final-generator (gen/each-thread (gen/once read))}))
