--------------------------- MODULE SIMAppliedIndex ---------------------------
(* Random behaviours of AppliedIndex with longer logs, more families and keys, and several crashes and installs. *)
EXTENDS MCAppliedIndex
=============================================================================
