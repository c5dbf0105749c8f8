(ns zabdb.preload-test
  "The program that steers the preloaded library knows its file: what it says, befalls a process."
  (:require [clojure.java.shell :refer [sh]]
            [clojure.string :as str]
            [clojure.test :refer [deftest is]]
            [zabdb.preload :as preload])
  (:import (java.io File)
           (java.nio.file Files)
           (java.nio.file.attribute FileAttribute)))

(def victim
  "Writes to a file and syncs it, and prints what came of that and its monotonic time; ends with status 7."
  "
import os, sys, time
try:
    file = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT)
    os.write(file, b'x')
    os.fsync(file)
    print('done', end=' ')
except OSError as error:
    print(error.errno, end=' ')
print(time.monotonic_ns())
sys.stdout.flush()
sys.exit(7)
")

(defn run!!
  "Runs a program that must succeed; returns what it prints."
  [status & command]
  (let [{:keys [exit out err]} (apply sh command)]
    (assert (= status exit) (str exit ": " err))
    (str/trim out)))

(defn with-library
  "Calls a function of a folder that has the library and a new control file, and of a function that steers it."
  [f]
  (let [folder  (.toFile (Files/createTempDirectory "preload" (make-array FileAttribute 0)))
        control (str (File. folder "control"))
        steer   (fn [& words] (preload/parse (apply run!! 0 "python3" "-c" preload/steer control (map str words))))]
    (try
      (run!! 0 "gcc" "-shared" "-fPIC" "-O2" "-o" (str (File. folder "library.so")) preload/source "-ldl")
      (steer "new")
      (f folder steer)
      (finally
        (run! #(.delete ^File %) (.listFiles folder))
        (.delete folder)))))

(defn befall
  "What the victim prints about a file: what came of it, and by how many seconds it is ahead of us."
  [^File folder file]
  (let [[outcome nanos] (str/split (run!! 7 "env" (str "LD_PRELOAD=" (File. folder "library.so"))
                                          (str "FAULTS_CONTROL=" (File. folder "control"))
                                          "python3" "-c" victim (str (File. folder ^String file)))
                                   #" ")]
    [outcome (/ (- (parse-long nanos) (System/nanoTime)) 1e9)]))

(def possible? (and (= "Linux" (System/getProperty "os.name"))
                    (zero? (:exit (sh "bash" "-c" "command -v gcc && command -v python3")))))

(deftest what-is-steered-befalls-a-process
  (if-not possible?
    (println "skipped: the preloaded library needs Linux, gcc and python3")
    (with-library
      (fn [folder steer]
        (is (= {:failed 0, :told 0, :ahead-nanos 0, :exit -1} (steer "look")))
        (is (= "done" (first (befall folder "bad"))))
        (is (= 7 (:exit (steer "look"))))
        (steer "fail" 4 5 0 "*/bad")
        (is (= ["5" "done"] (map #(first (befall folder %)) ["bad" "good"])) "EIO")
        (is (= 1 (:failed (steer "look"))))
        (steer "fail" 2 28 1 "*/new*")
        (is (= ["done" "28"] (map #(first (befall folder %)) ["new-1" "new-2"])) "ENOSPC, but for the first")
        (steer "mend")
        (is (= "done" (first (befall folder "new-2"))))
        (is (> 100 (second (befall folder "good"))))
        (is (<= 3600000000000 (:ahead-nanos (steer "pace" 3600000000000 0))))
        (is (< 3500 (second (befall folder "good")) 3700))
        (is (pos? (:told (steer "look"))))
        (steer "pace" 0 900000)
        (let [ahead (second (befall folder "good"))]
          (is (< ahead (second (befall folder "good"))) "it runs fast")
          (let [stopped (:ahead-nanos (steer "pace" 0 0))]
            (is (< 3600 ahead (/ stopped 1e9)))
            (is (= (:ahead-nanos (steer "look")) (:ahead-nanos (steer "look"))) "and no more")))))))
