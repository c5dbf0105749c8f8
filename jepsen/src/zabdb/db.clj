(ns zabdb.db
  "Installs the distribution's archive, runs nodes and a configuration manager, and collects what they leave. A
  process is known by its pid file and signalled by its pid; what became of it is read from /proc, and is the value
  of the nemesis' operation: a fault that did not happen is seen."
  (:require [clojure.java.io :as io]
            [clojure.string :as str]
            [clojure.tools.logging :refer [info]]
            [clj-commons.slingshot :refer [try+ throw+]]
            [jepsen [control :as c]
                    [core :as jepsen]
                    [db :as db]
                    [util :refer [await-fn meh]]]
            [jepsen.control.util :as cu]
            [jepsen.os.debian :as debian]
            [zabdb [power :as power]
                   [preload :as preload]
                   [support :as s]])
  (:import (java.security MessageDigest)
           (java.util HexFormat)))

;; -- processes

(defn state-of
  "What /proc says of a process, the number of its threads and the state of the first: `:running`, `:stopped` (by a
  signal) or `:gone`. When a process with many threads is killed, its first is a zombie while others still have its files
  open."
  [threads state]
  (case state
    (nil "" "X") :gone
    "Z"          (if (= "1" threads) :gone :running)
    ("T" "t")    :stopped
    :running))

