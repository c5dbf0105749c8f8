---------------------------- MODULE APABootstrap ----------------------------
(* Bootstrap for Apalache: constants; safety is checked to a depth. *)
\* @apalache Bounded: --cinit=ConstInit --init=Init --next=Next --inv=Safety --length=1 [deep]
EXTENDS Bootstrap

ConstInit ==
    /\ Group = {"g1_OF_GROUP", "g2_OF_GROUP", "g3_OF_GROUP"}
    /\ Partition = {"p1_OF_PARTITION", "p2_OF_PARTITION", "p3_OF_PARTITION", "p4_OF_PARTITION"}
    /\ FirstOwner = [p \in {"p1_OF_PARTITION", "p2_OF_PARTITION", "p3_OF_PARTITION", "p4_OF_PARTITION"} |->
           IF p = "p1_OF_PARTITION" THEN "g2_OF_GROUP" ELSE "g1_OF_GROUP"]
    /\ FirstHeat = {[p \in {"p1_OF_PARTITION", "p2_OF_PARTITION", "p3_OF_PARTITION", "p4_OF_PARTITION"} |->
           IF p = "p2_OF_PARTITION" THEN 3 ELSE IF p = "p3_OF_PARTITION" THEN 2 ELSE 1]}
    /\ MaxHeat = 3 /\ HeavyLoad = 2 /\ HeavyPercent = 110 /\ SharePercent = 10

Safety ==
    /\ OneOwner /\ ShardingExcludesMoves /\ MovesAreExclusive /\ NoMoreThanMean
    /\ OutOwnsNothing /\ MovementLimited /\ OneChangeAtATime
=============================================================================
