------------------------------ MODULE MCTokens ------------------------------
(***************************************************************************)
(* The laws of Tokens, checked for every set of tokens of a small circle:  *)
(* the state is a set of tokens, and each state is an instance of the laws.*)
(***************************************************************************)
EXTENDS Tokens, FiniteSets

VARIABLES
    \* @type: Set(Int);
    tokens

Init == tokens \in (SUBSET Space) \ {{}}
Next == UNCHANGED tokens
Spec == Init /\ [][Next]_tokens

TypeOK == tokens \subseteq Space /\ tokens # {}

TokensCoverTheRing == CoverExactly(Partitions(tokens))

EachPointHasItsPartition ==
    \A x \in Space : \A t \in tokens : x \in PointsOf(tokens, t) <=> t = PartitionOf(tokens, x)

NeighboursAgree == \A t \in tokens : Predecessor(tokens, Successor(tokens, t)) = t

\* Cutting a partition inserts one token, joining the halves removes it.
HalvesMakeTheWhole ==
    \A p \in Partitions(tokens) : \A t \in Inner(p) :
        /\ (Partitions(tokens) \ {p}) \cup Halves(p, t) = Partitions(tokens \cup {t})
        /\ Disjoint(Halves(p, t))
        /\ Covered(Halves(p, t)) = Points[p]

UnionIsTheWhole ==
    \A p, q \in Partitions(tokens) :
        Adjacent(p, q) =>
            \* Two partitions that make up the whole ring may be joined at either token.
            /\ (Partitions(tokens) \ {p, q}) \cup {Union(p, q)} = Partitions(tokens \ {p.to})
            /\ Points[Union(p, q)] = Points[p] \cup Points[q]
=============================================================================
