---------------------------- MODULE MutOwnership ----------------------------
(* Guards of Ownership, each weakened.  A configuration here puts one of them in the place of the real one. *)
EXTENDS MCOwnership

\* ElasCass at t3: the destination reads before the source has stopped.
WeakTake(h, p) == heir[p] = h \/ \E g \in Group \ {h} : CanGive(g, h, p)

\* The source gives the partition away while it still takes writes.
WeakGive(g, h, p) == readable[g][p] /\ h # g

\* A group gives away what it does not have (any more).
WeakGiveTwice(g, h, p) == ~writable[g][p] /\ h # g

\* The move is undone after it was decided.
WeakUnseal(g, p) == ~writable[g][p]

\* The heir never learns that it is one.
NeverTake(h, p) == FALSE
=============================================================================
