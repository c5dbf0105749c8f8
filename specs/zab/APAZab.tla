------------------------------- MODULE APAZab -------------------------------
(***************************************************************************)
(* Zab for Apalache: constants, and what holds of states, to a depth.      *)
(* Depths a solver reaches here are short of one whole election; what      *)
(* Apalache adds is the types.  For depth see MCZab, for a proof at any    *)
(* depth APAZabEpochs.                                                     *)
(***************************************************************************)
\* @apalache Bounded: --cinit=ConstInit --init=Init --next=Next --inv=Safety --length=1 [deep]
\* @apalache Deeper: --cinit=ConstInit --init=Init --next=Next --inv=Safety --length=4 [deep]
EXTENDS Zab

ConstInit ==
    /\ Server = {"s1_OF_SERVER", "s2_OF_SERVER", "s3_OF_SERVER"}
    /\ Request = {[session |-> "c1_OF_SESSION", seq |-> 1]}

CurrentNotAboveAccepted == \A s \in Server : currentEpoch[s] <= acceptedEpoch[s]

OneLeader ==
    \A s, t \in Server :
        role[s] = LEADING /\ role[t] = LEADING /\ phase[s] # DISCOVERY /\ phase[t] # DISCOVERY
            /\ acceptedEpoch[s] = acceptedEpoch[t] => s = t

\* What two servers have delivered agrees as far as both go.
DeliveriesAgree ==
    \A s, t \in Server : \A i \in DOMAIN history[s] :
        i <= lastCommitted[s] /\ i <= lastCommitted[t] => i \in DOMAIN history[t] /\ history[s][i] = history[t][i]

Safety == CurrentNotAboveAccepted /\ OneLeader /\ DeliveriesAgree
=============================================================================
