---------------------------- MODULE AppliedIndex ----------------------------
(***************************************************************************)
(* One replica's storage: the replicated log is the only write-ahead log.  *)
(*                                                                         *)
(* Modelled: the log on disk and its synced part, the store (an LSM tree   *)
(* of several column families) in memory and on disk, each with the zxid   *)
(* of the last entry applied to it; flush, crash, restart, replay; purge   *)
(* of the log; and the install of a checkpoint from another replica, in    *)
(* steps between which the replica may crash.                              *)
(*                                                                         *)
(* Abstracted:                                                             *)
(* - The group.  `group` is the agreed sequence of ReplicatedLog; all that *)
(*   Zab promises this replica is in WithinZabCommit and WithinZabDrop:    *)
(*   its commit index covers only entries it shares with the group, and a  *)
(*   leader makes it drop only entries that it does not.                   *)
(* - zxids are positions in the log: they are only compared and counted.   *)
(* - Values.  An entry adds one to a key in some families.  Adding is not  *)
(*   idempotent, so an entry applied twice, or in part, shows.             *)
(* - One other replica, `peer`, stands for all that may need our log.      *)
(* - SST files: a flush writes all families in one step, as RocksDB's      *)
(*   atomic_flush does; a checkpoint is such a state, hard-linked.         *)
(* - Where the files of a moved partition come from (PartitionFiles): here *)
(*   they lie beside the store until an entry makes them a part of it.     *)
(*                                                                         *)
(* Sources: ACaZoo, section IV-B (a single write-ahead log was future      *)
(* work; so was purging it); ours: checkpoints and their install.          *)
(* Read: the state; log; store; checkpoints and purge; install; crash.     *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
    \* Column families.
    \* @type: Set(FAMILY);
    Family,
    \* @type: Set(KEY);
    Key,
    \* Those that come by a move: their first entry brings files.
    \* @type: Set(KEY);
    Moved,
    \* How far behind a peer may be for the log to be kept for it.
    \* @type: Int;
    Retention

(* @typeAlias: entry = { key: KEY, families: Set(FAMILY) };
   @typeAlias: store = { data: FAMILY -> KEY -> Int, zxid: Int };
   @typeAlias: wal = { first: Int, entries: Seq($entry) };
   @typeAlias: install = { step: Str, zxid: Int, intact: Bool };
*)
AppliedIndexAliases == TRUE

VARIABLES
    \* The agreed sequence of the group.  It only grows.
    \* @type: Seq($entry);
    group,
    \* This replica's log: the position of its first entry (what is before is purged), and the entries.
    \* @type: $wal;
    wal,
    \* The position up to which the log is synced.  A crash loses the rest.
    \* @type: Int;
    synced,
    \* The commit index, as far as this replica knows.  Volatile.
    \* @type: Int;
    committed,
    \* The store as reads see it: memtables over files.  Volatile.
    \* @type: $store;
    live,
    \* The store on disk: what was flushed.  Survives a crash.
    \* @type: $store;
    disk,
    \* The newest checkpoint, kept for peers whose entries are purged.
    \* @type: $store;
    checkpoint,
    \* A checkpoint being installed.
    \* @type: $install;
    install,
    \* How far the peer's log reaches.
    \* @type: Int;
    peer,
    \* @type: Bool;
    up,
    \* The keys whose files lie beside the store, on disk.
    \* @type: Set(KEY);
    beside

\* @type: <<Seq($entry), $wal, Int, Int, $store, $store, $store, $install, Int, Bool, Set(KEY)>>;
vars == <<group, wal, synced, committed, live, disk, checkpoint, install, peer, up, beside>>

----------------------------------------------------------------------------
(* The state *)

\* Entries change one key in one or more families, or in none: then they bring its files.
Entry == [key: Key, families: SUBSET Family \ {{}}] \cup [key: Moved, families: {{}}]

\* @type: $entry => Bool;
BringsFiles(e) == e.families = {}

\* The last position of the log.
Last == wal.first + Len(wal.entries) - 1

\* The positions that the log holds, wal.first .. Last.
Positions == {wal.first + k - 1 : k \in DOMAIN wal.entries}

\* The entry at position i of the log.
\* @type: Int => $entry;
At(i) == wal.entries[i - wal.first + 1]

\* What files hold, in place of whatever was there: what an update makes of nothing, so that it counts like one.
\* @type: Int => Int;
FromFiles(before) == 1

\* @type: ($store, $entry) => FAMILY -> KEY -> Int;
Changed(s, e) ==
    [f \in Family |-> [k \in Key |->
        IF k # e.key THEN s.data[f][k]
        ELSE IF BringsFiles(e) THEN FromFiles(s.data[f][k])
        ELSE IF f \in e.families THEN s.data[f][k] + 1 ELSE s.data[f][k]]]

\* @type: ($store, Int, $entry) => $store;
Applied(s, i, e) == [data |-> Changed(s, e), zxid |-> i]

\* What the store is after the first i entries of the group: stated without applying them.
\* @type: Int => $store;
StateAt(i) ==
    [data |-> [f \in Family |-> [k \in Key |->
                Cardinality({j \in DOMAIN group :
                    j <= i /\ group[j].key = k /\ (f \in group[j].families \/ BringsFiles(group[j]))})]],
     zxid |-> i]

Empty == [data |-> [f \in Family |-> [k \in Key |-> 0]], zxid |-> 0]

NoInstall == [step |-> "none", zxid |-> 0, intact |-> TRUE]

\* @type: $store => Bool;
StoreOK(s) ==
    /\ s.zxid \in 0..Len(group)
    /\ \A f \in Family, k \in Key : s.data[f][k] \in 0..Len(group)

TypeOK ==
    /\ \A i \in DOMAIN group : group[i] \in Entry
    /\ wal.first \in 1..(Len(group) + 1)
    /\ \A i \in DOMAIN wal.entries : wal.entries[i] \in Entry
    /\ synced \in (wal.first - 1)..Last
    /\ committed \in 0..Len(group)
    /\ StoreOK(live) /\ StoreOK(disk) /\ StoreOK(checkpoint)
    /\ install.step \in {"none", "downloading", "downloaded", "verified", "switched", "under"}
    /\ install.zxid \in 0..Len(group) /\ install.intact \in BOOLEAN
    /\ peer \in 0..Len(group)
    /\ up \in BOOLEAN
    /\ beside \subseteq Moved

\* Up, and not busy with a checkpoint that takes the log's place.
Running == up /\ install.step \in {"none", "under"}

\* At position i this replica's log holds what the group agreed on.
\* @type: Int => Bool;
Agrees(i) == i <= Len(group) /\ At(i) = group[i]

----------------------------------------------------------------------------
(* The log.  Whatever is appended here has been proposed, no more. *)

\* A group has nothing of a moved key before its files, and takes these once.
\* @type: $entry => Bool;
MayAgree(e) == e.key \in Moved => (BringsFiles(e) <=> \A i \in DOMAIN group : group[i].key # e.key)

\* The group agrees on another entry.
\* @type: $entry => Bool;
Agree(e) ==
    /\ MayAgree(e)
    /\ group' = Append(group, e)
    /\ UNCHANGED <<beside, wal, synced, committed, live, disk, checkpoint, install, peer, up>>

\* @type: $entry => Bool;
AppendEntry(e) ==
    /\ Running
    /\ wal' = [wal EXCEPT !.entries = Append(@, e)]
    /\ UNCHANGED <<beside, group, synced, committed, live, disk, checkpoint, install, peer, up>>

SyncLog ==
    /\ up /\ synced < Last
    /\ synced' = Last
    /\ UNCHANGED <<beside, group, wal, committed, live, disk, checkpoint, install, peer, up>>

\* Zab's promise: all that is committed up to i is in this log.
\* @type: Int => Bool;
WithinZabCommit(i) == i <= Last /\ \A j \in Positions : j <= i => Agrees(j)

\* The leader says that the entries up to i are committed; our own sync need not have ended.
\* @type: Int => Bool;
LearnCommit(i) ==
    /\ Running /\ committed < i
    /\ WithinZabCommit(i)
    /\ committed' = i
    /\ UNCHANGED <<beside, group, wal, synced, live, disk, checkpoint, install, peer, up>>

\* Zab's promise: what the leader makes us drop behind position i was not agreed on.
\* @type: Int => Bool;
WithinZabDrop(i) == \A j \in Positions : j > i => ~Agrees(j)

\* The leader makes us cut the log behind position i.  The store is not touched.
\* @type: Int => Bool;
TruncateLog(i) ==
    /\ Running
    /\ i >= wal.first - 1 /\ i < Last
    /\ WithinZabDrop(i)
    /\ wal' = [wal EXCEPT !.entries = SubSeq(@, 1, i - wal.first + 1)]
    /\ synced' = IF synced > i THEN i ELSE synced
    /\ UNCHANGED <<beside, group, committed, live, disk, checkpoint, install, peer, up>>

----------------------------------------------------------------------------
(* The store *)

\* Only committed entries are applied, each once, in order.
\* @type: Int => Bool;
MayApply(i) == i <= committed

\* The files that an entry brings are there.
\* @type: $entry => Bool;
HasFilesOf(e) == BringsFiles(e) => e.key \in beside

\* Files become a part of the store on disk at once; the zxid follows with the next flush.
\* @type: $entry => $store;
Imported(e) == IF BringsFiles(e) THEN [disk EXCEPT !.data = Changed(disk, e)] ELSE disk

\* One entry, all its families, and its zxid: one batch.
ApplyEntry ==
    /\ up /\ install.step = "none"
    /\ LET i == live.zxid + 1
       IN /\ MayApply(i)
          /\ HasFilesOf(At(i))
          /\ live' = Applied(live, i, At(i))
          /\ disk' = Imported(At(i))
    /\ UNCHANGED <<group, wal, synced, committed, checkpoint, install, peer, up, beside>>

\* The log first: what is flushed is synced there.
MayFlush == live.zxid <= synced

\* The memtables of all families, and the zxid with them, go to disk together.
FlushMemtables ==
    /\ up /\ live # disk
    /\ MayFlush
    /\ disk' = live
    /\ UNCHANGED <<beside, group, wal, synced, committed, live, checkpoint, install, peer, up>>

\* s is behind the entry that brought the files of k: the record of partitions, which is a part of the store, says so.
\* @type: ($store, KEY) => Bool;
Records(s, k) == \E i \in DOMAIN group : i <= s.zxid /\ group[i].key = k /\ BringsFiles(group[i])

\* A replay does not need the files beside.
\* @type: KEY => Bool;
NotForImport(k) == Records(disk, k)

\* @type: KEY => Bool;
ForgetFiles(k) ==
    /\ up /\ k \in beside
    /\ NotForImport(k)
    /\ beside' = beside \ {k}
    /\ UNCHANGED <<group, wal, synced, committed, live, disk, checkpoint, install, peer, up>>

----------------------------------------------------------------------------
(* Checkpoints and purge *)

\* A checkpoint is a flushed state, linked.
TakeCheckpoint ==
    /\ Running /\ checkpoint # disk
    /\ checkpoint' = disk
    /\ UNCHANGED <<beside, group, wal, synced, committed, live, disk, install, peer, up>>

\* The peer gets the log's tail rather than a checkpoint.
WithinRetention == committed - peer <= Retention

\* A restart replays what is above the flushed zxid.
\* @type: Int => Bool;
NotForReplay(i) == i <= disk.zxid

\* The peer has it, or is too far behind and will take the checkpoint and the log from there.
\* @type: Int => Bool;
NotForPeer(i) == i <= peer \/ (~WithinRetention /\ i <= checkpoint.zxid)

\* Drop the log up to position i.
\* @type: Int => Bool;
PurgeLog(i) ==
    /\ Running
    /\ i >= wal.first
    /\ NotForReplay(i) /\ NotForPeer(i)
    /\ wal' = [first |-> i + 1, entries |-> SubSeq(wal.entries, i - wal.first + 2, Len(wal.entries))]
    /\ UNCHANGED <<beside, group, synced, committed, live, disk, checkpoint, install, peer, up>>

\* The peer's log grows, from us or from others.
\* @type: Int => Bool;
AdvancePeer(i) ==
    /\ i > peer /\ i <= Len(group)
    /\ peer' = i
    /\ UNCHANGED <<beside, group, wal, synced, committed, live, disk, checkpoint, install, up>>

----------------------------------------------------------------------------
(* Install: what we lack has been purged elsewhere, so we take a checkpoint *)
(* of the first i entries.                                                  *)

\* Of use only if it is ahead of us.
\* @type: Int => Bool;
IsAhead(i) == i > committed

\* @type: Int => Bool;
StartDownload(i) ==
    /\ Running /\ i <= Len(group)
    /\ IsAhead(i)
    /\ WithinZabDrop(i)
    /\ install' = [step |-> "downloading", zxid |-> i, intact |-> TRUE]
    /\ UNCHANGED <<beside, group, wal, synced, committed, live, disk, checkpoint, peer, up>>

\* It arrives in a directory of its own, perhaps damaged.
\* @type: Bool => Bool;
FinishDownload(intact) ==
    /\ up /\ install.step = "downloading"
    /\ install' = [install EXCEPT !.step = "downloaded", !.intact = intact]
    /\ UNCHANGED <<beside, group, wal, synced, committed, live, disk, checkpoint, peer, up>>

\* A damaged one is thrown away; an intact one is synced.
VerifyCheckpoint ==
    /\ up /\ install.step = "downloaded"
    /\ install' = IF install.intact THEN [install EXCEPT !.step = "verified"] ELSE NoInstall
    /\ UNCHANGED <<beside, group, wal, synced, committed, live, disk, checkpoint, peer, up>>

\* The store in the download directory.
Downloaded == IF install.intact THEN StateAt(install.zxid) ELSE [Empty EXCEPT !.zxid = install.zxid]

MaySwitch == install.step = "verified"

\* One atomic rename makes it the store, and notes that the log has yet to follow.
\* It is kept for peers too: the log will begin behind it.
SwitchManifest ==
    /\ up /\ MaySwitch
    /\ disk' = Downloaded
    /\ live' = Downloaded
    /\ checkpoint' = Downloaded
    /\ committed' = install.zxid
    /\ install' = [install EXCEPT !.step = "switched"]
    /\ UNCHANGED <<beside, group, wal, synced, peer, up>>

\* @type: Int => $wal;
EmptyFrom(i) == [first |-> i, entries |-> <<>>]

\* The old log is no part of the new history.
ResetLog ==
    /\ up /\ install.step = "switched"
    /\ wal' = EmptyFrom(install.zxid + 1)
    /\ synced' = install.zxid
    /\ install' = NoInstall
    /\ UNCHANGED <<beside, group, committed, live, disk, checkpoint, peer, up>>

\* The log, as it is on disk, reaches to position i and goes on there.
\* @type: Int => Bool;
LogGoesOn(i) == i >= wal.first - 1 /\ i <= synced

\* A replica that lacks files of moved keys takes another store under its log: no older one, and of nothing that is not
\* committed and synced in the log, for what the replica vouched for stays there.
\* @type: Int => Bool;
MayGoUnder(i) == live.zxid <= i /\ i <= committed /\ LogGoesOn(i)

\* What SwitchManifest does, at a replica that goes on with its log; it was fetched and verified beside.
\* @type: Int => Bool;
SwitchUnderLog(i) ==
    /\ up /\ install.step = "none"
    /\ MayGoUnder(i)
    /\ disk' = StateAt(i)
    /\ live' = StateAt(i)
    /\ install' = [step |-> "under", zxid |-> i, intact |-> TRUE]
    /\ UNCHANGED <<beside, group, wal, synced, committed, checkpoint, peer, up>>

\* The note that the log has yet to follow is taken back: it need not.
FinishUnderLog ==
    /\ up /\ install.step = "under"
    /\ install' = NoInstall
    /\ UNCHANGED <<beside, group, wal, synced, committed, live, disk, checkpoint, peer, up>>

----------------------------------------------------------------------------
(* Crash and restart *)

\* Memtables and the unsynced end of the log are lost.
Crash ==
    /\ up
    /\ up' = FALSE
    /\ wal' = [wal EXCEPT !.entries = SubSeq(@, 1, synced - wal.first + 1)]
    /\ live' = disk
    /\ committed' = 0
    /\ UNCHANGED <<beside, group, synced, disk, checkpoint, install, peer>>

\* The store on disk says where replay begins: behind its own zxid.
ReplayFrom == disk.zxid

\* The log has the entry that the store ends with, so, by Zab, all that the store is of.
HasLastOfStore == LogGoesOn(disk.zxid) /\ \A i \in Positions : i <= disk.zxid => Agrees(i)

\* The crash fell between the switch of the manifest and the reset of the log.  On disk a switch under the log looks the
\* same; there the log has what the store ends with, and goes on.
LogHasYetToFollow == install.step \in {"switched", "under"} /\ ~HasLastOfStore

\* What is flushed is committed; of the rest the leader will tell.
Restart ==
    /\ ~up
    /\ up' = TRUE
    /\ live' = [disk EXCEPT !.zxid = ReplayFrom]
    /\ committed' = disk.zxid
    /\ wal' = IF LogHasYetToFollow THEN EmptyFrom(disk.zxid + 1) ELSE wal
    /\ synced' = IF LogHasYetToFollow THEN disk.zxid ELSE synced
    /\ install' = NoInstall
    /\ UNCHANGED <<beside, group, disk, checkpoint, peer>>

----------------------------------------------------------------------------

Init ==
    /\ group = <<>>
    /\ wal = EmptyFrom(1)
    /\ synced = 0
    /\ committed = 0
    /\ live = Empty
    /\ disk = Empty
    /\ checkpoint = Empty
    /\ install = NoInstall
    /\ peer = 0
    /\ up = TRUE
    /\ beside = Moved

Next ==
    \/ \E e \in Entry : Agree(e) \/ AppendEntry(e)
    \/ \E i \in {0} \cup DOMAIN group : LearnCommit(i) \/ AdvancePeer(i) \/ StartDownload(i)
    \/ \E i \in {wal.first - 1} \cup Positions : TruncateLog(i) \/ PurgeLog(i)
    \/ SyncLog \/ ApplyEntry \/ FlushMemtables \/ TakeCheckpoint
    \/ \E k \in Moved : ForgetFiles(k)
    \/ \E intact \in BOOLEAN : FinishDownload(intact)
    \/ VerifyCheckpoint \/ SwitchManifest \/ ResetLog
    \/ (\E i \in DOMAIN group : SwitchUnderLog(i)) \/ FinishUnderLog
    \/ Crash \/ Restart

Spec == Init /\ [][Next]_vars

----------------------------------------------------------------------------
(* Safety *)

\* Files of a moved key that s does not record are not seen: the entry that brings them is still to come, or to come again.
\* @type: ($store, KEY) => Bool;
IsSeen(s, k) == k \in Moved => Records(s, k)

\* @type: $store => $store;
Seen(s) == [s EXCEPT !.data = [f \in Family |-> [k \in Key |-> IF IsSeen(s, k) THEN s.data[f][k] ELSE 0]]]

\* @type: $store => Bool;
IsAPrefix(s) == s.zxid <= Len(group) /\ Seen(s) = StateAt(s.zxid)

\* What is visible, and what a crash would leave, is the state after some committed prefix: nothing
\* twice, nothing in part, nothing left out, nothing that was truncated.
RecoveredStateIsAPrefix == IsAPrefix(disk) /\ (up => IsAPrefix(live))

CheckpointIsAPrefix == IsAPrefix(checkpoint)

\* The replica knows of all that is in its store that it is committed.
AppliedIsCommitted == up => live.zxid <= committed

\* A checkpoint is made of files.  What memory alone knows a crash may take, from here and from the log; who was
\* given it would stand where this replica cannot go on.
CheckpointIsFlushed == checkpoint.zxid <= disk.zxid

\* The store goes on where the log begins, and the log reaches at least as far.
LogJoinsStore ==
    up /\ install.step # "switched" => wal.first <= disk.zxid + 1 /\ disk.zxid <= Last

\* Whatever the log holds below the flushed zxid is what the group agreed on, so it may be sent to peers.
LogAgreesWithStore ==
    up /\ install.step # "switched" => \A i \in Positions : i <= disk.zxid => Agrees(i)

\* The peer can be brought up to date: from the log, or from the checkpoint and the log, which goes on from there.
PeerIsServed ==
    up /\ install.step # "switched" =>
        wal.first <= peer + 1 \/ (wal.first <= checkpoint.zxid + 1 /\ checkpoint.zxid <= Last)

\* What the log does not hold, and a replay needs, lies beside.
FilesForReplay == \A k \in Moved : k \in beside \/ Records(disk, k)

\* Both: what replay needs is there, and what the peer needs.
NothingNeededIsPurged == LogJoinsStore /\ PeerIsServed

\* The log is not purged under a peer within the retention.
RetentionIsKept ==
    [][Running /\ wal'.first > wal.first /\ WithinRetention => wal'.first <= peer + 1]_vars

\* A replica that is down does nothing but come back.
DownIsStill == [][up \/ up' \/ UNCHANGED <<wal, synced, committed, live, disk, checkpoint, install, beside>>]_vars

\* What is on disk is never taken back.
FlushedStays == [][disk'.zxid >= disk.zxid]_vars

----------------------------------------------------------------------------
(* Liveness *)

\* Once crashes and strays end, and the group rests, the replica has applied all that is agreed.
CatchesUp == <>[](live.zxid = Len(group) /\ up)

=============================================================================
