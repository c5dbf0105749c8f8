---------------------------- MODULE ReachSIMMove ----------------------------
(* What random runs of Move must come to: the same states as in ReachMove. *)
EXTENDS SIMMove, ReachMove
=============================================================================
