--------------------------- MODULE APASplitMerge ---------------------------
(* SplitMerge for Apalache: constants; safety is checked to a depth. *)
\* @apalache Bounded: --cinit=ConstInit --init=Init --next=Next --inv=Safety --length=1 [deep]
EXTENDS SplitMerge

ConstInit ==
    /\ Modulus = 3
    /\ Replica = {"r1_OF_REPLICA", "r2_OF_REPLICA"}
    /\ NoReplica = "none_OF_REPLICA"
    /\ Client = {"c1_OF_CLIENT"}
    /\ Key = {"k1_OF_KEY", "k2_OF_KEY"}
    /\ Value = {"v1_OF_VALUE"}
    /\ NoValue = "nil_OF_VALUE"
    /\ Version = 1..6
    /\ TokenOf = [k \in {"k1_OF_KEY", "k2_OF_KEY"} |-> IF k = "k1_OF_KEY" THEN 1 ELSE 2]
    /\ FirstTokens = {0, 1}
    /\ ThetaMax = 2 /\ ThetaMin = 1 /\ MinPartitions = 1

Safety == NoWriteLost /\ EveryCellInOnePartition /\ AllButOneHold /\ ShardingIsExclusive /\ MinimumKept /\ NoOrphans
=============================================================================
