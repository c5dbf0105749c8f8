----------------------------- MODULE MCElection -----------------------------
(***************************************************************************)
(* Election from every state that Zab can leave behind, within bounds.     *)
(***************************************************************************)
EXTENDS Election, TLC

CONSTANTS
    \* No history is longer.
    \* @type: Int;
    MaxLength,
    \* No epoch is later.
    \* @type: Int;
    MaxEpoch,
    \* No vote weighs more.
    \* @type: Int;
    MaxWeight,
    \* No more members stay away.
    \* @type: Int;
    MaxAway

\* Without numbers, equals may all come forward at once: whatever holds then holds with any numbers.
NoPlace == [s \in Server |-> 0]

\* Some numbering.
SomePlace == CHOOSE f \in [Server -> 0..(Cardinality(Server) - 1)] : \A s, t \in Server : s # t => f[s] # f[t]

Histories ==
    {h \in UNION {[1..n -> 1..MaxEpoch] : n \in 0..MaxLength} :
        \A i, j \in DOMAIN h : i < j => h[i] <= h[j]}

MCInit ==
    /\ history \in [Server -> Histories]
    /\ currentEpoch \in [Server -> 1..MaxEpoch]
    /\ \A s \in Server : LastEpoch(s) <= currentEpoch[s]
    /\ committed \in [Server -> 0..MaxLength]
    /\ OfZab
    /\ weight \in [Server -> 0..MaxWeight]
    /\ away \in {a \in SUBSET Server : Cardinality(a) <= MaxAway}
    /\ turn = 0
    /\ leader = Nobody
    /\ voters = {}

MCSpec == MCInit /\ [][Next]_vars

\* Sound with NoPlace: servers are compared for equality only, and of equal histories any may be the best.
Symmetry == Permutations(Server)

MCFairSpec == MCSpec /\ Fairness

=============================================================================
