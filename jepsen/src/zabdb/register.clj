(ns zabdb.register
  "Registers under single keys: reads, writes and compare-and-set, checked with Knossos. What is read and
  written is a pair of a version and a value, since a store may return the right value for the wrong reason:
  the version of a write must be greater than all before, and a read must see the version of the write."
  (:require [jepsen [checker :as checker]
                    [client :as client]
                    [generator :as gen]
                    [history :as h]
                    [independent :as independent]
                    [random :as rand]]
            [jepsen.checker.timeline :as timeline]
            [knossos.model :as model]
            [zabdb [client :as z]
                   [touched :as touched]])
  (:import (knossos.model Model)))

;; `version` is that of the last write, or nil if its client never heard of it; then it is above `above`.
(defrecord VersionedRegister [above version value]
  Object
  (toString [_] (str value " @ " (or version (str ">" above))))

  Model
  (step [register {:keys [f] [v x] :value}]
    (let [written (fn [value]
                    (cond (nil? v)                  (VersionedRegister. (or version above) nil value)
                          (neg? (compare (or version above) v)) (VersionedRegister. v v value)
                          :else (model/inconsistent
                                  (str "version " v " is not above " (or version above)))))]
      (case f
        :write  (written x)

        :delete (if (or (nil? x) (= x value))
                  (written nil)
                  (model/inconsistent (str "deleted " value ", not " x)))

        :cas   (let [[old new] x]
                 (if (= old value)
                   (written new)
                   (model/inconsistent (str "changed " value ", not " old))))

        ;; A condition did not hold: the value was not what it asked for.
        :refused (if (= x value)
                   (model/inconsistent (str "refused though it was " value))
                   register)

        :read  (cond (and (nil? v) (nil? x))    (if (nil? value)
                                                  register
                                                  (model/inconsistent (str "read nothing, not " value)))
                     (not= x value)             (model/inconsistent (str "read " x ", not " value))
                     (= v version)              register
                     (some? version)            (model/inconsistent
                                                  (str "read version " v ", not " version))
                     (neg? (compare above v))   (VersionedRegister. v v value)
                     :else                      (model/inconsistent
                                                  (str "read version " v ", not above " above)))))))

(def nothing-yet
  "A register that was never written."
  (->VersionedRegister [0 0 0] nil nil))

(defn- refusal
  "The invocation or the end of an operation whose condition did not hold, as one that found another value than it asked
  for."
  [type {:keys [f value] :as op}]
  (let [[_ x] value]
    (assoc op :type type, :f :refused, :value [nil (if (= :cas f) (first x) x)])))

(defn judging-refusals
  "A history in which operations whose condition did not hold have succeeded, as `:refused`: Knossos leaves failures out,
  so that a store might refuse whatever it likes."
  [history]
  (let [refused? #(and (h/fail? %) (= :another-value (:error %)))]
    (h/map (fn [op]
             (cond (refused? op)                             (refusal :ok op)
                   (and (h/invoke? op)
                        (some-> (h/completion history op) refused?)) (refusal :invoke op)
                   :else                                     op))
           history)))

(defn linear
  "A checker of the history of one register: Knossos, with the model of a versioned register."
  []
  (let [inner (checker/linearizable {:model nothing-yet, :algorithm :linear})]
    (reify checker/Checker
      (check [_ test history opts]
        (checker/check inner test (judging-refusals history) opts)))))

(defrecord Client [conn stale? touched]
  client/Client
  (open! [this test node]
    (assoc this :conn (z/open test node)))

  (setup! [_ _])

  (invoke! [_ _ {:keys [f value] :as op}]
    (let [[k [_ x]] value
          row       (str "register-" k)
          done      (fn [version x] (assoc op :type :ok, :value (independent/tuple k [version x])))]
      (touched/note! touched k)
      (z/with-errors op
        (case f
          :read  (let [cell ((if stale? z/get-stale z/get-cell) conn row (z/column))]
                   (done (:version cell) (some-> cell :value parse-long)))
          :write (done (z/put! conn row (z/column) x) x)
          :cas   (let [[old new] x]
                   (if-let [version (z/check-and-mutate! conn
                                                         [(z/has-value (z/column) old)]
                                                         (z/mutation row {(z/column) new}))]
                     (done version x)
                     (assoc op :type :fail, :error :another-value)))))))

  (teardown! [_ _])

  (close! [_ _]
    (z/close! conn)))

(defn r [_ _] {:type :invoke, :f :read, :value [nil nil]})
(defn w [_ _] {:type :invoke, :f :write, :value [nil (rand/long 5)]})
(defn cas [_ _] {:type :invoke, :f :cas, :value [nil [(rand/long 5) (rand/long 5)]]})

(defn- group
  "How many threads work on a key: two for each node. Jepsen binds threads to nodes by turns."
  [{:keys [nodes concurrency]}]
  (let [group (* 2 (count nodes))]
    (assert (zero? (mod concurrency group))
            (str "--concurrency must be a multiple of " group ", twice the number of nodes"))
    group))

(defn keys-with-readers
  "A generator for key after key: one thread of each node does nothing but read, the others do as `others` says."
  [opts reads others]
  (let [group   (group opts)
        ;; Not gen/reserve, which counts threads from 0 whatever their group.
        reader? #(< (mod % group) (quot group 2))]
    (independent/concurrent-generator
      group
      (range)
      (fn [_]
        (->> (gen/any (gen/on-threads reader? reads)
                      (gen/on-threads (complement reader?) others))
             (gen/limit (:ops-per-key opts))
             (gen/process-limit (+ group 14)))))))

(defn touches
  "The key of an operation."
  [op]
  [(first (:value op))])

(defn final-reads
  "Two of each key."
  [touched]
  (touched/final-reads touched (fn [k] (repeat 2 {:type :invoke, :f :read, :value (independent/tuple k [nil nil])}))))

(defn workload
  "Options: `:concurrency`, `:nodes`, `:ops-per-key`, `:stale?`: whether reads may come from any replica."
  [opts]
  (let [touched (touched/touched)]
    {:client          (map->Client {:stale? (boolean (:stale? opts)), :touched touched})
     :checker         (independent/checker
                        (checker/compose
                          {:linear   (linear)
                           :timeline (timeline/html)}))
     :touches         touches
     :generator       (keys-with-readers opts r (gen/mix [w w cas]))
     :final-generator (final-reads touched)}))
