----------------------------- MODULE SIMHandoff -----------------------------
(* Handoff with five groups, random: many attempts, calls and faults. *)
EXTENDS MCHandoff
=============================================================================
