(ns zabdb.operator
  "The product's own commands, as operators give them."
  (:require [clojure.string :as str]
            [clj-commons.slingshot :refer [try+]]
            [jepsen [control :as c]]
            [zabdb [support :as s]]))

(defn command!
  "Gives a command on a node, with a bound in seconds for what it waits for. Returns its exit code, what it said last, and all
  lines that it said."
  [test bound on words]
  (let [connect (str/join "," (map #(str % ":" s/client-port) (:nodes test)))
        result  (fn [exit text] (let [lines (str/split-lines text)] {:exit exit, :said (last lines), :lines lines}))
        run     (fn [_ _]
                  (try+ (result 0 (c/exec (str s/home "/bin/zabdb") words :--connect connect :--timeout (long bound)))
                        (catch [:type :jepsen.control/nonzero-exit] {:keys [exit out err]}
                          (result exit (str out "\n" err)))))]
    (get (c/on-nodes test [on] run) on)))
