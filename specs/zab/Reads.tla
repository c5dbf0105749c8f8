------------------------------- MODULE Reads -------------------------------
(***************************************************************************)
(* Linearizable reads without a log write (ReadIndex).                     *)
(*                                                                         *)
(*   follower                      leader                                  *)
(*      |<--- PING(round) ------------|   index := lastCommitted           *)
(*      |---- PONG(round) ----------->|   a quorum: serve at index         *)
(*                                                                         *)
(* A quorum's answers to a question asked after the read arrived prove     *)
(* that no later epoch was established before the read arrived, so that    *)
(* the leader's commit point then covered all that was acknowledged.       *)
(*                                                                         *)
(* One round is under way at a time, and serves all reads that wait for    *)
(* it: a read here stands for such a batch.  A round may be begun anew     *)
(* before it has ended: its PING went to a connection that broke, say,     *)
(* and would never be answered.  The reads that waited for it are served   *)
(* by the new one, from a state that is newer still.                       *)
(*                                                                         *)
(* Source: the papers read at the leader (ACaZoo, section IV-B) and leave  *)
(* open what a deposed leader may answer; the round is ours (see           *)
(* docs/ambiguities.md).                                                   *)
(***************************************************************************)
EXTENDS Broadcast

\* @type: SERVER => Bool;
ClientRead(l) ==
    /\ role[l] = LEADING /\ phase[l] = BROADCAST
    /\ LET round == reads[l].round + 1
       IN /\ reads' = [reads EXCEPT ![l] = [round |-> round, index |-> lastCommitted[l], acks |-> {l}, active |-> TRUE]]
          /\ msgs' = SendAll(l, ackLeader[l] \ {l},
                  [f \in Server |-> <<[Message("PING", acceptedEpoch[l], ZeroZxid) EXCEPT !.round = round]>>], msgs)
    /\ UNCHANGED <<epochVars, logVars, roleVars, pending, lastCommitted, voteVars, syncVars>>

\* @type: (SERVER, SERVER) => Bool;
HandlePING(f, l) ==
    /\ Receives(f, l, "PING")
    /\ msgs' = Send(f, l, [Head(msgs[l][f]) EXCEPT !.type = "PONG"], Received(f, l))
    /\ UNCHANGED <<epochVars, logVars, roleVars, pending, lastCommitted, voteVars, syncVars, reads>>

\* An answer to an earlier round says nothing about now.
\* @type: (SERVER, $msg) => Bool;
ThisRound(l, m) == reads[l].active /\ m.round = reads[l].round

\* @type: (SERVER, SERVER) => Bool;
HandlePONG(l, f) ==
    /\ Receives(l, f, "PONG")
    /\ reads' = IF ThisRound(l, Head(msgs[f][l])) THEN [reads EXCEPT ![l].acks = @ \cup {f}] ELSE reads
    /\ msgs' = Received(l, f)
    /\ UNCHANGED <<epochVars, logVars, roleVars, pending, lastCommitted, voteVars, syncVars>>

\* @type: SERVER => Bool;
Confirmed(l) == IsQuorumBy(history[l], reads[l].acks)

\* The leader answers from the state at the read's index.
\* @type: SERVER => Bool;
ServeRead(l) ==
    /\ Confirmed(l)
    /\ reads' = [reads EXCEPT ![l] = NoRead(l)]
    /\ UNCHANGED <<epochVars, logVars, roleVars, pending, lastCommitted, voteVars, syncVars, msgs>>

=============================================================================
