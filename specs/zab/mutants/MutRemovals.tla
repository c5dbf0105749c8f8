---------------------------- MODULE MutRemovals ----------------------------
(* What must not be: each is one definition of Removals made wrong. *)
EXTENDS MCRemovals

\* A replica goes by what is in its log, though the next leader may lack it.
LogDecides(n) == logged[n] > 0 /\ HasLeft(log[logged[n]], n, disk[n])

\* A member comes back with the disk with which it left.
AnyDiskJoins(r, n, d) == TRUE

\* Whoever does not vote has left, also one that is about to join with another disk.
AnyDiskHasLeft(r, n, d) == n \notin Voters(r)

\* Whoever takes the group again is as one that has never had it.
ReturnsAsNew(n) == {}

\* Files go before that is noted.
DropsFirst(n) == KnowsRemoval(n)

\* A learner is dismissed by the disk that it had before.
KnowsAnyDisk(n) == 1..drawn[n]

\* By its log nobody goes.
NobodyKnows(n) == FALSE

\* Others tell what is in their logs, though the next leader may lack it.
TellsOfAll == 1..Len(log)

\* Others tell who votes, and not with which disks members have left.
TellsVoters(n) == \E i \in 1..committed : n \notin Voters(log[i])
=============================================================================
