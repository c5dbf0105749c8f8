(ns zabdb.watch-test
  "What nodes count is added up over their processes."
  (:require [clojure.test :refer [deftest is]]
            [zabdb.watch :as watch]))

(defn metrics
  [& {:as figures}]
  (into {} (for [[name value] figures]
             [(if (re-find #"\{" name) name (str name "{group=\"0\"}")) (double value)])))

(defn totals
  [& looks]
  (watch/totals (atom (reduce (fn [state [node metrics]] (watch/note state node metrics)) {} looks))))

(deftest counters-grow-over-restarts
  (is (= 5 (:transfers (totals ["n1" (metrics "zabdb_transfers_total" 1)]
                               ["n1" (metrics "zabdb_transfers_total" 3)]
                               ["n1" nil]
                               ["n1" (metrics "zabdb_transfers_total" 1)]
                               ["n2" (metrics "zabdb_transfers_total" 1)])))))

(deftest gauges-count-when-they-grow
  (is (= 2 (:compactions (apply totals (for [x [0 1 1 0 0 1]] ["n1" (metrics "zabdb_compaction_running" x)])))))
  (is (= 2 (:rests (apply totals (for [x [0 1 1 0 1]] ["n1" (metrics "zabdb_replica_rests" x)])))))
  (is (= 1 (:purges (apply totals (for [x [7 7 9 9]] ["n1" (metrics "zabdb_log_purged" x)])))))
  (is (= 0 (:purges (totals ["n1" (metrics "zabdb_log_purged" 7)]))) "it may have been so before"))

(deftest what-was-given-up-moved-nothing
  (let [begun "zabdb_transfers_begun_total{group=\"0\",reason=\"pressure\"}"
        given "zabdb_transfers_given_up_total{group=\"0\",reason=\"timeout\"}"]
    (is (= 2 (:moved-by-compactions (totals ["n1" (metrics begun 2, given 1)] ["n2" (metrics begun 1)]))))))

(deftest the-last-look-counts
  (let [state (reduce (fn [state [node metrics]] (watch/note state node metrics))
                      {}
                      [["n1" (metrics "zabdb_replica_leads" 1, "zabdb_replica_epoch" 3, "zabdb_replica_ready" 1)]
                       ["n2" (metrics "zabdb_replica_leads" 1, "zabdb_replica_epoch" 4)]])]
    (is (= "n2" (watch/leader (:seen state) 0)))
    (is (true? (get-in state [:seen "n1" :in-sync?])))
    (is (= "n1" (watch/leader (:seen (watch/note state "n2" nil)) 0)))))

(deftest all-groups-count
  (let [of    (fn [name group] (str name "{group=\"" group "\"}"))
        look  {(of "zabdb_replica_ready" 0) 1.0, (of "zabdb_replica_ready" 1) 1.0
               (of "zabdb_replica_leads" 0) 0.0, (of "zabdb_replica_leads" 1) 1.0
               (of "zabdb_replica_epoch" 0) 2.0, (of "zabdb_replica_epoch" 1) 7.0
               (of "zabdb_refused_when_applied_total" 0) 0.0, (of "zabdb_refused_when_applied_total" 1) 3.0
               "zabdb_moves_total{group=\"0\",reason=\"moved\"}" 1.0
               "zabdb_moves_total{group=\"1\",reason=\"moved\"}" 2.0}
        state (watch/note @(watch/watch 2) "n1" look)]
    (is (= [3 3] ((juxt :moved :refused-when-applied) (watch/totals (atom state)))))
    (is (= [nil "n1"] (map #(watch/leader (:seen state) %) [0 1])))
    (is (true? (get-in state [:seen "n1" :in-sync?])))
    (is (false? (get-in (watch/note state "n1" (assoc look (of "zabdb_replica_ready" 1) 0.0)) [:seen "n1" :in-sync?])))))
