---------------------------- MODULE MutReadPoints ----------------------------
(* ReadPoints with one thing weakened at a time. *)
EXTENDS MCReadPoints

\* For Covers: a read joins the question that is under way when it comes.
JoinsUnderway(r) == reads[r].phase = "waiting" \/ (reads[r].phase = "asked" /\ reads[r].question = question.number)

\* For IsCurrent: an answer to an earlier question counts for this one.
LateCounts(m) == question.active

\* For HasApplied: what is applied is enough.
NotWaited(r) == TRUE

\* For GiveUp: an answer is waited for without end.
WaitsForever == FALSE

\* For Expire: what is committed elsewhere is waited for without end.
WaitsForApply(r) == FALSE

\* For GiveUp: those that wait for it are forgotten.
Forgets ==
    /\ question.active
    /\ question' = [question EXCEPT !.active = FALSE]
    /\ UNCHANGED <<committed, applied, msgs, reads>>
=============================================================================
