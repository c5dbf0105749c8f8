(ns zabdb.nemesis.errors
  "A disk that fails: a node's writes or syncs of its log, or those of its store, end with EIO (`zabdb.preload`). What is on
  the disk is not known then, so the node must end, with the exit code of a replica that failed for good; the disk is mended,
  and the node is started again. The proof is that it ended so, and that the library let calls fail."
  (:require [jepsen [control :as c]
                    [nemesis :as n]]
            [zabdb [db :as zdb]
                   [preload :as preload]
                   [support :as s]]))

(def failed "With what a node ends whose disk failed (docs/operations.md)." 70)

(def eio 5)

(def forms
  "Which calls fail, as `zabdb.preload` has it, and of which files, in turn. Leader and follower take turns, too."
  [{:what :log-sync, :operations 4, :pattern "*/data/group-*/log/*"}
   {:what :store, :operations 6, :pattern "*/data/group-*/store/*"}
   {:what :log-write, :operations 2, :pattern "*/data/group-*/log/*"}])

(def ^:private patience-seconds "So long it has to end: a store is written when something is to be flushed." 12)

(defn proved?
  "Did a process that ran before end as it must?"
  [{:keys [before after exit] :as became}]
  (and (= [:running :gone] [before after])
       (= failed exit)
       (pos? (:failed became))))

(defn- await-end
  "The state of the current node's process when it has ended, or has not for too long."
  []
  (let [end (+ (System/nanoTime) (* patience-seconds 1000000000))]
    (loop []
      (let [{:keys [state]} (zdb/process-state s/pid-file)]
        (if (or (= :gone state) (< end (System/nanoTime)))
          state
          (do (Thread/sleep 100) (recur)))))))

(defn- begin!
  [{:keys [operations pattern]}]
  (c/su
    (let [before (:state (zdb/process-state s/pid-file))]
      (preload/steer! :fail operations eio 0 pattern)
      (let [after (await-end)]
        (merge {:before before, :after after} (select-keys (preload/steer! :look) [:failed :exit]))))))

(defn- end!
  [test node]
  (preload/steer! :mend)
  (zdb/start-node! test node))

(defn nemesis
  []
  (let [turns (atom -1)]
    (reify
      n/Reflection
      (fs [_] #{:disk-errors :mend-disk})

      n/Nemesis
      (setup! [this _] this)
      (invoke! [_ test {:keys [f value] :as op}]
        (case f
          :disk-errors (let [form   (nth forms (mod (swap! turns inc) (count forms)))
                             result (c/on-nodes test (:nodes value) (fn [_ _] (begin! form)))]
                         (assoc op
                                :value  (assoc value :what (:what form), :became result)
                                :fired? (boolean (some proved? (vals result)))))
          :mend-disk   (assoc op :value (assoc value :became (c/on-nodes test (:nodes value (:nodes test)) end!)))))
      (teardown! [_ _]))))

(defn package
  "Without a generator: the schedule says when."
  [_ _]
  {:nemesis         (nemesis)
   :generator       nil
   :final-generator {:type :info, :f :mend-disk, :value nil}
   :perf            #{{:name "disk-errors", :start #{:disk-errors}, :stop #{:mend-disk}, :color "#E9B0A0"}}})
