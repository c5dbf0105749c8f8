----------------------------- MODULE MutEndings -----------------------------
(* Endings with one guard weakened.  The configurations say what each breaks. *)
EXTENDS MCEndings

\* A replica goes when the end is in its log.
LeavesEarly(n, g) == g \in logged[n]

\* An end that one replica has counts as committed.
OneIsEnough(g) == \E n \in g.founders : g \in logged[n]

\* What another node says of a number counts for the group that this one has by that number.
ByNumber(n, g) == {h \in taken[n] : h.number = g.number}

\* Nobody is heard.
NobodyIsMeant(n, g) == {}

\* Files go before it is noted.
DropsFirst(n, g) == KnowsEnd(n, g)

\* A node that has left a group does not know that it had it.
Forgets(n, groups) ==
    /\ left' = [left EXCEPT ![n] = @ \cup groups]
    /\ taken' = [taken EXCEPT ![n] = @ \ groups]
    /\ UNCHANGED <<drawn, founded, logged, dropped, ended>>
=============================================================================
