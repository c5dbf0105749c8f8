---------------------------- MODULE ReachRoster ----------------------------
(* States that Roster must be able to reach: each Never... below is false. *)
EXTENDS MCRoster

\* A group of empty disks is founded, and serves.
NeverServes == \A e \in Epoch : \A i \in 1..committed[e] : log[e][i].kind # "transaction"

\* A new disk is admitted.
NeverAdmitted == \A e \in Epoch : \A i \in 1..committed[e] : log[e][i].kind # "admitting"

\* What is committed would not be so without a disk that was admitted.
NeverCountsAgain ==
    \A e \in Epoch : \A m \in Server :
        LET d == RosterOf(log[e])
        IN committed[e] > 0 /\ d[m] > 1 => IsQuorum(log[e], {s \in Server \ {m} : d[s] # Nobody /\ acked[s, d[s]][e] >= committed[e]}, d)

\* The promise of a disk that is gone is still there, and so is one of the disk that came after it.
NeverOldPromise == \A p, q \in promises : p.from = q.from => p.disk = q.disk

\* A majority is gone: whoever is left waits. (That it does so for good is CommittedSurvives.)
NeverStopped == Cardinality({s \in Server : Remembers(s)}) >= 2
=============================================================================
