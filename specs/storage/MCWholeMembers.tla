--------------------------- MODULE MCWholeMembers ---------------------------
(* Files that come while members change, with bounds. *)
EXTENDS WholeMembers

CONSTANTS
    \* How many partitions come.
    \* @type: Int;
    MaxStages,
    \* How often members change.
    \* @type: Int;
    MaxChanges,
    \* How many disks are lost.
    \* @type: Int;
    MaxLosses

VARIABLES
    \* @type: Int;
    changes,
    \* @type: Int;
    losses

counts == <<changes, losses>>
mcVars == <<vars, counts>>

\* What happens by itself.
GoesOn ==
    \/ \E n \in Node : Apply(n) \/ Drop(n) \/ Answer(n) \/ Vouch(n) \/ Admit(n) \/ \E q \in Node : Take(n, q)
    \/ \E V \in {voters, next} : Leave(V)

\* Without n most of V are there, or the group could not go on.
MostStay(n, V) == IsQuorum(V \ (out \union {n}), V)

MayLose(n) == MostStay(n, voters) /\ (IsJoint => MostStay(n, next))

MCNext ==
    \/ GoesOn /\ UNCHANGED counts
    \/ staged < MaxStages /\ (Stage \/ \E n \in Node : Fetch(n) \/ Hold(n)) /\ UNCHANGED counts
    \/ changes < MaxChanges /\ (\E W \in SUBSET Node : Ask(W)) /\ UNCHANGED counts
    \/ Change /\ changes' = changes + 1 /\ UNCHANGED losses
    \/ losses < MaxLosses /\ (\E n \in Node : MayLose(n) /\ Lose(n)) /\ losses' = losses + 1 /\ UNCHANGED changes

MCInit == Init /\ changes = 0 /\ losses = 0
MCSpec == MCInit /\ [][MCNext]_mcVars

MCFairSpec ==
    MCSpec /\ \A n \in Node, q \in Node : WF_mcVars((Apply(n) \/ Take(n, q) \/ Vouch(n) \/ Admit(n)) /\ UNCHANGED counts)

\* Whoever votes has all files in the end, or is removed.
VotersComeToBeWhole == \A n \in Node : (n \in voters /\ Lacks(n)) ~> (n \notin voters \/ ~Lacks(n))

\* Whoever has lost its disk counts again, or is removed.
OutComesBack == \A n \in Node : n \in out ~> n \notin out
=============================================================================
