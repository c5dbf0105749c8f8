------------------------------ MODULE MutRing ------------------------------
(* Each operator weakens the one it replaces in the configuration. *)
EXTENDS MCRing

\* MayServe
ServeByRing(g, m) == Route(known[g], m.key) = g
ServeWhoeverAsks(g, m) == TRUE

\* LeftAfterRelease
KeepAfterRelease(g, p) == owned[g]

\* Halves
FirstHalf(p, t) == {[from |-> p.from, to |-> t]}

\* FromPresentRing
Always(m) == TRUE
NotOlder(m) == m.ring.version \in {ring.version, ring.version + 1}

\* Redirected
AdoptAnyRing(c, r) == r
Unmoved(c, r) == known[c]

\* Named
OnlyTheRing(g, k) == NoGroup

\* CanForget
ForgetAtOnce(g, x) == TRUE
ForgetBySight(g, x) == Route(known[g], x) = heir[g][x]

\* NextMove
SameMove(g, p) == LastMove(g, p)

\* HeirsWith
FirstHeirStays(g, p, h) == [x \in Space |-> IF x \in Points[p] /\ heir[g][x] = NoGroup THEN h ELSE heir[g][x]]

\* Asks
ByRing(c) == Route(known[c], wanted[c])

\* Followed
StickToHeir(m) == IF m.heir = NoGroup THEN named[m.dst] ELSE m.heir

\* Misinformed
Never(g, r) == FALSE

\* Corrected: inserts g's tokens and removes none.
OnlyInserted(g, r) ==
    LET mine == {p.to : p \in owned[g]}
    IN [r EXCEPT !.owner = [t \in mine \cup TokensOf(r) |-> IF t \in mine THEN g ELSE r.owner[t]],
                 !.move = [t \in mine \cup TokensOf(r) |-> IF t \in mine THEN moves[g][t] ELSE r.move[t]]]
=============================================================================
