-------------------------- MODULE APAReplicatedLog --------------------------
(* ReplicatedLog for Apalache: the order properties, to a depth. *)
\* @apalache Bounded: --cinit=ConstInit --init=LogInit --next=LogNext --inv=Safety --length=3
\* @apalache Deeper: --cinit=ConstInit --init=LogInit --next=LogNext --inv=Safety --length=5 [deep]
EXTENDS ReplicatedLog

ConstInit ==
    /\ Replica = {"r1_OF_SERVER", "r2_OF_SERVER"}
    /\ Epoch = 1..2
    /\ Request = {[session |-> "s1_OF_SESSION", seq |-> 1], [session |-> "s1_OF_SESSION", seq |-> 2]}

Safety ==
    /\ Leadership2 /\ PrefixConsistency /\ Integrity /\ Agreement /\ TotalOrder
    /\ LocalPrimaryOrder /\ GlobalPrimaryOrder /\ PrimaryIntegrity
=============================================================================
