(ns zabdb.cli-test
  "What a test demands follows from its options."
  (:require [clojure.test :refer [deftest is]]
            [zabdb [cli :as cli]
                   [filler :as filler]
                   [nemesis :as nemesis]
                   [scan :as scan]
                   [support :as s]])
  (:import (io.zabdb.model.ring Token TokenRange)))

(deftest long-tests-with-churn-demand-more
  (let [reach (fn [& {:as opts}] (cli/reach (merge {:time-limit 60.0, :churn 256, :nemesis []} opts)))]
    (is (= {:checkpoints 2, :purges 2, :moved-by-compactions 2} (reach)))
    (is (= {:checkpoints 10, :purges 10, :moved-by-compactions 10} (reach :time-limit 300)))
    (is (= {:took-over 1} (reach :churn 0 :nemesis [:transfer])))
    (is (= [6 3] (map #(:moved (reach :nemesis %)) [[:move] [:move :kill]])))
    (is (= [[6 3] [3 1]] (map #((juxt :split :merged) (reach :nemesis %)) [[:split-merge] [:split-merge :kill]])))
    (is (= 1 (:balanced (reach :nemesis [:balance :kill]))))
    (is (= [nil nil] (map #(:balanced (reach :nemesis [:balance %])) [:manager :move])) "it is never told enough")
    (is (= 1 (:installed (reach :nemesis [:replace-disk]))))
    (is (= {:checkpoints 2, :purges 2} (reach :nemesis [:kill-all]) (reach :nemesis [:sync-loss])))
    (is (= {:rests 6} (reach :churn 0 :silence 1.5)))
    (is (= {} (reach :time-limit 20)))
    (is (= {} (reach :must-fail true)))))

(deftest whom-faults-must-hit-where-partitions-change
  (let [asked (fn [& faults] (set (keep (fn [[what asked?]] (when asked? what)) (cli/asked-of-moves {:nemesis faults}))))]
    (is (= #{} (asked :move)))
    (is (= #{:hits?} (asked :move :disk-full)))
    (is (= #{:hits? :manager?} (asked :move :manager :kill)))
    (is (= #{:hits? :seat?} (asked :move :balance :pause)))
    (is (= #{:seat?} (asked :balance :partition)))
    (is (= #{} (asked :balance :kill-all)) "everybody is hit")))

(deftest short-tests-fill-less
  (is (= [120 256] ((juxt :preload :churn) (cli/filled {:time-limit 60.0}))))
  (is (= 200 (:preload (cli/filled {:time-limit 600}))))
  (is (= [5 0] ((juxt :preload :churn) (cli/filled {:time-limit 60, :preload 5, :churn 0}))))
  (is (= [0 32 256] (map #(:churn (cli/filled {:time-limit 60, :nemesis %}))
                         [[:slow-disk :lossy] [:lossy :kill] [:kill]])))
  (is (= [120 0] ((juxt :preload :churn) (cli/filled {:time-limit 60, :silence 1.5}))))
  (is (= [0 0] ((juxt :preload :churn) (cli/filled {:time-limit 60, :trace true})))))

(deftest traced-tests-are-slow
  (let [rate (fn [& {:as opts}] (:rate (cli/complete (merge {:workload :set, :time-limit 60} opts))))]
    (is (= [600 15 80.0] [(rate) (rate :trace true) (rate :trace true :rate 80.0)]))))

(deftest scans-do-not-meet-the-filler
  (let [token #(Token/of (.getBytes ^String % "UTF-8"))
        in?   (fn [half row] (.contains ^TokenRange (s/halves half) (token row)))]
    (is (every? #(in? :upper (filler/row %)) (range 100)))
    (is (= 100 (count (set (map filler/row (range 100))))))
    (doseq [split? [false true]]
      (is (every? #(in? :lower %) (for [k (range 20), i (range scan/rows)] (scan/row (scan/region split? k) k i)))))
    (is (= 20 (count (set (map #(scan/region true %) (range 20))))))
    (is (every? #(not= (in? :lower %) (in? :upper %)) (map str (range 100))))))

(deftest outages-on-purpose-leave-less-time-with-a-quorum
  (let [share (fn [& {:as opts}] (:least-share (cli/complete (merge {:workload :set, :time-limit 60} opts))))]
    (is (= 1/2 (share :nemesis [:kill])))
    (is (= 1/4 (share :nemesis [:kill-all])))
    (is (= 1/4 (share :nemesis [:slow-network :lossy])))
    (is (= 1/3 (share :nemesis [:lossy] :least-share 1/3)))
    (is (= 1/2 (share :workload :stale-register)))
    (is (= 0 (share :workload :power-loss)))
    (is (= 1/4 (share :nemesis [:sync-loss])))
    (is (= [:sync-loss] (:nemesis (cli/complete {:workload :power-loss, :time-limit 60}))))
    (is (true? (:lose-unsynced (cli/complete {:workload :power-loss, :time-limit 60}))))
    (is (not (:lose-unsynced (cli/complete {:workload :set, :nemesis [:kill-all], :time-limit 60}))))))

(deftest partitions-that-change-take-two-groups-and-what-knows-of-them
  (is (= 1 (nemesis/groups {:nemesis [:kill :replace-disk], :trace true})))
  (is (= 1 (nemesis/groups {:nemesis [:membership]})))
  (doseq [f [:move :split-merge :balance :births]]
    (is (= 2 (nemesis/groups {:nemesis [f :kill :membership]}))))
  (is (thrown-with-msg? IllegalArgumentException #"membership.*--trace" (nemesis/groups {:nemesis [:membership], :trace true})))
  (is (thrown-with-msg? IllegalArgumentException #"replace-disk" (nemesis/groups {:nemesis [:move :replace-disk]})))
  (is (thrown-with-msg? IllegalArgumentException #"--trace" (nemesis/groups {:nemesis [:move], :trace true}))))
