(ns zabdb.counter
  "A counter, incremented by check-and-mutate. The client library sends an update again and again until it is
  answered, over kills and changes of leader, and it must count once: an acknowledged increment counts exactly
  once, one that ended unknown at most once."
  (:require [jepsen [checker :as checker]
                    [client :as client]
                    [generator :as gen]
                    [history :as h]
                    [random :as rand]]
            [zabdb.client :as z]))

(def row "counter")

(defn add!
  "True if it was done; false if somebody else was faster, several times."
  [conn delta]
  (loop [tries 5]
    (let [cell      (z/get-cell conn row (z/column))
          sum       (+ delta (if cell (parse-long (:value cell)) 0))
          unchanged (if cell
                      (z/has-version (z/column) (:zxid cell))
                      (z/absent (z/column)))]
      (cond (z/check-and-mutate! conn [unchanged] (z/mutation row {(z/column) sum})) true
            (< 1 tries) (recur (dec tries))
            :else       false))))

(defrecord Client [conn]
  client/Client
  (open! [this test node]
    (assoc this :conn (z/open test node)))

  (setup! [_ _])

  (invoke! [_ _ {:keys [f value] :as op}]
    (z/with-errors op
      (case f
        :add  (if (add! conn value)
                (assoc op :type :ok)
                (assoc op :type :fail, :error :others-were-faster))
        :read (let [cell (z/get-cell conn row (z/column))]
                (assoc op :type :ok, :value (if cell (parse-long (:value cell)) 0))))))

  (teardown! [_ _])

  (close! [_ _]
    (z/close! conn)))

(defn counter-checker
  "Jepsen's, which takes what the nemesis does for increments."
  []
  (reify checker/Checker
    (check [_ test history opts]
      (checker/check (checker/counter) test (h/client-ops history) opts))))

(defn workload
  "Options: `:nodes`. A thread of each node does nothing but read."
  [opts]
  (let [add  (fn [_ _] {:type :invoke, :f :add, :value (inc (rand/long 5))})
        read {:type :invoke, :f :read, :value nil}]
    {:client          (map->Client {})
     :touches         (comp vector :node)
     :checker         (counter-checker)
     :generator       (gen/reserve (count (:nodes opts)) (gen/repeat read) add)
     :final-generator (gen/each-thread (gen/once read))}))
