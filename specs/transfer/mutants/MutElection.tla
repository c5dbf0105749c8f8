----------------------------- MODULE MutElection -----------------------------
(***************************************************************************)
(* Election with its order weakened; the configurations beside this module *)
(* say how, and which property must notice.                                *)
(***************************************************************************)
EXTENDS MCElection

\* Weight first, as in ACaZoo: however much a member lacks.
EverybodyIsNear(s, Q) == TRUE

\* Only lengths are compared.
LacksByLength(s, best) == IF Length(best) > Length(s) THEN Length(best) - Length(s) ELSE 0

\* The history alone decides.
BetterByHistory(t, s, Q) == LaterOrHigher(t, s)

\* Who lacks a lot never comes forward.
RankOfTheNear(s, Q) ==
    IF NearlyCaughtUp(s, Q) THEN Cardinality({t \in Q \ {s} : IsBetter(t, s, Q)}) ELSE Cardinality(Server) + 1

=============================================================================
