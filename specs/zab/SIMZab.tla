------------------------------- MODULE SIMZab -------------------------------
(* Zab with five servers, two sessions and many faults: random behaviours. *)
EXTENDS MCZab
=============================================================================
