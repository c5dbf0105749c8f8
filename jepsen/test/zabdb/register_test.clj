(ns zabdb.register-test
  "The model of a versioned register accepts what a store may do, and nothing else."
  (:require [clojure.test :refer [deftest is]]
            [jepsen [checker :as checker]
                    [generator :as gen]
                    [history :as h]
                    [independent :as independent]]
            [jepsen.generator.context :as context]
            [knossos.model :as model]
            [zabdb [register :as register]
                   [touched :as touched]]))

(defn run
  "The register after operations [f version value]."
  [& ops]
  (reduce (fn [state [f v x]] (model/step state {:f f, :value [v x]})) register/nothing-yet ops))

(deftest accepts
  (is (= 3 (:value (run [:read nil nil] [:write [0 1 1] 3] [:read [0 1 1] 3]))))
  (is (= 4 (:value (run [:write [0 1 1] 3] [:cas [0 1 2] [3 4]] [:read [0 1 2] 4]))))
  (is (nil? (:value (run [:write [0 1 1] 3] [:delete [0 1 2] nil] [:read nil nil]))))
  (is (= 4 (:value (run [:write [0 1 1] 3] [:delete [0 1 2] 3] [:write [0 1 3] 4] [:read [0 1 3] 4]))))
  (is (= 3 (:value (run [:refused nil 3] [:write [0 1 1] 3] [:refused nil 4] [:read [0 1 1] 3]))))
  (is (= [0 1 9] (:version (run [:write [0 1 1] 3] [:write nil 5] [:read [0 1 9] 5])))
      "a write of unknown version is known by the first read"))

(deftest refuses
  (doseq [ops [[[:write [0 1 2] 3] [:write [0 1 1] 4]]                ; the version goes back
               [[:write [0 1 1] 3] [:read [0 1 2] 3]]                 ; the right value of the wrong write
               [[:write [0 1 1] 3] [:read [0 1 1] 4]]                 ; another value
               [[:write [0 1 1] 3] [:read nil nil]]                   ; nothing, though something was written
               [[:write [0 1 1] 3] [:cas [0 1 2] [4 5]]]              ; compared with another value
               [[:write [0 1 1] 3] [:delete [0 1 2] nil] [:read [0 1 1] 3]]   ; what was deleted came back
               [[:write [0 1 1] 3] [:refused nil 3]]                  ; refused what had to be done
               [[:write [0 1 1] 3] [:delete nil nil] [:read [0 1 1] 3]]
               [[:write [0 1 1] 3] [:delete [0 1 2] 4]]               ; deleted another value than it may
               [[:write [0 1 1] 3] [:delete [0 1 2] nil] [:write [0 1 2] 4]]
               [[:write [0 1 5] 3] [:write nil 5] [:read [0 1 5] 5]]  ; a version that was taken
               [[:write nil 5] [:read [0 1 5] 5] [:read [0 1 6] 5]]]] ; two versions of one write
    (is (model/inconsistent? (apply run ops)) (pr-str ops))))

(defn says
  "What Knossos says of operations of one client, one after the other: [f type version value error]."
  [& ops]
  (:valid? (checker/check (register/linear) {:name "register", :start-time 0}
                          (h/history (for [[f type v x error] ops, end [:invoke type]]
                                       (cond-> {:process 0, :f f, :type end, :value [(when-not (= :invoke end) v) x]}
                                         (and error (not= :invoke end)) (assoc :error error))))
                          {})))

(deftest what-was-refused-must-not-have-held
  (let [write [:write :ok [0 1 1] 3]]
    (is (true? (says write [:cas :fail nil [4 5] :another-value])))
    (is (false? (says write [:cas :fail nil [3 5] :another-value])) "it was 3")
    (is (true? (says write [:cas :fail nil [3 5] [:overloaded "not now"]])) "it was not tried")
    (is (true? (says write [:delete :fail nil 4 :another-value])))
    (is (false? (says write [:delete :fail nil 3 :another-value])))
    (is (true? (says [:cas :fail nil [3 5] :another-value] write)) "nothing was there yet")))

(defn operations
  "So many that a generator gives to these threads, whose operations end at once."
  [gen concurrency n]
  (let [ctx (gen/context {:concurrency concurrency})]
    (loop [gen gen, ctx ctx, ops []]
      (let [[op gen'] (when (< (count ops) n) (gen/op gen {:nodes ["n1" "n2" "n3"]} ctx))]
        (cond (nil? op)       ops
              (= :pending op) (recur gen (gen/context {:concurrency concurrency}) ops)
              :else           (recur (gen/update gen' {} ctx op)
                                     (context/busy-thread ctx (:time op) (gen/process->thread ctx (:process op)))
                                     (conj ops op)))))))

(deftest some-threads-only-read
  (let [opts {:nodes ["n1" "n2" "n3"], :concurrency 12, :ops-per-key 200}
        ops  (operations (:generator (register/workload opts)) 12 300)
        fs   (update-vals (group-by :process ops) #(set (map :f %)))]
    (is (every? #(= #{:read} (fs %)) [0 1 2 6 7 8]) "one of each node")
    (is (every? #(contains? (fs %) :write) [3 4 5 9 10 11]))
    (is (thrown? AssertionError (register/workload (assoc opts :concurrency 9))))))

(deftest every-key-is-read-in-the-end
  (let [touched (touched/touched)
        gen     (register/final-reads touched)]
    (doseq [k [3 1 3]]
      (touched/note! touched k))
    (is (= [1 1 3 3] (map (comp key :value) (operations gen 2 99))))
    (is (every? independent/tuple? (map :value (operations gen 2 99))))))
