--------------------------- MODULE ReachRemovals ---------------------------
(* States that Removals must be able to reach: each Never... below is false. *)
EXTENDS MCRemovals

\* A node votes again, with another disk, that has dropped the one with which it left.
NeverReturned == \A n \in Node : n \in Voters(log[committed]) => log[committed].disks[n] < 2

\* The same of one that has founded the group.
NeverReturnedFounder == \A n \in Founders : n \in Voters(log[committed]) => log[committed].disks[n] < 2

\* A newcomer goes whose joining was undone.
NeverUndone ==
    \A n \in Node \ Founders : n \in noted => Len(log) # 3 \/ ~IsJoint(log[2]) \/ log[committed].new # Founders

\* One goes that has never voted, nor was to.
NeverDismissed == \A n \in Node \ Founders : n \in noted => \E i \in 1..Len(log) : n \in Voters(log[i])

\* One was told, and goes, whose own log does not say so.
NeverTold == \A n \in noted : disk[n] # Nobody => \E i \in 1..logged[n] : HasLeft(log[i], n, disk[n])

\* All founders have dropped their files, and others have the group.
NeverAllGone == \E n \in Founders : disk[n] # Nobody

\* A replica has its removal in its log, and that is lost then.
NeverLost == \A n \in Node : ~(n \in Voters(log[committed]) /\ logged[n] > committed /\ n \notin Voters(Last))
=============================================================================
