----------------------- MODULE SIMLeadershipTransfer -----------------------
(* Random behaviours of LeadershipTransfer with five servers. *)
EXTENDS MCLeadershipTransfer
=============================================================================
