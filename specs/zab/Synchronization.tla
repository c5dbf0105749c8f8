-------------------------- MODULE Synchronization --------------------------
(***************************************************************************)
(* Phase 2 of Zab: a quorum adopts the initial history of the new epoch.   *)
(*                                                                         *)
(*   follower                      leader                                  *)
(*      |<--- SYNC(mode, entries) ----|                                    *)
(*      |<--- NEWLEADER(e) -----------|   the history synced first,        *)
(*      |---- ACKLD(zxid) ----------->|   then currentEpoch written        *)
(*      |<--- COMMITLD(zxid) ---------|   at a quorum: established         *)
(*                                                                         *)
(* SYNC brings one history in line with another by the cheapest means:     *)
(* its missing tail (DIFF), a tail after cutting what the source lacks     *)
(* (TRUNC), or a checkpoint and the tail behind it when the source has     *)
(* purged the entries in between (SNAP).  The paper sends whole histories; *)
(* to send the difference is the same as long as a zxid names one entry    *)
(* and one history before it (LogMatching, in MCZab).                      *)
(*                                                                         *)
(* The same message serves a prospective leader that pulls.                *)
(*                                                                         *)
(* A message may be longer than its receiver's memory: TakePart installs   *)
(* its beginning, and what is left of it goes on from there.  What a       *)
(* receiver has taken, it keeps, whatever becomes of the rest.             *)
(*                                                                         *)
(* Truncation and the switch to a received checkpoint are durable when the *)
(* step ends: both are rare, and the driver syncs before it goes on.       *)
(* What happens inside an interrupted install is AppliedIndex's subject.   *)
(*                                                                         *)
(* Source: Zab (DSN 2011), section IV, phase 2; TRUNC, DIFF and SNAP are   *)
(* ZooKeeper's.                                                            *)
(***************************************************************************)
EXTENDS Commitment

\* What s must send to a server whose last zxid is z, to give it the history of s.
\* @type: (SERVER, $zxid) => $msg;
SyncMessage(s, z) ==
    LET shared == CountUpTo(history[s], z)
        mode == IF shared < checkpoint[s] THEN "SNAP"
                ELSE IF ZxidAt(history[s], shared) = z THEN "DIFF" ELSE "TRUNC"
        from == IF mode = "SNAP" THEN checkpoint[s] ELSE shared
    IN [Message("SYNC", acceptedEpoch[s], ZxidAt(history[s], from)) EXCEPT
            !.mode = mode,
            !.entries = IF mode = "SNAP" THEN history[s] ELSE Suffix(history[s], from)]

\* How many entries of t's history stay when it installs m; with SNAP, how many the checkpoint holds.
\* @type: (SERVER, $msg) => Int;
Kept(t, m) == CountUpTo(IF m.mode = "SNAP" THEN m.entries ELSE history[t], m.zxid)

\* The target holds the point from which the tail goes on. It always does: SyncFits, in MCZab.
\* @type: (SERVER, $msg) => Bool;
Fits(t, m) == m.mode # "SNAP" => Holds(history[t], m.zxid)

\* t installs the SYNC message m. What it cuts off was never committed; what it appends is not yet on disk.
\* @type: (SERVER, $msg) => Bool;
Install(t, m) ==
    LET kept == Kept(t, m)
    IN IF m.mode = "SNAP"
       THEN /\ history' = [history EXCEPT ![t] = m.entries]
            /\ synced' = [synced EXCEPT ![t] = kept]
            /\ checkpoint' = [checkpoint EXCEPT ![t] = kept]
            /\ lastCommitted' = [lastCommitted EXCEPT ![t] = Max2(@, kept)]
       ELSE /\ history' = [history EXCEPT ![t] = Prefix(@, kept) \o m.entries]
            /\ synced' = [synced EXCEPT ![t] = Min2(@, kept)]
            /\ UNCHANGED <<checkpoint, lastCommitted>>

\* Both messages that bring a follower with last zxid z into epoch e, from the history of l.
\* @type: (SERVER, $zxid, Int) => Seq($msg);
SyncAndNewLeader(l, z, e) == <<SyncMessage(l, z), Message("NEWLEADER", e, ZeroZxid)>>

\* @type: SERVER => Set(SERVER);
Joined(l) == {f \in Server \ {l} : ackEpoch[l][f] # NoVote}

----------------------------------------------------------------------------
(* The end of discovery *)

\* The leader's own history is the latest of a quorum: it becomes the epoch's initial history,
\* is written at the leader, and sent to all that joined.
\* @type: SERVER => Bool;
CompleteDiscovery(l) ==
    /\ PromisedByQuorum(l)
    /\ l \in Latest(l)
    /\ phase' = [phase EXCEPT ![l] = SYNCHRONIZATION]
    /\ pending' = [pending EXCEPT ![l] =
            [field |-> "currentEpoch", epoch |-> acceptedEpoch[l], upTo |-> Len(history[l])]]
    /\ forwarding' = [forwarding EXCEPT ![l] = Joined(l)]
    /\ msgs' = SendAll(l, Joined(l),
                       [f \in Server |-> SyncAndNewLeader(l, ackEpoch[l][f].zxid, acceptedEpoch[l])], msgs)
    /\ UNCHANGED <<epochVars, logVars, role, leader, lastCommitted, voteVars, ackLeader, acked, reads>>

\* A follower with the latest history sends the leader what it lacks.
\* @type: (SERVER, SERVER) => Bool;
HandlePULL(f, l) ==
    /\ Receives(f, l, "PULL")
    /\ msgs' = Send(f, l, [SyncMessage(f, Head(msgs[l][f]).zxid) EXCEPT !.type = "PULLED"], Received(f, l))
    /\ UNCHANGED <<epochVars, logVars, roleVars, pending, lastCommitted, voteVars, syncVars, reads>>

\* The leader installs what it pulled; from here on it is as if its own history had been the latest.
\* @type: (SERVER, SERVER) => Bool;
HandlePULLED(l, f) ==
    /\ Receives(l, f, "PULLED")
    /\ LET m == Head(msgs[f][l])
       IN /\ Install(l, m)
          /\ ackEpoch' = [ackEpoch EXCEPT ![l][l] = [ackEpoch[l][f] EXCEPT !.state = "first"]]
          /\ phase' = [phase EXCEPT ![l] = DISCOVERY]
          /\ msgs' = Received(l, f)
    /\ UNCHANGED <<epochVars, role, leader, pending, cepoch, syncVars, reads>>

\* A follower has promised the epoch. If the initial history is settled, the follower gets the present one.
\* @type: (SERVER, SERVER) => Bool;
HandleACKEPOCH(l, f) ==
    /\ Receives(l, f, "ACKEPOCH")
    /\ LET m == Head(msgs[f][l])
       IN /\ ackEpoch' = [ackEpoch EXCEPT ![l][f] = [state |-> m.mode, epoch |-> m.epoch, zxid |-> m.zxid]]
          /\ IF Adopted(l)
             THEN /\ forwarding' = [forwarding EXCEPT ![l] = @ \cup {f}]
                  /\ msgs' = SendAll(l, {f}, [s \in Server |-> SyncAndNewLeader(l, m.zxid, acceptedEpoch[l])],
                                     Received(l, f))
             ELSE /\ msgs' = Received(l, f)
                  /\ UNCHANGED forwarding
    /\ UNCHANGED <<epochVars, logVars, roleVars, pending, lastCommitted, cepoch, ackLeader, acked, reads>>

----------------------------------------------------------------------------
(* Adopting the history *)

\* @type: (SERVER, SERVER) => Bool;
HandleSYNC(f, l) ==
    /\ Receives(f, l, "SYNC")
    /\ Install(f, Head(msgs[l][f]))
    /\ msgs' = Received(f, l)
    /\ UNCHANGED <<epochVars, roleVars, pending, voteVars, syncVars, reads>>

\* Where a SYNC or PULLED that t is to install may be divided: its first part has an entry and does not end
\* within the checkpoint, and something is left.
\* @type: (SERVER, $msg) => Set(Int);
Divisions(t, m) == {k \in DOMAIN m.entries : k < Len(m.entries) /\ (m.mode = "SNAP" => k > Kept(t, m))}

\* What is left of message m behind its first k entries.
\* @type: ($msg, Int) => $msg;
Rest(m, k) == [m EXCEPT !.mode = "DIFF", !.zxid = ZxidAt(m.entries, k), !.entries = Suffix(m.entries, k)]

\* The first k entries of a SYNC or PULLED are installed.
\* @type: (SERVER, SERVER, Int) => Bool;
Divide(t, s, k) ==
    LET m == Head(msgs[s][t])
    IN /\ k \in Divisions(t, m)
       /\ Install(t, [m EXCEPT !.entries = Prefix(@, k)])
       /\ msgs' = [msgs EXCEPT ![s][t] = <<Rest(m, k)>> \o Tail(@)]

\* The beginning of a SYNC or PULLED is taken.
\* @type: (SERVER, SERVER) => Bool;
TakePart(t, s) ==
    /\ Receives(t, s, "SYNC") \/ Receives(t, s, "PULLED")
    /\ \E k \in DOMAIN Head(msgs[s][t]).entries : Divide(t, s, k)
    /\ UNCHANGED <<epochVars, roleVars, pending, voteVars, syncVars, reads>>

\* The follower starts to adopt the epoch: history to disk first, then currentEpoch.
\* @type: (SERVER, SERVER) => Bool;
HandleNEWLEADER(f, l) ==
    /\ Receives(f, l, "NEWLEADER")
    /\ pending' = [pending EXCEPT ![f] =
            [field |-> "currentEpoch", epoch |-> Head(msgs[l][f]).epoch, upTo |-> Len(history[f])]]
    /\ msgs' = Received(f, l)
    /\ UNCHANGED <<epochVars, logVars, roleVars, lastCommitted, voteVars, syncVars, reads>>

