---------------------------- MODULE MCBootstrap ----------------------------
(* Bootstrap with counters: groups joining and leaving, crashes (of groups  *)
(* and of the coordinator), splits and merges, changes of heat.             *)
EXTENDS Bootstrap, TLC

CONSTANTS
    \* @type: Int;
    MaxChanges,
    \* @type: Int;
    MaxCrashes,
    \* @type: Int;
    MaxSharding,
    \* @type: Int;
    MaxHits

VARIABLES
    \* @type: { changes: Int, crashes: Int, sharding: Int, hits: Int };
    spent

mcVars == <<vars, spent>>

MCInit == Init /\ spent = [changes |-> 0, crashes |-> 0, sharding |-> 0, hits |-> 0]

Spend(what, limit) == spent[what] < limit /\ spent' = [spent EXCEPT ![what] = @ + 1]
Free == UNCHANGED spent

MCNext ==
    \/ \E g \in Group :
        \/ Spend("changes", MaxChanges) /\ Change(g)
        \/ Free /\ (Proceed(g) \/ Recover(g))
        \/ Spend("crashes", MaxCrashes) /\ Crash(g)
        \/ Spend("sharding", MaxSharding) /\ \E p \in Partition : BeginSharding(g, p)
    \/ Free /\ Move
    \/ Spend("crashes", MaxCrashes) /\ CrashCoordinator
    \/ Free /\ \E p \in Partition : EndSharding(p)
    \/ Spend("hits", MaxHits) /\ \E p \in Partition, h \in 1..MaxHeat : heat[p] # h /\ Hits(p, h)

MCSpec == MCInit /\ [][MCNext]_mcVars

\* What Fairness obliges to.  One duty for all steps together is less than
\* Fairness asks, and enough here: none of them can be repeated for ever.
Progress ==
    /\ Free
    /\ \/ \E g \in Group : Proceed(g) \/ Recover(g)
       \/ Move
       \/ \E p \in Partition : EndSharding(p)

MCFairSpec == MCSpec /\ WF_mcVars(Progress)

\* One group is out, a second owns one partition, a third all the rest.
MCFirstOwner == TLCEval(
    LET g == CHOOSE g \in Group : TRUE
        h == CHOOSE h \in Group \ {g} : TRUE
        one == CHOOSE p \in Partition : TRUE
    IN [p \in Partition |-> IF p = one THEN h ELSE g])

\* All heats; or one order, each partition hotter than another.
AnyHeat == [Partition -> 1..MaxHeat]
OneOrder == {TLCEval(CHOOSE f \in AnyHeat : \A p, q \in Partition : p # q => f[p] # f[q])}
=============================================================================
