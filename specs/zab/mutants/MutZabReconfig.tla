-------------------------- MODULE MutZabReconfig --------------------------
(* ZabReconfig with one guard weakened; the comment says what it replaces. *)
EXTENDS MCZabReconfig

\* For IsQuorumBy: of Join's two chambers the new one is asked.
NewAlone(h, Q) ==
    LET c == IF CouncilOf(h) = {Old, New} THEN {New} ELSE CouncilOf(h)
    IN \A chamber \in c : Cardinality(Q \cap chamber) * 2 > Cardinality(chamber)

\* For MayAsk: Leave does not wait for Join.
NeverSettled(l, q) == q.seq = 1 + Cardinality(ChangesIn(history[l]))
=============================================================================
