---------------------------- MODULE MCOwnership ----------------------------
(***************************************************************************)
(* Ownership in a finite model.  It needs no ghosts.                       *)
(***************************************************************************)
EXTENDS Ownership, TLC

CONSTANTS
    \* @type: KEY;
    k1,
    \* @type: KEY;
    k2,
    \* @type: PARTITION;
    p1,
    \* @type: PARTITION;
    p2

MCPartitionOf == k1 :> p1 @@ k2 :> p2

\* Sound: no operator of Ownership chooses among groups.
Symmetry == Permutations(Group)

\* An heir is named while nobody answers, and no longer.
HeirWaits == \A p \in Partition : heir[p] # NoGroup => \A g \in Group : ~readable[g][p]
=============================================================================
