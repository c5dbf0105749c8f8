(ns zabdb.nemesis.clock
  "Clocks of the nodes' processes, by libfaketime: that of the machine is everybody's. A skew is seen by the clock of
  the node itself, which it compares with those of a quorum. Where all clocks are off by the same, it shows only in the
  time that a leader gives to a write; that time never goes back, so such a skew goes forward.

  The time of writes says more: a minority of clocks, the leader's or not, must not move it (docs/decisions/0018), see
  [[steady]]."
  (:require [jepsen [checker :as checker]
                    [control :as c]
                    [generator :as gen]
                    [history :as h]
                    [nemesis :as n]
                    [random :as rand]
                    [util :refer [majority]]]
            [jepsen.control.util :as cu]
            [zabdb [client :as z]
                   [support :as s]])
  (:import (io.zabdb.model.error ZabException)))

(def most-moved
  "Seconds by which the time of writes may move with a minority of clocks; the nodes allow half a second."
  2)

(def ^:private patience-seconds "So long a skew has to show." 8)

(def pace
  "Seconds between a skew and its end, and between that and the next: so that a skew shows, and its end too, before something
  else is measured against it."
  12)

(defn- set-clock!
  "Moves the clock of the node's process: it reads the file once a second."
  [seconds]
  (c/su (cu/write-file! (format "%+d" seconds) s/clock-file)))

(defn- write-time
  "How many seconds the time that a leader gives to a write is ahead of ours; nil if nobody takes one."
  [client]
  (try
    (z/put! client "clock-probe" (z/column) (rand/long 1000000))
    (let [time (:time (z/get-cell client "clock-probe" (z/column)))]
      (/ (- time (System/currentTimeMillis)) 1000.0))
    (catch ZabException _ nil)))

(defn- skew
  "How many seconds a node's clock is ahead of those of a quorum, as it says; nil if it does not know."
  [node]
  (when-let [skew (some-> (s/metrics node) (s/metric "zabdb_clock_skew_seconds"))]
    (when-not (Double/isNaN skew) skew)))

(defn moved?
  "Is a figure, which was something else before, further by most of an offset?"
  [before now offset]
  (boolean (and before now (< (abs (- now before offset)) (/ (abs offset) 2)))))

(defn- await-moved
  "Looks until a figure has moved by an offset, for a while at most. Returns the last."
  [look before offset]
  (let [end (+ (System/nanoTime) (* patience-seconds 1000000000))]
    (loop []
      (let [now (look)]
        (if (or (moved? before now offset) (< end (System/nanoTime)))
          now
          (do (Thread/sleep 250) (recur)))))))

(defn- aimed-at
  [test aim]
  (case aim
    :leader   (take 1 (s/leaders test))
    :minority (take (dec (majority (count (:nodes test)))) (rand/shuffle (:nodes test)))
    :all      (:nodes test)))

(defn- skew!
  "What became of a skew of so many seconds."
  [client test aim offset]
  (let [nodes  (aimed-at test aim)
        all?   (= :all aim)
        before {:skews (into {} (map (juxt identity skew)) nodes), :write-time (write-time client)}]
    (c/on-nodes test nodes (fn [_ _] (set-clock! offset)))
    (let [skews (when-not all?
                  (into {} (for [node nodes] [node (await-moved #(skew node) (get-in before [:skews node]) offset)])))
          time  (if all?
                  (await-moved #(write-time client) (:write-time before) offset)
                  (write-time client))]
      {:before before
       :after  {:skews skews, :write-time time}
       :nodes  (vec nodes)
       :fired? (if all?
                 (moved? (:write-time before) time offset)
                 (boolean (and (seq nodes)
                               (every? #(moved? (get-in before [:skews %]) (skews %) offset) nodes))))})))

(defn nemesis
  []
  (let [client (atom nil)]
    (reify
      n/Reflection
      (fs [_] #{:skew :reset-clocks})

      n/Nemesis
      (setup! [this test]
        (reset! client (z/open (assoc test :route :direct) (first (:nodes test))))
        this)
      (invoke! [_ test {:keys [f value] :as op}]
        (case f
          :skew         (let [result (skew! @client test (:aim value) (:offset value))]
                          (assoc op :value (merge value (dissoc result :fired?)), :fired? (:fired? result)))
          :reset-clocks (do (c/on-nodes test (fn [_ _] (set-clock! 0)))
                            op)))
      (teardown! [_ _]
        (some-> @client z/close!)))))

(defn steady
  "A checker: the clocks of a minority did not move the time of writes. It may stand still where it is ahead."
  []
  (reify checker/Checker
    (check [_ _ history _]
      (let [moves (for [op    (h/remove h/client-op? history)
                        :let  [{:keys [aim before after] :as value} (:value op)]
                        :when (and (= :skew (:f op)) after (not= :all aim))
                        :let  [from (:write-time before), to (:write-time after)]
                        :when (and from to)]
                    (assoc (select-keys value [:aim :offset :nodes]) :moved (- to from)))
            bad   (filter #(< most-moved (:moved %)) moves)]
        {:valid? (empty? bad)
         :broken (if (seq bad) [:time-moved] [])
         :skews  (count moves)
         :moved  (vec bad)}))))

(defn package
  [_ _]
  (let [start (fn [aim offsets] (map (fn [offset] {:type :info, :f :skew, :value {:aim aim, :offset offset}}) offsets))
        stop  {:type :info, :f :reset-clocks, :value nil}
        some  (rand/shuffle (concat (start :leader [3600 -3600 60 5 -5])
                                    (start :minority [3600 -60 -5])))]
    {:nemesis         (nemesis)
     :pace            pace
     ;; What moves time for good comes last.
     :generator       (gen/flip-flop (gen/cycle (concat some (start :all [60])))
                                     (gen/repeat stop))
     :final-generator stop
     :perf            #{{:name "clock", :start #{:skew}, :stop #{:reset-clocks}, :color "#A0E9E3"}}}))
