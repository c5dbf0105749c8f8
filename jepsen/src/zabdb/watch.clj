(ns zabdb.watch
  "Looks at the nodes several times a second while a test runs: who leads which group, who is in sync, who compacts, and what their
  counters say. Counters begin anew with each process, so what they grew by is added up as it is seen; what a node did
  between the last look and its end is missed, so all totals are at least true."
  (:require [zabdb.support :as s]))

(def period-ms "Between two looks at a node." 300)

(def counters
  "What is added up over the groups, by the names of metrics (docs/monitoring.md) with the place of the group's number."
  {:transfers            ["zabdb_transfers_total{group=\"%d\"}"]
   :took-over            ["zabdb_transfer_pause_seconds_count{group=\"%d\"}"]
   :checkpoints          ["zabdb_checkpoints_total{group=\"%d\"}"]
   :installed            ["zabdb_checkpoints_installed_total{group=\"%d\"}"]
   :by-pressure          ["zabdb_transfers_begun_total{group=\"%d\",reason=\"pressure\"}"]
   :given-up             (for [reason ["unfit" "timeout" "lost"]]
                           (str "zabdb_transfers_given_up_total{group=\"%d\",reason=\"" reason "\"}"))
   :moved                ["zabdb_moves_total{group=\"%d\",reason=\"moved\"}"]
   :moves-resumed        ["zabdb_moves_total{group=\"%d\",reason=\"resumed\"}"]
   :moves-given-up       ["zabdb_moves_total{group=\"%d\",reason=\"given_up\"}"]
   :split                ["zabdb_shardings_total{group=\"%d\",reason=\"split\"}"]
   :merged               ["zabdb_shardings_total{group=\"%d\",reason=\"merged\"}"]
   :refused-when-applied ["zabdb_refused_when_applied_total{group=\"%d\"}"]})

(def gauges
  "What counts by the looks at which it had grown since the look before."
  {:purges      "zabdb_log_purged"
   :compactions "zabdb_compaction_running"
   :rests       "zabdb_replica_rests"})

(defn- of-groups
  "A gauge of each group that the node tells it of."
  [metrics name groups]
  (keep #(s/metric metrics name %) (range groups)))

(defn- figures
  [metrics groups]
  (merge (update-vals counters #(reduce + 0 (for [name %, group (range groups)] (get metrics (format name group) 0))))
         (update-vals gauges #(some->> (of-groups metrics % groups) seq (reduce +)))))

(defn- growth
  "By how much each total grows with a look at a process."
  [before now]
  (merge (into {} (for [what (keys counters)
                        :let [old (get before what 0), new (get now what)]]
                    ;; Less than before: a new process.
                    [what (long (if (< new old) new (- new old)))]))
         (into {} (for [what (keys gauges)
                        :let [old (get before what), new (get now what)]]
                    [what (if (and old new (< old new)) 1 0)]))))

(defn note
  "The state after a look at a node: its metrics, or nil if it did not answer. The state has `:seen`, what the last look
  at each node saw; `:last`, the figures behind it; and `:totals`."
  [state node metrics]
  (if (nil? metrics)
    (assoc-in state [:seen node] {:answers? false})
    (let [groups (:groups state 1)
          now    (figures metrics groups)
          ones   #(filter #{1.0} (of-groups metrics % groups))]
      (-> state
          (assoc-in [:seen node] {:answers?    true
                                  :in-sync?    (= groups (count (ones "zabdb_replica_ready")))
                                  :leads       (into {} (for [group (range groups)
                                                              :when (= 1.0 (s/metric metrics "zabdb_replica_leads" group))]
                                                          [group (s/metric metrics "zabdb_replica_epoch" group)]))
                                  :compacting? (boolean (seq (ones "zabdb_compaction_running")))
                                  :skew        (s/metric metrics "zabdb_clock_skew_seconds")})
          (update :totals #(merge-with + % (growth (get-in state [:last node]) now)))
          (assoc-in [:last node] now)))))

(defn watch
  "A watch that is not begun: an atom of a state."
  [groups]
  (atom {:groups groups, :seen {}, :last {}, :totals {}, :on? false}))

(defn looking!
  "Looks again and again from now on, in a thread of its own, until [[stop!]]; then does what is left to do. A look must not
  throw."
  [watch what period-ms look! done!]
  (doto (Thread. ^Runnable (fn []
                             (try
                               (while (:on? @watch)
                                 (look!)
                                 (Thread/sleep (long period-ms)))
                               (finally
                                 (done!))))
                 (str "watch " what))
    (.setDaemon true)
    .start))

(defn start!
  "Looks at all nodes from now on, until [[stop!]]."
  [watch nodes]
  (swap! watch assoc :on? true)
  (doseq [node nodes]
    (looking! watch node period-ms
              ;; Whatever goes wrong, the next look is due: who is not seen, is not in sync.
              #(let [metrics (try (s/metrics node) (catch Exception _ nil))]
                 (swap! watch note node metrics))
              (constantly nil))))

(defn count-anew!
  "Forgets what was counted so far."
  [watch]
  (swap! watch assoc :totals {}))

(defn stop!
  [watch]
  (swap! watch assoc :on? false))

(defn seen
  "What the last look at each node saw."
  [watch]
  (:seen @watch))

(defn leader
  "Who leads a group in the latest epoch, by what was [[seen]]; nil if nobody."
  [seen group]
  (->> seen
       (filter #(get-in (val %) [:leads group]))
       (sort-by #(- (get-in (val %) [:leads group])))
       ffirst))

(defn totals
  "What was counted so far. `:moved-by-compactions` are transfers that a leader began because of what it has to compact,
  less all that were given up for any reason."
  [watch]
  (let [{:keys [by-pressure given-up] :as totals} (:totals @watch)]
    (assoc totals :moved-by-compactions (max 0 (- (or by-pressure 0) (or given-up 0))))))
