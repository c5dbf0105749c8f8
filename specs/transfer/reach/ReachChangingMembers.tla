------------------------ MODULE ReachChangingMembers ------------------------
(* States that ChangingMembers must be able to reach: each Never... below is false. *)
EXTENDS MCChangingMembers

\* One compacts that is a member no more, and one that is: its place is free.
NeverTwoCompact == ~(settled /\ configuration = NewOnes /\ compacting \ New # {} /\ compacting \cap New # {})

\* The server to which the leader was handing over is removed.
NeverTargetRemoved == ~(target # Nobody /\ \E c \in Next(configuration) : target \notin Voters(c) /\ ENABLED Change(c))

\* A leader that was removed still leads.
NeverRemovedLeads == ~(leader # Nobody /\ MustLeave)

\* A permit was given, and its holder removed, before it was used.
NeverHolderRemoved == ~(settled /\ \E s \in Server \ Voters(configuration) : <<s, joined[s]>> \in permits)
=============================================================================