(defn process-state
  "Of the process of a pid file: its state, and its pid."
  [pid-file]
  (let [[pid threads state] (str/split
                              (c/exec :bash :-c
                                      (c/lit (str "'pid=$(cat " pid-file " 2>/dev/null) || exit 0; "
                                                  "echo $pid $(ls /proc/$pid/task 2>/dev/null | wc -w) "
                                                  "$(sed \"s/.*) //; s/ .*//\" /proc/$pid/stat 2>/dev/null)'")))
                              #" ")]
    {:pid   (some-> pid not-empty parse-long)
     :state (state-of threads state)}))

(defn await-state
  "Waits until a process is in a state."
  [pid-file state]
  (await-fn #(let [now (process-state pid-file)]
               (if (= state (:state now))
                 now
                 (throw+ (assoc now :type ::not-yet, :expected state))))
            {:retry-interval 50
             :log-interval   5000
             :log-message    (str "Waiting for " pid-file " to be " (name state))
             :timeout        20000}))

(defn signal!
  "Sends a signal, and waits for what it does. Returns the state before and after."
  [pid-file signal expected]
  (c/su
    (let [{:keys [pid state] :as before} (process-state pid-file)]
      (if (or (= :gone state) (= expected state))
        {:pid pid, :before state, :after state}
        (do (meh (c/exec :kill (str "-" signal) pid))
            {:pid pid, :before state, :after (:state (await-state pid-file expected))})))))

(defn- start-process!
  "Starts a program as a daemon, unless it runs."
  [{:keys [pid-file log-file env]} & args]
  (c/su
    (let [{:keys [state] :as before} (process-state pid-file)]
      (if (= :gone state)
        (do (c/exec :rm :-f pid-file)
            (cu/start-daemon! {:logfile           log-file
                               :pidfile           pid-file
                               :chdir             s/dir
                               :match-executable? false
                               :env               env}
                              (str s/home "/bin/zabdb")
                              args)
            {:before :gone, :after (:state (process-state pid-file))})
        {:before state, :after state}))))

;; -- what runs

(defn- everywhere
  [test port]
  (str/join "," (map-indexed (fn [i node] (str i "@" node ":" port)) (:nodes test))))

(defn- joined
  "The nodes that joined later, as an option has them, where one of them is about to start."
  [test node]
  (let [ids (some-> (:ids test) deref)]
    (when (contains? ids node)
      [:--joined (str/join "," (for [[node id] (sort-by val ids)] (str id "@" node ":" s/peer-port)))])))

(defn- node-args
  [test node]
  (concat [:node
           :--cluster        s/cluster-id
           :--node           (s/id test node)
           :--data-directory s/data
           :--insecure       "true"
           :--host           node
           :--http-host      node
           :--client-port    s/client-port
           :--peer-port      s/peer-port
           :--http-port      s/http-port
           :--peers          (everywhere test s/peer-port)
           :--clients        (everywhere test s/client-port)
           :--zookeeper      (str (s/manager-node test) ":" s/manager-port)
           :--families       s/families
           :--groups         (:groups test 1)
           :--durability     (name (:durability test :sync))
           ;; Small, so that logs are purged, checkpoints sent and trees compacted several times a minute.
           :--checkpoint-interval   "2MiB"
           :--tree-memtable         "1MiB"
           :--memtables             "4MiB"
           :--disk-reserve          "64MiB"
           :--level0-trigger        2
           :--transfer-heavy-bytes  "4MiB"
           :--transfer-heavy-files  4
           :--transfer-min-interval "2s"
           ;; Whoever is cut off goes on to lead for a while: what it must not do then is seen more often.
           :--leader-timeout        "2s"]
          (when (contains? (set (:faults test)) :births)
            ;; For one that is born, and one that the node has not left yet.
            [:--max-groups (+ 2 (:groups test 1))])
          (joined test node)
          (when (:trace test)
            [:--trace-directory s/trace-dir])
          (mapcat (fn [[name value]] [(str "--" name) value]) (:node-options test))))

(def faketime-library "Where Debian's package libfaketime has it." "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1")

(defn- clock-env
  "What makes the process' clock follow a file."
  []
  {:LD_PRELOAD                    faketime-library
   :FAKETIME_TIMESTAMP_FILE       s/clock-file
   :FAKETIME_CACHE_DURATION       1
   :FAKETIME_DONT_FAKE_MONOTONIC  1
   :FAKETIME_FORCE_MONOTONIC_FIX  0})

(defn- fault-env
  "What makes the disk and the clocks of a process go wrong, if a fault asks for it."
  [test]
  (let [env (concat (when (contains? (set (:faults test)) :clock) [(clock-env)])
                    (when (preload/asked? test) [preload/env]))]
    (cond-> (apply merge env)
      (seq env) (assoc :LD_PRELOAD (str/join ":" (map :LD_PRELOAD env))))))

(def ^:private young
  "A node here lives for seconds: what the best compiler takes for it, on processors that all nodes share, is lost."
  {:ZABDB_NODE_JAVA_OPTS "-XX:TieredStopAtLevel=1"})

(defn memory-group
  "Of the current node's process, in the hierarchy of memory (cgroup v1)."
  []
  (str "/sys/fs/cgroup/memory/zabdb-jepsen-" (c/exec :hostname)))

(defn- join-memory-group!
  "Puts the process into a group of its own: what it takes from now on counts there."
  []
  (c/su
    (c/exec :mkdir :-p (memory-group))
    (c/exec :cp s/pid-file (str (memory-group) "/cgroup.procs"))))

(defn start-node!
  [test node]
  (let [became (start-process! {:pid-file s/pid-file
                                :log-file s/log-file
                                :env      (merge young (fault-env test))}
                               (node-args test node))]
    (when (contains? (set (:faults test)) :memory-pressure)
      (join-memory-group!))
    became))

(defn start-manager!
  [node]
  (start-process! {:pid-file s/manager-pid-file, :log-file s/manager-log}
                  [:config-manager :--data-directory s/manager-data :--insecure
                   :--host node :--port s/manager-port]))

(defn manager?
  [test node]
  (= node (s/manager-node test)))

;; -- installation

(defn- checksum
  "SHA-256 of a file of this machine."
  [file]
  (let [digest (MessageDigest/getInstance "SHA-256")]
    (with-open [in (io/input-stream file)]
      (let [buffer (byte-array 65536)]
        (loop []
          (let [n (.read in buffer)]
            (when (pos? n)
              (.update digest buffer 0 n)
              (recur))))))
    (.formatHex (HexFormat/of) (.digest digest))))

(defn- present?
  [program]
  (try+ (c/exec :which program)
        true
        (catch [:exit 1] _ false)))

(defn- install-packages!
  "What a node needs, on Debian: nothing is installed where it is there."
  [test]
  (let [packages (cond-> []
                   (not (present? :java))             (conj :openjdk-17-jre-headless)
                   (not (present? :start-stop-daemon)) (conj :dpkg)
                   (not (present? :iptables))         (conj :iptables)
                   (not (present? :tc))               (conj :iproute2)
                   (and (contains? (set (:faults test)) :clock)
                        (not (cu/exists? faketime-library))) (conj :libfaketime)
                   (and (preload/asked? test) (not (present? :gcc))) (conj :gcc :libc6-dev)
                   (and (or (preload/asked? test) (:lose-unsynced test))
                        (not (present? :python3))) (conj :python3))]
    (when (seq packages)
      (debian/install packages))))

(defn install!
  "Unpacks the archive, unless the same one is there."
  [test]
  (c/su
    (install-packages! test)
    (let [archive (:archive test)
          sum     (checksum archive)
          mark    (str s/dir "/archive.sha256")]
      (c/exec :mkdir :-p s/dir)
      (when-not (= sum (try+ (c/exec :cat mark) (catch [:exit 1] _ nil)))
        (info "Installing" archive)
        (c/upload archive "/tmp/zabdb.tar.gz")
        (cu/install-archive! "file:///tmp/zabdb.tar.gz" s/home)
        (c/exec :rm "/tmp/zabdb.tar.gz")
        (cu/write-file! sum mark)))))

(defn await-ready
  "Waits until a node leads with a quorum or follows in sync, at most so many seconds."
  ([node] (await-ready node 120))
  ([node seconds]
   (await-fn #(or (s/ready? node)
                  (throw+ {:type ::not-ready, :node node}))
             {:retry-interval 100
              :log-interval   10000
              :log-message    (str "Waiting for " node " to be ready")
              :timeout        (* 1000 seconds)})))

