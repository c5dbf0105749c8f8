--------------------------- MODULE MCZabReconfig ---------------------------
(* ZabReconfig with MCZab's bounds and properties; MayAsk and IsQuorumBy are replaced in the configurations. *)
EXTENDS ZabStarts, ZabReconfig

CONSTANTS
    \* @type: Set(SERVER);
    Old,
    \* @type: Set(SERVER);
    New

\* Join, Leave.
Jointly == <<{Old}, {Old, New}, {New}>>

\* Everybody follows a leader of the old members, established.
ServingSpec == EstablishedInit /\ (\A l \in primary[1] : l \in Old) /\ [][MCNext]_mcVars

\* Those among whom no action and no configuration tells.
Alike == {p \in Permutations(Server) : {p[s] : s \in Old} = Old /\ {p[s] : s \in New} = New}
=============================================================================
