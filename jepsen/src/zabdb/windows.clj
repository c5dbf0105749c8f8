(ns zabdb.windows
  "Does a run say anything? It is cut into windows of ten seconds. In each in which a quorum was up clients must have
  read and written with success, and most windows must have a quorum; while a partition lasts clients must read on
  either side of it. A cluster that does not serve, or a nemesis that leaves it no chance, makes a test invalid."
  (:require [jepsen [checker :as checker]
                    [history :as h]]
            [zabdb.quorum :as quorum]))

(def window-nanos "How long a window is." 10000000000)

(def least-share "Of the windows, so many must have a quorum." 1/2)

(def least-share-of-outages
  "The same where a good part of the time has none on purpose: all nodes are killed, or lose their power, every other change of members is held up, or the network is of no use."
  1/4)

(defn share
  "Of the windows, so many must have a quorum in a test with these options."
  [{:keys [nemesis must-fail]}]
  (cond
    ;; A loss of power is enough, and it is known what it does.
    (and must-fail (some #{:sync-loss} nemesis))     0
    (some #{:kill-all :sync-loss :lossy :slow-network :membership} nemesis) least-share-of-outages
    :else                                            least-share))

(def least-partition-nanos "Of a shorter partition nothing is asked." 3000000000)

(defn kind
  "Is an operation of a client a `:read` or an `:update`? `:neither`, if it need not reach a node."
  [{:keys [f value]}]
  (case f
    :read   :read
    :beyond :neither
    :txn    (if (every? (comp #{:r} first) value) :read :update)
    :update))

(defn begin-nanos
  "When the first client was asked: Jepsen's time begins before all is set up."
  [history]
  (:time (first (filter h/client-op? history)) 0))

(defn end-nanos
  "When the last fault may have begun: later only healing and final reads follow."
  [test history]
  (if-let [limit (:time-limit test)]
    (+ (begin-nanos history) (long (* 1e9 limit)))
    (transduce (map :time) max 0 history)))

(defn states
  "What the nemesis had done when: a vector of [nanos state], the first from the beginning of the test."
  [test history]
  (->> history
       (h/remove h/client-op?)
       (reductions (fn [[_ state] op] [(:time op) (quorum/after (:nodes test) state op)])
                   [0 quorum/all-well])
       vec))

(defn- overlapping
  "Those states that held between two times."
  [states from to]
  (->> (map vector states (concat (rest states) [[Long/MAX_VALUE]]))
       (keep (fn [[[begin state] [end]]]
               (when (and (< begin to) (> end from)) state)))))

(defn windows
  "Maps with `:from` and `:to` in seconds, `:quorum?`, whether there was one all the time, and how many operations of
  each kind succeeded."
  [test history]
  (let [begin  (begin-nanos history)
        length (- (end-nanos test history) begin)
        width  (max 1 (min window-nanos length))
        states (states test history)
        oks    (->> history
                    (h/filter h/client-op?)
                    (filter h/ok?)
                    (group-by #(quot (- (:time %) begin) width)))]
    (for [i (range (quot length width))
          :let [from (+ begin (* i width)), to (+ from width)]]
      (merge {:from    (/ from 1e9)
              :to      (/ to 1e9)
              :quorum? (every? #(quorum/quorum? (:nodes test) %) (overlapping states from to))
              :read    0
              :update  0}
             (frequencies (map kind (oks i)))))))

(defn served
  "The checker of windows. The option `:least-share` replaces [[least-share]]."
  [opts]
  (reify checker/Checker
    (check [_ test history _]
      (let [all   (windows test history)
            up    (filter :quorum? all)
            dead  (remove #(and (pos? (:read %)) (pos? (:update %))) up)
            share (or (:least-share opts) least-share)]
        {:valid?         (and (pos? (count all))
                              (<= (* share (count all)) (count up))
                              (empty? dead))
         :windows        (count all)
         :with-quorum    (count up)
         :least          (long (Math/ceil (* share (count all))))
         :without-success (vec dead)}))))

;; -- partitions

(defn- partitions
  "[from to state] of each time in which the network was cut and a quorum was left on one side, in nanoseconds."
  [test states]
  (->> (map vector states (concat (rest states) [[Long/MAX_VALUE]]))
       (map (fn [[[begin state] [end]]] [begin end state]))
       ;; An operation of the nemesis is there twice, and others come in between.
       (partition-by (comp :grudge last))
       (filter (comp seq :grudge last first))
       (filter (fn [spans] (every? #(quorum/quorum? (:nodes test) (last %)) spans)))
       (map (fn [spans] [(ffirst spans) (second (last spans)) (last (last spans))]))))

(defn- reads-during
  "What became of reads that began between two times; `:node` and `:route` say which way they took."
  [history from to]
  (->> history
       (h/filter h/client-op?)
       (filter h/invoke?)
       (filter #(and (= :read (kind %)) (<= from (:time %) to)))
       (keep #(h/completion history %))))

(def ^:private bound
  "The ways of clients that know one node only."
  #{:coordinated :spread})

(defn sides
  "While a partition lasts that leaves a quorum, a client on the quorum's side must read with success, and one that
  sends everything to a node of the other side must have tried, unless the test's `:route` has no such clients: it is
  there that an old leader would answer. Partitions shorter than three seconds are left out."
  []
  (reify checker/Checker
    (check [_ test history _]
      (let [end    (end-nanos test history)
            judged (for [[from to state] (partitions test (states test history))
                         :let [to    (min to end)
                               good  (quorum/together (:nodes test) state)
                               reads (reads-during history from to)
                               bad?  #(and (bound (:route %)) (not (good (:node %))))]
                         :when (<= least-partition-nanos (- to from))]
                     {:from    (/ from 1e9)
                      :to      (/ to 1e9)
                      :cut-off (vec (remove good (:nodes test)))
                      :ok      (count (filter h/ok? (remove bad? reads)))
                      :tried   (count (filter bad? reads))})
            bound? (contains? (conj bound :mixed) (:route test :mixed))
            blind  (filter #(or (zero? (:ok %)) (and bound? (zero? (:tried %)))) judged)]
        {:valid?     (empty? blind)
         :partitions (count judged)
         :blind      (vec blind)}))))
