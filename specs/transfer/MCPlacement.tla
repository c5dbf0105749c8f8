----------------------------- MODULE MCPlacement -----------------------------
(***************************************************************************)
(* Small exhaustive models of Placement.                                   *)
(*                                                                         *)
(* Bounds: how often something becomes heavy after the begin; how often a  *)
(* node crashes or forgets, a group elects another leader, or the balancer *)
(* ends.  The balancer would have all groups led by the first node, which  *)
(* is as far from what nodes would do as can be.                           *)
(***************************************************************************)
EXTENDS Placement

CONSTANTS MaxGrowths, MaxFaults

VARIABLES growths, faults

spent == <<growths, faults>>
mcVars == <<placementVars, growths, faults>>

\* Every node has a replica of every group.
Everywhere == [g \in Group |-> Node]

\* One has less to do than the others, however much it leads.
AllAtTheFirst == [g \in Group |-> 1]

MCInit == PlacementInit /\ growths = 0 /\ faults = 0

\* Everybody has something heavy of each group.
AllHot == MCInit /\ \A g \in Group : heavy[g] = Members[g]

\* Nobody has.
AllCool == MCInit /\ \A g \in Group : heavy[g] = {}

MCNext ==
    \/ UNCHANGED spent /\ ActAsTold
    \/ UNCHANGED spent /\ \E n \in Node : Tell(n) \/ Lapse(n)
    \/ UNCHANGED spent /\ \E g \in Group : Place(g)
    \/ /\ growths < MaxGrowths /\ growths' = growths + 1 /\ UNCHANGED faults
       /\ \E n \in Node, g \in Group : Grow(n, g)
       /\ UNCHANGED <<balances, told>>
    \/ /\ faults < MaxFaults /\ faults' = faults + 1 /\ UNCHANGED growths
       /\ \/ \E n \in Node : CrashAndForget(n) \/ Forget(n)
          \/ \E g \in Group, n \in Node :
                leader[g] # n /\ Elect(g, n) /\ UNCHANGED <<balances, told>>
          \/ End

\* Nodes, the balancer and time go on, each by itself.
Fair ==
    /\ WF_mcVars(UNCHANGED spent /\ ActAsTold)
    /\ WF_mcVars(UNCHANGED spent /\ \E g \in Group : Place(g))
    /\ \A n \in Node : WF_mcVars(UNCHANGED spent /\ (Tell(n) \/ Lapse(n)))

MCSpec == MCInit /\ [][MCNext]_mcVars
MCCoolSpec == AllCool /\ [][MCNext]_mcVars
MCFairHotSpec == AllHot /\ [][MCNext]_mcVars /\ Fair
MCFairCoolSpec == AllCool /\ [][MCNext]_mcVars /\ Fair

=============================================================================
