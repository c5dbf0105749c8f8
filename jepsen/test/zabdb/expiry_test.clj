(ns zabdb.expiry-test
  "What expires must fit one time that never goes back."
  (:require [clojure.test :refer [deftest is]]
            [jepsen [checker :as checker]
                    [history :as h]]
            [zabdb [expiry :as expiry]
                   [support :as s]]))

(defn cell [n time x] {:version [0 1 n], :time time, :value x})

(defn operation
  "[invocation completion] of an operation that takes a moment, by its number."
  [i [f end value]]
  (let [op {:process (* 2 i), :f f, :value (select-keys value [:key :value])}]
    [(assoc op :type :invoke, :time (* 10 i))
     (assoc op :type end, :time (+ 5 (* 10 i)), :value value)]))

(defn check
  "One after the other."
  [checker & ops]
  (checker/check checker {} (h/history (vec (mapcat operation (range) ops))) {}))

(defn w
  ([k n x] (w :ok k n x))
  ([end k n x] [:write end {:key k, :value x, :version [0 1 n]}]))

(defn r
  "A read of a row that was written at a time; whether its brief cell was still there."
  [k n time x there?]
  [:read :ok {:key k, :plain (cell n time x), :brief (when there? (cell n time x))}])

(defn wrong
  "The kinds of what was wrong."
  [& ops]
  (set (keys (filter (comp pos? val) (:wrong (apply check (expiry/expiry-checker) ops))))))

(def age s/brief-ms)

(deftest what-fits-a-time-is-fine
  (is (= #{} (wrong [:read :ok {:key 1, :plain nil, :brief nil}]
                    (w 1 1 7) (r 1 1 1000 7 true)
                    (w 2 2 8) (r 2 2 (+ 999 age) 8 true) (r 1 1 1000 7 true)
                    (w 3 3 9) (r 1 1 1000 7 false) (r 3 3 (+ 1000 age) 9 true)
                    (w 1 4 6) (r 1 4 (+ 1001 age) 6 true)))))

(deftest what-has-expired-is-not-seen
  (is (= #{:out-of-time} (wrong (w 1 1 7) (w 2 2 8) (r 2 2 (+ 1000 age) 8 true) (r 1 1 1000 7 true)))
      "the time of a later write is over its age")
  (is (= #{:out-of-time} (wrong (w 1 1 7) (r 1 1 1000 7 false) (r 1 1 1000 7 true)))
      "it was gone before"))

(deftest what-has-not-expired-is-seen
  (is (= #{:out-of-time} (wrong (w 1 1 7) (r 1 1 1000 7 false) (w 2 2 8) (r 2 2 1001 8 true)))))

(deftest time-does-not-go-back
  (is (= #{:out-of-time} (wrong (w 1 1 7) (w 2 2 8) (r 1 1 1001 7 true) (r 2 2 1000 8 true)))))

(deftest reads-are-not-old
  (is (= #{:out-of-order} (wrong (w 1 1 7) (w 1 2 8) (r 1 1 1000 7 true))))
  (is (= #{:out-of-order} (wrong (w 1 1 7) [:read :ok {:key 1, :plain nil, :brief nil}]))))

(deftest writes-are-whole
  (is (= #{:torn} (wrong (w 1 1 7) [:read :ok {:key 1, :plain (cell 1 1000 7), :brief (cell 1 1000 8)}])))
  (is (= #{:torn} (wrong [:read :ok {:key 1, :plain nil, :brief (cell 1 1000 8)}])))
  (is (= #{:failed-yet-there} (wrong (w :fail 1 1 7) (r 1 1 1000 7 true)))))

(deftest too-little-that-expired-proves-nothing
  (let [expired (mapcat (fn [k] [(w k (inc k) k) (r k (inc k) 1000 k true)]) (range expiry/least-expired))
        gone    (map (fn [k] (r k (inc k) 1000 k false)) (range expiry/least-expired))
        says    (fn [checker ops] (:valid? (apply check checker ops)))]
    (is (true? (says (expiry/enough) (concat expired gone))))
    (is (false? (says (expiry/enough) (concat expired (rest gone)))))
    (is (false? (says (expiry/enough) gone)) "nobody saw them before")
    (is (true? (says (expiry/expiry-checker) (concat expired (rest gone)))) "which breaks no promise")))

(deftest cells-of-a-row-are-read
  (let [cell (fn [family n] {:family family, :column "it", :version [0 1 n], :time 5, :value "7"})]
    (is (= {:plain nil, :brief nil} (expiry/seen [])))
    (is (= {:plain {:version [0 1 1], :time 5, :value 7}, :brief nil} (expiry/seen [(cell "default" 1)])))
    (is (= 2 (count (keep val (expiry/seen [(cell "default" 1) (cell s/brief-family 1)])))))))
