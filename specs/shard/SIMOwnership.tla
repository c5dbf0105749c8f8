---------------------------- MODULE SIMOwnership ----------------------------
(* Ownership with five groups, random. *)
EXTENDS MCOwnership

(* What these behaviours are for *)

BothSealed == \A p \in Partition : \E g \in Group : readable[g][p] /\ ~writable[g][p]
BothGiven == \A p \in Partition : heir[p] # NoGroup
AllOwnedTogether == \E g \in Group : \A p \in Partition : writable[g][p]
=============================================================================
