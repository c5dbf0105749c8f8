---------------------------- MODULE SIMBootstrap ----------------------------
(* Bootstrap with five groups, at random. *)
EXTENDS MCBootstrap

\* The hits are even at first, and change.
Even == {[p \in Partition |-> 1]}

SIMSpec == MCInit /\ [][MCNext]_mcVars
=============================================================================
