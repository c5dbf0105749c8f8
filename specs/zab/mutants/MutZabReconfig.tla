-------------------------- MODULE MutZabReconfig --------------------------
(* ZabReconfig with one guard weakened; the comment says what it replaces. *)
EXTENDS MCZabReconfig

\* For IsQuorumBy: of Join's two voter sets the new one is asked.
NewAlone(h, Q) ==
    LET c == IF ConfigurationOf(h) = {Old, New} THEN {New} ELSE ConfigurationOf(h)
    IN \A voterSet \in c : Cardinality(Q \cap voterSet) * 2 > Cardinality(voterSet)

\* For IsQuorumBy: the old one.
OldAlone(h, Q) ==
    LET c == IF ConfigurationOf(h) = {Old, New} THEN {Old} ELSE ConfigurationOf(h)
    IN \A voterSet \in c : Cardinality(Q \cap voterSet) * 2 > Cardinality(voterSet)

\* For IsQuorumBy: whoever has the log votes.
LearnersCount(h, Q) == \A voterSet \in ConfigurationOf(h) : Cardinality(Q) * 2 > Cardinality(voterSet)

\* For MayAsk: Leave does not wait for Join.
NeverSettled(l, q) == q.seq = 1 + Cardinality(ChangesIn(history[l]))
=============================================================================
