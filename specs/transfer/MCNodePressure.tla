--------------------------- MODULE MCNodePressure ---------------------------
(***************************************************************************)
(* Small exhaustive models of NodePressure.                                *)
(*                                                                         *)
(* Bounds: how often something becomes heavy after the begin, and how many *)
(* crashes, elections that nobody needed, and time-outs there are.  Three  *)
(* nodes are the least of which one may be spared; two groups the least    *)
(* that a node can lead, or be permitted to compact by, apart.             *)
(***************************************************************************)
EXTENDS NodePressure

CONSTANTS MaxGrowths, MaxFaults

VARIABLES growths, faults

spent == <<growths, faults>>
mcVars == <<leader, heavy, held, working, growths, faults>>

\* Every node has a replica of every group.
Everywhere == [g \in Group |-> Node]

\* The first three nodes, and the last three: of four nodes, or of five.
Overlapping == [g \in Group |-> IF g = 1 THEN {1, 2, 3} ELSE {x \in Node : x > Cardinality(Node) - 3}]

MCInit == Init /\ growths = 0 /\ faults = 0

\* Everybody has something heavy of each group.
AllHot == MCInit /\ \A g \in Group : heavy[g] = Members[g]

\* And one node leads everything.
AllHotOneLeads == AllHot /\ \A g \in Group : leader[g] = 1

\* Nobody has.
AllCool == MCInit /\ \A g \in Group : heavy[g] = {}

IsGrowth == \E g \in Group : heavy[g] \subseteq heavy'[g] /\ heavy'[g] # heavy[g]

MCNext ==
    \/ Act /\ UNCHANGED spent
    \/ /\ growths < MaxGrowths /\ growths' = growths + 1 /\ UNCHANGED faults
       /\ \E n \in Node, g \in Group : Grow(n, g)
    \/ /\ faults < MaxFaults /\ faults' = faults + 1 /\ UNCHANGED growths
       /\ \/ \E n \in Node : TimeOut(n) \/ Crash(n)
          \/ \E g \in Group, n \in Node : leader[g] # n /\ Elect(g, n)

MCSpec == MCInit /\ [][MCNext]_mcVars

\* As weak as can be: while anything can be done that costs no budget, some of it is done.
Fair == WF_mcVars(Act /\ UNCHANGED spent)

MCFairSpec == MCInit /\ [][MCNext]_mcVars /\ Fair
MCFairHotSpec == AllHot /\ [][MCNext]_mcVars /\ Fair
MCFairCoolSpec == AllCool /\ [][MCNext]_mcVars /\ Fair

=============================================================================
