------------------------------ MODULE SIMRing ------------------------------
(* Ring, larger and at random; without fairness, as behaviours are cut off. *)
EXTENDS MCRing

\* Every other point a token, the groups in any order.
SIMFirstOwner ==
    LET g == CHOOSE f \in [{0, 2, 4, 6} -> Group] : \A s, t \in DOMAIN f : s # t => f[s] # f[t]
    IN g

SIMSpec == MCInit /\ [][MCNext]_mcVars

(* What these behaviours are for *)

SentAway == \E m \in msgs : m.type = "WrongOwner"
TwoChanges == ring.version >= 2
=============================================================================
