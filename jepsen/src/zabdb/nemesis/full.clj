(ns zabdb.nemesis.full
  "A node's disk is full. The data of each node is on a small file system of its own, in memory; a file takes the room that
  is left, up to the node's reserve or to the last byte, until it is removed. The proof is what the node says of its room:
  that it is unfit for lack of it, and was not before."
  (:require [clj-commons.slingshot :refer [try+]]
            [jepsen [control :as c]
                    [nemesis :as n]
                    [util :refer [meh]]]
            [zabdb [db :as zdb]
                   [support :as s]]))

(def ballast "A directory with what takes the room." (str s/data "/ballast"))

(def forms
  "How many bytes are left, in turn, twice each, since leader and follower take turns, too: half of the reserve; none."
  [(* 32 1024 1024) (* 32 1024 1024) 0 0])

(def least-piece "Bytes that are not worth a file of their own." (* 4 1024 1024))
(def ^:private most-pieces "So many files are tried." 40)

(def ^:private patience-seconds "So long it has to show." 8)

(def unfit
  "What `zabdb_health` says of a node that must not lead."
  2.0)

(defn short-of-room?
  "Does a node say that it is unfit for lack of room? Nil if it does not answer."
  [metrics]
  (when metrics
    (= unfit (get metrics "zabdb_health{ailment=\"DISK_ROOM\"}"))))

(defn- free-bytes
  []
  (parse-long (re-find #"\d+" (c/exec :df :--output=avail :-B1 s/data))))

(defn- await-short
  [node]
  (let [end (+ (System/nanoTime) (* patience-seconds 1000000000))]
    (loop []
      (cond (short-of-room? (s/metrics node)) true
            (< end (System/nanoTime))         false
            :else                             (do (Thread/sleep 100) (recur))))))

(defn pieces
  "How many bytes to take so that so many are left: all of them, or if that was not to be had, half, a quarter, ... since
  others write meanwhile, and a file gets all that it asks for or nothing. Nil if enough is taken."
  [free leave failed]
  (let [excess (- free leave)]
    (when (< least-piece excess)
      (max least-piece (bit-shift-right excess failed)))))

(defn- take!
  "A file of so many bytes; false if there is no room for it."
  [n bytes]
  (try+ (c/exec :fallocate :-l bytes (str ballast "/" n))
        true
        (catch [:exit 1] _ false)))

(defn- fill!
  "What the last pieces leave of nothing is taken in blocks, until there is none."
  [leave]
  (c/su
    (c/exec :mkdir :-p ballast)
    (let [before (free-bytes)]
      (loop [n 0, failed 0]
        (when (< n most-pieces)
          (when-let [bytes (pieces (free-bytes) leave failed)]
            (recur (inc n) (if (take! n bytes) 0 (inc failed))))))
      (when (zero? leave)
        (meh (c/exec :dd :if=/dev/zero (str "of=" ballast "/rest") :bs=4k :count=65536)))
      {:free-before before, :free (free-bytes)})))

(defn- begin!
  [node leave]
  (let [before (short-of-room? (s/metrics node))
        room   (fill! leave)]
    (assoc room :short-before before, :short (await-short node))))

(defn- end!
  "Makes room. Without any, a process may have ended: then it is started again."
  [test node]
  (c/su (c/exec :rm :-rf ballast))
  (merge (c/su {:free (free-bytes)})
         (zdb/start-node! test node)))

(defn nemesis
  []
  (let [turns (atom -1)]
    (reify
      n/Reflection
      (fs [_] #{:disk-full :make-room})

      n/Nemesis
      (setup! [this _] this)
      (invoke! [_ test {:keys [f value] :as op}]
        (case f
          :disk-full (let [leave  (nth forms (mod (swap! turns inc) (count forms)))
                           result (c/on-nodes test (:nodes value) (fn [_ node] (begin! node leave)))]
                       (assoc op
                              :value  (assoc value :leave leave, :became result)
                              :fired? (boolean (some #(and (false? (:short-before %)) (:short %)) (vals result)))))
          :make-room (assoc op :value (assoc value :became (c/on-nodes test (:nodes value (:nodes test)) end!)))))
      (teardown! [_ _]))))

(defn package
  "Without a generator: the schedule says when."
  [_ _]
  {:nemesis         (nemesis)
   :generator       nil
   :final-generator {:type :info, :f :make-room, :value nil}
   :perf            #{{:name "disk-full", :start #{:disk-full}, :stop #{:make-room}, :color "#E9C9A0"}}})
