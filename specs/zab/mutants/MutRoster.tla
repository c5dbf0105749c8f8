----------------------------- MODULE MutRoster -----------------------------
(* Roster with one guard weakened.  The configurations say what each breaks. *)
EXTENDS MCRoster

\* Any disk of a member will do: Zab without rosters.
AnyDisk(disks, s, d) == d # Nobody

\* A new disk is admitted before it has caught up.
NotCaughtUp(e, m) == TRUE

\* The next roster is logged while the last one is not committed.
NeverSettled(e) == TRUE

\* The oldest roster among the promises decides.
OldestRoster(V, latest) ==
    (CHOOSE p \in V : \A q \in V : RosterPlace(p.history) <= RosterPlace(q.history)).history

\* A majority may found a group.
MajorityFounds(Q) == IsMajority(Q)

\* The new disk is taken in by the entry that retires the old one.
RetireAndAdmit(e, m) ==
    LET d == RosterOf(log[e])
    IN /\ Established(e) /\ ~Founding(log[e]) /\ RosterSettled(e)
       /\ d[m] \notin {Nobody, disk[m]}
       /\ acked[m, disk[m]][e] >= RosterPlace(log[e])
       /\ AppendEntry(e, "admitting", [d EXCEPT ![m] = disk[m]])
=============================================================================
