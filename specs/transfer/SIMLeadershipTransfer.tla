----------------------- MODULE SIMLeadershipTransfer -----------------------
(* Random behaviours of LeadershipTransfer with five servers. *)
EXTENDS MCLeadershipTransfer

(* What these behaviours are for *)

HandedOver == moves >= 1
CompactedTwice == \E s \in Server : run[s] >= 2
ElectedAfterLoss == spent.losses > 0 /\ \E l \in Server : Serves(l) /\ epoch[l] >= 3
=============================================================================
