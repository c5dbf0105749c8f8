------------------------------- MODULE MutZab -------------------------------
(***************************************************************************)
(* Zab with one thing weakened at a time.  Each operator here replaces its *)
(* namesake (the comment says which) in one configuration, and a property  *)
(* must then fail; so the guard is needed, and the property can fail.      *)
(***************************************************************************)
EXTENDS ZabStarts

(* Promises *)

\* For NotOlder: a follower goes back to an older epoch.
AnyEpoch(f, e) == TRUE

\* For Promised: a follower acknowledges an epoch as if for the first time, however often it is asked.
NeverPromised(f, e) == FALSE

\* For Counts: a leader counts those that promised the epoch to they no longer know whom.
AgainCounts(vote) == vote.state # "none"

\* For FollowerPersistAcceptedEpoch: the acknowledgement leaves, the promise is never written.
PromiseNotWritten(f) ==
    /\ role[f] = FOLLOWING
    /\ pending[f].field = "acceptedEpoch"
    /\ acceptedEpoch' = acceptedEpoch
    /\ pending' = [pending EXCEPT ![f] = NoPending]
    /\ phase' = [phase EXCEPT ![f] = SYNCHRONIZATION]
    /\ msgs' = Send(f, leader[f], AckEpoch(f, "first"), msgs)
    /\ UNCHANGED <<currentEpoch, logVars, role, leader, lastCommitted, voteVars, syncVars, reads>>

\* For EpochsReported: the leader picks an epoch before it has heard of a quorum.
AnybodyReported(l) == TRUE

\* For NoEpochYet: a leader picks a second epoch when a late follower turns up.
AlwaysAnotherEpoch(l) == pending[l] = NoPending /\ phase[l] = DISCOVERY

(* Discovery and synchronization *)

\* For PromisedByQuorum: the leader goes on with its own promise alone.
NoQuorumOfPromises(l) == role[l] = LEADING /\ phase[l] = DISCOVERY /\ l \in Voters(l)

\* For NotLater: the epoch in which a history was adopted is ignored.
LatestByZxidOnly(v, w) == ZxidLeq(v.zxid, w.zxid)

\* For NotLater: the last zxid is ignored.
LatestByEpochOnly(v, w) == v.epoch <= w.epoch

\* For Latest: the leader insists on its own history.
OwnHistory(l) == {l}

\* For HistoryOnDisk: currentEpoch is written and acknowledged before the history.
EpochBeforeHistory(s) == TRUE

\* For AdoptedByQuorum: one follower (or the leader alone) is enough.
AdoptedByOne(l) == ackLeader[l] # {}

\* For SyncMessage: the tail is appended to whatever the target has.
NoTruncation(s, z) ==
    LET shared == CountUpTo(history[s], z)
    IN [Message("SYNC", acceptedEpoch[s], z) EXCEPT !.mode = "DIFF", !.entries = Suffix(history[s], shared)]

\* For SyncMessage: purged entries are sent as if they were still there.
NoCheckpointSync(s, z) ==
    LET shared == CountUpTo(history[s], z)
        mode == IF ZxidAt(history[s], shared) = z THEN "DIFF" ELSE "TRUNC"
    IN [Message("SYNC", acceptedEpoch[s], ZxidAt(history[s], shared)) EXCEPT
            !.mode = mode, !.entries = Suffix(history[s], shared)]

\* For SyncMessage: the tail starts one entry too early.
OverlappingTail(s, z) ==
    LET shared == CountUpTo(history[s], z)
        mode == IF ZxidAt(history[s], shared) = z THEN "DIFF" ELSE "TRUNC"
    IN [Message("SYNC", acceptedEpoch[s], ZxidAt(history[s], shared)) EXCEPT
            !.mode = mode, !.entries = Suffix(history[s], IF shared = 0 THEN 0 ELSE shared - 1)]

\* For SyncMessage: every follower is taken to have what the leader has; only new entries would be sent.
NothingMissing(s, z) ==
    [Message("SYNC", acceptedEpoch[s], LastZxid(history[s])) EXCEPT !.mode = "DIFF"]

