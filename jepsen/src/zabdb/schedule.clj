(ns zabdb.schedule
  "When which nodes are killed, paused, cut off, given a new disk, one that is full or fails, or another time, told what
  `zabdb.watch` sees. One fault at a time:

    calm        all nodes are in sync; nothing is done for a while
    hit         some nodes are out, for a while; the others are a quorum, but for outages on purpose, which are every
                fifth turn, each `:kill-all` and each `:sync-loss`, and last as long as the options say
    recovering  all is undone, and who was out must be in sync again within a bound; `:recovered` says who is and who
                is not, after how many seconds

  How long it stays calm follows what recoveries took lately. Pure but for what it draws: what was decided counts when
  the operation is begun."
  (:require [clojure.set :as set]
            [jepsen [generator :as gen]
                    [nemesis :as n]
                    [random :as rand]
                    [util :refer [majority]]]
            [zabdb [moves :as moves]
                   [quorum :as quorum]
                   [seat :as seat]
                   [watch :as watch]]))

(def ends
  "What undoes a fault, but for those that are over [[at-once]]."
  {:kill            :start
   :pause           :resume
   :partition       :heal
   :kill-all        :start-all
   :sync-loss       :power-up
   :disk-full       :make-room
   :disk-errors     :mend-disk
   :corrupt-store   :rebuild-store
   :monotonic       :steady-pace
   :memory-pressure :ease-memory})

