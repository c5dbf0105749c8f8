(ns zabdb.bursts
  "Operations in bursts, with silences in between in which groups have nothing to do, and rest: then nobody sends heartbeats,
  and nodes vouch for each other. So faults come while groups rest as well, and each burst wakes them."
  (:require [jepsen.generator :as gen]))

(def burst-seconds "So long clients ask between two silences." 3)

(def rest-after "How soon groups rest when there is nothing to do, as the nodes' option has it." "300ms")

(def node-options {"rest-after" rest-after})

(defn asked?
  "Are there silences, with an option that may not be given?"
  [silence]
  (and (some? silence) (pos? silence)))

(defn silent?
  "Is it silent at a time of the test, in nanoseconds, with silences of so many seconds?"
  [silence time]
  (let [nanos #(long (* 1e9 %))]
    (<= (nanos burst-seconds) (mod time (nanos (+ burst-seconds silence))))))

(defrecord Bursts [silence generator]
  gen/Generator
  (op [this test ctx]
    (if (silent? silence (:time ctx))
      [:pending this]
      (when-let [[op after] (gen/op generator test ctx)]
        [op (assoc this :generator after)])))

  (update [this test ctx event]
    (assoc this :generator (gen/update generator test ctx event))))

(defn bursts
  "What a generator gives, with silences of so many seconds; without, where none were asked for."
  [silence generator]
  (if (asked? silence)
    (->Bursts silence generator)
    generator))
