(ns zabdb.windows-test
  "A run in which clients had no success while a quorum was up, or in which there was hardly ever one, is invalid."
  (:require [clojure.test :refer [deftest is]]
            [jepsen [checker :as checker]
                    [history :as h]]
            [zabdb [quorum :as quorum]
                   [windows :as windows]]))

(def nodes ["n1" "n2" "n3"])

(defn at [seconds op] (assoc op :time (long (* 1e9 seconds))))

(defn fault
  "An operation of the nemesis, from begin to end."
  [seconds f value]
  (let [op {:type :info, :process :nemesis, :f f, :value value}]
    [(at seconds op) (at (+ seconds 0.1) op)]))

(defn call
  "An operation of a client. `more` may have `:type`, `:node`, `:route`."
  [seconds process f & [more]]
  [(at seconds {:type :invoke, :process process, :f f, :value nil})
   (at (+ seconds 0.05) (merge {:type :ok, :process process, :f f, :value nil} more))])

(defn every-second
  "Reads and writes from a second to before another."
  [from to]
  (mapcat (fn [second]
            (concat (call (+ second 0.2) 0 :read {:node "n1", :route :direct})
                    (call (+ second 0.4) 1 :write {:node "n2", :route :coordinated})
                    (call (+ second 0.6) 2 :read {:node "n3", :route :coordinated})))
          (range from to)))

(defn verdict
  [check & ops]
  (checker/check check
                 {:nodes nodes, :time-limit 30}
                 (h/history (vec (sort-by :time (apply concat ops))))
                 {}))

(def served (windows/served {}))

(deftest each-window-with-a-quorum-needs-successes
  (is (true? (:valid? (verdict served (every-second 0 30)))))
  (is (false? (:valid? (verdict served))) "a dead cluster")
  (let [dead-in-the-middle (verdict served (every-second 0 9) (every-second 21 30))]
    (is (false? (:valid? dead-in-the-middle)))
    (is (= [10.2] (map :from (:without-success dead-in-the-middle)))))
  (let [reads-only (filter (comp #{:read} :f) (every-second 10 20))]
    (is (false? (:valid? (verdict served (every-second 0 9) reads-only (every-second 20 30)))))))

(deftest windows-begin-with-the-first-client
  (let [late (fn [ops] (map #(update % :time + 25000000000) ops))]
    (is (true? (:valid? (verdict served (late (every-second 0 30))))))
    (is (= [25.2] (map :from (:without-success (verdict served (late (take 1 (every-second 0 1)))
                                                        (late (every-second 11 30)))))))))

(deftest a-window-without-a-quorum-needs-none
  (let [outage [(fault 10.5 :kill {:nodes ["n1" "n2"]}) (fault 14 :start {:nodes ["n1" "n2"]})
                (fault 19 :recovered {:ready ["n1" "n2"], :late []})]]
    (is (true? (:valid? (apply verdict served (every-second 0 10) (every-second 20 30) outage))))
    (is (false? (:valid? (apply verdict served (every-second 0 10) outage)))
        "it must serve when who was out has recovered")
    (is (false? (:valid? (verdict served (every-second 0 10) (every-second 20 30)
                                  (fault 10.5 :kill {:nodes ["n1"]}))))
        "one of three is no excuse")))

(deftest most-windows-must-have-a-quorum
  (let [result (verdict served (every-second 0 10) (fault 10.5 :pause {:nodes ["n1" "n2"]}))]
    (is (false? (:valid? result)))
    (is (= [3 1 2] (map result [:windows :with-quorum :least]))))
  (is (true? (:valid? (verdict (windows/served {:least-share 0})
                               (every-second 0 10) (fault 10.5 :pause {:nodes ["n1" "n2"]}))))))

(def cut {:grudge {"n3" #{"n1" "n2"}, "n1" #{"n3"}, "n2" #{"n3"}}})

(deftest both-sides-of-a-partition-are-read
  (let [cuts   [(fault 5 :partition cut) (fault 9 :heal nil)]
        says   (fn [& ops] (:valid? (apply verdict (windows/sides) (concat cuts ops))))
        failed {:type :fail, :node "n3", :route :coordinated}]
    (is (true? (says (call 6 0 :read {:node "n1", :route :direct}) (call 7 2 :read failed))))
    (is (false? (says (call 6 0 :read {:node "n1", :route :direct}))) "nobody asked the side that was cut off")
    (is (false? (says (call 6 0 :read {:node "n1", :route :direct})
                      (call 7 2 :read {:type :fail, :node "n3", :route :direct})))
        "a client that knows all nodes need not have asked there")
    (is (false? (says (call 6 0 :read {:type :fail, :node "n1", :route :direct}) (call 7 2 :read failed)))
        "the quorum did not answer")
    (is (true? (:valid? (verdict (windows/sides) (fault 5 :partition cut) (fault 6 :heal nil)))) "too short")
    (let [direct (h/history (vec (sort-by :time (apply concat (call 6 0 :read {:node "n1", :route :direct}) cuts))))]
      (is (true? (:valid? (checker/check (windows/sides) {:nodes nodes, :time-limit 30, :route :direct} direct {}))))
      (is (false? (:valid? (checker/check (windows/sides) {:nodes nodes, :time-limit 30, :route :mixed} direct {})))))
    (is (true? (:valid? (verdict (windows/sides)
                                 (fault 5 :partition {:grudge {"n1" #{"n2"}, "n2" #{"n3"}, "n3" #{"n1"}}})
                                 (fault 9 :heal nil))))
        "no quorum, no sides")))

(deftest quorums
  (let [state (fn [& ops] (reduce #(quorum/after nodes %1 %2) quorum/all-well ops))
        says  (fn [& ops] (quorum/quorum? nodes (apply state ops)))]
    (is (true? (says)))
    (is (true? (says {:f :kill, :value {:nodes ["n1"]}})))
    (is (false? (says {:f :kill, :value {:nodes ["n1"]}} {:f :pause, :value {:nodes ["n2"]}})))
    (is (false? (says {:f :kill, :value {:nodes ["n1" "n2"]}} {:f :start, :value {:nodes ["n1" "n2"]}}))
        "who was started need not be ready")
    (is (true? (says {:f :kill, :value {:nodes ["n1" "n2"]}} {:f :recovered, :value {:ready ["n2"], :late ["n1"]}})))
    (is (false? (says {:f :partition, :value {:grudge {"n1" #{"n2"}, "n2" #{"n3"}, "n3" #{"n1"}}}})) "a ring of three")
    (is (true? (says {:f :partition, :value {:grudge {"n1" #{"n2" "n3"}}}})) "n1 is deaf")
    (is (false? (says {:f :partition, :value cut} {:f :kill, :value {:nodes ["n2"]}})))
    (is (= #{"n3"} (:out (state {:f :partition, :value cut} {:f :heal}))))
    (is (false? (says {:f :lossy, :value 0.3})) "TCP waits for seconds")
    (is (false? (says {:f :lossy, :value {"n1" 0.3, "n2" 0.3}})) "the same, done")
    (is (true? (says {:f :lossy, :value 0.1})))
    (is (true? (says {:f :lossy, :value 0.3} {:f :lossless, :value {"n1" 17}})))
    (is (false? (says {:f :slow-network, :value "128kbit"} {:f :lossy, :value 0.3} {:f :lossless, :value nil})))
    (is (true? (says {:f :slow-network, :value "128kbit"} {:f :fast-network, :value nil})))
    (is (true? (says {:f :slow-network, :value "512kbit"})))))
