(ns zabdb.large
  "Registers under long keys, with values of up to 8 MiB: as long and as large as is allowed. What is read must be, byte
  for byte, what was written. Checked with Knossos, versions too (`zabdb.register`). And what is longer or larger must be
  refused, and leave nothing behind."
  (:require [jepsen [checker :as checker]
                    [client :as client]
                    [generator :as gen]
                    [history :as h]
                    [independent :as independent]
                    [random :as rand]]
            [zabdb [client :as z]
                   [register :as register]
                   [touched :as touched]])
  (:import (io.zabdb.client ZabClient)
           (io.zabdb.model.data Bytes Cell Column DataLimits RowMutation)
           (io.zabdb.model.error ErrorCode ZabException)
           (java.nio ByteBuffer)
           (java.util List Optional SplittableRandom)))

(def rate "So many operations a second at most: a large value is work for all nodes." 100)

(def ^:private key-operations "On a key, which makes room for others' names soon." 60)

(def sizes
  "Of values, in bytes; most are small, so that there are many operations on a key."
  (into [1000000 DataLimits/VALUE] (take 18 (cycle [16 100 1024 10000 65536]))))

;; -- names and values

(defn- padded
  "Text of so many bytes that ends with a number: names of this length differ at their ends."
  [length number]
  (let [end (str number)]
    (str (apply str (repeat (- length (count end)) \x)) end)))

(defn place
  "[row column] of a key, in turn: both are short; the one is as long as is allowed, or the other, or both."
  [k]
  (let [long-row    (fn [length] (z/bytes-of (padded length k)))
        long-column (fn [length] (z/column (padded length k)))
        short       (z/bytes-of (str "large-" k))]
    (case (mod k 4)
      0 [short (z/column)]
      1 [(long-row DataLimits/ROW_KEY) (z/column)]
      2 [short (long-column DataLimits/QUALIFIER)]
      3 [(long-row (dec DataLimits/ROW_KEY)) (long-column (dec DataLimits/QUALIFIER))])))

(defn content
  "Bytes that cannot be compressed, which begin with the number that they are made from. At least 16."
  ^Bytes [x size]
  (let [bytes (byte-array size)]
    (.nextBytes (SplittableRandom. (+ x (* 31 size))) bytes)
    (.putLong (ByteBuffer/wrap bytes) x)
    (Bytes/wrap bytes)))

(defn number-of
  "What bytes were made from; if they are not as they were made, what they are instead, which nobody has written."
  [^Bytes bytes]
  (let [size (.length bytes)
        x    (if (<= 16 size) (.getLong (.asByteBuffer bytes)) -1)]
    (if (and (<= 16 size) (= bytes (content x size)))
      x
      [:damaged x size (hash bytes)])))

;; -- beyond the limits

(defn beyond
  "A change of a row that is beyond a limit. Throws, if that shows in a part of it."
  ^RowMutation [limit row]
  (let [mutation (fn [row & columns->values]
                   (let [builder (RowMutation/in ^Bytes row)]
                     (doseq [[column value] (partition 2 columns->values)]
                       (.put builder ^Column column ^Bytes value))
                     (.build builder)))
        values   (fn [n] (mapcat (fn [i] [(z/column i) (content i DataLimits/VALUE)]) (range n)))
        small    (content 7 16)]
    (case limit
      :row-key   (mutation (z/bytes-of (padded (inc DataLimits/ROW_KEY) 7)) (z/column) small)
      :qualifier (mutation row (z/column (padded (inc DataLimits/QUALIFIER) 7)) small)
      :value     (mutation row (z/column) (content 7 (inc DataLimits/VALUE)))
      ;; Each value is as large as is allowed; with their names they are more than an update may be, and more than the nodes
      ;; are told to take.
      :update    (apply mutation row (values (quot DataLimits/COMMAND DataLimits/VALUE)))
      :request   (apply mutation row (values 2)))))

(def limits
  "What the client refuses by itself, but for the last, which is the nodes' to refuse."
  [:row-key :qualifier :value :update :request])

(def node-options
  "The largest update is to have room for the largest value and the longest names, and not for two."
  {"max-request" "10MiB"})

