(ns zabdb.nemesis.resource
  "Resources that get worse: networks that are slow or lose packets, slow disks."
  (:require [clojure.string :as str]
            [clj-commons.slingshot :refer [try+ throw+]]
            [jepsen [control :as c]
                    [generator :as gen]
                    [nemesis :as n]
                    [net :as net]
                    [random :as rand]
                    [util :refer [meh]]]
            [jepsen.control.util :as cu]
            [zabdb.support :as s]))

(defn- flip-flop
  "A package of a start with several values, and a stop."
  [nemesis start values stop color]
  (let [end {:type :info, :f stop, :value nil}]
    {:nemesis         nemesis
     :generator       (gen/flip-flop (map (fn [value] {:type :info, :f start, :value value})
                                          (cycle (rand/shuffle values)))
                                     (gen/repeat end))
     :final-generator end
     :perf            #{{:name (name start), :start #{start}, :stop #{stop}, :color color}}}))

;; -- networks

(defn- seldom
  "Each value twice, and one once: that with which the network is of no use, see `zabdb.quorum/least-useless`. Otherwise
  there would hardly be a window in which clients can be asked to have had success."
  [useless values]
  (conj (vec (concat values values)) useless))

(defn- device [] (net/net-dev))

(defn- sent-bytes
  "How many bytes went through the queue of the current node."
  []
  (or (some->> (c/exec :tc :-s :qdisc :show :dev (device)) (re-find #"Sent (\d+) bytes") second parse-long) 0))

(defn- overlimits
  "How often packets of the current node had to wait, or were dropped, for the rate."
  []
  (let [text (c/exec :tc :-s :qdisc :show :dev (device))
        [_ dropped overlimits] (re-find #"dropped (\d+), overlimits (\d+)" text)]
    (if (str/includes? text "tbf")
      (+ (parse-long dropped) (parse-long overlimits))
      0)))

(defn- unshape!
  []
  (try+ (c/exec :tc :qdisc :del :dev (device) :root)
        (catch [:type :jepsen.control/nonzero-exit] _ nil)))

(defn slow-network-nemesis
  "All that leaves the nodes is held to a rate (tc tbf, which kernels without netem have). The proof is how many
  packets had to wait."
  []
  (reify
    n/Reflection
    (fs [_] #{:slow-network :fast-network})

    n/Nemesis
    (setup! [this test]
      (c/on-nodes test (fn [_ _] (c/su (unshape!))))
      this)
    (invoke! [_ test {:keys [f value] :as op}]
      (let [result (c/on-nodes
                     test
                     (fn [_ _]
                       (c/su
                         (case f
                           :slow-network (do (unshape!)
                                             (c/exec :tc :qdisc :add :dev (device) :root :tbf
                                                     :rate value :burst "4kb" :latency "300ms")
                                             value)
                           :fast-network (let [waited (overlimits)]
                                           (unshape!)
                                           waited)))))]
        (assoc op :value result, :fired? (and (= f :fast-network) (boolean (some pos? (vals result)))))))
    (teardown! [_ test]
      (c/on-nodes test (fn [_ _] (c/su (unshape!)))))))

(defn slow-network-package
  [_ _]
  (flip-flop (slow-network-nemesis) :slow-network (seldom "128kbit" ["512kbit" "2mbit"]) :fast-network "#D1E8A0"))

(defn- loss-rule
  [action probability]
  [:iptables action :INPUT :-i (device) :-m :statistic :--mode :random :--probability probability :-j :DROP :-w])

(defn lossy-nemesis
  "A share of the packets is dropped at random (iptables)."
  []
  (let [now (atom nil)]
    (reify
      n/Reflection
      (fs [_] #{:lossy :lossless})

      n/Nemesis
      (setup! [this _] this)
      (invoke! [_ test {:keys [f value] :as op}]
        (let [probability (if (= f :lossy) (reset! now value) @now)
              result (c/on-nodes
                       test
                       (fn [_ _]
                         (c/su
                           (case f
                             :lossy    (do (c/exec (loss-rule :-A probability)) probability)
                             :lossless (let [text (c/exec :iptables :-nvxL :INPUT :-w)
                                             [_ n] (re-find #"(?m)^\s*(\d+)\s+\d+\s+DROP.*statistic" text)]
                                         (when probability
                                           (try+ (c/exec (loss-rule :-D probability))
                                                 ;; A partition was healed meanwhile, and took the rule along.
                                                 (catch [:exit 1] _ nil)))
                                         (if n (parse-long n) 0))))))]
          (when (= f :lossless)
            (reset! now nil))
          (assoc op :value result, :fired? (and (= f :lossless) (boolean (some pos? (vals result)))))))
      (teardown! [_ _]))))

(defn lossy-package
  [_ _]
  (flip-flop (lossy-nemesis) :lossy (seldom 0.3 [0.02 0.1]) :lossless "#E8D1A0"))

;; -- disks

(def cgroup "Of a node's process, in the hierarchy of block devices." "/sys/fs/cgroup/blkio/zabdb-jepsen")

(defn- disk
  "MAJOR:MINOR of the whole disk below the node's data."
  []
  (let [source (c/exec :findmnt :-no "MAJ:MIN" :--target s/data)
        parent (c/exec :bash :-c (c/lit (str "'cat /sys/dev/block/" (str/trim source) "/../dev 2>/dev/null || echo "
                                             (str/trim source) "'")))]
    (str/trim parent)))

(defn- cgroup-name
  []
  (str cgroup "-" (c/exec :hostname)))

(defn- synced-writes-ms
  "How long some small synced writes take in the process' group of resources; after ten seconds they are not waited for
  any more: they queue up behind all that the node has written before, which may take minutes."
  [group]
  (let [file (str s/data "/slow-disk-probe")
        out  (c/exec :bash :-c
                     (c/lit (str "'echo $$ > " group "/cgroup.procs; start=$(date +%s%N); "
                                 "dd if=/dev/zero of=" file " bs=16k count=10 oflag=dsync >/dev/null 2>&1 & "
                                 "for ((i = 0; i < 1000; i++)); do kill -0 $! 2>/dev/null || break; sleep 0.01; done; "
                                 "echo $((($(date +%s%N) - start) / 1000000)); rm -f " file "'")))]
    (parse-long (str/trim out))))

(defn- join-group!
  "Puts the node's process into a group of its own, and every thread with it."
  [group]
  (c/exec :mkdir :-p group)
  (c/exec :bash :-c (c/lit (str "'for t in /proc/$(cat " s/pid-file ")/task/*; do echo ${t##*/} > " group "/tasks; done'"))))

(defn slow-disks
  "Values of `:slow-disk`, in turn: a rate in bytes a second, and whose disk it is. When all are slow, values of megabytes
  take longer to write than anybody waits; so where there are such, a leader's disk alone is, and the others are to go on."
  [{:keys [workload]}]
  (let [one {:rate 65536, :whose :leader}]
    (if (= :large workload)
      [one {:rate 262144, :whose :leader}]
      [one {:rate 65536, :whose :all} {:rate 262144, :whose :all}])))

(defn- whose-disks
  "Nodes. Without a leader, any one."
  [test whose]
  (case whose
    :all    (:nodes test)
    :leader [(or (first (s/leaders test)) (rand/nth (:nodes test)))]))

(defn slow-disk-nemesis
  "Writes of processes are held to a rate (cgroup v1 blkio). The proof is how long small synced writes take in the same
  group."
  []
  (reify
    n/Reflection
    (fs [_] #{:slow-disk :fast-disk})

    n/Nemesis
    (setup! [this test]
      (c/on-nodes test
                  (fn [_ _]
                    (when-not (cu/exists? "/sys/fs/cgroup/blkio")
                      (throw+ {:type ::no-cgroup
                               :message "slow-disk needs cgroup v1 with blkio at /sys/fs/cgroup/blkio"}))))
      this)
    (invoke! [_ test {:keys [f value] :as op}]
      (let [result
            (c/on-nodes
              test
              (whose-disks test (:whose value :all))
              (fn [_ _]
                (c/su
                  (let [group   (cgroup-name)
                        throttle #(c/exec :echo (str (disk) " " %) :>
                                          (str group "/blkio.throttle.write_bps_device"))]
                    (case f
                      :slow-disk (do (meh (join-group! group))
                                     (let [before (synced-writes-ms group)]
                                       (throttle (:rate value))
                                       {:rate (:rate value), :before-ms before, :ms (synced-writes-ms group)}))
                      :fast-disk (if (cu/exists? group)
                                   (let [slow (synced-writes-ms group)]
                                     (throttle 0)
                                     {:ms slow, :after-ms (synced-writes-ms group)})
                                   {:ms 0, :after-ms 0}))))))]
        (assoc op
               :value  result
               :fired? (and (= f :fast-disk)
                            (boolean (some #(> (:ms %) (* 3 (inc (:after-ms %)))) (vals result)))))))
    (teardown! [_ test]
      (c/on-nodes test
                  (fn [_ _]
                    (c/su
                      (let [group (cgroup-name)]
                        (when (cu/exists? group)
                          (meh (c/exec :bash :-c
                                       (c/lit (str "'for t in $(cat " group "/tasks); do echo $t > "
                                                   "/sys/fs/cgroup/blkio/tasks; done; rmdir " group "'")))))))))))) 

(defn slow-disk-package
  [_ opts]
  (flip-flop (slow-disk-nemesis) :slow-disk (slow-disks opts) :fast-disk "#C0C0C0"))
