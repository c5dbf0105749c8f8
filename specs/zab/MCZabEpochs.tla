---------------------------- MODULE MCZabEpochs ----------------------------
(* ZabEpochs, exhaustively: a bound on proposals, and majorities for quorums. *)
EXTENDS ZabEpochs, FiniteSets, TLC

CONSTANTS
    \* @type: Int;
    MaxEpoch,
    \* How many transactions a leader proposes.
    \* @type: Int;
    MaxCounter

\* The least majorities; whatever a larger set can do, they can.
Majorities == {Q \in SUBSET Server : Cardinality(Q) = (Cardinality(Server) \div 2) + 1}

Epochs == 1..MaxEpoch

\* A prospective leader asks others after it has promised the epoch to itself, as in Zab, where the new epoch is
\* made known with the leader's own acceptedEpoch written.  Safety needs no such thing (APAZabEpochs goes without).
OwnPromiseFirst(s, l, e) == s = l \/ l \in promisedTo[l][e]

MCNext ==
    \E e \in Epoch :
        \/ \E s, l \in Server : OwnPromiseFirst(s, l, e) /\ HandleNEWEPOCH(s, l, e)
        \/ \E l, s \in Server, Q \in Quorum : CompleteDiscovery(l, e, s, Q)
        \/ \E s \in Server, d \in Epoch : Truncate(s, e, d) \/ Fetch(s, e, d)
        \/ \E s \in Server : HandleNEWLEADER(s, e) \/ HandlePROPOSE(s, e)
        \/ broadcast[e] < MaxCounter /\ Propose(e)

MCSpec == Init /\ [][MCNext]_vars

\* No action tells servers apart, and nothing is chosen among them.
Symmetry == Permutations(Server)
=============================================================================
