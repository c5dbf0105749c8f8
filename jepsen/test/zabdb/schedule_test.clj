(ns zabdb.schedule-test
  "Schedules in simulated time: a nemesis that does at once what it is asked for, and nodes that need a while to be in
  sync again."
  (:require [clojure.test :refer [deftest is]]
            [jepsen [generator :as gen]
                    [random :as rand]]
            [zabdb [nemesis :as nemesis]
                   [quorum :as quorum]
                   [schedule :as schedule]
                   [watch :as watch]]))

(def nodes ["n1" "n2" "n3"])

(def settings
  {:faults [:partition :kill :pause :replace-disk], :interval 5, :outage 4, :outages? true, :bound 60, :groups 1})

(defn seen
  "What a watch sees: who is out, and for so long after it was ended, is not in sync; the first of the others leads."
  [state]
  (let [leader (first (remove (:out state) nodes))]
    (into {} (for [node nodes]
               [node {:in-sync? (not (contains? (:out state) node)), :leads (if (= node leader) {0 1.0} {})}]))))

(defn run
  "The operations of so many seconds, with `:time`, and `:before`, the state before each. A recovery takes so long. One of
  the nodes may have the balancer's seat."
  [settings seconds recovery & [holder]]
  (loop [now      0
         back-at  nil
         world    quorum/all-well
         schedule (schedule/schedule settings (watch/watch 1))
         ops      []]
    (if (<= (* seconds 1000000000) now)
      ops
      (let [world (if (and back-at (<= back-at now)) quorum/all-well world)
            op    (schedule/decide settings nodes (:mind schedule) {:seen (seen world), :moves [], :holder holder} now)
            next  (+ now 100000000)]
        (if-not op
          (recur next back-at world schedule ops)
          (let [op     (assoc op :time now, :process :nemesis)
                after  (quorum/after nodes world op)
                ended? (contains? (into schedule/at-once (vals schedule/ends)) (:f op))]
            (recur next
                   (when ended? (+ now (* recovery 1000000000)))
                   ;; Who recovers does so in the world, whatever the schedule says.
                   (if (= :recovered (:f op)) world after)
                   (-> schedule
                       (gen/update {:nodes nodes} nil op)
                       (gen/update {:nodes nodes} nil (update op :time + 50000000)))
                   (conj ops (assoc op :before world)))))))))

(defn hits [ops] (filter (comp (set (keys schedule/aims)) :f) ops))

