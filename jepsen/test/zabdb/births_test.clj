(ns zabdb.births-test
  "What the command says of a group that is born."
  (:require [clojure.test :refer [deftest is]]
            [zabdb.nemesis.births :as births]))

(deftest a-group-is-born-when-it-serves
  (is (= 10001 (births/born ["group 10001 is born on nodes [0, 1, 2]"
                             "group 10001 serves, and owns nothing yet: './zabdb moves start PARTITION --to 10001'"])))
  (is (nil? (births/born ["group 10001 is born on nodes [0, 1, 2]" "zabdb: not done after 20 s"])))
  (is (nil? (births/born []))))
