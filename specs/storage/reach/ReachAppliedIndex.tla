-------------------------- MODULE ReachAppliedIndex --------------------------
(***************************************************************************)
(* The interesting states of AppliedIndex are reached: each of these       *)
(* invariants must be violated.                                            *)
(***************************************************************************)
EXTENDS MCAppliedIndex

\* An entry is applied before our own log has synced it.
NeverAppliedUnsynced == live.zxid <= synced

\* A crash lost memtables: the log knows more than the store.
NeverLostMemtables == up \/ durable <= disk.zxid

\* A crash lost the unsynced log, and with it an entry that had been applied.
NeverLostLog == ~(up /\ spent.crashes = 1 /\ group # <<>> /\ Last = 0 /\ wal.first = 1 /\ committed = 0 /\ peer = 1)

\* After a flush and a crash an entry was replayed on top of what was flushed.
NeverReplayed == ~(up /\ spent.crashes = 1 /\ disk.zxid = 1 /\ live.zxid = 2 /\ durable = 2)

\* A stray entry is on disk where the group agreed on another.
NeverStray == \A i \in wal.first..synced : i <= Len(group) => Agrees(i)

\* It was truncated, and the agreed one applied in its place.
NeverMended ==
    ~(spent.strays = 1 /\ Len(group) = 1 /\ group[1].families = Family /\ live.zxid = 1 /\ spent.crashes = 0 /\ Last = 1)

\* The log was purged.
NeverPurged == wal.first = 1

\* ... and then the peer needs a checkpoint.
NeverNeedsCheckpoint == wal.first <= peer + 1

\* A crash falls between two steps of an install.
NeverCrashDownloading == up \/ install.step # "downloading"
NeverCrashDownloaded == up \/ install.step # "downloaded"
NeverCrashVerified == up \/ install.step # "verified"
NeverCrashSwitched == up \/ install.step # "switched"

\* ... the last with a stray entry below the new store.
NeverCrashSwitchedOverStray ==
    up \/ install.step # "switched" \/ \A i \in wal.first..Last : i <= disk.zxid => Agrees(i)

\* A damaged checkpoint was thrown away.
NeverDamaged == ~(up /\ spent.damages = 1 /\ spent.crashes = 0 /\ install.step = "none")

\* A checkpoint was installed, and the log goes on behind it.
NeverInstalledAndGoesOn == ~(up /\ spent.installs = 1 /\ install.step = "none" /\ wal.first = 2 /\ live.zxid = 2 /\ peer = 0)

\* A crash falls between a switch under the log and the end of that, where the log holds more.
NeverCrashUnder == up \/ install.step # "under" \/ durable <= disk.zxid

\* Files are a part of the store on disk, which does not record it yet: a crash would bring them again.
NeverImportedAhead == up \/ \A k \in Moved : Records(disk, k) \/ \A f \in Family : disk.data[f][k] = 0

\* Files beside were deleted, when the store on disk had them for good.
NeverForgotten == beside = Moved

=============================================================================
