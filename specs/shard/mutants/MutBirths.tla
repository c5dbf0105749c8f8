----------------------------- MODULE MutBirths -----------------------------
(* Births with one guard weakened.  The configurations say what each breaks. *)
EXTENDS MCBirths

\* Whoever is told of a group believes it.
BelievesAll(n, g) == TRUE

\* A number that is a node's own to draw may be told to it.
OwnToo(n, g) == n \in g.founders => Bearer(g.number) # n /\ Bearer(g.number) \in g.founders

\* A node takes a group again, with other founders.
Forgets(n, number) == FALSE

\* How many numbers were drawn is not on disk.
NotOnDisk(n) == 0

\* A bearer that recalls a group may draw its number again.
RecalledNotDrawn(n, number) == drawn[n]

\* A founder founds a group before the others have it.
AnyFounder(g) == \E n \in g.founders : g \in taken[n]
=============================================================================
