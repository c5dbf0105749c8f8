(def client-jars
  "The jars of ZabDB's client, from the distribution that `run` unpacks; loggers are Jepsen's own."
  (->> (.listFiles (java.io.File. "target/zabdb/lib"))
       (map str)
       (remove #(re-find #"/(slf4j-api|logback-\w+|jackson-\w+|commons-io|rocksdbjni|batik-\S+|xchart)-" %))
       sort))

(defproject zabdb-jepsen "0.1.0-SNAPSHOT"
  :description "Jepsen tests of ZabDB"
  :license {:name "Apache-2.0"}
  :min-lein-version "2.9.0"
  :dependencies [[org.clojure/clojure "1.12.5"]
                 [jepsen "0.3.13"]]
  :resource-paths ~(into ["resources"] client-jars)
  :main zabdb.cli
  ;; Else each start reads and compiles all of Jepsen, half a minute of a processor.
  :aot [zabdb.cli]
  ;; `run` reads them as well.
  :jvm-opts ~(clojure.string/split-lines (slurp "jvm.options")))