\* For Install: what was synced before a cut is still taken for synced after it.
SyncedSurvivesTruncation(t, m) ==
    /\ history' = [history EXCEPT ![t] = Prefix(@, Kept(t, m)) \o m.entries]
    /\ UNCHANGED <<synced, checkpoint, lastCommitted>>

\* For Install: the follower keeps its own tail behind the leader's.
TailKept(t, m) ==
    LET kept == Kept(t, m)
    IN /\ history' = [history EXCEPT ![t] = Prefix(@, kept) \o m.entries \o Suffix(@, kept)]
       /\ synced' = [synced EXCEPT ![t] = Min2(@, kept)]
       /\ UNCHANGED <<checkpoint, lastCommitted>>

\* For Open: a leader writes to whatever connection a follower has.
StaleConnection(l, f, channels) == Connected(l, f)

\* For Leavers: followers do not notice that their leader is gone.
NobodyNotices(s) == {s}

\* For Hangup: a leader's messages outlive it.
NothingLost(s, n) == msgs

\* For HandleCEPOCH: what the leader knew of the follower's last connection is taken for true of the new one.
OldKnowledgeKept(l, f) ==
    /\ Receives(l, f, "CEPOCH")
    /\ cepoch' = [cepoch EXCEPT ![l][f] = Head(msgs[f][l]).epoch]
    /\ msgs' = IF ProposedEpoch(l)
               THEN SendAll(l, {f}, [s \in Server |-> <<Message("NEWEPOCH", acceptedEpoch[l], ZeroZxid)>>], Received(l, f))
               ELSE Received(l, f)
    /\ UNCHANGED <<epochVars, logVars, roleVars, pending, lastCommitted, ackEpoch, syncVars, reads>>

(* Broadcast *)

\* For HandlePROPOSE: the acknowledgement leaves with the append.
AckBeforeSync(f, l) ==
    /\ Receives(f, l, "PROPOSE")
    /\ history' = [history EXCEPT ![f] = @ \o Head(msgs[l][f]).entries]
    /\ msgs' = Send(f, l, Message("ACK", acceptedEpoch[f], Head(msgs[l][f]).zxid), Received(f, l))
    /\ UNCHANGED <<epochVars, synced, checkpoint, roleVars, pending, lastCommitted, voteVars, syncVars, reads>>

\* For ClientRequest: one follower is left out.
ProposeToOne(l, q) ==
    /\ role[l] = LEADING /\ phase[l] = BROADCAST
    /\ Fresh(l, q)
    /\ LET entry == [epoch |-> acceptedEpoch[l], counter |-> Counter(l, acceptedEpoch[l]) + 1,
                     session |-> q.session, seq |-> q.seq]
           propose == [Message("PROPOSE", acceptedEpoch[l], ZxidOf(entry)) EXCEPT !.entries = <<entry>>]
       IN /\ history' = [history EXCEPT ![l] = Append(@, entry)]
          /\ \E f \in forwarding[l] : msgs' = SendAll(l, {f}, [s \in Server |-> <<propose>>], msgs)
    /\ UNCHANGED <<epochVars, synced, checkpoint, roleVars, pending, lastCommitted, voteVars, syncVars, reads>>

\* For OnDiskAtQuorum: one disk is enough.
OnOneDisk(l, A, K) == {n \in 1..Len(history[l]) : \E s \in A : K[s] >= n}

\* For OnDiskAtQuorum: the leader counts its own log before it is synced.
LeaderCountsUnsynced(l, A, K) ==
    {n \in 1..Len(history[l]) : IsQuorum({l} \cup {s \in A : K[s] >= n})}

\* For Counter: the leader numbers entries anew after each commit.
CounterRestarts(s, e) ==
    Cardinality({i \in DOMAIN history[s] : history[s][i].epoch = e /\ i > lastCommitted[s]})

\* For Fresh: every attempt is logged.
RetriesLogged(s, q) == TRUE

\* For Fresh: a retry is recognised only if its first attempt is committed.
RetriesComparedWithCommitted(s, q) ==
    \A i \in DOMAIN history[s] :
        i > checkpoint[s] /\ i <= lastCommitted[s] /\ history[s][i].session = q.session
            => history[s][i].seq < q.seq

