--------------------------- MODULE MCLoneFounder ---------------------------
(* LoneFounder, exhaustively. *)
EXTENDS LoneFounder

CONSTANTS
    \* @type: Int;
    MaxLog,
    \* @type: Int;
    MaxFailures

VARIABLE
    \* How often the founder has lost its power.
    \* @type: Int;
    failures

mcVars == <<vars, failures>>

MCInit == Init /\ failures = 0

Others == UNCHANGED failures

MCFound == Found /\ Others
MCLeadAgain == LeadAgain /\ Others
MCFsync == Fsync /\ Others
MCCommit == Commit /\ Others
MCPropose == log < MaxLog /\ Propose /\ Others
MCGrow == Grow /\ Others
MCHear(l) == Hear(l) /\ Others
MCTell(l) == Tell(l) /\ Others
MCLosePower == failures < MaxFailures /\ LosePower /\ failures' = failures + 1
MCLoseDisk == synced > 0 /\ LoseDisk /\ Others
MCStart == Start /\ Others

MCNext ==
    \/ MCFound \/ MCLeadAgain \/ MCFsync \/ MCCommit \/ MCPropose \/ MCGrow
    \/ MCLosePower \/ MCLoseDisk \/ MCStart
    \/ \E l \in Learner : MCHear(l) \/ MCTell(l)

MCSpec ==
    /\ MCInit /\ [][MCNext]_mcVars
    /\ WF_mcVars(MCStart) /\ WF_mcVars(MCFound) /\ WF_mcVars(MCLeadAgain)

TypeOK ==
    /\ log \in 0..MaxLog /\ synced \in 0..log /\ committed \in 0..MaxLog
    /\ \A l \in Learner : has[l] \in 0..MaxLog
    /\ failures \in 0..MaxFailures
    /\ leads => up

(* What must be reached. *)

\* The founder comes back with an empty disk, and hears that the group goes on.
NeverReplaced == ~(up /\ grown /\ log = 0 /\ heard)
\* It loses the founding, and nobody else has it.
NeverFoundedAnew == ~(failures > 0 /\ committed = 0 /\ log = 1 /\ synced = 0)
=============================================================================
