-------------------------- MODULE MutWholeMembers --------------------------
(* What must not be: each is one definition of WholeMembers made wrong. *)
EXTENDS MCWholeMembers

\* Members change whoever has files, as they did before this was specified.
NobodyIsAsked == TRUE

\* What was staged since they were asked does not matter.
AnswersStay == IsQuorum(asked.whole, asked.wanted)

\* Who was removed answers, too, before it drops its files.
RemovedAnswer(n) == IsWhole(n, asked.behind)

\* While members change a quorum of the old ones is enough.
OldOnesStage == IsQuorum(holders, voters)

\* Who has the files that come counts, whatever else it lacks.
LackingCount == {n \in Counted : staged + 1 \in has[n]}

\* Nobody gives its store away.
NobodyGives(n, q) == FALSE /\ UNCHANGED vars

\* A new disk counts as soon as it has the log.
AnyDiskCounts == out

\* No new disk ever counts.
Nobody == {}

\* What was said with other files counts.
NothingIsVoid(n) == {}
=============================================================================