(def at-once
  "Faults that are over when their operation is: what follows is recovery."
  #{:replace-disk :membership})

(def aims
  "At whom each fault is aimed in turn, and when it takes the quorum away."
  {:kill            {:aims [:deaf-follower :leader :compacting :minority], :outages [:majority :all]}
   :pause           {:aims [:leader :follower :compacting :minority], :outages [:majority :all]}
   ;; Most often those where others can lead while the old leader thinks that it does.
   :partition       {:aims [:leader :mute-leader :halves :leader :deaf-leader :one-way], :outages [:ring :apart]}
   :replace-disk    {:aims [:follower :leader :compacting], :outages []}
   ;; Of two nodes the first is replaced, and the second stopped meanwhile.
   :membership      {:aims [:follower :with-leader :leader :with-follower], :outages []}
   :disk-full       {:aims [:leader :follower], :outages []}
   :disk-errors     {:aims [:leader :follower], :outages []}
   :corrupt-store   {:aims [:leader :follower], :outages []}
   :monotonic       {:aims [:leader :follower :minority], :outages []}
   :memory-pressure {:aims [:follower :leader], :outages []}
   ;; Always an outage.
   :kill-all        {:aims [:all], :outages []}
   :sync-loss       {:aims [:all], :outages []}})

(def always-outage
  "Faults and aims that take the quorum away at each of their turns."
  #{:kill-all :sync-loss :with-leader :with-follower})

(def outage-every "Each such turn is an outage." 5)

(def settle-seconds
  "What was seen of a node sooner after the end of its fault may be older than that."
  1.5)

(def calm-after-outage
  "Least seconds. After all were killed there is to be a whole window of `zabdb.windows` with a quorum, wherever windows
  begin; after other outages come faults that leave one."
  {:kill-all 22, :sync-loss 32, :other 10})

(def planner-after "After one of so many turns without a fault at who has the balancer's seat comes one." [1 2])

(def patience "So many seconds a fault waits for a move that is as far as it should be." 5)

(defn- nanos [seconds] (long (* 1e9 seconds)))

(defn victims
  "The nodes at whom a word aims, where this one is meant by the leader, which may be nil; nil if there is no such node now."
  [nodes seen leader aim]
  (let [shuffled  (rand/shuffle (vec nodes))
        followers (remove #{leader} shuffled)]
    (seq (case aim
           :leader     (when leader [leader])
           ;; What it is told to do with those of the second word is said in `zabdb.nemesis.hit`.
           (:follower :deaf-follower) (when leader (take 1 followers))
           ;; Nobody does at most times.
           :compacting (take 1 (concat (filter #(:compacting? (seen %)) shuffled) (when leader followers)))
           :minority   (take (dec (majority (count nodes))) shuffled)
           :majority   (take (majority (count nodes)) shuffled)
           :all        nodes
           :with-leader   (when leader [(first followers) leader])
           :with-follower (when leader [leader (first followers)])))))

(defn- deaf
  "These nodes do not hear the others, which hear them."
  [nodes some]
  (let [others (set/difference (set nodes) (set some))]
    (into {} (map #(vector % others)) some)))

(defn grudge
  "A map of nodes to the nodes that they do not hear; nil if the word is about the leader, by whom this node is meant, and
  there is none."
  [nodes leader aim]
  (let [shuffled (rand/shuffle (vec nodes))]
    (case aim
      :halves  (n/complete-grudge (n/bisect shuffled))
      :one-way (deaf nodes (first (n/bisect shuffled)))
      :ring    (n/majorities-ring nodes)
      :apart   (n/complete-grudge (map vector nodes))
      (when leader
        (case aim
          :leader      (n/complete-grudge [[leader] (remove #{leader} nodes)])
          :deaf-leader (deaf nodes [leader])
          :mute-leader (deaf nodes (remove #{leader} nodes)))))))

(defn- turn-of
  "The nth of a repeated list."
  [words n]
  (nth words (mod n (count words))))

(defn- ordinary
  "The fault of a turn, and at whom it is aimed: where no outages are wanted, not at whom the quorum depends on."
  [faults outages? turn]
  (let [f     (turn-of faults turn)
        words (get-in aims [f :aims])]
    [f (turn-of (if outages? words (filterv (complement always-outage) words)) (quot turn (count faults)))]))

(defn- outage
  "The same of the nth outage; nil if none of the faults can be one."
  [faults n]
  (let [all (for [f faults, aim (get-in aims [f :outages])] [f aim])]
    (when (seq all)
      (turn-of (vec all) n))))

(defn- aimed
  "Who is meant by the leader: who has the balancer's seat, where that is the turn's; who leads one of the two groups of a
  move that is under way, and which that is; or who leads any group."
  [groups {:keys [seen moves holder]} planner?]
  (let [move (first moves)
        role (cond planner? :planner
                   move     (rand/nth [:source :destination]))]
    {:leader (case role
               :planner     holder
               :source      (watch/leader seen (:from move))
               :destination (watch/leader seen (:to move))
               nil          (watch/leader seen (rand/long groups)))
     :told   (cond-> {}
               role (assoc :role role)
               move (assoc :moving (moves/brief move)))}))

(defn choose
  "The operation of a turn; nil if it cannot be now, for instance because nobody leads. What there is to be aimed at:

    :seen    what the watch saw of the nodes
    :moves   the moves of partitions that are under way
    :holder  the node that has the balancer's seat, or nil

  Who has the seat is hit when that was not done for some turns: `spared` says for how many."
  [{:keys [faults outages? groups]} nodes {:keys [seen holder] :as scene} {:keys [turn spared]}]
  (let [out      (when (and outages? (= 0 (mod (inc turn) outage-every)))
                   (outage faults (quot turn outage-every)))
        [f word] (or out (ordinary faults outages? turn))
        planner? (boolean (and holder (not out) (some #{:leader} (get-in aims [f :aims]))
                               ;; Not at the same fault each time, however many there are.
                               (<= (rand/nth planner-after) spared)))
        aim      (if planner? :leader word)
        {:keys [leader told]} (aimed groups scene planner?)
        value   (if (= :partition f)
                  (when-let [cut (grudge nodes leader aim)]
                    {:grudge cut})
                  (when-let [hit (victims nodes seen leader aim)]
                    {:nodes (vec hit)}))
        op      {:type :info, :f f, :value (merge value {:aim aim} told)}
        spares? (and value (quorum/quorum? nodes (quorum/after nodes quorum/all-well op)))]
    ;; A ring of three has no quorum, one of five has; two nodes have no minority; four may be cut into halves.
    (when (and value (or out spares? (always-outage f) (always-outage aim)))
      (assoc-in op [:value :outage?] (not spares?)))))

(defn- in-sync?
  [seen node]
  (boolean (:in-sync? (seen node))))

(defn- undo
  "The operation that ends a fault."
  [{:keys [f value]}]
  {:type :info, :f (ends f), :value (select-keys value [:nodes])})

(defn- look
  "`:recovered`, if all who were out are in sync, or the bound is over; else nil."
  [{:keys [bound]} nodes {:keys [state since]} seen now]
  (let [out       (or (seq (:out state)) nodes)
        {ready true, late false} (group-by #(in-sync? seen %) out)
        seconds   (/ (- now since) 1e9)]
    (when (and (< settle-seconds seconds)
               (or (empty? late) (< bound seconds)))
      {:type :info, :f :recovered, :value {:ready (vec ready), :late (vec late), :seconds seconds}})))

(defn- timely?
  "Is a move as far as a turn would have it, under way or with its files there, so that faults come early and late in it?
  Where partitions move, that is waited for."
  [{:keys [moves?]} moving turn until now]
  (or (not moves?)
      (< (+ until (nanos patience)) now)
      (if (even? turn)
        (seq moving)
        (some #(or (pos? (:copied %)) (not= "COPYING" (:phase %))) moving))))

(defn decide
  "The operation that is due, with what there is to be aimed at, as [[choose]] has it; nil if there is none."
  [settings nodes {:keys [phase until hit turn] :as mind} {:keys [seen moves] :as scene} now]
  (case phase
    :calm       (cond (< now until)                   nil
                      (every? #(in-sync? seen %) nodes) (when (timely? settings moves turn until now)
                                                          (choose settings nodes scene mind))
                      ;; Nothing was done to it lately.
                      :else                           (look settings nodes
                                                            (assoc mind :since until, :state {:out nodes}) seen now))
    :hit        (when (<= until now) (undo hit))
    :recovering (look settings nodes mind seen now)))

(defn learn
  "The state of mind after the beginning or the end of an operation of the nemesis."
  [{:keys [interval outage]} nodes mind {:keys [f value time] :as op}]
  (let [{:keys [restart turn hit spared] :as mind} (update mind :state #(quorum/after nodes % op))
        drawn (fn [least most] (nanos (+ least (* (rand/double) (- most least)))))]
    (cond (at-once f)               (assoc mind :phase :recovering, :hit op, :since time)
          (contains? ends f)        (assoc mind
                                           :phase :hit
                                           :hit   op
                                           :until (+ time (if (:outage? value)
                                                            (nanos outage)
                                                            ;; So that others can lead, and be asked.
                                                            (drawn (max 3 (* 0.6 interval))
                                                                   (max 5 (* 1.4 interval))))))
          (and hit (= f (ends (:f hit)))) (assoc mind :phase :recovering, :since time)
          (= :recovered f)          (let [restart (max (* 0.5 restart) (:seconds value))
                                          calm    (max (/ interval 2) (/ restart 4))]
                                      (assoc mind
                                             :phase   :calm
                                             :restart restart
                                             ;; The beginning and the end of this operation are one moment.
                                             :turn    (if (= :calm (:phase mind)) turn (inc turn))
                                             :spared  (cond (= :calm (:phase mind))           spared
                                                            (= :planner (:role (:value hit))) 0
                                                            :else                             (inc spared))
                                             :until   (+ time (if (:outage? (:value hit))
                                                                (nanos (max calm (calm-after-outage (:f hit) (:other calm-after-outage))))
                                                                (drawn calm (* 2 calm))))))
          :else                     mind)))

(defrecord Schedule [settings watch mind]
  gen/Generator
  (op [this test ctx]
    (if-let [op (decide settings (:nodes test) mind
                         {:seen (watch/seen watch), :moves (moves/under-way watch), :holder (seat/holder watch)}
                         (:time ctx))]
      [(gen/fill-in-op op ctx) this]
      [:pending this]))

  (update [this test _ event]
    ;; Of a generator of the nemesis, it is told of nothing else.
    (assoc this :mind (learn settings (:nodes test) mind event))))

(defn schedule
  "A generator for the nemesis. Settings:

    :faults    which of [[aims]], in the order of their turns
    :interval  how long a fault lasts, about, in seconds
    :outage    how long the quorum is taken away, in seconds
    :outages?  whether it is at all
    :bound     within how many seconds all must be in sync again
    :groups    how many there are
    :moves?    whether partitions move, and faults wait until one is under way"
  [settings watch]
  (->Schedule settings watch {:phase   :calm
                              :until   0
                              :turn    0
                              :spared  0
                              :restart 0
                              :hit     nil
                              :state   quorum/all-well}))
