------------------------------ MODULE ReachZab ------------------------------
(* Interesting states of Zab; each invariant here must be violated. *)
EXTENDS ZabStarts

Sees(type, test(_)) ==
    \E s, d \in Server : Receives(s, d, type) /\ test(Head(msgs[d][s]))

(* The starts of ZabStarts *)

NeverStartEstablished == ~\E l \in Server : EstablishedBy(l)
NeverStartDiverged == ~Diverged
NeverStartDeposed == ~Deposed(0)
NeverStartDeposedReader == ~Deposed(1)
NeverStartContested == ~Contested
NeverStartBehind == ~Behind

(* Discovery and synchronization *)

\* A server that promised a later epoch is asked to join an older one.
NeverRefused == ~\E f, l \in Server : Receives(f, l, "NEWEPOCH") /\ ~NotOlder(f, Head(msgs[l][f]).epoch)

\* A follower lost its connection and joins the same epoch again.
NeverAgain == ~Sees("ACKEPOCH", LAMBDA m : m.mode = "again")

\* The prospective leader lacks something, and pulls it.
NeverPulledTail == ~Sees("PULLED", LAMBDA m : m.mode = "DIFF" /\ m.entries # <<>>)

\* The prospective leader has something that the latest history lacks, and cuts it off.
NeverPulledTruncation == ~Sees("PULLED", LAMBDA m : m.mode = "TRUNC")

NeverTailSync == ~Sees("SYNC", LAMBDA m : m.mode = "DIFF" /\ m.entries # <<>>)
NeverTruncatedTail == ~Sees("SYNC", LAMBDA m : m.mode = "TRUNC")
NeverCheckpointSync == ~Sees("SYNC", LAMBDA m : m.mode = "SNAP")

\* A proposal reaches a follower that still writes the epoch's history.
NeverProposalWhileAdopting ==
    ~\E f, l \in Server : Receives(f, l, "PROPOSE") /\ pending[f].field = "currentEpoch"

\* A follower has the history on disk, but currentEpoch is not written yet; and the other way round never.
NeverHistoryBeforeEpoch ==
    ~\E f \in Server : role[f] = FOLLOWING /\ pending[f].field = "currentEpoch" /\ pending[f].upTo > 0 /\ HistoryOnDisk(f)

\* A primary begins with an entry that a predecessor left uncommitted.
NeverInheritedEntry == ~\E e \in Epoch : primary[e] # {} /\ initial[e] # <<>>

\* A primary begins without an entry that a predecessor had proposed: it is given up.
NeverGivenUp == ~\E e \in Epoch : e > 1 /\ primary[e] # {} /\ initial[e] = <<>> /\ proposed[1] # <<>>

\* Two servers believe at once to be established, in different epochs.
NeverTwoLeaders ==
    ~\E s, t \in Server : s # t /\ role[s] = LEADING /\ role[t] = LEADING /\ phase[s] = BROADCAST /\ phase[t] = BROADCAST

(* Broadcast *)

\* The followers alone have the entry on disk, and the leader commits it.
NeverCommitWithoutLeader == ~\E l \in Server : role[l] = LEADING /\ lastCommitted[l] > synced[l]

\* The same, and everybody knows.
NeverTour ==
    ~\E l \in Server : role[l] = LEADING /\ synced[l] = 0 /\ \A s \in Server : lastCommitted[s] = 1

\* Two proposals are under way to one follower.
NeverPipelined == ~\E l, f \in Server : Len(msgs[l][f]) >= 2 /\ Receives(f, l, "PROPOSE")

\* One acknowledgement covers two entries.
NeverGroupCommit == ~Sees("ACK", LAMBDA m : m.zxid.counter = 2) \/ \E l \in Server : lastCommitted[l] > 0

\* The primary crashed and lost an entry that had been committed without it.
NeverPrimaryForgets ==
    ~\E s \in Server : s \in primary[1] /\ log # <<>> /\ history[s] = <<>>

\* A message arrives from a follower that has hung up.
NeverLateMessage == ~\E l, f \in Server : Receives(l, f, "ACK") /\ ~Connected(l, f)

\* A retry of a purged request is logged again.
NeverLoggedAgain == \A s \in Server : Repeated(history[s]) = 0

(* Reads *)

NeverReadServed == ~\E l \in Server : Confirmed(l) /\ reads[l].index > 0

\* A deposed leader has a read that it must not answer.
NeverReadHeldBack == ~\E l \in Server : reads[l].active /\ reads[l].index < Len(log) /\ primary[2] # {}

\* An answer to an earlier round arrives while another round is under way.
NeverOldAnswer ==
    ~\E l, f \in Server : Receives(l, f, "PONG") /\ reads[l].active /\ ~ThisRound(l, Head(msgs[f][l]))

\* Of a tail a part was taken, and the rest is lost with its connection.
NeverPartKept ==
    ~(spent["parts"] = 1 /\ \E s \in Server :
        role[s] = LOOKING /\ Len(history[s]) = 1 /\ \A d \in Server : msgs[d][s] = <<>>)

=============================================================================
