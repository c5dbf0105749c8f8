------------------------- MODULE ReachWholeMembers -------------------------
(* States that WholeMembers must be able to reach: each Never... below is false. *)
EXTENDS MCWholeMembers

\* One that votes lacks files.
NeverLacking == \A n \in voters : ~Lacks(n)

\* A quorum has answered, and something was staged since it was asked.
NeverStale == IsQuorum(asked.whole, asked.wanted) => asked.behind = staged

\* Something is staged while members change.
NeverStagedBetween == IsJoint => ~(MayStage /\ staged < MaxStages)

\* After two changes others vote than those of the beginning, and have files.
NeverReturned == \A n \in voters \ left : changes < 2 \/ staged = 0 \/ ~IsWhole(n, 1) \/ voters = Founders

\* All have the files of a partition, after a disk was replaced.
NeverBack == losses = 0 \/ staged = 0 \/ out # {} \/ \E n \in Node : 1 \notin has[n]

\* Of three, one disk is out, and of the others one lacks files.
NeverOutAndLacking == \A n \in out : \A m \in voters \ out : ~Lacks(m)
=============================================================================
