--------------------------- MODULE ReachOwnership ---------------------------
(* States of Ownership that must be reachable: each "Never" below has to fail. *)
EXTENDS MCOwnership

NeverSealed == \A g \in Group, p \in Partition : readable[g][p] => writable[g][p]
NeverGiven == \A p \in Partition : heir[p] = NoGroup

\* Nobody answers: the pause of a switch.
NeverPaused == \A k \in Key : \E g \in Group : MayAnswer(g, k)

\* A move is given up, and the owner answers writes again.
NeverUnsealed ==
    [][\A g \in Group, p \in Partition : readable[g][p] /\ readable'[g][p] /\ writable'[g][p] => writable[g][p]]_vars

\* An owner gives to another group.
NeverGivenAway ==
    [][\A g \in Group, p \in Partition : readable[g][p] /\ ~readable'[g][p] => heir'[p] = g]_vars
=============================================================================
