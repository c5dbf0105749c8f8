(ns zabdb.proofs-test
  "A fault of a disk or a clock counts as seen only if the node says so."
  (:require [clojure.test :refer [deftest is]]
            [jepsen.generator :as gen]
            [zabdb [db :as db]
                   [nemesis :as nemesis]
                   [quorum :as quorum]
                   [schedule :as schedule]
                   [watch :as watch]]
            [zabdb.nemesis [errors :as errors]
                           [full :as full]
                           [hit :as hit]
                           [manager :as manager]
                           [membership :as membership]
                           [memory :as memory]
                           [pace :as pace]
                           [rot :as rot]]))

(deftest a-process-is-gone-with-the-last-of-its-threads
  (is (= :running (db/state-of "40" "S")))
  (is (= :stopped (db/state-of "40" "T")))
  (is (= :running (db/state-of "39" "Z")) "its files are open")
  (is (= :gone (db/state-of "1" "Z")))
  (is (= :gone (db/state-of "0" nil))))

(deftest a-node-without-room-says-so
  (let [says (fn [ailment] {"zabdb_health{ailment=\"DISK_ROOM\"}" ailment})]
    (is (true? (full/short-of-room? (says 2.0))))
    (is (false? (full/short-of-room? (says 0.0))))
    (is (false? (full/short-of-room? {})))
    (is (nil? (full/short-of-room? nil)) "it does not answer")))

