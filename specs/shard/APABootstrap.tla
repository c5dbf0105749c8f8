---------------------------- MODULE APABootstrap ----------------------------
(* Bootstrap for Apalache: what holds of states, to a depth. *)
\* @apalache Bounded: --cinit=ConstInit --init=Init --next=Next --inv=Safety --length=3
\* @apalache Deeper: --cinit=ConstInit --init=Init --next=Next --inv=Safety --length=6 [deep]
EXTENDS Bootstrap

Parts == {"p1_OF_PARTITION", "p2_OF_PARTITION", "p3_OF_PARTITION"}

ConstInit ==
    /\ Group = {"g1_OF_GROUP", "g2_OF_GROUP"}
    /\ Partition = Parts
    /\ FirstOwner = [p \in Parts |-> "g1_OF_GROUP"]
    /\ FirstHeat = {[p \in Parts |-> IF p = "p1_OF_PARTITION" THEN 2 ELSE 1]}
    /\ MaxHeat = 2 /\ HeavyLoad = 2 /\ HeavyPercent = 90 /\ SharePercent = 10

Safety ==
    /\ OneOwner /\ ShardingExcludesMoves /\ MovesAreExclusive /\ NoMoreThanMean /\ OutOwnsNothing
    /\ MovementLimited /\ OneChangeAtATime
=============================================================================
