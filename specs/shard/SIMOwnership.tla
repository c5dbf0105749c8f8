---------------------------- MODULE SIMOwnership ----------------------------
(* Ownership with five groups, random. *)
EXTENDS MCOwnership
=============================================================================
