-------------------------- MODULE ReachReplicatedLog --------------------------
(* Interesting states of ReplicatedLog; each invariant here must be violated. *)
EXTENDS MCReplicatedLog

\* An epoch's proposal is given up: a later epoch began without it.
NeverGivenUp ==
    ~\E e, f \in Epoch : e < f /\ Established(f) /\ proposed[e] # <<>> /\ ~IsPrefix(HistoryOf(e), initial[f])

\* A later primary inherits a proposal that was not agreed when it began.
NeverInherited ==
    ~\E e, f \in Epoch : e < f /\ Established(f) /\ Len(initial[f]) > 0 /\ initial[f][1].epoch = e /\ proposed[f] # <<>>

\* A primary learns that it is established when a later one already is.
NeverLate ==
    ~\E e, f \in Epoch : e < f /\ primary[e] # {} /\ primary[f] # {} /\ proposed[f] # <<>> /\ proposed[e] # <<>> /\ initial[f] = <<>> /\ log # <<>>

\* A replica falls behind another by two entries.
NeverBehind == ~\E r, s \in Replica : Len(delivered[r]) >= Len(delivered[s]) + 2
=============================================================================
