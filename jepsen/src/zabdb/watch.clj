(ns zabdb.watch
  "Looks at the nodes several times a second while a test runs: who leads, who is in sync, who compacts, and what their
  counters say. Counters begin anew with each process, so what they grew by is added up as it is seen; what a node did
  between the last look and its end is missed, so all totals are at least true."
  (:require [zabdb.support :as s]))

(def period-ms "Between two looks at a node." 300)

(def counters
  "What is added up, by the names of metrics (docs/monitoring.md)."
  {:transfers     ["zabdb_transfers_total{group=\"0\"}"]
   :took-over     ["zabdb_transfer_pause_seconds_count{group=\"0\"}"]
   :checkpoints   ["zabdb_checkpoints_total{group=\"0\"}"]
   :installed     ["zabdb_checkpoints_installed_total{group=\"0\"}"]
   :by-pressure   ["zabdb_transfers_begun_total{group=\"0\",reason=\"pressure\"}"]
   :given-up      (for [reason ["unfit" "timeout" "lost"]]
                    (str "zabdb_transfers_given_up_total{group=\"0\",reason=\"" reason "\"}"))})

(def gauges
  "What counts by the looks at which it had grown since the look before."
  {:purges      "zabdb_log_purged"
   :compactions "zabdb_compaction_running"})

(defn- figures
  [metrics]
  (merge (update-vals counters #(transduce (keep metrics) + 0 %))
         (update-vals gauges #(s/metric metrics %))))

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
    (let [now (figures metrics)
          is  #(= 1.0 (s/metric metrics %))]
      (-> state
          (assoc-in [:seen node] {:answers?    true
                                  :in-sync?    (is "zabdb_replica_ready")
                                  :leads?      (is "zabdb_replica_leads")
                                  :compacting? (is "zabdb_compaction_running")
                                  :epoch       (s/metric metrics "zabdb_replica_epoch")
                                  :skew        (s/metric metrics "zabdb_clock_skew_seconds")})
          (update :totals #(merge-with + % (growth (get-in state [:last node]) now)))
          (assoc-in [:last node] now)))))

(defn watch
  "A watch that is not begun: an atom of a state."
  []
  (atom {:seen {}, :last {}, :totals {}, :on? false}))

(defn start!
  "Looks at all nodes from now on, each in a thread of its own, until [[stop!]]."
  [watch nodes]
  (swap! watch assoc :on? true)
  (doseq [node nodes]
    (doto (Thread. ^Runnable (fn []
                               (while (:on? @watch)
                                 ;; Whatever goes wrong, the next look is due: who is not seen, is not in sync.
                                 (let [metrics (try (s/metrics node) (catch Exception _ nil))]
                                   (swap! watch note node metrics))
                                 (Thread/sleep period-ms)))
                   (str "watch " node))
      (.setDaemon true)
      .start)))

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
  "Who leads in the latest epoch, by what was [[seen]]; nil if nobody."
  [seen]
  (->> seen
       (filter (comp :leads? val))
       (sort-by (comp - :epoch val))
       ffirst))

(defn totals
  "What was counted so far. `:moved-by-compactions` are transfers that a leader began because of what it has to compact,
  less all that were given up for any reason."
  [watch]
  (let [{:keys [by-pressure given-up] :as totals} (:totals @watch)]
    (assoc totals :moved-by-compactions (max 0 (- (or by-pressure 0) (or given-up 0))))))
