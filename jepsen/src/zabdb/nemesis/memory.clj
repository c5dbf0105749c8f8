(ns zabdb.nemesis.memory
  "Memory pressure: a node's process may have little more memory than it has, for a while (cgroup v1), so that the kernel takes
  away what it has read of its files, again and again, and ends it if it wants more all the same. The process is in the group
  from its start: what it had before would not count. The proof is how often the limit was hit, by the kernel's count."
  (:require [clj-commons.slingshot :refer [try+ throw+]]
            [jepsen [control :as c]
                    [nemesis :as n]]
            [jepsen.control.util :as cu]
            [zabdb [db :as zdb]
                   [support :as s]]))

(def spares
  "How many bytes more than it has it may have, but for pages of files: the least that the kernel can bring it to."
  [1048576 4194304 16777216 67108864])

(defn proved?
  "Was the limit of a process that ran hit?"
  [{:keys [before hits]}]
  (and (= :running before) (pos? hits)))

(defn- figure
  "The first number in a file of the current node's group."
  [file]
  (parse-long (re-find #"\d+" (c/exec :cat (str (zdb/memory-group) "/" file)))))

(defn- resident-bytes
  "What the group has, but for pages of files."
  []
  (parse-long (second (re-find #"(?m)^total_rss (\d+)" (c/exec :cat (str (zdb/memory-group) "/memory.stat"))))))

(defn- limit!
  "In bytes; -1: none. False if the kernel cannot bring it down to that."
  [bytes]
  (try+ (c/exec :echo bytes :> (str (zdb/memory-group) "/memory.limit_in_bytes"))
        true
        (catch [:type :jepsen.control/nonzero-exit] _ false)))

(defn- begin!
  []
  (c/su
    (let [before (:state (zdb/process-state s/pid-file))
          had    (figure "memory.usage_in_bytes")
          has    (resident-bytes)
          may    (first (filter limit! (map #(+ has %) spares)))]
      ;; To bring it down there is no hit.
      {:before before, :had had, :may may, :hits-before (figure "memory.failcnt")})))

(defn- end!
  "Who was ended is started again."
  [test node {:keys [before hits-before]}]
  (c/su
    (let [hits  (figure "memory.failcnt")
          ended (parse-long (or (second (re-find #"oom_kill (\d+)"
                                                 (c/exec :cat (str (zdb/memory-group) "/memory.oom_control"))))
                                "0"))]
      (limit! -1)
      {:before     before
       :hits       (if hits-before (- hits hits-before) 0)
       :ended-ever ended
       :process    (zdb/start-node! test node)})))

(defn nemesis
  []
  (let [begun (atom {})]
    (reify
      n/Reflection
      (fs [_] #{:memory-pressure :ease-memory})

      n/Nemesis
      (setup! [this test]
        (c/on-nodes test
                    (fn [_ _]
                      (when-not (cu/exists? (zdb/memory-group))
                        (throw+ {:type ::no-cgroup
                                 :message "memory-pressure needs cgroup v1 with memory at /sys/fs/cgroup/memory"}))))
        this)
      (invoke! [_ test {:keys [f value] :as op}]
        (case f
          :memory-pressure (let [result (c/on-nodes test (:nodes value) (fn [_ _] (begin!)))]
                             (reset! begun result)
                             (assoc op :value (assoc value :became result)))
          :ease-memory     (let [nodes  (:nodes value (:nodes test))
                                 result (c/on-nodes test nodes (fn [test node] (end! test node (@begun node))))]
                             (reset! begun {})
                             (assoc op
                                    :value  (assoc value :became result)
                                    :fired? (boolean (some proved? (vals result)))))))
      (teardown! [_ _]))))

(defn package
  "Without a generator: the schedule says when."
  [_ _]
  {:nemesis         (nemesis)
   :generator       nil
   :final-generator {:type :info, :f :ease-memory, :value nil}
   :perf            #{{:name "memory-pressure", :start #{:memory-pressure}, :stop #{:ease-memory}, :color "#D0A0E9"}}})
