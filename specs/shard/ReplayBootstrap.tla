-------------------------- MODULE ReplayBootstrap --------------------------
(***************************************************************************)
(* Random behaviours of Bootstrap, printed step by step, for the planner   *)
(* of the product to follow (io.zabdb.conformance.bootstrap).              *)
(*                                                                         *)
(* MCBootstrap!MCNext, and a variable that names the step taken.  With     *)
(* each state all steps of the planner that it allows are printed, so that *)
(* a planner that allows more is found as well as one that allows less.    *)
(***************************************************************************)
EXTENDS MCBootstrap

VARIABLES
    \* The step that led here: action, group, other group, partition; "" is none.
    act

replayVars == <<mcVars, act>>

Did(action, g, d, p) == act' = <<action, g, d, p>>

\* A set with one element of S drawn at random; none if S is empty.
Drawn(S) == IF S = {} THEN {} ELSE {RandomElement(S)}

\* The heats are drawn, and who owns what; whoever owns nothing is out at first.
DrawnOwners ==
    \E members \in {{g \in Group : g # h} : h \in Group} \cup {{g} : g \in Group} :
        \E f \in {[p \in Partition |-> RandomElement(members)], FirstOwner} :
            \* Or what is alone is hot, so that a group that is heavily loaded has no second.
            /\ heat \in {[p \in Partition |-> RandomElement(1..MaxHeat)],
                         [p \in Partition |-> IF Cardinality({q \in Partition : f[q] = f[p]}) = 1 THEN MaxHeat ELSE 1]}
            /\ owns = [g \in Group |-> {p \in Partition : f[p] = g}]
            /\ status = [g \in Group |-> IF \E p \in Partition : f[p] = g THEN "member" ELSE "out"]

ReplayInit ==
    /\ DrawnOwners
    /\ up = [g \in Group |-> TRUE]
    /\ moves = {} /\ sharding = {} /\ planned = FALSE /\ due = NothingDue
    \* Half of the behaviours are calm.
    /\ spent \in {[changes |-> 0, crashes |-> 0, sharding |-> 0, hits |-> 0],
                 [changes |-> 0, crashes |-> MaxCrashes, sharding |-> MaxSharding, hits |-> MaxHits]}
    /\ act = <<"Init", "", "", "">>

ReplayNext ==
    \/ \E g \in Group :
        \/ Spend("changes", MaxChanges) /\ StartBootstrap(g) /\ Did("StartBootstrap", g, "", "")
        \/ Spend("changes", MaxChanges) /\ Decommission(g) /\ Did("Decommission", g, "", "")
        \/ Free /\ PlanShares(g) /\ Did("PlanShares", g, "", "")
        \/ Free /\ CompleteJoin(g) /\ Did("CompleteJoin", g, "", "")
        \/ Free /\ EndBootstrap(g) /\ Did("EndBootstrap", g, "", "")
        \/ Free /\ Leave(g) /\ Did("Leave", g, "", "")
        \/ \E d \in Group, p \in Partition :
            \/ Free /\ PullShare(g, d, p) /\ Did("PullShare", g, d, p)
            \/ Free /\ Pull(g, d, p) /\ Did("Pull", g, d, p)
            \/ Free /\ Drain(g, d, p) /\ Did("Drain", g, d, p)
        \/ Free /\ Recover(g) /\ Did("Recover", g, "", "")
        \/ Spend("crashes", MaxCrashes) /\ Crash(g) /\ Did("Crash", g, "", "")
        \/ Spend("sharding", MaxSharding) /\ \E p \in Drawn(owns[g]) : BeginSharding(g, p) /\ Did("BeginSharding", g, "", p)
    \* TLC prints all successors of the action that it has drawn, so what else there is to choose is drawn here.
    \/ \E m \in Drawn(moves) :
        \/ Free /\ Copy(m) /\ Did("Copy", m.dst, m.src, m.part)
        \/ Free /\ Switch(m) /\ Did("Switch", m.dst, m.src, m.part)
        \/ Free /\ AbortMove(m) /\ Did("AbortMove", m.dst, m.src, m.part)
    \/ Spend("crashes", MaxCrashes) /\ CrashCoordinator /\ Did("CrashCoordinator", "", "", "")
    \/ \E p \in Partition :
        \/ Free /\ EndSharding(p) /\ Did("EndSharding", "", "", p)
        \/ \E h \in Drawn(1..MaxHeat) : heat[p] # h /\ Spend("hits", MaxHits) /\ Hits(p, h) /\ Did("Hits", "", "", p)

ReplaySpec == ReplayInit /\ [][ReplayNext]_replayVars

----------------------------------------------------------------------------
(* What is printed *)

\* The planner's steps that may be taken here.  Who takes or gives partitions has a status for it.
Allowed ==
    {<<"StartBootstrap", g, "", "">> : g \in {h \in Group : ENABLED StartBootstrap(h)}}
    \cup {<<"Decommission", g, "", "">> : g \in {h \in Group : ENABLED Decommission(h)}}
    \cup {<<"PlanShares", g, "", "">> : g \in {h \in Group : ENABLED PlanShares(h)}}
    \cup {<<"CompleteJoin", g, "", "">> : g \in {h \in Group : ENABLED CompleteJoin(h)}}
    \cup {<<"EndBootstrap", g, "", "">> : g \in {h \in Group : ENABLED EndBootstrap(h)}}
    \cup {<<"Leave", g, "", "">> : g \in {h \in Group : ENABLED Leave(h)}}
    \cup {<<"PullShare", x[1], x[2], x[3]>> :
            x \in {y \in With("joining") \X Group \X Partition : ENABLED PullShare(y[1], y[2], y[3])}}
    \cup {<<"Pull", x[1], x[2], x[3]>> :
            x \in {y \in With("pulling") \X Group \X Partition : ENABLED Pull(y[1], y[2], y[3])}}
    \cup {<<"Drain", x[1], x[2], x[3]>> :
            x \in {y \in With("leaving") \X Group \X Partition : ENABLED Drain(y[1], y[2], y[3])}}

Printed ==
    PrintT(ToString(<<"step", TLCGet("level"), act,
        <<owns, status, up, moves, sharding, heat, planned, due>>, Allowed>>))
=============================================================================
