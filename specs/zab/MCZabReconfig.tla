--------------------------- MODULE MCZabReconfig ---------------------------
(* ZabReconfig with MCZab's bounds and properties; MayAsk and IsQuorumBy are replaced in the configurations. *)
EXTENDS MCZab, ZabReconfig

CONSTANTS
    \* @type: Set(SERVER);
    Old,
    \* @type: Set(SERVER);
    New

\* Join, Leave.
Jointly == <<{Old}, {Old, New}, {New}>>
=============================================================================
