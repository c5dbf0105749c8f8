------------------------------ MODULE MutRest ------------------------------
(* Rest with one guard weakened at a time. *)
EXTENDS MCRest

\* For HearsLeader.
HearsNothing(f) == TRUE

\* For IsSameStart.
HearsAnyStart(f) == TRUE

\* For Fits: whatever it has asked.
FitsAny(m) == asked > 0

\* For VoidQuestion: a ping to all changes nothing.
QuestionStands == UNCHANGED <<asked, agreed>>

\* For AllAgree: it asks, and does not wait.
NobodyIsAsked == TRUE

\* For HearsAll.
LeaderHearsNothing == TRUE

\* For RestMustEnd.
RestNeverEnds == FALSE

\* For PatienceOf: longer than any run of the model.
PatientAtRest(f) == IF resting[f] THEN 100 ELSE Patience

\* For TellLeader.
TellsNobody(f) == UNCHANGED up

\* For SilenceAtWaking.
SilentSinceNow == 0

\* For HasAll: before the followers have everything, or know it.
HasSomething(f) == TRUE

\* For HasQuorum.
AnyServed == TRUE
=============================================================================
