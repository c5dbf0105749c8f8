(ns zabdb.quorum
  "Who is out of action because of faults, and whether the others are a quorum. Pure: it knows what the nemesis did, and
  nothing of what the nodes say, so that a cluster which does not come back has no excuse.

  The state is a map:

    :out      nodes that were killed, paused or cut off, or whose disk, clock or memory went wrong, and that are not known to have
              recovered
    :grudge   a map of nodes to the nodes that they do not hear
    :useless  faults of the network with which nobody can be asked to serve"
  (:require [jepsen.util :refer [majority]]))

(def all-well {:out #{}, :grudge {}, :useless #{}})

(def least-useless
  "By fault, how bad it is when the network is of no use. With 30% of the packets lost, those of TCP wait for seconds until they
  are sent again; 128 kbit/s are 16 KB/s, less than the heartbeats and what clients send."
  {:lossy 0.3, :slow-network "128kbit"})

(defn- useless?
  "Is the network of no use with this value of a fault? When the fault is done, it has one for each node."
  [f value]
  (contains? (set (if (map? value) (vals value) [value])) (least-useless f)))

(defn- hears?
  [grudge node other]
  (not (contains? (set (get grudge node)) other)))

(defn together
  "The largest set of nodes that can follow one of them: it and they run, and hear each other. Of several, any."
  [nodes {:keys [out grudge]}]
  (let [up (remove (set out) nodes)]
    (->> up
         (map (fn [leader]
                (set (filter #(and (hears? grudge leader %) (hears? grudge % leader)) up))))
         (sort-by count >)
         first
         set)))

(defn quorum?
  "Is a majority of the nodes together, on a network that is of use?"
  [nodes state]
  (and (empty? (:useless state))
       (<= (majority (count nodes)) (count (together nodes state)))))

(defn after
  "The state after an operation of the nemesis. It may be told of the beginning, of the end or of both: who is hit is
  out from the beginning, and comes back when an operation says that it is ready."
  [nodes state {:keys [f value]}]
  (case f
    (:kill :kill-all :sync-loss :pause :replace-disk
     :membership
     :disk-full :disk-errors :corrupt-store
     :monotonic :memory-pressure)          (update state :out into (:nodes value))
    :partition                             (assoc state :grudge (:grudge value {}))
    ;; Who was cut off must find its group, and catch up.
    :heal                                  (-> state
                                               (update :out into (remove (together nodes state) nodes))
                                               (assoc :grudge {}))
    (:lossy :slow-network)                 (cond-> state (useless? f value) (update :useless conj f))
    :lossless                              (update state :useless disj :lossy)
    :fast-network                          (update state :useless disj :slow-network)
    (:recovered :await-ready)              (update state :out #(reduce disj % (:ready value)))
    state))
