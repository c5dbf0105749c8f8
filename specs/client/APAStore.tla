------------------------------ MODULE APAStore ------------------------------
(* Store for Apalache: versions of a cell only grow, and what a client is told was once the cell's. *)
\* @apalache Bounded: --cinit=ConstInit --init=Init --next=Next --inv=Safety --length=3
\* @apalache Deeper: --cinit=ConstInit --init=Init --next=Next --inv=Safety --length=4 [deep]
EXTENDS Store

ConstInit ==
    /\ Key = {"k1_OF_KEY", "k2_OF_KEY"}
    /\ Value = {"v1_OF_VALUE", "v2_OF_VALUE"}
    /\ NoValue = "none_OF_VALUE"
    /\ Client = {"c1_OF_CLIENT", "c2_OF_CLIENT"}
    /\ Version = 1..4

\* Nobody is told of a version that the cell has not reached, nor at the same version of another value.
ToldTheTruth ==
    \A c \in Client :
        calls[c].phase = Effective =>
            LET cell == cells[calls[c].op.key]
            IN /\ calls[c].result.version <= cell.version
               /\ calls[c].result.version = cell.version => calls[c].result.value = cell.value

\* A cell never written has no value.
UnwrittenIsEmpty == \A k \in Key : cells[k].version = 0 => cells[k].value = NoValue

Safety == TypeOK /\ ToldTheTruth /\ UnwrittenIsEmpty
=============================================================================