(deftest a-disk-is-filled-in-pieces
  (let [mib #(* % 1024 1024)]
    (is (= (mib 900) (full/pieces (mib 932) (mib 32) 0)))
    (is (= (mib 225) (full/pieces (mib 932) (mib 32) 2)) "others wrote")
    (is (= full/least-piece (full/pieces (mib 932) (mib 32) 12)))
    (is (nil? (full/pieces (mib 34) (mib 32) 0)) "that is near enough")
    (is (nil? (full/pieces (mib 20) (mib 32) 0)) "others took more")))

(deftest the-manager-is-hit-when-it-was-seen-to-be
  (is (true? (manager/fired? :kill-manager {:before :running, :after :gone})))
  (is (true? (manager/fired? :pause-manager {:before :running, :after :stopped})))
  (is (true? (manager/fired? :join-manager {:dropped 1})))
  (is (false? (manager/fired? :kill-manager {:before :gone, :after :gone})))
  (is (false? (manager/fired? :pause-manager {:before :stopped, :after :stopped})))
  (is (false? (manager/fired? :join-manager {:dropped 0})))
  (is (nil? (manager/fired? :start-manager {:before :gone, :after :running})) "an end is no fault"))

(deftest the-manager-is-hit-while-something-moves
  (let [watch   (watch/watch 1)
        package (fn [faults] (:generator (manager/package watch {:nemesis faults})))
        next    (fn [generator] (first (gen/op generator {} (gen/context {:concurrency 1}))))
        moves!  (fn [moves] (swap! watch assoc :moves {0 moves}))]
    (is (= :kill-manager (:f (next (package [:manager])))) "nothing ever moves")
    (is (= :pending (next (package [:manager :move]))) "nobody knows")
    (moves! [])
    (is (= :pending (next (package [:manager :move]))))
    (moves! [{:partition "p0"}])
    (is (= :kill-manager (:f (next (package [:manager :move])))))
    (let [killed (second (gen/op (package [:manager :move]) {} (gen/context {:concurrency 1})))]
      (moves! [])
      (is (= :start-manager (:f (next killed))) "an end does not wait"))))

(deftest a-clock-is-off-by-what-was-done-to-it
  (let [strayed (fn [uptime] (pace/strayed {:uptime 10.0, :at 100.0} {:uptime uptime, :at 105.0}))]
    (is (= 0.0 (strayed 15.0)))
    (is (= 20.0 (strayed 35.0)))
    (is (= -4.0 (strayed 11.0)))
    (is (nil? (pace/strayed nil {:uptime 11.0, :at 105.0}))))
  (is (true? (pace/seen? 19.8 20.0)))
  (is (true? (pace/seen? -3.6 -4.0)))
  (is (false? (pace/seen? 0.1 20.0)) "it was not told")
  (is (false? (pace/seen? 0.0 -4.0)))
  (is (false? (pace/seen? 0.1 0.1)) "too little to tell")
  (is (false? (pace/seen? nil 20.0)))
  (is (false? (pace/seen? 20.0 nil))))

(deftest a-node-whose-disk-fails-ends-with-its-code
  (let [ended {:before :running, :after :gone, :failed 3, :exit 70}]
    (is (true? (errors/proved? ended)))
    (doseq [other [{:after :running} {:before :gone} {:failed 0} {:exit 69} {:exit -1}]]
      (is (false? (errors/proved? (merge ended other))) (pr-str other)))))

(deftest a-node-notices-flipped-bits
  (let [says    (fn [ailment] {"zabdb_health{ailment=\"DAMAGE\"}" ailment})
        noticed {:damaged-before false, :noticed :damaged, :bits 9, :files 1}]
    (is (= [true false nil] (map rot/damaged? [(says 2.0) (says 0.0) nil])))
    (is (true? (rot/proved? noticed)))
    (is (true? (rot/proved? (assoc noticed :noticed :gone))))
    (doseq [other [{:damaged-before true} {:damaged-before nil} {:noticed :neither} {:files 0}]]
      (is (false? (rot/proved? (merge noticed other))) (pr-str other)))))

(deftest a-member-is-replaced-when-the-command-says-so
  (let [replaced {:killed true, :removed true, :said [{:exit 0} {:exit 0}]}]
    (is (true? (membership/proved? replaced)))
    (is (true? (membership/proved? (assoc replaced :struck true))))
    (doseq [other [{:killed false} {:removed false} {:struck false} {:said []} {:said [{:exit 0} {:exit 1}]}]]
      (is (false? (membership/proved? (merge replaced other))) (pr-str other)))))

(deftest a-limit-that-was-hit-is-a-pressure
  (is (true? (memory/proved? {:before :running, :hits 3})))
  (is (false? (memory/proved? {:before :running, :hits 0})))
  (is (false? (memory/proved? {:before :gone, :hits 3})))
  (is (false? (memory/proved? {:before nil, :hits 0}))))

(deftest power-is-lost-with-what-was-not-synced
  (let [killed (fn [power] {:before :running, :after :gone, :power power})]
    (is (true? (hit/hit? :sync-loss (killed {:kept true, :lost true}))))
    (is (false? (hit/hit? :sync-loss (killed {:kept true, :lost false}))) "nothing was lost")
    (is (false? (hit/hit? :sync-loss (killed {:kept false, :lost true}))) "too much was lost")
    (is (false? (hit/hit? :sync-loss (killed nil))))
    (is (false? (hit/hit? :sync-loss {:before :gone, :after :gone, :power {:kept true, :lost true}})))
    (is (true? (hit/hit? :kill-all (killed nil))))
    (is (false? (hit/hit? :pause {:before :running, :after :running})))))

(deftest whoever-is-hit-is-out-until-it-has-recovered
  (doseq [f (remove #{:partition} (keys schedule/aims))
          :let [hit (quorum/after ["n1" "n2" "n3"] quorum/all-well {:f f, :value {:nodes ["n1"]}})]]
    (is (= #{"n1"} (:out hit)) (name f))
    (is (= #{"n1"} (:out (quorum/after ["n1" "n2" "n3"] hit {:f (schedule/ends f), :value {:nodes ["n1"]}}))))
    (is (= #{} (:out (quorum/after ["n1" "n2" "n3"] hit {:f :recovered, :value {:ready ["n1"]}}))))))

(deftest every-fault-has-a-proof
  (is (= (set (keys nemesis/packages)) (set (keys nemesis/proofs)))))