(defn ready-within?
  "Whether it is that within so many seconds."
  [node seconds]
  (try+ (await-ready node seconds)
        true
        (catch [:type :timeout] _ false)))

(defn await-start
  "Waits until the current node, which was started, is ready, or has refused to start. Returns which."
  [node]
  (loop [tries 1200]
    (cond (s/ready? node)                                      :ready
          (= :gone (:state (c/su (process-state s/pid-file)))) :refused
          (zero? tries)                                        :neither
          :else (do (Thread/sleep 100) (recur (dec tries))))))

(defn- disk-mib
  "The size of a file system of its own: beside what the store is filled with, which compactions write anew before they
  remove the old one, and what the workload writes."
  [test]
  (+ 768 (:workload-mib test 0) (* 3 (:preload test 0))))

(defn- mount-disk!
  "Gives the data a file system of its own, if a fault asks for it."
  [test]
  (cond (:lose-unsynced test)                          (power/mount! (disk-mib test))
        (contains? (set (:faults test)) :disk-full)    (c/exec :mount :-t :tmpfs :-o (str "size=" (disk-mib test) "m")
                                                               :tmpfs s/data)))

(defn- wipe!
  "Removes all but the installation."
  []
  (c/su
    (power/remove!)
    (meh (c/exec :rmdir (memory-group)))
    (c/exec :rm :-rf s/data s/trace-dir s/log-file s/pid-file s/clock-file
            s/manager-data s/manager-log s/manager-pid-file (str s/dir "/data.tar.gz"))))

(defrecord DB []
  db/DB
  (setup! [_ test node]
    (install! test)
    (c/su
      (signal! s/pid-file "KILL" :gone)
      (signal! s/manager-pid-file "KILL" :gone)
      (wipe!)
      (c/exec :mkdir :-p s/data s/trace-dir)
      (cu/write-file! "+0" s/clock-file)
      (mount-disk! test)
      (when (preload/asked? test)
        (preload/install!)))
    (when (manager? test node)
      (start-manager! node))
    (jepsen/synchronize test)
    (start-node! test node)
    (let [start (await-start node)]
      (when-not (= :ready start)
        (throw+ {:type ::no-start, :node node, :start start, :log (c/exec :tail :-n 5 s/log-file)})))
    (jepsen/synchronize test))

  (teardown! [_ test node]
    (signal! s/pid-file "CONT" :running)
    (signal! s/pid-file "KILL" :gone)
    (signal! s/manager-pid-file "KILL" :gone)
    (wipe!))

  db/LogFiles
  (log-files [_ test node]
    ;; In order, so that the last line of the trace is whole.
    (c/su
      (meh (c/exec :timeout 20 :bash :-c (c/lit (str "'kill -CONT $(cat " s/pid-file "); kill $(cat " s/pid-file
                                                     "); while kill -0 $(cat " s/pid-file
                                                     "); do sleep 0.1; done' 2>/dev/null"))))
      ;; The log, and what tells the state of the replica; the tables would be hundreds of MiB.
      (meh (c/exec :tar :czf (str s/dir "/data.tar.gz") :--ignore-failed-read :--exclude=*.sst :-C s/dir "data"))
      (meh (c/exec :chmod :-R "a+rX" s/dir)))
    (merge {s/log-file                 "node.log"
            (str s/dir "/data.tar.gz") "data.tar.gz"}
           (when (:trace test)
             (into {}
                   (for [file (cu/ls s/trace-dir)]
                     [(str s/trace-dir "/" file) file])))
           (when (manager? test node)
             {s/manager-log "manager.log"})))

  db/Primary
  (setup-primary! [_ _ _])
  (primaries [_ test]
    (take 1 (s/leaders test)))

  db/Kill
  (start! [_ test node]
    (start-node! test node))
  (kill! [_ test _]
    (let [result (signal! s/pid-file "KILL" :gone)]
      (if (:lose-unsynced test)
        (assoc result :power (power/lose!))
        result)))

  db/Pause
  (pause! [_ _ _]
    (signal! s/pid-file "STOP" :stopped))
  (resume! [_ _ _]
    (signal! s/pid-file "CONT" :running)))

(defn db [] (->DB))