(defn- try-beyond
  "`:refused`; or `:accepted`, or `:there`, if something of it is."
  [^ZabClient conn limit]
  (let [row     (z/bytes-of "large-beyond")
        outcome (try (z/mutate! conn (beyond limit row))
                     :accepted
                     (catch ZabException e
                       (if (and (= ErrorCode/TOO_LARGE (.code e)) (not (.mayHaveHappened e)))
                         :refused
                         (throw e))))]
    (if (and (= :refused outcome) (seq (z/pages conn (z/row-scan row) false identity)))
      :there
      outcome)))

;; -- client

(defn- look
  "[version number] of what a key has; nils if nothing."
  [^ZabClient conn row column how]
  (let [newest (case how
                 :get  (.orElse ^Optional (z/await! (.get conn row column)) nil)
                 :scan (let [cells (apply concat (z/pages conn (z/row-scan row) false identity))]
                         (assert (>= 1 (count cells)) "a row has one cell")
                         (first cells)))]
    (if-let [^Cell cell newest]
      [(z/version (.version cell)) (number-of (.value cell))]
      [nil nil])))

(defrecord Client [conn touched]
  client/Client
  (open! [this test node]
    (assoc this :conn (z/open test node)))

  (setup! [_ _])

  (invoke! [_ _ {:keys [f value how size] :as op}]
    (let [[k [_ x]]    value
          [row column] (place k)
          done         (fn [x] (assoc op :type :ok, :value (independent/tuple k x)))]
      (touched/note! touched k)
      (z/with-errors op
        (case f
          :read   (done (look conn row column how))
          :write  (done [(z/version (z/await! (.put ^ZabClient conn row column (content x size)))) x])
          :beyond (done (try-beyond conn how))))))

  (teardown! [_ _])

  (close! [_ _]
    (z/close! conn)))

;; -- checkers

(defn registers
  "Those operations that are on keys, checked with Knossos."
  []
  (let [inner (independent/checker (register/linear))]
    (reify checker/Checker
      (check [_ test history opts]
        (checker/check inner test (h/remove #(= :beyond (:f %)) history) opts)))))

(defn- tried
  "What was done beyond limits, by limit."
  [history]
  (->> (h/client-ops history)
       (filter h/ok?)
       (filter #(= :beyond (:f %)))
       (group-by :how)))

(defn refused
  "Invalid if anything beyond a limit was not refused."
  []
  (reify checker/Checker
    (check [_ _ history _]
      (let [wrong (remove #(= :refused (second (:value %))) (mapcat val (tried history)))]
        {:valid? (empty? wrong)
         :wrong  (vec (take 5 wrong))}))))

(defn enough
  "Breaks no promise, and is invalid unless beyond each limit something was tried; or if no value was read that is as large
  as is allowed, or none under a name that is as long."
  []
  (reify checker/Checker
    (check [_ _ history _]
      (let [done    (filter h/ok? (h/client-ops history))
            tried   (tried history)
            untried (remove tried limits)
            large   (filter #(and (= :write (:f %)) (= DataLimits/VALUE (:size %))) done)
            written (set (map #(update (:value %) 1 second) large))
            read    (filter #(and (= :read (:f %)) (written (update (:value %) 1 second))) done)
            names   (frequencies (map #(mod (first (:value %)) 4) large))]
        {:valid?  (and (empty? untried) (boolean (seq read)) (< 1 (count names)))
         :tried   (update-vals tried count)
         :untried (vec untried)
         :largest {:written (count large), :read (count read), :names names}}))))

;; -- generator

(defn- r [_ _] {:type :invoke, :f :read, :how (rand/nth [:get :scan]), :value [nil nil]})

(defn- w [_ _] {:type :invoke, :f :write, :size (rand/nth sizes), :value [nil (rand/long 1000000)]})

(defn- b [_ _] {:type :invoke, :f :beyond, :how (rand/nth limits), :value nil})

(defn workload
  "Options as of the register."
  [opts]
  (let [touched (touched/touched)]
    {:node-options    node-options
     :mib             2048
     :client          (map->Client {:touched touched})
     :checker         (checker/compose {:linear (registers), :refused (refused)})
     :proofs          {:enough (enough)}
     :touches         register/touches
     :generator       (gen/stagger (/ rate)
                                   (register/keys-with-readers (assoc opts :ops-per-key key-operations)
                                                               r
                                                               (gen/mix (conj (vec (repeat 9 w)) b))))
     :final-generator (touched/final-reads touched
                                           (fn [k]
                                             (for [how [:get :scan]]
                                               {:type :invoke, :f :read, :how how
                                                :value (independent/tuple k [nil nil])})))}))
