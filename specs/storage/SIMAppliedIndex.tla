--------------------------- MODULE SIMAppliedIndex ---------------------------
(* Random behaviours of AppliedIndex with longer logs, more families and keys, and several crashes and installs. *)
EXTENDS MCAppliedIndex

(* What these behaviours are for *)

CrashedTwice == spent.crashes >= 2
Purged == wal.first > 1
Stray == spent.strays > 0 /\ \E i \in wal.first..synced : i <= Len(group) /\ ~Agrees(i)
InstalledAndGoesOn == up /\ spent.installs > 0 /\ install.step = "none" /\ wal.first > 1 /\ live.zxid >= wal.first
CrashedWhileInstalling == ~up /\ install.step # "none"
=============================================================================
