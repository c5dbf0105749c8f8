------------------------------ MODULE Placement ------------------------------
(***************************************************************************)
(* Two who place leaders: nodes by themselves, which spread them by their  *)
(* number (NodePressure!Spread), and a balancer, which places each where   *)
(* the load of the store would have it.  What one thinks even the other    *)
(* does not: without a rule leaders go to and fro for ever.                *)
(*                                                                         *)
(* The rule: in each round the balancer tells nodes for how long it will   *)
(* place leaders, at least until the next one.  A node that was told       *)
(* spreads nothing, until that time is over.  So where there is a balancer *)
(* load decides, and where it has gone number does.                        *)
(*                                                                         *)
(* Modelled: NodePressure, whole; where the balancer would have leaders,   *)
(* which it does not change; which nodes were told; a balancer that ends,  *)
(* nodes that forget since they crash, or since they were not told for     *)
(* too long.  A group is placed only on a node that is cool                *)
(* (LeadershipTransfer!RequestTransfer), and that answered.                *)
(*                                                                         *)
(* Abstracted: why the balancer places a group where it does               *)
(* (lab/scale), and time: what was told lapses some time after the         *)
(* balancer has ended.                                                     *)
(*                                                                         *)
(* Source: ElasCass, section 4, has no leaders; ACaZoo no balancer.  Ours. *)
(***************************************************************************)
EXTENDS NodePressure

CONSTANT
    \* The node on which the balancer would have the leader of each group.
    \* @type: Int -> Int;
    Wanted

ASSUME \A g \in Group : Wanted[g] \in Members[g]

VARIABLES
    \* Whether there is a balancer.
    \* @type: Bool;
    balances,
    \* The nodes that know of it.
    \* @type: Set(Int);
    told

placementVars == <<leader, heavy, held, working, balances, told>>

PlacementTypeOK == TypeOK /\ balances \in BOOLEAN /\ told \subseteq Node

----------------------------------------------------------------------------
(* The balancer *)

\* It tells node n, and is answered.
\* @type: Int => Bool;
Tell(n) ==
    /\ balances /\ n \notin told
    /\ told' = told \cup {n}
    /\ UNCHANGED <<vars, balances>>

\* @type: Int => Bool;
MayPlace(g) ==
    /\ balances /\ Wanted[g] \in told
    /\ leader[g] \notin {Wanted[g], Nobody}
    /\ Cool(Wanted[g], g)

\* It has group g handed over.
\* @type: Int => Bool;
Place(g) == MayPlace(g) /\ Lead(g, Wanted[g]) /\ UNCHANGED <<balances, told>>

\* @type: Bool;
End ==
    /\ balances /\ balances' = FALSE
    /\ UNCHANGED <<vars, told>>

----------------------------------------------------------------------------
(* Nodes *)

\* What they do by themselves; whoever was told spreads nothing.
\* @type: Bool;
ActAsTold ==
    /\ Act
    /\ \A n \in told, m \in Node, g \in Group : ~Spread(n, g, m)
    /\ UNCHANGED <<balances, told>>

\* The time is over for which node n was told.
\* @type: Int => Bool;
Lapse(n) ==
    /\ ~balances /\ n \in told
    /\ told' = told \ {n}
    /\ UNCHANGED <<vars, balances>>

\* Node n was not told again in time.
\* @type: Int => Bool;
Forget(n) ==
    /\ balances /\ n \in told
    /\ told' = told \ {n}
    /\ UNCHANGED <<vars, balances>>

\* @type: Int => Bool;
CrashAndForget(n) == Crash(n) /\ told' = told \ {n} /\ UNCHANGED balances

----------------------------------------------------------------------------

PlacementInit == Init /\ balances = TRUE /\ told = {}

----------------------------------------------------------------------------
(* Liveness, beside LeadersSettle and EveryNodeCompacts *)

\* Where there is a balancer, leaders are where it wants them in the end.
LoadDecides == <>[]balances => <>[](\A g \in Group : leader[g] = Wanted[g])

\* Where it has gone, they are spread.
NumberDecides == <>[]~balances => LeadersAreSpread

=============================================================================
