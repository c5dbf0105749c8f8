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

\* Misinformed
Never(g, r) == FALSE

\* Corrected: inserts g's tokens and removes none.
OnlyInserted(g, r) ==
    LET mine == {p.to : p \in owned[g]}
    IN [t \in mine \cup TokensOf(r) |-> IF t \in mine THEN g ELSE r.owner[t]]
=============================================================================
