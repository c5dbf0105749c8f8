(ns zabdb.nemesis.pace
  "Monotonic clocks: by which a process knows how long it has waited. That of a node jumps ahead, by less or more than any
  timeout, or runs several times too fast or too slow for a while: so it gives up those that it hears, is given up by
  others, or does not notice that it should. It never goes back. `zabdb.preload` does it, and waits with a limit go by
  that clock, too.

  The proof is how long the process runs, as it says itself (`process_uptime_seconds`): it must differ from what has passed
  here by most of what the library did."
  (:require [jepsen [control :as c]
                    [nemesis :as n]]
            [zabdb [preload :as preload]
                   [support :as s]]))

(def forms
  "What is done, in turn: a jump in seconds, and what the clock gains of 1000."
  [{:jump 3600, :gain 0} {:jump 0, :gain 4000} {:jump 0.5, :gain 0} {:jump 0, :gain -800} {:jump 20, :gain 0}])

(def least-seconds "Less is not to be told from how long it takes to ask." 0.4)

(defn- uptime
  "How long a node's process runs, as it says, and when it said so, in seconds; nil if it does not answer."
  [node]
  (when-let [seconds (get (s/metrics node) "process_uptime_seconds")]
    {:uptime seconds, :at (/ (System/nanoTime) 1e9)}))

(defn- await-uptime
  "The same as soon as it answers; nil if it does not within a few seconds."
  [node]
  (loop [tries 20]
    (or (uptime node)
        (when (pos? tries)
          (Thread/sleep 100)
          (recur (dec tries))))))

(defn strayed
  "By how many seconds more a process has run than has passed between two answers; nil if there are not two."
  [before after]
  (when (and before after)
    (- (- (:uptime after) (:uptime before))
       (- (:at after) (:at before)))))

(defn seen?
  "Did it run for about so many seconds more than has passed, as it should?"
  [strayed ahead]
  (boolean (and strayed ahead
                (<= least-seconds (abs ahead))
                (< (abs (- strayed ahead)) (max (/ least-seconds 2) (/ (abs ahead) 2))))))

(defn- ahead
  "How far the current node's clock is ahead by the library's account, in seconds."
  [what & arguments]
  (let [{:keys [ahead-nanos told]} (apply preload/steer! what arguments)]
    {:seconds (/ ahead-nanos 1e9), :told told}))

(defn- begin!
  [node {:keys [jump gain]}]
  (let [before (await-uptime node)]
    {:before before
     :from   (ahead :look)
     :after-jump (ahead :pace (long (* 1e9 jump)) gain)}))

(defn- end!
  [node {:keys [before from]}]
  (let [to      (ahead :pace 0 0)
        strayed (strayed before (await-uptime node))
        ahead   (when from (- (:seconds to) (:seconds from)))]
    {:ahead   ahead
     :strayed strayed
     :told    (when from (- (:told to) (:told from)))
     :seen?   (seen? strayed ahead)}))

(defn nemesis
  []
  (let [turns  (atom -1)
        begun (atom {})]
    (reify
      n/Reflection
      (fs [_] #{:monotonic :steady-pace})

      n/Nemesis
      (setup! [this _] this)
      (invoke! [_ test {:keys [f value] :as op}]
        (case f
          :monotonic   (let [form   (nth forms (mod (swap! turns inc) (count forms)))
                             result (c/on-nodes test (:nodes value) (fn [_ node] (begin! node form)))]
                         (reset! begun result)
                         (assoc op :value (merge value form)))
          :steady-pace (let [nodes  (:nodes value (:nodes test))
                             result (c/on-nodes test nodes (fn [_ node] (end! node (@begun node))))]
                         (reset! begun {})
                         (assoc op
                                :value  (assoc value :became result)
                                :fired? (boolean (some :seen? (vals result)))))))
      (teardown! [_ _]))))

(defn package
  "Without a generator: the schedule says when."
  [_ _]
  {:nemesis         (nemesis)
   :generator       nil
   :final-generator {:type :info, :f :steady-pace, :value nil}
   :perf            #{{:name "monotonic", :start #{:monotonic}, :stop #{:steady-pace}, :color "#A0E9C9"}}})
