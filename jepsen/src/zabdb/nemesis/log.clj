(ns zabdb.nemesis.log
  "Damaged logs. A node is killed, the end of its log is cut off or bits of it are flipped, and it is started again.
  A tail that could be torn is cut, anything else is refused (docs/log-format.md); then the replica is rebuilt from
  its group as docs/operations.md says. All of it is one operation, and while it lasts the other nodes are up and in
  sync: what a replica vouched for may be gone, and then only the others have it."
  (:require [clojure.string :as str]
            [clj-commons.slingshot :refer [try+ throw+]]
            [jepsen [control :as c]
                    [generator :as gen]
                    [nemesis :as n]
                    [random :as rand]]
            [jepsen.control.util :as cu]
            [zabdb [db :as zdb]
                   [support :as s]]))

(def corruption
  "Prints where the newest segment's records end (old bytes of an earlier use may follow, so: where its last mark or
  entry with the file's last index ends), then damages it. Arguments: folder, how, how many bytes from there."
  "
import glob, os, random, struct, sys
folder, how, amount = sys.argv[1], sys.argv[2], int(sys.argv[3])
path = max(glob.glob(folder + '/*.segment'), key=os.path.getmtime)
data = open(path, 'rb').read()
at = 4096
while at + 56 <= len(data):
    length, = struct.unpack_from('>I', data, at)
    kind = struct.unpack_from('>I', data, at + 12)[0]
    if kind not in (1, 2) or length < 56 or at + length > len(data):
        break
    at += (length + 7) // 8 * 8
end = at
with open(path, 'r+b') as file:
    if how == 'truncate':
        file.truncate(max(4096, end - amount))
    else:
        for _ in range(3):
            where = random.randrange(max(4096, end - amount), end) if end > 4096 else 4096
            file.seek(where)
            byte = file.read(1)[0]
            file.seek(where)
            file.write(bytes([byte ^ (1 << random.randrange(8))]))
print(os.path.basename(path), end)
")

(defn rebuild!
  "As docs/operations.md says: the replica's folder goes aside, the node, which does not run, starts empty."
  [test node]
  (c/su
    (c/exec :rm :-rf (str s/dir "/damaged"))
    (c/exec :mv s/group-dir (str s/dir "/damaged")))
  (zdb/start-node! test node)
  (zdb/await-ready node))

(defn- damage!
  [test node how amount]
  (let [killed (zdb/signal! s/pid-file "KILL" :gone)
        where  (c/su (c/exec :python3 :-c corruption (str s/group-dir "/log") (name how) amount))]
    (zdb/start-node! test node)
    (let [start (zdb/await-start node)]
      (when (= :refused start)
        (rebuild! test node))
      {:killed  (= :gone (:after killed))
       :how     how
       :bytes   amount
       :where   where
       :started start
       :said    (last (re-seq #"(?m)^.*(?:damaged|corrupt|cut).*$" (c/su (c/exec :tail :-n 50 s/log-file))))})))

(defn nemesis
  []
  (reify
    n/Reflection
    (fs [_] #{:corrupt-log})

    n/Nemesis
    (setup! [this _] this)
    (invoke! [_ test {:keys [value] :as op}]
      (doseq [node (:nodes test)]
        (zdb/await-ready node))
      (let [node   (rand/nth (:nodes test))
            result (get (c/on-nodes test [node] (fn [test node] (damage! test node value (inc (rand/long 2000)))))
                        node)]
        (doseq [node (:nodes test)]
          (zdb/await-ready node))
        (assoc op :value {node result}, :fired? (boolean (and (:killed result) (:where result))))))
    (teardown! [_ _])))

(defn package
  [_ _]
  {:nemesis         (nemesis)
   :generator       (gen/cycle (map (fn [how] {:type :info, :f :corrupt-log, :value how}) [:truncate :bitflip]))
   :final-generator nil
   :perf            #{{:name "corrupt-log", :fs #{:corrupt-log}, :start #{}, :stop #{}, :color "#99F2E2"}}})
