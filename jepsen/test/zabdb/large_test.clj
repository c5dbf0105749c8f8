(ns zabdb.large-test
  "Large values are compared byte for byte, and what is beyond a limit is known to be refused."
  (:require [clojure.test :refer [deftest is]]
            [jepsen [checker :as checker]
                    [history :as h]
                    [independent :as independent]]
            [zabdb [client :as z]
                   [large :as large]]
            [zabdb.nemesis [resource :as resource]])
  (:import (io.zabdb.model.data Bytes Column DataLimits)
           (io.zabdb.model.error ErrorCode ZabException)))

(deftest values-are-known-by-all-of-their-bytes
  (doseq [size large/sizes]
    (is (= size (.length (large/content 7 size))))
    (is (= 7 (large/number-of (large/content 7 size)))))
  (let [bytes (.toArray (large/content 7 10000))]
    (aset-byte bytes 9000 (byte (bit-xor 1 (aget bytes 9000))))
    (is (= :damaged (first (large/number-of (Bytes/of bytes)))))
    (is (= :damaged (first (large/number-of (Bytes/of (byte-array 3))))))
    (is (= :damaged (first (large/number-of (Bytes/of (java.util.Arrays/copyOf bytes 9999))))))))

(deftest names-are-as-long-as-is-allowed
  (let [places  (map large/place (range 40))
        longest (fn [length] (apply max (map length places)))]
    (is (= DataLimits/ROW_KEY (longest (fn [[^Bytes row _]] (.length row)))))
    (is (= DataLimits/QUALIFIER (longest (fn [[_ ^Column column]] (.length (.qualifier column))))))
    (is (apply distinct? places))))

(deftest others-go-on-beside-a-slow-disk
  (is (= #{:leader} (set (map :whose (resource/slow-disks {:workload :large})))))
  (is (= #{:leader :all} (set (map :whose (resource/slow-disks {:workload :register}))))))

(deftest beyond-each-limit-nothing-is-taken
  (doseq [limit [:row-key :qualifier :value]]
    (is (= ErrorCode/TOO_LARGE
           (try (large/beyond limit (z/bytes-of "row"))
                (catch ZabException e (.code e))))
        (name limit)))
  (doseq [limit [:update :request]]
    (is (< 1 (count (.changes (large/beyond limit (z/bytes-of "row"))))) "as a whole it is refused later")))

(defn check
  "Operations [f how-or-size value] that succeeded."
  [checker ops]
  (checker/check checker
                 {}
                 (h/history (vec (for [[i [f how value]] (map-indexed vector ops)
                                       type              [:invoke :ok]]
                                   {:process i, :type type, :f f, :how how, :size how, :value value})))
                 {}))

(def all
  (concat (for [limit large/limits] [:beyond limit (independent/tuple 0 :refused)])
          (for [k [0 1]] [:write DataLimits/VALUE (independent/tuple k [[0 1 k] k])])
          [[:read :get (independent/tuple 1 [[0 1 1] 1])]]))

(deftest enough-must-be-tried
  (let [says (fn [ops] (:valid? (check (large/enough) ops)))]
    (is (true? (says all)))
    (is (false? (says (rest all))) "a limit was not tried")
    (is (false? (says (butlast all))) "nothing large was read")))

(deftest what-is-beyond-a-limit-must-be-refused
  (let [says (fn [ops] (:valid? (check (large/refused) ops)))]
    (is (true? (says all)))
    (is (true? (says [])) "who tries nothing breaks no promise")
    (is (false? (says (cons [:beyond :value (independent/tuple 0 :accepted)] all))))
    (is (false? (says (cons [:beyond :value (independent/tuple 0 :there)] all))))))
