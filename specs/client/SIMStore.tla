------------------------------ MODULE SIMStore ------------------------------
(* Store with more clients, keys and calls than can be explored: random behaviours. *)
EXTENDS MCStore
=============================================================================
