(ns zabdb.nemesis.rot
  "Flipped bits in the tables of a node's store, while it runs: one in each piece of each file. A read, a compaction or the
  scrub meets one; the node says that it is damaged, hands over, and must never serve what it read. Then it is treated as
  docs/operations.md says: started again, and rebuilt if it is still not well. Until it is in sync nothing else is done to
  anybody, by `zabdb.schedule`: what it vouched for, only the others have."
  (:require [jepsen [control :as c]
                    [nemesis :as n]]
            [zabdb [db :as zdb]
                   [support :as s]]
            [zabdb.nemesis.log :as log]))

(def node-options
  "With which the scrub comes across it within seconds."
  {"scrub-rate" "64MiB", "scrub-interval" "1s"})

(def corruption
  "Flips bits of all tables, one in each piece of so many bytes; prints how many, and in how many files. Arguments: folder,
  length of a piece. A file that is removed meanwhile is none."
  "
import glob, os, random, sys
folder, piece = sys.argv[1], int(sys.argv[2])
bits = files = 0
for path in glob.glob(folder + '/**/*.sst', recursive=True):
    try:
        with open(path, 'r+b') as file:
            length = os.fstat(file.fileno()).st_size
            for begin in range(0, length, piece):
                where = random.randrange(begin, min(begin + piece, length))
                file.seek(where)
                byte = file.read(1)[0]
                file.seek(where)
                file.write(bytes([byte ^ (1 << random.randrange(8))]))
                bits += 1
            files += 1
    except FileNotFoundError:
        pass
print(bits, files)
")

(def piece-bytes "Less than two blocks of a table." 8192)

(def ^:private patience-seconds "So long a node has to notice." 15)

(def ^:private start-seconds "And so long it has to be well again without being rebuilt." 15)

(def unfit "What `zabdb_health` says of a node that must not lead." 2.0)

(defn damaged?
  "Does a node say that its files are damaged? Nil if it does not answer."
  [metrics]
  (when metrics
    (= unfit (get metrics "zabdb_health{ailment=\"DAMAGE\"}"))))

(defn- await-noticed
  "How a node takes it: `:damaged`, if it says so, `:gone`, if it has ended, or `:neither` for so long."
  [node seconds well?]
  (let [end (+ (System/nanoTime) (* seconds 1000000000))]
    (loop []
      (cond (damaged? (s/metrics node))                                :damaged
            (and well? (s/ready? node))                                :ready
            (= :gone (:state (c/su (zdb/process-state s/pid-file))))   :gone
            (< end (System/nanoTime))                                  :neither
            :else                                                      (do (Thread/sleep 100) (recur))))))

(defn- flip!
  "Flips bits, of how many files."
  []
  (let [[bits files] (map parse-long (re-seq #"\d+" (c/su (c/exec :python3 :-c corruption (str s/group-dir "/store")
                                                                  piece-bytes))))]
    {:bits bits, :files files}))

(defn- begin!
  [node]
  (let [before (damaged? (s/metrics node))]
    (assoc (flip!) :damaged-before before, :noticed (await-noticed node patience-seconds false))))

(defn- end!
  "As an operator does."
  [test node]
  (zdb/signal! s/pid-file "KILL" :gone)
  (zdb/start-node! test node)
  (let [start (await-noticed node start-seconds true)]
    (when (not= :ready start)
      (zdb/signal! s/pid-file "KILL" :gone)
      (log/rebuild! test node))
    {:started start, :rebuilt (not= :ready start)}))

(defn proved?
  "Did a node that was well notice that it was not?"
  [{:keys [damaged-before noticed files]}]
  (and (false? damaged-before) (pos? files) (contains? #{:damaged :gone} noticed)))

(defn nemesis
  []
  (reify
    n/Reflection
    (fs [_] #{:corrupt-store :rebuild-store})

    n/Nemesis
    (setup! [this _] this)
    (invoke! [_ test {:keys [f value] :as op}]
      (case f
        :corrupt-store (let [result (c/on-nodes test (:nodes value) (fn [_ node] (begin! node)))]
                         (assoc op
                                :value  (assoc value :became result)
                                :fired? (boolean (some proved? (vals result)))))
        ;; In the end, those that still are damaged, or have ended since.
        :rebuild-store (let [nodes (or (:nodes value)
                                       (seq (filter #(not= false (damaged? (s/metrics %))) (:nodes test))))]
                         (assoc op :value (assoc value :became (when nodes (c/on-nodes test nodes end!)))))))
    (teardown! [_ _])))

(defn package
  "Without a generator: the schedule says when."
  [_ _]
  {:nemesis         (nemesis)
   :generator       nil
   :final-generator {:type :info, :f :rebuild-store, :value nil}
   :perf            #{{:name "corrupt-store", :start #{:corrupt-store}, :stop #{:rebuild-store}, :color "#99D2F2"}}})
