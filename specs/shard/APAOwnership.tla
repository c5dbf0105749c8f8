--------------------------- MODULE APAOwnership ---------------------------
(***************************************************************************)
(* Ownership for Apalache: its inductive invariant is what it promises.    *)
(***************************************************************************)
\* @apalache Bounded: --cinit=ConstInit --init=Init --inv=IndInv --length=8 [deep]
\* @apalache IndInit: --cinit=ConstInit --init=Init --inv=IndInv --length=0 [deep]
\* @apalache IndStep: --cinit=ConstInit --init=IndInit --inv=IndInv --length=1 [deep]
\* @apalache IndSafe: --cinit=ConstInit --init=IndInit --inv=NeverTwoOwners --length=0 [deep]
EXTENDS Ownership

ConstInit ==
    /\ Group = {"a_OF_GROUP", "b_OF_GROUP", "c_OF_GROUP"}
    /\ NoGroup = "nobody_OF_GROUP"
    /\ Partition = {"p_OF_PARTITION", "q_OF_PARTITION"}
    /\ Key = {"k_OF_KEY", "l_OF_KEY"}
    /\ PartitionOf = [k \in Key |-> IF k = "k_OF_KEY" THEN "p_OF_PARTITION" ELSE "q_OF_PARTITION"]

IndInv == TypeOK /\ WritersRead /\ OneHolder

IndInit == IndInv
=============================================================================
