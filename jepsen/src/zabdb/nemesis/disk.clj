(ns zabdb.nemesis.disk
  "Replaced disks. A node is killed, all of its data is removed, or its replica, or only the log of that, and it is
  started again. It learns, and its vote does not count until its group has admitted it; so this may happen in the midst
  of other faults. But one at a time, and not before the last is in sync, as `zabdb.schedule` has it: a majority of new
  disks would stop the group for good."
  (:require [jepsen [control :as c]
                    [nemesis :as n]
                    [random :as rand]]
            [jepsen.control.util :as cu]
            [zabdb [db :as zdb]
                   [support :as s]]))

(defn- folder
  "What is removed, by a word."
  [what]
  (case what
    :disk    s/data
    :replica s/group-dir
    :log     (str s/group-dir "/log")))

(defn- replace!
  [test node what]
  (let [killed (zdb/signal! s/pid-file "KILL" :gone)
        folder (folder what)
        had    (c/su (cu/exists? folder))]
    ;; The directory itself stays: it may be where a file system is mounted.
    (c/su (c/exec :find folder :-mindepth 1 :-delete))
    (zdb/start-node! test node)
    {:killed  (= :gone (:after killed))
     :what    what
     :removed (boolean had)}))

(defn nemesis
  []
  (reify
    n/Reflection
    (fs [_] #{:replace-disk})

    n/Nemesis
    (setup! [this _] this)
    (invoke! [_ test {:keys [value] :as op}]
      (let [[node] (:nodes value)
            what   (rand/nth [:disk :replica :log])
            result (get (c/on-nodes test [node] (fn [test node] (replace! test node what))) node)]
        (assoc op
               :value  (assoc value :became {node result})
               :fired? (and (:killed result) (:removed result)))))
    (teardown! [_ _])))

(defn package
  [_ _]
  {:nemesis         (nemesis)
   :generator       nil
   :final-generator nil
   :perf            #{{:name "replace-disk", :fs #{:replace-disk}, :start #{}, :stop #{}, :color "#B7E299"}}})
