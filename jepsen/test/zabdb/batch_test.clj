(ns zabdb.batch-test
  "Batches that were torn, lost or wrongly taken are seen."
  (:require [clojure.test :refer [deftest is]]
            [jepsen [checker :as checker]
                    [history :as h]]
            [zabdb [batch :as batch]
                   [support :as s]])
  (:import (io.zabdb.model.ring Token TokenRange)))

(defn check
  "The verdict on transactions [how it ended, what was asked, what came of it], one after the other; a batch that must be
  refused is beside them."
  [checker & txns]
  (:valid? (checker/check checker
                          ;; Elle writes down what it finds.
                          {:name "batch-test", :start-time 0}
                          (h/history (vec (mapcat (fn [i [end asked done & {:as more}]]
                                                    (let [op (merge {:process i, :f :txn} more)]
                                                      [(assoc op :type :invoke, :value asked, :time (* 10 i))
                                                       (assoc op :type end, :value (or done asked), :time (+ 5 (* 10 i)))]))
                                                  (range)
                                                  (cons [:fail [[:append 4 0]] nil :refused? true] txns))))
                          {})))

(def whole (partial check (batch/whole)))

(defn reads
  [& lists]
  (let [asked (mapv (fn [k] [:r k nil]) (range (count lists)))]
    [:ok asked (mapv (fn [[f k] xs] [f k xs]) asked lists)]))

(deftest whole-batches-are-fine
  (is (true? (whole (reads nil nil)
                    [:ok [[:append 0 1] [:append 1 1]]]
                    (reads [1] [1])
                    [:info [[:append 0 2] [:append 1 2]]]
                    (reads [1] [1])
                    (reads [1 2] [1 2])
                    (reads [1 2])))))

(deftest halves-of-batches-are-seen
  (is (false? (whole [:info [[:append 0 1] [:append 1 1]]] (reads [1] nil))))
  (is (false? (whole [:info [[:append 0 1] [:append 1 1]]] (reads nil [1])))))

(deftest what-no-batch-wrote-there-is-seen
  (is (false? (whole [:ok [[:append 0 1] [:append 1 1]]] (reads [1] [1] [1]))) "in a list of others")
  (is (false? (whole [:ok [[:append 0 1] [:append 1 1]]] (reads [1 2] [1]))) "by nobody"))

(deftest lost-batches-are-seen
  (is (false? (whole [:ok [[:append 0 1] [:append 1 1]]] (reads nil nil))))
  (is (true? (whole [:info [[:append 0 1] [:append 1 1]]] (reads nil nil)))))

(deftest batches-that-must-be-refused-are-tried-and-refused
  (is (true? (whole)))
  (is (false? (whole [:ok [[:append 0 1]] nil :refused? true])))
  (is (true? (check (batch/enough))))
  (is (false? (:valid? (checker/check (batch/enough) {} (h/history []) {}))) "none was tried")
  (is (true? (:valid? (checker/check (batch/whole) {} (h/history []) {}))) "which breaks no promise"))

(deftest a-page-of-a-scan-is-lists
  (let [cell (fn [k n x] {:row (batch/row k), :version [0 1 n], :value (str x)})]
    (is (= {5 [1 2], 6 [2]} (batch/seen [(cell 5 9 2) (cell 5 3 1) (cell 6 9 2) (cell 4 3 1)] 1)))))

(deftest a-block-has-tokens-of-its-own
  (let [in? (fn [^TokenRange range k] (.contains range (Token/of (.getBytes ^String (batch/row k) "UTF-8"))))]
    (doseq [k [0 4 5 (* 7 batch/lists) (* 511 batch/lists)]]
      (is (in? (s/slice (quot k batch/lists)) k))
      (is (not (in? (s/slice (inc (quot k batch/lists))) k)))
      (is (in? (:lower s/halves) k) "no filler"))))

(deftest elle-sees-torn-batches
  (let [elle (:checker (batch/workload {:nodes ["n1"]}))
        [one two] [[[:append 0 1] [:append 1 1]] [[:append 0 2] [:append 1 2]]]]
    (is (true? (check elle [:ok one] [:ok two] (reads [1 2] [1 2]))))
    (is (false? (check elle [:ok one] [:ok two] (reads [1 2] [2 1]))))))
