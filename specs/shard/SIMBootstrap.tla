---------------------------- MODULE SIMBootstrap ----------------------------
(* Bootstrap with five groups, at random. *)
EXTENDS MCBootstrap

\* The hits are even at first, and change.
Even == {[p \in Partition |-> 1]}

SIMSpec == MCInit /\ [][MCNext]_mcVars

(* What these behaviours are for *)

Bootstrapped == \E g \in With("member") : \A p \in Partition : FirstOwner[p] # g
Decommissioned == \E g \in Group : status[g] = "out" /\ \E p \in Partition : FirstOwner[p] = g
MovesBesideCrashes == spent.crashes > 0 /\ moves # {}
=============================================================================
