(ns zabdb.filler
  "Rows that no workload reads, so that there is something to compact, to flush, to purge and to send: many before the
  test begins, and some overwritten or deleted all the time while it runs. Their tokens are those of one half of the
  ring, so that a scan over the other half does not meet them."
  (:require [clojure.tools.logging :refer [info]]
            [zabdb [client :as z]
                   [support :as s]])
  (:import (io.zabdb.client ZabClient)
           (io.zabdb.model.data Bytes)
           (io.zabdb.model.error ZabException)
           (java.util SplittableRandom)
           (java.util.concurrent CompletableFuture)))

(def value-bytes "Of a row." 8192)

(def in-flight "So many rows are written at a time." 64)

(def ^:private turn-ms "Churn is written in such portions." 100)

(defn row
  "The name of a row in the filler's half of the ring."
  [i]
  (s/row-in-half :upper (str "filler-" i)))

(defn- value
  "Bytes that cannot be compressed."
  ^Bytes [^SplittableRandom random]
  (let [bytes (byte-array value-bytes)]
    (.nextBytes random bytes)
    (Bytes/of bytes)))

(defn- done?
  "Waits for the end of an update: true if it succeeded, false if not, or nobody knows."
  [^CompletableFuture update]
  (try (z/await! update)
       true
       (catch ZabException _ false)))

(defn- write!
  "Writes rows, and returns how many were."
  [^ZabClient conn random is]
  (->> is
       (mapv #(.put conn (z/bytes-of (row %)) (z/column) (value random)))
       (mapv done?)
       (filter true?)
       count))

(defn- delete!
  [^ZabClient conn i]
  (done? (.deleteRow conn (z/bytes-of (row i)))))

(defn- preload!
  "Writes all rows; throws if more than one of ten could not be written."
  [conn rows]
  (let [random  (SplittableRandom. 7)
        start   (System/nanoTime)
        written (transduce (map #(write! conn random %)) + 0 (partition-all in-flight (range rows)))]
    (info "Preloaded" written "rows of" value-bytes "bytes in" (quot (- (System/nanoTime) start) 1000000) "ms")
    (when (< written (* 9/10 rows))
      (throw (ex-info "too few rows could be preloaded" {:rows rows, :written written})))))

(defn- churn!
  "Overwrites rows at random, so many KiB a second at most, and deletes some, until told to stop."
  [{:keys [on? churned]} conn rows kib]
  (let [random (SplittableRandom.)]
    (loop [owed 0.0]
      (when @on?
        (let [start (System/nanoTime)
              now   (long owed)]
          (swap! churned + (write! conn random (repeatedly now #(.nextInt random rows))))
          (when (and (pos? now) (zero? (.nextInt random 10)))
            (delete! conn (.nextInt random rows)))
          (Thread/sleep (max 1 (- turn-ms (quot (- (System/nanoTime) start) 1000000))))
          (recur (+ (- owed now) (/ (* kib 1024.0 (/ turn-ms 1000.0)) value-bytes))))))))

(defn start!
  "Preloads, then goes on to write until [[stop!]], to which its result is given. Options: `:preload` in MiB, `:churn`
  in KiB a second; 0: none. Rows are lost or unsure where nobody leads: it goes on."
  [test {:keys [preload churn]}]
  (let [rows   (max 64 (quot (* preload 1024 1024) value-bytes))
        conn   (z/open (assoc test :route :direct) (first (:nodes test)))
        filler {:on? (atom true), :churned (atom 0), :conn conn}]
    (when (pos? preload)
      (preload! conn rows))
    (assoc filler :thread (when (pos? churn)
                            (doto (Thread. ^Runnable #(churn! filler conn rows churn) "churn")
                              (.setDaemon true)
                              .start)))))

(defn stop!
  [{:keys [on? ^Thread thread conn]}]
  (reset! on? false)
  (some-> thread .join)
  (z/close! conn))

(defn churned
  "How many rows were overwritten so far."
  [filler]
  @(:churned filler))
