---------------------------- MODULE APAOwnership ----------------------------
(***************************************************************************)
(* Ownership for Apalache: its properties are inductive by themselves, for *)
(* three groups and two partitions.                                        *)
(***************************************************************************)
\* @apalache Base: --cinit=ConstInit --init=Init --next=Next --inv=IndInv --length=0
\* @apalache Step: --cinit=ConstInit --init=IndInit --next=Next --inv=IndInv --length=1
\* @apalache Implication: --cinit=ConstInit --init=IndInit --next=Next --inv=NeverTwoOwners --length=0
\* @apalache Loose: --cinit=ConstInit --init=LooseInit --next=Next --inv=NeverTwoOwners --length=1 => violates
EXTENDS Ownership

ConstInit ==
    /\ Group = {"g1_OF_GROUP", "g2_OF_GROUP", "g3_OF_GROUP"}
    /\ NoGroup = "nobody_OF_GROUP"
    /\ Partition = {"p1_OF_PARTITION", "p2_OF_PARTITION"}
    /\ Key = {"k1_OF_KEY", "k2_OF_KEY"}
    /\ PartitionOf = [k \in {"k1_OF_KEY", "k2_OF_KEY"} |->
                        IF k = "k1_OF_KEY" THEN "p1_OF_PARTITION" ELSE "p2_OF_PARTITION"]

IndInv == TypeOK /\ WritersRead /\ OneHolder

AnyState ==
    /\ readable \in [Group -> [Partition -> BOOLEAN]]
    /\ writable \in [Group -> [Partition -> BOOLEAN]]
    /\ heir \in [Partition -> Group \cup {NoGroup}]

IndInit == AnyState /\ IndInv

\* Without OneHolder: an heir may take what another still answers for.
LooseInit == AnyState /\ WritersRead /\ NeverTwoOwners
=============================================================================
