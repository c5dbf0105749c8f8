----------------------------- MODULE Broadcast -----------------------------
(***************************************************************************)
(* Phase 3 of Zab: the established leader turns requests into proposals.   *)
(*                                                                         *)
(*   follower                      leader                                  *)
(*      |<--- PROPOSE(entry) ---------|   as many as like in the pipeline  *)
(*      |---- ACK(zxid) ------------->|   synced up to zxid (cumulative)   *)
(*      |<--- COMMIT(zxid) -----------|   a quorum has synced up to zxid   *)
(*                                                                         *)
(* The leader writes its own log like everybody else, and is one of the    *)
(* quorum once it has synced; a quorum of followers commits without it.    *)
(*                                                                         *)
(* Sessions: a session numbers its requests, and the number is part of the *)
(* entry.  Of a session's requests in the entries that it has not purged,  *)
(* a leader logs the next one only if its number is higher: a retry so     *)
(* finds its first attempt, committed or not, and is answered when that is *)
(* committed.  It remembers nothing of purged entries: a retry of one is   *)
(* logged again, and whoever applies the log sees that it is one and does  *)
(* not run it (client/Sessions, Handoff!Fresh: the same rule).             *)
(*                                                                         *)
(* Source: Zab (DSN 2011), section IV, phase 3; ACaZoo, section IV-A.      *)
(***************************************************************************)
EXTENDS Synchronization

\* The entries of a session that s has not purged.
\* @type: (SERVER, SESSION) => Set(Int);
Retained(s, c) == {i \in DOMAIN history[s] : i > checkpoint[s] /\ history[s][i].session = c}

\* q comes after the last request of its session in the entries that s has not purged.
\* @type: (SERVER, { session: SESSION, seq: Int }) => Bool;
Fresh(s, q) ==
    \A i \in Retained(s, q.session) :
        (\A j \in Retained(s, q.session) : j <= i) => history[s][i].seq < q.seq

\* @type: (SERVER, Int) => Int;
Counter(s, e) == Cardinality({i \in DOMAIN history[s] : history[s][i].epoch = e})

\* The leader logs a client's request and proposes it to all that it keeps in line.
\* @type: (SERVER, { session: SESSION, seq: Int }) => Bool;
ClientRequest(l, q) ==
    /\ role[l] = LEADING /\ phase[l] = BROADCAST
    /\ Fresh(l, q)
    /\ LET entry == [epoch |-> acceptedEpoch[l], counter |-> Counter(l, acceptedEpoch[l]) + 1,
                     session |-> q.session, seq |-> q.seq]
           propose == [Message("PROPOSE", acceptedEpoch[l], ZxidOf(entry)) EXCEPT !.entries = <<entry>>]
       IN /\ history' = [history EXCEPT ![l] = Append(@, entry)]
          /\ msgs' = SendAll(l, forwarding[l], [f \in Server |-> <<propose>>], msgs)
    /\ UNCHANGED <<epochVars, synced, checkpoint, roleVars, pending, lastCommitted, voteVars, syncVars, reads>>

\* The entry continues the follower's history in the leader's epoch, without a gap. It always does:
\* ProposalsInOrder, in MCZab.
\* @type: (SERVER, $entry) => Bool;
InOrder(f, entry) ==
    /\ entry.epoch = acceptedEpoch[f]
    /\ entry.counter = Counter(f, entry.epoch) + 1

\* @type: (SERVER, SERVER) => Bool;
HandlePROPOSE(f, l) ==
    /\ Receives(f, l, "PROPOSE")
    /\ history' = [history EXCEPT ![f] = @ \o Head(msgs[l][f]).entries]
    /\ msgs' = Received(f, l)
    /\ UNCHANGED <<epochVars, synced, checkpoint, roleVars, pending, lastCommitted, voteVars, syncVars, reads>>

----------------------------------------------------------------------------
(* Acknowledgement *)

\* The log of s up to its n-th entry is on disk. A follower in the epoch acknowledges it, a leader in its own counts it.
\* @type: (SERVER, Int) => Bool;
Fsync(s, n) ==
    /\ n > synced[s] /\ n <= Len(history[s])
    /\ synced' = [synced EXCEPT ![s] = n]
    /\ IF s \in ackLeader[s]
       THEN /\ acked' = [acked EXCEPT ![s][s] = n]
            /\ CommitUpTo(s, CommitPoint(s, ackLeader[s], [acked[s] EXCEPT ![s] = n]), ackLeader[s], msgs)
       ELSE /\ UNCHANGED <<acked, lastCommitted>>
            /\ msgs' = IF role[s] = FOLLOWING /\ phase[s] = BROADCAST
                       THEN Send(s, leader[s], Message("ACK", acceptedEpoch[s], ZxidAt(history[s], n)), msgs)
                       ELSE msgs
    /\ UNCHANGED <<epochVars, history, checkpoint, roleVars, pending, voteVars, forwarding, ackLeader, reads>>

\* @type: (SERVER, SERVER) => Bool;
HandleACK(l, f) ==
    /\ Receives(l, f, "ACK")
    /\ LET K == Counted(l, f, Head(msgs[f][l]).zxid)
       IN /\ acked' = [acked EXCEPT ![l] = K]
          /\ CommitUpTo(l, CommitPoint(l, ackLeader[l], K), ackLeader[l], Received(l, f))
    /\ UNCHANGED <<epochVars, logVars, roleVars, pending, voteVars, forwarding, ackLeader, reads>>

\* A follower is in the epoch. If the leader is established, the follower learns what is committed.
\* @type: (SERVER, SERVER) => Bool;
HandleACKLD(l, f) ==
    /\ Receives(l, f, "ACKLD")
    /\ LET A == ackLeader[l] \cup {f}
           K == Counted(l, f, Head(msgs[f][l]).zxid)
           n == CommitPoint(l, A, K)
           commitld == Message("COMMITLD", acceptedEpoch[l], ZxidAt(history[l], n))
       IN /\ ackLeader' = [ackLeader EXCEPT ![l] = A]
          /\ acked' = [acked EXCEPT ![l] = K]
          /\ CommitUpTo(l, n, ackLeader[l] \ {f},
                IF phase[l] = BROADCAST
                THEN SendAll(l, {f}, [s \in Server |-> <<commitld>>], Received(l, f))
                ELSE Received(l, f))
    /\ UNCHANGED <<epochVars, logVars, roleVars, pending, voteVars, forwarding, reads>>

\* @type: (SERVER, $zxid) => Bool;
Learn(f, z) == lastCommitted' = [lastCommitted EXCEPT ![f] = Max2(@, CountUpTo(history[f], z))]

\* The follower is up to date, and may deliver what is committed.
\* @type: (SERVER, SERVER) => Bool;
HandleCOMMITLD(f, l) ==
    /\ Receives(f, l, "COMMITLD")
    /\ Learn(f, Head(msgs[l][f]).zxid)
    /\ msgs' = Received(f, l)
    /\ UNCHANGED <<epochVars, logVars, roleVars, pending, voteVars, syncVars, reads>>

\* @type: (SERVER, SERVER) => Bool;
HandleCOMMIT(f, l) ==
    /\ Receives(f, l, "COMMIT")
    /\ Learn(f, Head(msgs[l][f]).zxid)
    /\ msgs' = Received(f, l)
    /\ UNCHANGED <<epochVars, logVars, roleVars, pending, voteVars, syncVars, reads>>

=============================================================================
