---------------------------- MODULE APAZabEpochs ----------------------------
(***************************************************************************)
(* ZabEpochs for Apalache: is the invariant inductive, for three servers,  *)
(* three epochs and any state whatever that satisfies it, reachable or     *)
(* not?  Base, step and implication together prove Safety at every depth.  *)
(*                                                                         *)
(* Counters go up to three in the state the step starts from; the step may *)
(* make them four.                                                         *)
(***************************************************************************)
\* @apalache Base: --cinit=ConstInit --init=Init --next=Next --inv=IndInv --length=0
\* @apalache StepDiscovery: --cinit=ConstInit --init=IndInit --next=NextDiscovery --inv=IndInv --length=1 --tuning-options=search.invariantFilter=1->.* [deep]
\* @apalache StepSynchronization: --cinit=ConstInit --init=IndInit --next=NextSynchronization --inv=IndInv --length=1 --tuning-options=search.invariantFilter=1->.* [deep]
\* @apalache StepBroadcast: --cinit=ConstInit --init=IndInit --next=NextBroadcast --inv=IndInv --length=1 --tuning-options=search.invariantFilter=1->.* [deep]
\* @apalache Implication: --cinit=ConstInit --init=IndInit --next=Next --inv=Safety --length=0 [deep]
EXTENDS ZabEpochs

ConstInit ==
    /\ Server = {"1_OF_SERVER", "2_OF_SERVER", "3_OF_SERVER"}
    /\ Quorum = {{"1_OF_SERVER", "2_OF_SERVER"}, {"1_OF_SERVER", "3_OF_SERVER"}, {"2_OF_SERVER", "3_OF_SERVER"}}
    /\ Epoch = 1..3
    /\ Log = [1..3 -> 0..4]

Count == 0..3

\* Any state of the right type that satisfies the invariant.  (Apalache takes no functions of functions of functions
\* from a set: those are drawn flat.)
IndInit ==
    /\ acceptedEpoch \in [Server -> 0..3]
    /\ currentEpoch \in [Server -> 0..3]
    /\ \E f \in [Server \X Epoch -> Count] : history = [s \in Server |-> [e \in Epoch |-> f[s, e]]]
    /\ \E f \in [Server \X Epoch -> Count] : synced = [s \in Server |-> [e \in Epoch |-> f[s, e]]]
    /\ \E f \in [Server \X Epoch -> SUBSET Server] : promisedTo = [s \in Server |-> [e \in Epoch |-> f[s, e]]]
    /\ \E f \in [Server \X Epoch -> 0..3] : promisedCurrent = [s \in Server |-> [e \in Epoch |-> f[s, e]]]
    /\ \E f \in [Server \X Epoch \X Epoch -> Count] :
         promisedHistory = [s \in Server |-> [e \in Epoch |-> [d \in Epoch |-> f[s, e, d]]]]
    /\ \E f \in [Server \X Epoch -> (-1)..3] : acked = [s \in Server |-> [e \in Epoch |-> f[s, e]]]
    /\ leaders \in [Epoch -> SUBSET Server]
    /\ \E f \in [Epoch \X Epoch -> Count] : initial = [e \in Epoch |-> [d \in Epoch |-> f[e, d]]]
    /\ broadcast \in [Epoch -> Count]
    /\ IndInv

\* Next, phase by phase: three searches are shorter than one.
NextDiscovery ==
    \E e \in Epoch, s, l \in Server :
        \/ HandleNEWEPOCH(s, l, e)
        \/ \E Q \in Quorum : CompleteDiscovery(l, e, s, Q) \/ \E h, d \in Log : Pull(l, e, s, Q, h, d)

NextSynchronization ==
    \E e \in Epoch, s \in Server :
        HandleNEWLEADER(s, e) \/ \E h, d \in Log : HandleSYNC(s, e, h, d)

NextBroadcast ==
    \E s \in Server :
        \/ Crash(s) \/ \E d \in Log : Fsync(s, d)
        \/ \E e \in Epoch : Propose(s, e)
=============================================================================
