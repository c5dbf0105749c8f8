--------------------------- MODULE MCWholeMembers ---------------------------
(* Files that come while members change, with bounds. *)
EXTENDS WholeMembers

CONSTANTS
    \* How many partitions come.
    \* @type: Int;
    MaxStages,
    \* How often members change.
    \* @type: Int;
    MaxChanges

VARIABLES
    \* @type: Int;
    changes

mcVars == <<vars, changes>>

\* What happens by itself.
GoesOn ==
    \/ \E n \in Node : Apply(n) \/ Drop(n) \/ Answer(n) \/ \E q \in Node : Take(n, q)
    \/ \E V \in {voters, next} : Leave(V)

MCNext ==
    \/ GoesOn /\ UNCHANGED changes
    \/ staged < MaxStages /\ (Stage \/ \E n \in Node : Fetch(n)) /\ UNCHANGED changes
    \/ changes < MaxChanges /\ (\E W \in SUBSET Node : Ask(W)) /\ UNCHANGED changes
    \/ Change /\ changes' = changes + 1

MCInit == Init /\ changes = 0
MCSpec == MCInit /\ [][MCNext]_mcVars

MCFairSpec ==
    MCSpec /\ \A n \in Node, q \in Node : WF_mcVars((Apply(n) \/ Take(n, q)) /\ UNCHANGED changes)

\* Whoever votes has all files in the end, or is removed.
VotersComeToBeWhole == \A n \in Node : (n \in voters /\ Lacks(n)) ~> (n \notin voters \/ ~Lacks(n))
=============================================================================
