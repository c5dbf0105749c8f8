(ns zabdb.preload
  "A library that makes disks fail and clocks go wrong for a node's process alone: that of the fault tests
  (impl/lab/faults/src/main/c/faults.c), compiled where the node is and loaded by LD_PRELOAD. It is steered by a file
  that it maps, whose layout is there. The file outlives the process, and so does what it says."
  (:require [clojure.string :as str]
            [jepsen.control :as c]
            [zabdb.support :as s]))

(def faults "Those that need it." #{:disk-errors :monotonic})

(def source "From the folder of these tests." "../impl/lab/faults/src/main/c/faults.c")
(def library "Of a node." (str s/dir "/libfaults.so"))
(def control-file "Of a node." (str s/dir "/faults"))

(def steer
  "A program that changes a control file, or prints what it says. Arguments: the file, what to do, and numbers:

    new                              a file that says nothing
    fail OPERATIONS ERROR AFTER PATTERN   calls fail, but so many first ones; 1: reads, 2: writes, 4: syncs
    mend                             they do not
    pace NANOS GAIN                  monotonic time jumps ahead, and gains so much of 1000
    look                             nothing

  Each prints what the library has counted: calls that failed, times that were told that are not the kernel's, how far
  the monotonic clock is ahead in nanoseconds, and with which status the process has ended by itself, -1 if it has not."
  "
import mmap, struct, sys, time
PACES, PACE, RULES = 32, 32, 96
SIZE = RULES + 16 * 264
path, what, rest = sys.argv[1], sys.argv[2], sys.argv[3:]
if what == 'new':
    with open(path, 'wb') as file:
        file.truncate(SIZE)
with open(path, 'r+b') as file:
    control = mmap.mmap(file.fileno(), SIZE)
get = lambda at: struct.unpack_from('q', control, at)[0]
put = lambda at, value: struct.pack_into('q', control, at, value)
current = get(24)
since, ahead, before, after = struct.unpack_from('4q', control, PACES + PACE * current)
if what in ('fail', 'mend'):
    put(RULES, 0)
if what == 'fail':
    operations, error, spare = map(int, rest[:3])
    struct.pack_into('4q216sq', control, RULES + 8, operations, error, 0, spare, rest[3].encode(), 0)
    put(RULES, 1)
if what == 'pace':
    jump, gain = map(int, rest)
    begins = time.monotonic_ns() + 1000000
    passed = (begins - since) * after
    ahead += (abs(passed) // 1000) * (1 if passed > 0 else -1)
    since, before, after = begins, after, gain
    struct.pack_into('4q', control, PACES + PACE * (1 - current), since, ahead + jump, before, after)
    put(24, 1 - current)
    ahead += jump
now = time.monotonic_ns()
print(get(RULES + 256), get(16), ahead + (now - since) * (before if now < since else after) // 1000, get(8) - 1)
")

(defn asked?
  "Does a test need it?"
  [test]
  (boolean (some faults (:faults test))))

(defn parse
  "What the program prints."
  [text]
  (zipmap [:failed :told :ahead-nanos :exit] (map parse-long (str/split (str/trim text) #" "))))

(defn steer!
  "Steers the current node's library."
  [what & arguments]
  (parse (c/su (c/exec :python3 :-c steer control-file (name what) arguments))))

(defn install!
  "Compiles it on the current node, and writes a file that says nothing."
  []
  (c/upload source "/tmp/faults.c")
  (c/su (c/exec :gcc :-shared :-fPIC :-O2 :-o library "/tmp/faults.c" :-ldl))
  (steer! :new))

(def env "Of a process that is to have it." {:LD_PRELOAD library, :FAULTS_CONTROL control-file})
