--------------------------- MODULE PartitionFiles ---------------------------
(***************************************************************************)
(* A partition's move as files and entries: what `Handoff` calls chunks    *)
(* and manifest, on the disks of the replicas of both groups.              *)
(*                                                                         *)
(*  source, its replicas          destination's log        its replicas    *)
(*  Begin: checkpoint pinned      Prepare                                  *)
(*      files of the pinned one -------------------------> fetch, promise  *)
(*                                Stage: a quorum has it   take the tree   *)
(*      entries behind it ------> Catch ...                add what lacks  *)
(*  Seal   last entries --------> Catch, Manifest                          *)
(*  Switch                        Activate                 serve           *)
(*  Release                       Update ...                               *)
(*                                                                         *)
(* The files do not travel through the log: Stage only names them.  So a   *)
(* replica that applies it, for the first time or again after a crash, has *)
(* them beside its store, or lacks the partition and fetches it later.     *)
(*                                                                         *)
(* Modelled: the destination's agreed log; each of its replicas with its   *)
(* store in memory and on disk (`AppliedIndex`) and a fetched tree beside; *)
(* checkpoints of the source's replicas, pins, and the purge of its log.   *)
(* Abstracted:                                                             *)
(* - The groups.  Logs are agreed (`ReplicatedLog`).  The source's is seen *)
(*   only in what it decides (`source`) and in the partition's `history`.  *)
(* - Messages.  What a group was told by the other is what the other's log *)
(*   says now: a message that comes late or twice is refused by the number *)
(*   of its attempt, or changes nothing (`Handoff` has them all).          *)
(* - Values.  An update adds its effect to every file; adding is neither   *)
(*   idempotent nor blind to the time at which it ran: what was applied    *)
(*   twice, in part, behind a gap, or at another time, shows.              *)
(* - Steps of AppliedIndex: the sync of a replica's own log and what is    *)
(*   cut from it, the install of a checkpoint (one step here), memtables   *)
(*   of single families.  The two meet in one promise: a store on disk is  *)
(*   that of a prefix of the agreed log, and what is behind it is applied  *)
(*   again (AppliedIndex!RecoveredStateIsAPrefix, LogJoinsStore).  So a    *)
(*   crash is here a return to `disk`, and the log is always there.  That  *)
(*   a flush waits for the log's sync is AppliedIndex!MayFlush; that an    *)
(*   install changes the store in one step, SwitchManifest; that files are *)
(*   on disk before the store records them, and are brought again by a     *)
(*   replay, ApplyEntry (Imported).  The files of an entry are in no log,  *)
(*   and must lie beside until a flush: FilesForReplay there, of a quorum  *)
(*   CopyIsDurable here.                                                   *)
(* - A compaction, or the flush of a moving range, changes files of stores *)
(*   and no state: a pinned checkpoint has links of its own, and a fetched *)
(*   tree is nobody's until Stage.  Not pinning is among the mutants.      *)
(* - One partition, one source, one destination: `Handoff` has the others. *)
(*                                                                         *)
(* Sources: ours; AppliedIndex, SplitMerge!Replicate, Handoff.             *)
(* Read: `PartitionMove`; then here the state; files; the store; crash;    *)
(* properties.                                                             *)
(***************************************************************************)
EXTENDS PartitionMove, FiniteSets

CONSTANTS
    \* Replicas of the destination, and the sets of them that are quorums.
    Replica,
    Quorum,
    \* Files of a tree.
    File,
    \* No replica.
    Nobody

VARIABLES
    \* What a replica of the destination has fetched, beside its store.
    tree,
    \* Its store: in memory over files, and what is flushed.
    live, disk

replicaVars == <<tree, live, disk>>
vars == <<moveVars, replicaVars>>

----------------------------------------------------------------------------
(* The state *)

Damaged == -1
Nothing == -2

\* What the updates up to n make of a file.
SumTo(n) == n + Cardinality({i \in 1..n : history[i] = Effect(1)})

NoData == [f \in File |-> Nothing]
StateAt(n) == [f \in File |-> SumTo(n)]

NoTree == [attempt |-> 0, origin |-> Nobody, got |-> {}, data |-> NoData, pos |-> 0, promised |-> FALSE]
NoStore == [zxid |-> 0, record |-> NoRecord, holds |-> FALSE, data |-> NoData, pos |-> 0]

StoreOK(s) ==
    /\ s.zxid \in 0..Len(log) /\ RecordOK(s.record) /\ s.holds \in BOOLEAN
    /\ DOMAIN s.data = File /\ s.pos \in 0..Len(history)

TypeOK ==
    /\ MoveOK
    /\ \A r \in Replica :
        /\ StoreOK(live[r]) /\ StoreOK(disk[r])
        /\ tree[r].attempt \in Nat /\ tree[r].origin \in Source \cup {Nobody} /\ tree[r].got \subseteq File
        /\ tree[r].pos \in 0..Len(history) /\ tree[r].promised \in BOOLEAN

\* A replica that should have a copy and has none fetches it.
Lacks(store) == HasCopy(store.record) /\ ~store.holds

----------------------------------------------------------------------------
(* Files: a tree is fetched into a directory of its own *)

IsWhole(t) == t.got = File
IsIntact(t) == \A f \in File : t.data[f] # Damaged

\* It can be taken in place of a copy of the updates up to pos, and what comes behind be added.
Fits(t, record) == t.promised /\ t.attempt = record.attempt /\ t.pos >= record.pos

\* Its origin still has the checkpoint that it is of.
IsPinned(t) == pin[t.origin] = t.pos

\* What may still come of what was fetched: not replaced.  A replica that was set back by a crash hears of later
\* attempts again: what it has of these, it has promised.
IsOfUse(t, record) ==
    \/ t.attempt > record.attempt
    \/ t.attempt = record.attempt /\ t.pos >= record.pos /\ (IsWhole(t) \/ IsPinned(t))

MayFetch(r) ==
    /\ live[r].record.phase = "receiving" \/ Lacks(live[r])
    /\ ~IsOfUse(tree[r], live[r].record)

SetTree(r, t) ==
    /\ tree' = [tree EXCEPT ![r] = t]
    /\ UNCHANGED <<moveVars, live, disk>>

\* What is pinned is of the attempt in which r receives.
IsPinnedFor(r) == source.attempt = live[r].record.attempt

\* The manifest of the checkpoint that s has pinned.
StartFetch(r, s) ==
    /\ MayFetch(r)
    /\ IsPinnedFor(r)
    /\ pin[s] >= live[r].record.pos
    /\ SetTree(r, [NoTree EXCEPT !.attempt = live[r].record.attempt, !.origin = s, !.pos = pin[s]])

\* The state that a file is of, when it is sent.
Sent(s) == SumTo(pin[s])

\* A file of it arrives, perhaps damaged.
FetchFile(r, f, intact) ==
    /\ tree[r].origin # Nobody /\ f \notin tree[r].got
    /\ IsPinned(tree[r])
    /\ SetTree(r, [tree[r] EXCEPT !.got = @ \cup {f}, !.data[f] = IF intact THEN Sent(tree[r].origin) ELSE Damaged])

\* Or from another replica of the destination that has the partition already, as that has it now.
FetchFromPeer(r, q) ==
    /\ MayFetch(r)
    /\ live[q].holds /\ live[q].record.attempt = live[r].record.attempt /\ live[q].pos >= live[r].record.pos
    /\ SetTree(r, [NoTree EXCEPT !.attempt = live[r].record.attempt, !.got = File, !.data = live[q].data, !.pos = live[q].pos])

MayPromise(t) == IsWhole(t) /\ IsIntact(t)

\* Checked, synced and marked; then the leader is told.
Promise(r) ==
    /\ tree[r].attempt > 0
    /\ MayPromise(tree[r])
    /\ SetTree(r, [tree[r] EXCEPT !.promised = TRUE])

\* Replica r has said that it has all updates up to i in files that stay.
Promised(r, i) == tree[r].promised /\ tree[r].attempt = tail.attempt /\ tree[r].pos >= i

\* The shortest base in a quorum reaches up to update i.  (A lower i would do for the files; but behind it the source's
\* log is not pinned.)
QuorumHas(i) == \E Q \in Quorum : (\A r \in Q : Promised(r, i)) /\ \E r \in Q : tree[r].pos = i

StageFetched(i) ==
    /\ QuorumHas(i)
    /\ Stage(i)
    /\ UNCHANGED replicaVars

\* It is a part of the store on disk, or of no use any more.
MayForget(r) ==
    \/ disk[r].holds /\ disk[r].record.attempt = tree[r].attempt
    \/ live[r].record.attempt > tree[r].attempt
    \/ live[r].record.attempt = tree[r].attempt /\ live[r].record.phase = "absent"
    \/ ~IsIntact(tree[r])

Forget(r) ==
    /\ MayForget(r)
    /\ SetTree(r, NoTree)

----------------------------------------------------------------------------
(* The store of a replica *)

Taken(store, t) == [store EXCEPT !.holds = TRUE, !.data = t.data, !.pos = t.pos]
Dropped(store) == [store EXCEPT !.holds = FALSE, !.data = NoData, !.pos = 0]

\* The effect of update n at a replica that runs it: the one that it had when it was decided.
Ran(store, n) == history[n]

\* Behind which update a command's entries are news to a copy.
News(store, c) == IF store.pos > c.from THEN store.pos ELSE c.from

Added(store, c) ==
    LET RECURSIVE Sum(_)
        Sum(n) == IF n <= News(store, c) THEN 0 ELSE Ran(store, n) + Sum(n - 1)
    IN IF c.to <= store.pos THEN store
       ELSE [store EXCEPT !.data = [f \in File |-> @[f] + Sum(c.to)], !.pos = c.to]

\* What a command does to the copy of a replica that has fetched t.
Contents(store, c, t) ==
    CASE c.type \in {"Prepare", "Cancel"} -> Dropped(store)
      [] c.type = "Stage" -> IF Fits(t, store.record) THEN Taken(store, t) ELSE store
      [] c.type \in {"Catch", "Update"} -> IF store.holds THEN Added(store, c) ELSE store
      [] OTHER -> store

SetLive(r, store) ==
    /\ live' = [live EXCEPT ![r] = store]
    /\ UNCHANGED <<moveVars, tree, disk>>

\* The next command: its record, and what it does to the copy, in one batch.
Apply(r) ==
    /\ live[r].zxid < Len(log)
    /\ LET c == log[live[r].zxid + 1]
       IN SetLive(r, Contents([live[r] EXCEPT !.zxid = @ + 1, !.record = After(@, c)], c, tree[r]))

\* A replica that lacked the partition has fetched it: no command, for to others nothing changes.
Adopt(r) ==
    /\ Lacks(live[r])
    /\ Fits(tree[r], live[r].record)
    /\ SetLive(r, Taken(live[r], tree[r]))

Flush(r) ==
    /\ disk' = [disk EXCEPT ![r] = live[r]]
    /\ UNCHANGED <<moveVars, tree, live>>

\* A checkpoint stands for all that it covers, so whoever lacks a partition takes none.
MayBeCheckpoint(store) == ~Lacks(store)

\* Of use to whoever lacks log or files: not older than what it has.
IsAhead(r, q) == disk[q].zxid > live[r].zxid \/ (disk[q].zxid = live[r].zxid /\ Lacks(live[r]))

\* Replica r takes a checkpoint of q's, as AppliedIndex says: in place of a log that others have purged, or under a log that
\* goes on, when it lacks files (SwitchUnderLog).
Install(r, q) ==
    /\ IsAhead(r, q)
    /\ MayBeCheckpoint(disk[q])
    /\ live' = [live EXCEPT ![r] = disk[q]]
    /\ disk' = [disk EXCEPT ![r] = disk[q]]
    /\ UNCHANGED <<moveVars, tree>>

\* It has the partition, and just as the log has it that it applied.
MayServe(r) == live[r].record.phase = "serving" /\ live[r].holds /\ live[r].pos = live[r].record.pos

\* What is found at start: a directory that was not promised is deleted.
Found(t) == IF t.promised THEN t ELSE NoTree

\* Memory is lost.
Crash(r) ==
    /\ live' = [live EXCEPT ![r] = disk[r]]
    /\ tree' = [tree EXCEPT ![r] = Found(@)]
    /\ UNCHANGED <<moveVars, disk>>

----------------------------------------------------------------------------

Init ==
    /\ MoveInit
    /\ tree = [r \in Replica |-> NoTree]
    /\ live = [r \in Replica |-> NoStore]
    /\ disk = [r \in Replica |-> NoStore]

Next ==
    \/ (SourceNext \/ DestinationNext) /\ UNCHANGED replicaVars
    \/ \E i \in {0} \cup DOMAIN history : StageFetched(i)
    \/ \E r \in Replica :
        \/ \E s \in Source : StartFetch(r, s)
        \/ \E f \in File, intact \in BOOLEAN : FetchFile(r, f, intact)
        \/ \E q \in Replica : FetchFromPeer(r, q) \/ Install(r, q)
        \/ Promise(r) \/ Forget(r) \/ Apply(r) \/ Adopt(r) \/ Flush(r) \/ Crash(r)

Spec == Init /\ [][Next]_vars

----------------------------------------------------------------------------
(* Safety *)

\* What the first i commands say: stated without a replica.
RECURSIVE RecordAt(_)
RecordAt(i) == IF i = 0 THEN NoRecord ELSE After(RecordAt(i - 1), log[i])

\* The record is that of a prefix of the log; the copy that of a prefix of the history, at least as long as the record
\* says.  (Longer, where the files were of later updates than others had then.)
IsAPrefix(store) ==
    /\ store.record = RecordAt(store.zxid)
    /\ IF store.holds
       THEN HasCopy(store.record) /\ store.pos >= store.record.pos /\ store.data = StateAt(store.pos)
       ELSE store.data = NoData

\* What is in memory, and what a crash would leave.
RecoveredStateIsAPrefix == \A r \in Replica : IsAPrefix(live[r]) /\ IsAPrefix(disk[r])

\* Whatever was promised is a state of the partition.
PromisedIsWhole == \A r \in Replica : tree[r].promised => tree[r].data = StateAt(tree[r].pos)

\* The update that the last Stage names.
Base == LET staged == {i \in DOMAIN log : log[i].type = "Stage"}
        IN log[CHOOSE i \in staged : \A j \in staged : j <= i].to

\* Replica r comes to have the partition by itself if it crashes now: from its store, or from the tree beside.
Keeps(r) ==
    \/ disk[r].record.attempt = tail.attempt /\ disk[r].holds
    \/ /\ tree[r].promised /\ tree[r].attempt = tail.attempt
       /\ tree[r].pos >= IF disk[r].record.attempt = tail.attempt /\ Lacks(disk[r]) THEN disk[r].record.pos ELSE Base

\* Once it is staged a quorum has the partition on disk, so no minority of disks takes it away.
CopyIsDurable == HasCopy(tail) => \E Q \in Quorum : \A r \in Q : Keeps(r)

ServesWhatTheLogSays == \A r \in Replica : MayServe(r) => live[r].data = StateAt(live[r].record.pos)

\* What is on disk is never taken back.
FlushedStays == [][\A r \in Replica : disk'[r].zxid >= disk[r].zxid]_vars

----------------------------------------------------------------------------
(* Liveness *)

\* The files get to every replica, and nothing is left beside.
FilesArrive == \A r \in Replica : tail.phase = "serving" ~> MayServe(r)
TreesGo == \A r \in Replica : tree[r] # NoTree ~> tree[r] = NoTree

=============================================================================
