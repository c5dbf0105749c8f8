------------------------- MODULE MutChangingMembers -------------------------
(* ChangingMembers with one guard weakened; the comment says what it replaces. *)
EXTENDS MCChangingMembers

\* For CanSpare: the last configuration alone is asked, though it may be lost.
SparedByTheLast(s) == IsQuorum(idle \ {s}, configuration)

\* For StaysFree: a change of members does not wait for compactions.
NeverWaits(c) == TRUE

\* For IdleAfter: who was removed, or comes anew, is of no interest.
StrangersForgotten(c) == idle \cup (Server \ Voters(c)) \cup (Voters(c) \ Voters(configuration))

\* For TargetAfter: a transfer goes on.
TargetKept(c) == target

\* For MustTransfer: a leader hands over when it is hot, and at no other time.
OnlyWhenHot == FALSE /\ UNCHANGED vars
=============================================================================
