--------------------------- MODULE ReachPlacement ---------------------------
(***************************************************************************)
(* The interesting states of Placement are reached: each of these          *)
(* invariants must be violated.                                            *)
(***************************************************************************)
EXTENDS MCPlacement

\* All leaders are where load would have them, which number would not.
NeverPlaced == ~(told = Node /\ \A g \in Group : leader[g] = Wanted[g])

\* Nodes have spread leaders after the balancer has gone.
NeverSpreadAfterEnd == ~(~balances /\ told = {} /\ \A n, m \in Node : ~LeadsMore(n, m))

\* A node that was not told in time spreads what it was to keep.
NeverForgotten ==
    ~(balances /\ faults = 1 /\ \E n, m \in Node : n \notin told /\ LeadsMore(n, m) /\ Cool(m, 1))

=============================================================================
