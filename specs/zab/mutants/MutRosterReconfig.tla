------------------------- MODULE MutRosterReconfig -------------------------
(* Roster with one of MutRoster's changes, which Reconfig does not allow. *)
EXTENDS MutRoster, MCRosterReconfig
=============================================================================
