(ns zabdb.local
  "A remote for nodes that `jepsen/local` made on this machine: namespaces of a process, which are entered with
  nsenter. No network is needed to command a node."
  (:require [clojure.java.io :as io]
            [clojure.java.shell :refer [sh]]
            [clojure.string :as str]
            [clj-commons.slingshot :refer [throw+]]
            [jepsen.control.core :as control]))

(def pids-variable "The environment variable that says which process a node is: n1=17,n2=19." "JEPSEN_LOCAL_PIDS")

(defn pids
  "A map of nodes to the ids of their processes."
  []
  (into {}
        (map #(str/split % #"="))
        (remove str/blank? (str/split (or (System/getenv pids-variable) "") #","))))

(defn- path
  "What a file of a node is called from here."
  [pid file]
  (str "/proc/" pid "/root" file))

(defn- copy!
  [from to]
  (let [{:keys [exit err]} (sh "cp" "-r" from to)]
    (when-not (zero? exit)
      (throw+ {:type ::copy-failed, :from from, :to to, :err err}))))

(defn- into-folder
  [target source]
  (if (.isDirectory (io/file target))
    (str target "/" (.getName (io/file source)))
    target))

(defn- as-root
  "Without sudo, which the nodes may not have: whoever enters a namespace is root already."
  [cmd]
  (str/replace-first cmd #"^sudo -k -S -u root " ""))

(defrecord Remote [pid]
  control/Remote
  (connect [this {:keys [host]}]
    (assoc this :pid (or (get (pids) host)
                         (throw+ {:type ::no-such-node, :node host, :nodes (pids)}))))

  (disconnect! [this] this)

  (execute! [_ _ {:keys [cmd in] :as action}]
    ;; Through cat: as with SSH, a command has ended when nobody has its output open any more. Who goes on to write in the
    ;; background would be killed by SIGPIPE otherwise.
    (merge action
           (sh "bash" "-o" "pipefail" "-c" "nsenter \"$@\" | cat"
               "nsenter" "--target" pid "--mount" "--net" "--pid" "--uts"
               "sh" "-c" (str "cd /root; " (as-root cmd))
               :in (or in ""))))

  (upload! [_ _ local-paths remote-path _]
    (doseq [local (flatten [local-paths])]
      (copy! (str local) (into-folder (path pid remote-path) (str local)))))

  (download! [_ _ remote-paths local-path _]
    (doseq [remote (flatten [remote-paths])]
      (copy! (path pid remote) (str local-path)))))

(def remote (->Remote nil))