\* All that NEWLEADER vouched for is on disk. To write currentEpoch earlier would let the replica claim,
\* after a crash, to have adopted a history that it lacks (ZOOKEEPER-4643, 4646).
\* @type: SERVER => Bool;
HistoryOnDisk(s) == synced[s] >= pending[s].upTo

\* @type: SERVER => Bool;
FollowerPersistCurrentEpoch(f) ==
    /\ role[f] = FOLLOWING
    /\ pending[f].field = "currentEpoch"
    /\ HistoryOnDisk(f)
    /\ currentEpoch' = [currentEpoch EXCEPT ![f] = pending[f].epoch]
    /\ pending' = [pending EXCEPT ![f] = NoPending]
    /\ phase' = [phase EXCEPT ![f] = BROADCAST]
    /\ msgs' = Send(f, leader[f], Message("ACKLD", pending[f].epoch, ZxidAt(history[f], synced[f])), msgs)
    /\ UNCHANGED <<acceptedEpoch, logVars, role, leader, lastCommitted, voteVars, syncVars, reads>>

\* The leader adopts its own epoch in the same way, and counts as one of the quorum then. That may come
\* after its followers have established it, and may be what commits an entry.
\* @type: SERVER => Bool;
LeaderPersistCurrentEpoch(l) ==
    /\ role[l] = LEADING
    /\ pending[l].field = "currentEpoch"
    /\ HistoryOnDisk(l)
    /\ currentEpoch' = [currentEpoch EXCEPT ![l] = pending[l].epoch]
    /\ pending' = [pending EXCEPT ![l] = NoPending]
    /\ LET A == ackLeader[l] \cup {l}
           K == [acked[l] EXCEPT ![l] = synced[l]]
       IN /\ ackLeader' = [ackLeader EXCEPT ![l] = A]
          /\ acked' = [acked EXCEPT ![l] = K]
          /\ CommitUpTo(l, CommitPoint(l, A, K), A, msgs)
    /\ UNCHANGED <<acceptedEpoch, logVars, roleVars, voteVars, forwarding, reads>>

\* A quorum has adopted the epoch and its history.
\* @type: SERVER => Bool;
AdoptedByQuorum(l) == IsQuorumBy(history[l], ackLeader[l])

\* With a quorum in the epoch the leader is established, and its whole history is committed.
\* @type: SERVER => Bool;
Establish(l) ==
    /\ phase[l] = SYNCHRONIZATION
    /\ AdoptedByQuorum(l)
    /\ phase' = [phase EXCEPT ![l] = BROADCAST]
    /\ lastCommitted' = [lastCommitted EXCEPT ![l] = Len(history[l])]
    /\ msgs' = SendAll(l, ackLeader[l] \ {l},
                       [f \in Server |-> <<Message("COMMITLD", acceptedEpoch[l], LastZxid(history[l]))>>], msgs)
    /\ UNCHANGED <<epochVars, logVars, role, leader, pending, voteVars, syncVars, reads>>

=============================================================================
