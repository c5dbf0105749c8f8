(ns zabdb.power
  "A disk that can lose its power: an ext4 file system of a node's own, in a file. To lose power is to shut it down as it is
  (EXT4_IOC_SHUTDOWN without a flush of its journal), so that all that was not synced is gone with the pages in memory,
  and to mount it again, when it recovers as after a crash of the machine. It commits nothing by itself (commit=600). What
  it has written to its file is synced as far as it is concerned: the machine goes on.

  Each loss is proved: a file that was written and not synced right before it must be gone, and one that was synced when the
  disk was made must be there."
  (:require [jepsen [control :as c]
                    [util :refer [await-fn meh]]]
            [jepsen.control.util :as cu]
            [zabdb.support :as s]))

(def image "Where the file system is." (str s/dir "/disk.img"))
(def disk "Where it is mounted; the node's data is a folder of it, which is mounted where it belongs." (str s/dir "/disk"))
(def folder (str disk "/data"))
(def synced "Is there after each loss." (str disk "/synced"))
(def unsynced "Is not." (str disk "/unsynced"))

(def shutdown
  "Writes a file and does not sync it, then shuts down the file system that it is on. Argument: the file."
  "
import fcntl, os, struct, sys
file = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT)
os.write(file, b'not synced')
fcntl.ioctl(file, 0x8004587d, struct.pack('I', 2))
")

(defn- mount-again!
  []
  (c/exec :mount :-o "loop,commit=600" image disk)
  (c/exec :mkdir :-p folder)
  (c/exec :mount :--bind folder s/data))

(defn mount!
  "Makes the disk, so many MiB, and mounts it."
  [mib]
  (c/su
    (c/exec :truncate :-s (str mib "M") image)
    (c/exec :mkfs.ext4 :-q :-F image)
    (c/exec :mkdir :-p disk)
    (mount-again!)
    (cu/write-file! "synced" synced)
    (c/exec :sync synced folder disk)))

(defn proved?
  "Was what was not synced lost, and nothing else?"
  [{:keys [kept lost]}]
  (boolean (and kept lost)))

(defn- unmount!
  "The kernel closes the files of a process that was killed a little later."
  [where]
  (await-fn #(c/exec :umount where)
            {:retry-interval 50, :log-interval 5000, :log-message (str "Unmounting " where), :timeout 20000}))

(defn lose!
  "On the current node, where no process has files open any more."
  []
  (c/su
    (c/exec :python3 :-c shutdown unsynced)
    (unmount! s/data)
    (unmount! disk)
    (mount-again!)
    {:kept (boolean (cu/exists? synced)), :lost (not (cu/exists? unsynced))}))

(defn remove!
  "Whatever is mounted where the node's data is, and the disk."
  []
  (c/su
    (meh (c/exec :umount :-l s/data))
    (meh (c/exec :umount :-l disk))
    (c/exec :rm :-rf image disk)))
