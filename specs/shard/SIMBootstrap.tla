---------------------------- MODULE SIMBootstrap ----------------------------
(* Bootstrap with five groups, at random. *)
EXTENDS MCBootstrap

\* Two groups are out; three own the partitions, unevenly.
SIMFirstOwner == TLCEval(
    LET gs == CHOOSE f \in [1..3 -> Group] : \A i, j \in 1..3 : i # j => f[i] # f[j]
        number == CHOOSE f \in [Partition -> 1..3] : \A i \in 1..3 : Cardinality({p \in Partition : f[p] = i}) = 2 * i
    IN [p \in Partition |-> gs[number[p]]])

SIMFirstHeat == {[p \in Partition |-> 1 + (Cardinality({q \in Partition : FirstOwner[q] = FirstOwner[p]}) % MaxHeat)]}

SIMSpec == MCInit /\ [][MCNext]_mcVars
=============================================================================