\* For Learn: a follower delivers all it has as soon as anything is committed.
DeliverAll(f, z) == lastCommitted' = [lastCommitted EXCEPT ![f] = Len(history[f])]

\* For HandlePROPOSE: the newest proposal replaces an unsynced one before it.
ProposalLost(f, l) ==
    /\ Receives(f, l, "PROPOSE")
    /\ history' = [history EXCEPT ![f] = Prefix(@, Max2(synced[f], lastCommitted[f])) \o Head(msgs[l][f]).entries]
    /\ msgs' = Received(f, l)
    /\ UNCHANGED <<epochVars, synced, checkpoint, roleVars, pending, lastCommitted, voteVars, syncVars, reads>>

\* For Recovered: the disk loses the last entry that it said was synced.
DiskLies(s) == Prefix(history[s], IF synced[s] = 0 THEN 0 ELSE synced[s] - 1)

\* For Checkpointable: a checkpoint takes in what is not committed.
CheckpointAll(s) == Len(history[s])

(* Reads *)

\* For Confirmed: the leader answers without asking whether it still leads.
Unconfirmed(l) == reads[l].active

\* For AnsweredAnew: who answered over an old connection has answered.
AnsweredBefore(l, f) == reads[l].acks

\* For AckedAnew: what a follower had on disk, it is taken to have.
AckedBefore(l, f) == acked[l][f]

\* For ThisRound: answers to an earlier round count for this one.
AnyRound(l, m) == reads[l].active

(***************************************************************************)
(* Commitment by counting.  A new leader that takes an entry of an earlier *)
(* epoch for committed as soon as it counts a quorum of copies, before a   *)
(* quorum has adopted the new epoch, can lose it (figure 8 of the Raft     *)
(* paper).  Zab commits the initial history by establishment alone.        *)
(***************************************************************************)

\* For Fsync: a follower acknowledges before it has adopted the epoch.
EagerFsync(s, n) ==
    /\ n > synced[s] /\ n <= Len(history[s])
    /\ synced' = [synced EXCEPT ![s] = n]
    /\ IF role[s] = LEADING
       THEN /\ acked' = [acked EXCEPT ![s][s] = n]
            /\ CommitUpTo(s, CommitPoint(s, ackLeader[s], [acked[s] EXCEPT ![s] = n]), ackLeader[s], msgs)
       ELSE /\ UNCHANGED <<acked, lastCommitted>>
            /\ msgs' = IF role[s] = FOLLOWING /\ phase[s] # DISCOVERY
                       THEN Send(s, leader[s], Message("ACK", acceptedEpoch[s], ZxidAt(history[s], n)), msgs)
                       ELSE msgs
    /\ UNCHANGED <<epochVars, history, checkpoint, roleVars, pending, voteVars, forwarding, ackLeader, reads>>

\* For CommitPoint: copies are counted in every phase, the leader's own included.
CountCopies(l, A, K) ==
    LET copies == {n \in 1..Len(history[l]) : IsQuorum({s \in Server : s = l \/ K[s] >= n})}
    IN IF \E n \in copies : n > lastCommitted[l] THEN CHOOSE n \in copies : \A o \in copies : n >= o
       ELSE lastCommitted[l]

\* For Rest: what is left of a divided message lacks its first entry.
RestWithoutItsFirst(m, k) ==
    [m EXCEPT !.mode = "DIFF", !.zxid = ZxidAt(m.entries, k), !.entries = Suffix(m.entries, k + 1)]

\* For Restart: the disk was replaced, and the replica comes back, empty, under its old name. (The repair: its vote does
\* not count before its group has taken the new disk in: Roster, Reconfig.)
EmptyRestart(s) ==
    /\ LeaveRole(s)
    /\ acceptedEpoch' = [acceptedEpoch EXCEPT ![s] = 0]
    /\ currentEpoch' = [currentEpoch EXCEPT ![s] = 0]
    /\ history' = [history EXCEPT ![s] = <<>>]
    /\ synced' = [synced EXCEPT ![s] = 0]
    /\ checkpoint' = [checkpoint EXCEPT ![s] = 0]
    /\ lastCommitted' = [lastCommitted EXCEPT ![s] = 0]

=============================================================================
