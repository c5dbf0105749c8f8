------------------------------- MODULE Tokens -------------------------------
(***************************************************************************)
(* A ring of points cut into partitions by tokens: pure operators.         *)
(*                                                                         *)
(* Hash values 0 .. Modulus - 1 lie on a circle: the largest is followed   *)
(* by the smallest.  A token T is a point that ends a partition, and the   *)
(* token before it ends the previous one, so that T names the partition    *)
(* (predecessor of T, T]: without its lower bound, with its upper bound.   *)
(*                                                                         *)
(* One function carries the wraparound: Clockwise, the way from one point  *)
(* to another, in 1 .. Modulus.  From a point to itself the way is a full  *)
(* turn; so the range (T, T] of a ring with the one token T is the whole   *)
(* circle and needs no case of its own.                                    *)
(*                                                                         *)
(* In ZabDB the points are 64-bit Murmur3 hashes.  Nothing here depends on *)
(* their number.                                                           *)
(*                                                                         *)
(* Source: ElasCass, section 3.1.  Used by Ring and SplitMerge.            *)
(***************************************************************************)
EXTENDS Naturals

CONSTANTS
    \* The number of points.
    \* @type: Int;
    Modulus

ASSUME Modulus > 0

\* The points of the circle.
Space == 0 .. (Modulus - 1)

\* Steps from point a clockwise to point b, at least one.
\* @type: (Int, Int) => Int;
Clockwise(a, b) == 1 + ((b + Modulus - a - 1) % Modulus)

\* The half-open range (from, to], around the circle's end if need be.
\* @type: (Int, Int) => Set(Int);
Range(from, to) == {x \in Space : Clockwise(from, x) <= Clockwise(from, to)}

----------------------------------------------------------------------------
(* A set of tokens *)

\* The token before t; t itself if there is no other.
\* @type: (Set(Int), Int) => Int;
Predecessor(tokens, t) ==
    CHOOSE p \in tokens : \A q \in tokens : Clockwise(p, t) <= Clockwise(q, t)

\* The token after t; t itself if there is no other.
\* @type: (Set(Int), Int) => Int;
Successor(tokens, t) ==
    CHOOSE s \in tokens : \A q \in tokens : Clockwise(t, s) <= Clockwise(t, q)

\* The points of t's partition: (T_{i-1}, T_i].
\* @type: (Set(Int), Int) => Set(Int);
PointsOf(tokens, t) == Range(Predecessor(tokens, t), t)

\* The token whose partition holds point x.
\* @type: (Set(Int), Int) => Int;
PartitionOf(tokens, x) == CHOOSE t \in tokens : x \in PointsOf(tokens, t)

----------------------------------------------------------------------------
(* A set of partitions, each a record of its bounds.  Who knows only some  *)
(* of the ring's tokens, as a replica group does, holds these.             *)

Partition == [from: Space, to: Space]

\* The points of each partition: (from, to].
\* @type: { from: Int, to: Int } -> Set(Int);
Points == [p \in Partition |-> Range(p.from, p.to)]

\* @type: Set({ from: Int, to: Int }) => Set(Int);
Covered(partitions) == UNION {Points[p] : p \in partitions}

\* No point lies in two of the partitions.
\* @type: Set({ from: Int, to: Int }) => Bool;
Disjoint(partitions) ==
    \A p, q \in partitions : p # q => Points[p] \cap Points[q] = {}

\* Every point lies in exactly one of the partitions.
\* @type: Set({ from: Int, to: Int }) => Bool;
CoverExactly(partitions) == Disjoint(partitions) /\ Covered(partitions) = Space

\* The partitions that a set of tokens cuts the ring into.
\* @type: Set(Int) => Set({ from: Int, to: Int });
Partitions(tokens) == {[from |-> Predecessor(tokens, t), to |-> t] : t \in tokens}

\* Where partition p can be cut in two.
\* @type: { from: Int, to: Int } => Set(Int);
Inner(p) == Points[p] \ {p.to}

\* The two partitions that token t cuts p into: (from, t] and (t, to].
\* @type: ({ from: Int, to: Int }, Int) => Set({ from: Int, to: Int });
Halves(p, t) == {[from |-> p.from, to |-> t], [from |-> t, to |-> p.to]}

\* q begins where p ends, and they are two.
\* @type: ({ from: Int, to: Int }, { from: Int, to: Int }) => Bool;
Adjacent(p, q) == p # q /\ p.to = q.from

\* The partition of two adjacent ones, without the token between them.
\* @type: ({ from: Int, to: Int }, { from: Int, to: Int }) => { from: Int, to: Int };
Union(p, q) == [from |-> p.from, to |-> q.to]
=============================================================================
