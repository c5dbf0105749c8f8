(ns zabdb.set
  "A set that only grows: every element is a column of one row. Nothing acknowledged may be missing from a read
  that began later, page borders or not."
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
                     :value (into (sorted-set)
                                  (map (comp parse-long :value))
                                  (apply concat (z/pages conn (.pagesOf (z/row-scan "set") 500) stale?)))))))

  (teardown! [_ _])

  (close! [_ _]
    (z/close! conn)))

(defn workload
  "Options: `:concurrency`; `:stale?`: whether reads may come from any replica."
  [opts]
  (let [read {:type :invoke, :f :read, :value nil}]
    {:client          (map->Client {:stale? (boolean (:stale? opts))})
     :checker         (checker/set-full {:linearizable? true})
     :generator       (gen/reserve (max 1 (quot (:concurrency opts) 4)) (gen/repeat read)
                                   (map (fn [x] {:type :invoke, :f :add, :value x}) (range)))
     :final-generator (gen/each-thread (gen/once read))}))
