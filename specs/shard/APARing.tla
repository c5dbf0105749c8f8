------------------------------ MODULE APARing ------------------------------
(* Ring for Apalache: constants.  Safety is checked to a depth (bounded).   *)
\* @apalache Bounded: --cinit=ConstInit --init=Init --next=Next --inv=Safety --length=1
\* @apalache Deeper: --cinit=ConstInit --init=Init --next=Next --inv=Safety --length=3 [deep]
EXTENDS Ring

ConstInit ==
    /\ Modulus = 4
    /\ Group = {"g1_OF_NODE", "g2_OF_NODE"}
    /\ Client = {"c1_OF_NODE"}
    /\ CM = "cm_OF_NODE"
    /\ FirstOwner = [t \in {0, 2} |-> IF t = 0 THEN "g1_OF_NODE" ELSE "g2_OF_NODE"]

Safety == PartitionsCoverTheRing /\ OneOwner /\ VersionNamesOneRing /\ NobodyIsAhead
=============================================================================
