(ns zabdb.nemesis.membership
  "Members are replaced. A node is killed and all of its data removed: it burnt down. On its machine another node begins, with
  a number that none ever had, and learns what the groups have; the product's own command, `nodes`, makes it a member, in one
  of three ways:

    replace  the new one comes and the old one goes in one change
    add      the new one comes first: four vote for a while, of whom one is gone
    remove   the old one goes first, while it still runs, and two vote for a while

  Where a second node is aimed at, that one is stopped in the midst of the change, which waits for it and then goes on."
  (:require [clojure.string :as str]
            [jepsen [control :as c]
                    [db :as db]
                    [nemesis :as n]
                    [random :as rand]]
            [zabdb [db :as zdb]
                   [operator :as operator]
                   [support :as s]]))

(def pause-ms "How long whoever is stopped in the midst of a change stays so: no longer than an outage." 3000)

(def start-seconds "How long whoever begins anew is waited for before another one is stopped." 10)

(defn- burn-down!
  "Kills the current node, and removes its data. Returns whether that happened."
  [test node]
  (let [{:keys [before after]} (zdb/signal! s/pid-file "KILL" :gone)
        had                    (c/su (c/exec :find s/data :-mindepth 1 :-print :-quit))]
    ;; The directory itself stays: it may be where a file system is mounted.
    (c/su (c/exec :find s/data :-mindepth 1 :-delete))
    {:killed (= [:running :gone] [before after]), :removed (not (str/blank? had))}))

(defn- command!
  "The command `nodes`, given on a node that stays. Returns its exit code and what it said last."
  [test bound on words]
  (select-keys (operator/command! test bound on (cons :nodes words)) [:exit :said]))

(defn- on!
  "The value of a function on one node."
  [test node f]
  (get (c/on-nodes test [node] f) node))

(defn- strike!
  "Stops a node for a while, as soon as the one that comes answers, since the change begins when that one lacks little.
  Returns whether it stood still."
  [db test node comes]
  (let [until (+ (System/nanoTime) (* start-seconds 1000000000))]
    (while (and (nil? (s/metrics comes)) (< (System/nanoTime) until))
      (Thread/sleep 50)))
  (let [paused (on! test node (fn [test node] (db/pause! db test node)))]
    (Thread/sleep pause-ms)
    (on! test node (fn [test node] (db/resume! db test node)))
    (= :stopped (:after paused))))

(defn- replace!
  "Has a new node take the place of one, in a way; `struck` is stopped meanwhile, if it is given."
  [db test bound way node struck]
  (let [old    (s/id test node)
        new    (s/new-id test)
        stays  (first (remove #{node struck} (:nodes test)))
        act!   (partial command! test bound stays)
        begin! (fn []
                 (let [fire (on! test node burn-down!)]
                   (swap! (:ids test) assoc node new)
                   (on! test node zdb/start-node!)
                   fire))
        before (when (= :remove way) (act! [:remove old]))
        fire   (begin!)
        change (future
                 (case way
                   :replace [(act! [:replace old new])]
                   :add     [(act! [:add new]) (act! [:remove old])]
                   :remove  [before (act! [:add new])]))
        hit    (when struck (strike! db test struck node))]
    (merge fire {:way way, :old old, :new new, :said @change, :struck hit})))

(defn proved?
  "Was a node lost, has another one taken its place, and did whoever was to be stopped stand still?"
  [{:keys [killed removed said struck]}]
  (boolean (and killed removed (not (false? struck)) (seq said) (every? (comp #{0} :exit) said))))

(defn nemesis
  [db {:keys [recovery-bound]}]
  (reify
    n/Reflection
    (fs [_] #{:membership})

    n/Nemesis
    (setup! [this _] this)
    (invoke! [_ test {:keys [value] :as op}]
      (let [[node struck] (:nodes value)
            ;; Who is stopped is asked to agree, so the old one must not be one of two.
            way           (rand/nth (if struck [:replace :add] [:replace :add :remove]))
            became        (replace! db test recovery-bound way node struck)]
        (assoc op :value (assoc value :became {node became}), :fired? (proved? became))))
    (teardown! [_ _])))

(defn package
  [db opts]
  {:nemesis         (nemesis db opts)
   :generator       nil
   :final-generator nil
   :perf            #{{:name "membership", :fs #{:membership}, :start #{}, :stop #{}, :color "#7FB3A0"}}})