(deftest a-quorum-is-left-but-for-outages-on-purpose
  (rand/with-seed 7
    (let [ops (run settings 600 3)]
      (doseq [{:keys [before value] :as op} (hits ops)
              :let [quorum? (quorum/quorum? nodes (quorum/after nodes before op))]]
        (is (= quorum/all-well before) "nothing is done before all have recovered")
        (is (not= quorum? (:outage? value)) (pr-str op)))
      (is (= (set (:faults settings)) (set (map :f (hits ops)))))
      (is (= #{:leader :deaf-follower :compacting :minority :all :majority}
             (set (map (comp :aim :value) (filter (comp #{:kill} :f) ops)))))
      (let [outages (filter (comp :outage? :value) (hits ops))]
        (is (seq outages))
        (is (<= (count outages) (/ (count (hits ops)) 4)))))))

(deftest disks-and-clocks-go-wrong-where-a-quorum-is-left
  (rand/with-seed 7
    (let [faults [:monotonic :memory-pressure :disk-full :disk-errors :corrupt-store :kill]
          ops    (run (assoc settings :faults faults :outages? false) 600 3)]
      (doseq [{:keys [before value f]} (hits ops)]
        (is (= quorum/all-well before) "one at a time")
        (is (quorum/quorum? nodes (quorum/after nodes before {:f f, :value value}))))
      (doseq [f (remove #{:kill} faults)]
        (is (= (set (get-in schedule/aims [f :aims]))
               (set (map (comp :aim :value) (filter (comp #{f} :f) ops)))))))))

(deftest members-are-replaced-with-and-without-the-leader
  (rand/with-seed 7
    (let [ops   (run (assoc settings :faults [:membership]) 300 3)
          aimed (group-by (comp :aim :value) (hits ops))]
      (is (= (set (get-in schedule/aims [:membership :aims])) (set (keys aimed))))
      (is (= ["n1"] (distinct (map (comp first :nodes :value) (concat (aimed :leader) (aimed :with-follower))))))
      (is (= ["n1"] (distinct (map (comp second :nodes :value) (aimed :with-leader)))))
      (doseq [[aim ops] aimed, {:keys [value]} ops]
        (is (= (contains? #{:with-leader :with-follower} aim) (:outage? value)) "of three two are out"))
      (is (= [:membership :recovered :membership :recovered] (map :f (take 4 ops)))))
    (is (= #{:follower :leader}
           (set (map (comp :aim :value) (hits (run (assoc settings :faults [:membership] :outages? false) 300 3))))))))

(deftest an-outage-lasts-as-long-as-stated
  (rand/with-seed 7
    (let [ops (run settings 600 3)]
      (doseq [[hit end] (partition 2 1 ops)
              :when (:outage? (:value hit))]
        (is (<= 4 (/ (- (:time end) (:time hit)) 1e9) 4.3))))))

(deftest between-two-kills-of-all-is-a-window-with-a-quorum
  (rand/with-seed 7
    (let [ops   (run (assoc settings :faults [:kill-all] :outages? false) 240 6)
          pairs (partition 2 1 (hits ops))
          back  (fn [op] (:time (first (filter #(and (= :recovered (:f %)) (< (:time op) (:time %))) ops))))]
      (is (= [:kill-all :start-all :recovered :kill-all :start-all] (map :f (take 5 ops))))
      (is (every? (comp #{nodes} :nodes :value) (hits ops)))
      (is (<= 5 (count pairs)))
      (doseq [[this that] pairs]
        (is (<= 20 (/ (- (:time that) (back this)) 1e9)) "twice a window: one begins somewhere in it")))))

(deftest without-outages-there-are-none
  (rand/with-seed 7
    (is (empty? (filter (comp :outage? :value) (run (assoc settings :outages? false) 600 3))))))

(deftest slow-restarts-slow-it-down
  (rand/with-seed 7
    (let [calm (fn [recovery]
                 (for [[done hit] (partition 2 1 (run settings 900 recovery))
                       :when (and (= :recovered (:f done)) (schedule/aims (:f hit)))]
                   (/ (- (:time hit) (:time done)) 1e9)))]
      (is (every? #(< 2.4 %) (calm 3)))
      (is (some #(< % 6) (calm 3)))
      (is (every? #(<= 7.4 %) (calm 30))))))

(deftest what-would-cost-the-quorum-waits-for-an-outage
  (let [seen     (fn [nodes] (into {} (map #(vector % {:in-sync? true, :leads (if (= % "n1") {0 1.0} {})})) nodes))
        choose   (fn [nodes turn] (schedule/choose (assoc settings :faults [:partition]) nodes {:seen (seen nodes)} {:turn turn, :spared 0}))
        halves   (.indexOf (get-in schedule/aims [:partition :aims]) :halves)]
    (is (= :halves (:aim (:value (choose nodes halves)))))
    (is (nil? (choose (conj nodes "n4") halves)) "two and two")
    (is (= [:ring true] ((juxt :aim :outage?) (:value (choose nodes 4)))))
    (is (= [:ring false] ((juxt :aim :outage?) (:value (choose (conj nodes "n4" "n5") 4))))
        "a ring of five has a quorum")))

(deftest who-does-not-come-back-is-told
  (rand/with-seed 7
    (let [late (filter (comp seq :late :value) (run settings 300 100))]
      (is (seq late))
      (is (every? #(< 60 (:seconds (:value %))) late))
      (is (empty? (filter (comp seq :late :value) (run settings 300 50)))))))

(deftest the-leader-is-who-leads-in-the-latest-epoch
  (let [seen {"n1" {:leads {0 3.0, 1 9.0}}, "n2" {:leads {0 4.0}}, "n3" {:answers? false}}]
    (is (= ["n2" "n1" nil] (map #(watch/leader seen %) (range 3))))
    (is (= ["n2"] (schedule/victims nodes seen "n2" :leader)))
    (is (= {"n2" #{"n1" "n3"}} (schedule/grudge nodes "n2" :deaf-leader)))
    (is (= ["n1"] (schedule/victims nodes (assoc-in seen ["n1" :compacting?] true) "n2" :compacting)))
    (is (nil? (schedule/victims nodes {} nil :leader)))
    (is (nil? (schedule/grudge nodes nil :leader)))))

(deftest what-nodes-recover-from-soonest-comes-first
  (let [faults (fn [nemesis] (:faults (nemesis/schedule-settings {:nemesis nemesis, :outage 4.0})))]
    (is (= [:partition :kill] (faults [:kill :compact :partition])))
    (is (= (set (keys schedule/aims)) (set (faults (keys schedule/aims)))))))

(def moving
  [{:partition "p0", :from 0, :to 1, :attempt 1, :phase "COPYING", :copied 0}])

(defn due
  "What a schedule that waits for moves decides, so many seconds after it is due."
  [turn moving seconds]
  (schedule/decide (assoc settings :groups 2, :moves? true, :faults [:pause]) nodes
                   {:phase :calm, :until 0, :turn turn, :spared 0}
                   {:seen  {"n1" {:in-sync? true, :leads {0 1.0}}, "n2" {:in-sync? true, :leads {1 1.0}}, "n3" {:in-sync? true}}
                    :moves moving}
                   (long (* 1e9 seconds))))

(deftest faults-wait-for-moves-and-hit-either-group
  (is (nil? (due 0 [] 1)) "none is under way")
  (is (nil? (due 0 nil 1)) "nobody knows")
  (is (some? (due 0 [] 6)) "not for ever")
  (is (nil? (due 1 moving 1)) "its files are not there yet")
  (is (some? (due 1 (assoc-in moving [0 :copied] 1) 1)))
  (is (some? (due 1 (assoc-in moving [0 :phase] "SEALED") 1)))
  (is (= #{["n1" :source] ["n2" :destination]}
         (rand/with-seed 7
           (set (for [_ (range 20), :let [{:keys [nodes role]} (:value (due 0 moving 1))]]
                  [(first nodes) role])))))
  (is (= {:partition "p0", :attempt 1, :phase "COPYING", :copied 0} (:moving (:value (due 0 moving 1))))))

(deftest who-has-the-seat-is-hit-by-each-fault-that-can-be-aimed
  (rand/with-seed 7
    (let [faults  [:partition :pause :kill]
          ops     (run (assoc settings :faults faults) 900 3 "n3")
          planner #(= :planner (:role (:value %)))
          at-seat (filter planner (hits ops))]
      (is (= (set faults) (set (map :f at-seat))))
      (doseq [{:keys [value]} at-seat]
        (is (= :leader (:aim value)))
        (is (= ["n3"] (or (:nodes value) (filter #(= #{"n1" "n2"} (get-in value [:grudge %])) nodes)))))
      (is (every? #(<= (count %) 3) (remove (comp planner first) (partition-by planner (remove (comp :outage? :value) (hits ops)))))
          "not spared for long")
      (is (some (complement planner) (hits ops)) "others are hit, too")
      (is (not-any? planner (hits (run (assoc settings :faults faults) 300 3))) "nobody has it")
      (is (not-any? planner (hits (run (assoc settings :faults [:kill-all]) 300 3 "n3"))) "hits all"))))
