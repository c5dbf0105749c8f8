----------------------------- MODULE ZabSights -----------------------------
(***************************************************************************)
(* Interesting states of Zab.  A model that must reach one names it behind *)
(* @reaches; those that no small model reaches by the way have models of   *)
(* their own (reach/).                                                     *)
(***************************************************************************)
EXTENDS ZabStarts

Sees(type, test(_)) ==
    \E s, d \in Server : Receives(s, d, type) /\ test(Head(msgs[d][s]))

(* Discovery and synchronization *)

\* The start of ZabStarts.
StartEstablished == \E l \in Server : EstablishedBy(l)

\* A follower lost its connection and joins the same epoch again.
Again == Sees("ACKEPOCH", LAMBDA m : m.mode = "again")

\* The prospective leader lacks something, and pulls it.
PulledTail == Sees("PULLED", LAMBDA m : m.mode = "DIFF" /\ m.entries # <<>>)

\* The prospective leader has something that the latest history lacks, and cuts it off.
PulledTruncation == Sees("PULLED", LAMBDA m : m.mode = "TRUNC")

TailSync == Sees("SYNC", LAMBDA m : m.mode = "DIFF" /\ m.entries # <<>>)
TruncatedTail == Sees("SYNC", LAMBDA m : m.mode = "TRUNC")
CheckpointSync == Sees("SYNC", LAMBDA m : m.mode = "SNAP")

\* The only checkpoint taken is at two servers: one has got it from the other.
CheckpointShared == spent["checkpoints"] = 1 /\ Cardinality({s \in Server : checkpoint[s] > 0}) = 2

\* A proposal reaches a follower that still writes the epoch's history.
ProposalWhileAdopting ==
    \E f, l \in Server : Receives(f, l, "PROPOSE") /\ pending[f].field = "currentEpoch"

\* A follower has the history on disk, but currentEpoch is not written yet; and the other way round never.
HistoryBeforeEpoch ==
    \E f \in Server : role[f] = FOLLOWING /\ pending[f].field = "currentEpoch" /\ pending[f].upTo > 0 /\ HistoryOnDisk(f)

\* Of a tail a part was taken, and the rest is lost with its connection.
PartKept ==
    spent["parts"] = 1 /\ \E s \in Server :
        role[s] = LOOKING /\ Len(history[s]) = 1 /\ \A d \in Server : msgs[d][s] = <<>>

\* A primary begins with an entry that a predecessor left uncommitted.
InheritedEntry == \E e \in Epoch : primary[e] # {} /\ initial[e] # <<>>

(* Broadcast *)

\* The followers alone have the entry on disk, and the leader commits it.
CommitWithoutLeader == \E l \in Server : role[l] = LEADING /\ lastCommitted[l] > synced[l]

\* Two proposals are under way to one follower.
Pipelined == \E l, f \in Server : Len(msgs[l][f]) >= 2 /\ Receives(f, l, "PROPOSE")

\* One acknowledgement covers two entries.
GroupCommit == Sees("ACK", LAMBDA m : m.zxid.counter = 2) /\ \A l \in Server : lastCommitted[l] = 0

\* The primary crashed and lost an entry that had been committed without it.
PrimaryForgets == \E s \in Server : s \in primary[1] /\ log # <<>> /\ history[s] = <<>>

\* A message arrives from a follower that has hung up.
LateMessage == \E l, f \in Server : Receives(l, f, "ACK") /\ ~Connected(l, f)

\* A retry of a purged request is logged again.
LoggedAgain == \E s \in Server : Repeated(history[s]) > 0

(* Reads *)

ReadServed == \E l \in Server : Confirmed(l)

\* A leader has answered, and still leads.
ReadEnded == \E l \in Server : role[l] = LEADING /\ reads[l].round > 0 /\ ~reads[l].active

\* A deposed leader has a read that it must not answer.
ReadHeldBack == primary[2] # {} /\ \E l \in Server : reads[l].active /\ reads[l].index < Len(log)

\* An answer to an earlier round arrives while another round is under way.
OldAnswer ==
    \E l, f \in Server : Receives(l, f, "PONG") /\ reads[l].active /\ ~ThisRound(l, Head(msgs[f][l]))

=============================================================================
