(ns zabdb.touched
  "Which keys a workload has used, so that each is read once more in the end, also those that nobody has used for long:
  what is lost late, or comes back late, shows there.")

(defn touched
  "Nothing yet."
  []
  (atom (sorted-set)))

(defn note!
  "A client is about to use this key."
  [touched k]
  (swap! touched conj k))

(defn final-reads
  "A generator of operations: a function gives those of each key, which are looked at when the first is due."
  [touched ops]
  (delay (mapcat ops @touched)))
