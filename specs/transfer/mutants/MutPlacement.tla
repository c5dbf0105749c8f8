---------------------------- MODULE MutPlacement ----------------------------
(***************************************************************************)
(* Placement with one guard weakened; the configurations beside this       *)
(* module say which, and which property must notice.                       *)
(***************************************************************************)
EXTENDS MCPlacement

\* Whoever was told spreads leaders all the same.
ActUntold == Act /\ UNCHANGED <<balances, told>>

\* The balancer places a group on a node that it has not told.
MayPlaceUntold(g) ==
    /\ balances
    /\ leader[g] \notin {Wanted[g], Nobody}
    /\ Cool(Wanted[g], g)

NeverTells(n) == FALSE

\* What was told holds for ever.
NeverLapses(n) == FALSE

\* The balancer places a group on a node that has to compact.
MayPlaceOnHot(g) ==
    /\ balances /\ Wanted[g] \in told
    /\ leader[g] \notin {Wanted[g], Nobody}
    /\ Wanted[g] \notin held[g]

\* The balancer places a group on a node that may compact already.
MayPlaceOnHolder(g) ==
    /\ balances /\ Wanted[g] \in told
    /\ leader[g] \notin {Wanted[g], Nobody}

\* Nothing is where the balancer would have it.
NeverPlaces(g) == FALSE

=============================================================================
