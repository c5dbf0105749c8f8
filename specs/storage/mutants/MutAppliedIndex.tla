--------------------------- MODULE MutAppliedIndex ---------------------------
(***************************************************************************)
(* AppliedIndex with one guard weakened; the configurations beside this    *)
(* module say which, and which property must notice.                       *)
(***************************************************************************)
EXTENDS MCAppliedIndex

----------------------------------------------------------------------------
(* Apply and replay *)

AppliesProposed(i) == i <= Last

\* Families are written one by one, the zxid with the last.
ApplyByFamily ==
    /\ Running
    /\ LET i == live.zxid + 1
       IN /\ MayApply(i)
          /\ \E f \in At(i).families :
                live' = [Applied(live, i, [At(i) EXCEPT !.families = {f}])
                            EXCEPT !.zxid = IF At(i).families = {f} THEN i ELSE live.zxid]
    /\ UNCHANGED <<beside, group, wal, synced, committed, disk, checkpoint, install, peer, up>>

\* The whole log is replayed.
ReplayAll == wal.first - 1

\* Replay begins behind the synced log, as if all of it had been flushed.
ReplayNothing == synced

----------------------------------------------------------------------------
(* Flush *)

FlushesBeforeSync == TRUE

\* Each family is flushed when its memtable is full; the zxid goes with the first.
FlushFamily ==
    /\ up /\ live # disk /\ MayFlush
    /\ \E f \in Family : disk' = [data |-> [disk.data EXCEPT ![f] = live.data[f]], zxid |-> live.zxid]
    /\ UNCHANGED <<beside, group, wal, synced, committed, live, checkpoint, install, peer, up>>

\* Each family is flushed when its memtable is full; the zxid is not recorded with it.
FlushFamilyUnrecorded ==
    /\ up /\ live # disk /\ MayFlush
    /\ \/ \E f \in Family : disk' = [disk EXCEPT !.data[f] = live.data[f]]
       \/ disk' = live
    /\ UNCHANGED <<beside, group, wal, synced, committed, live, checkpoint, install, peer, up>>

----------------------------------------------------------------------------
(* Purge and checkpoints *)

\* What is applied is taken to be flushed.
PurgesApplied(i) == i <= live.zxid

PurgesUnderPeer(i) == TRUE

PurgesWithinRetention(i) == i <= peer \/ i <= checkpoint.zxid

\* Of one family the files are linked before a flush, of the others after it.
TakeTornCheckpoint ==
    /\ Running
    /\ \E f \in Family : checkpoint' = [data |-> [live.data EXCEPT ![f] = disk.data[f]], zxid |-> disk.zxid]
    /\ UNCHANGED <<beside, group, wal, synced, committed, live, disk, install, peer, up>>

\* Memory is written out for a checkpoint, and for nothing else: neither store nor log need have it.
TakeCheckpointOfMemory ==
    /\ Running /\ checkpoint # live
    /\ checkpoint' = live
    /\ UNCHANGED <<beside, group, wal, synced, committed, live, disk, install, peer, up>>

\* The files are linked without a flush, and named after what was applied.
TakeCheckpointNamedAhead ==
    /\ Running
    /\ checkpoint' = [disk EXCEPT !.zxid = live.zxid]
    /\ UNCHANGED <<beside, group, wal, synced, committed, live, disk, install, peer, up>>

----------------------------------------------------------------------------
(* Install *)

InstallsAny(i) == TRUE

SwitchesUnverified == install.step \in {"downloaded", "verified"}

\* The log is dropped before the new store is in place.
VerifyAndDropLog ==
    /\ up /\ install.step = "downloaded" /\ install.intact
    /\ install' = [install EXCEPT !.step = "verified"]
    /\ wal' = EmptyFrom(install.zxid + 1)
    /\ synced' = install.zxid
    /\ UNCHANGED <<beside, group, committed, live, disk, checkpoint, peer, up>>

\* A damaged checkpoint is not thrown away.
VerifyOrStop ==
    /\ up /\ install.step = "downloaded" /\ install.intact
    /\ install' = [install EXCEPT !.step = "verified"]
    /\ UNCHANGED <<beside, group, wal, synced, committed, live, disk, checkpoint, peer, up>>

\* The installed checkpoint is not kept for peers.
SwitchWithoutKeeping ==
    /\ up /\ MaySwitch
    /\ disk' = Downloaded
    /\ live' = Downloaded
    /\ committed' = install.zxid
    /\ install' = [install EXCEPT !.step = "switched"]
    /\ UNCHANGED <<beside, group, wal, synced, checkpoint, peer, up>>

\* Whether the replica is up is not asked.
NotInstalling == install.step = "none"

----------------------------------------------------------------------------
(* Files *)

\* They are links: once they are part of the store, nobody keeps the others.
ForgetsWhatIsApplied(k) == Records(live, k)

\* What is in the files is seen as soon as they are a part of the store.
SeesFiles(s, k) == TRUE

\* A second import comes on top of the first.
ImportsOnTop(before) == before + 1

----------------------------------------------------------------------------
(* Restart *)

\* A restart does not look whether an install was under way.
Forgets == FALSE

----------------------------------------------------------------------------
(* A store under the log *)

\* A store that another member had before is taken.
GoesUnderOlder(i) == i <= committed /\ LogGoesOn(i)

\* One is taken before the log here is synced as far.
GoesUnderUnsynced(i) == live.zxid <= i /\ i <= committed

\* A crash before the note is taken back costs the log, also where it goes on.
DropsLog == install.step \in {"switched", "under"}

=============================================================================
