------------------------------- MODULE MCRest -------------------------------
(* Rest, exhaustively. *)
EXTENDS Rest

CONSTANTS
    \* @type: Int;
    MaxLog,
    \* @type: Int;
    MaxQuestions,
    \* Crashes, cuts, ends that are lost, ticks with words that are lost.
    \* @type: Int;
    MaxFaults

VARIABLE
    \* @type: Int;
    faults

mcVars == <<vars, faults>>

MCInit == Init /\ faults = 0

Others == UNCHANGED faults

Fault == faults < MaxFaults /\ faults' = faults + 1

MCWrite == log < MaxLog /\ Write /\ Others
MCAsk == questions < MaxQuestions /\ Ask /\ Others
MCGoToRest == GoToRest /\ Others
MCLeaderWakes == LeaderWakes /\ Others
MCStepDown == StepDown /\ Others
MCRestart == Restart /\ Others
MCTick == Tick({}, {}) /\ Others
MCTickMissed(f) == Tick({f}, {}) /\ Fault
MCTickMissing(f) == Tick({}, {f}) /\ Fault
MCCrash(hear) == Crash(hear) /\ Fault
MCHandleDown(f) == HandleDown(f) /\ Others
MCHandleUp(f) == HandleUp(f) /\ Others
MCFollowerWakes(f) == FollowerWakes(f) /\ Others
MCGiveUp(f) == GiveUp(f) /\ Others
MCCut(f) == Cut(f) /\ Fault
MCHeal(f) == Heal(f) /\ Others
MCLoseEnd(f) == LoseEnd(f) /\ Fault

MCNext ==
    \/ MCWrite \/ MCAsk \/ MCGoToRest \/ MCLeaderWakes \/ MCStepDown \/ MCRestart \/ MCTick
    \/ \E hear \in SUBSET Follower : MCCrash(hear)
    \/ \E f \in Follower :
         \/ MCHandleDown(f) \/ MCHandleUp(f) \/ MCFollowerWakes(f) \/ MCGiveUp(f)
         \/ MCTickMissed(f) \/ MCTickMissing(f) \/ MCCut(f) \/ MCHeal(f) \/ MCLoseEnd(f)

MCSpec == MCInit /\ [][MCNext]_mcVars

\* Once nobody follows, there is nothing to see; and what nobody counts any more need not grow.
InBounds ==
    /\ \E f \in Follower : follows[f]
    /\ \A f \in Follower : unheard[f] <= RestPatience + 2 /\ unheardOf[f] <= RestPatience + 2

TypeOK ==
    /\ alive \in BOOLEAN /\ start \in 1..2 /\ leads \in BOOLEAN /\ rests \in BOOLEAN
    /\ log \in 0..MaxLog /\ slept \in 0..RestLength
    /\ \A f \in Follower : has[f] \in 0..MaxLog /\ acked[f] \in 0..MaxLog /\ told[f] \in 0..MaxLog
    /\ leads => alive
    /\ rests => leads

(* What must be reached. *)

\* All rest, after a write.
NeverRests == ~(rests /\ log > 0)
\* A leader wakes by itself, and rests again.
NeverRestsAgain == ~(rests /\ questions > 1)
\* A follower rests though its leader's end is lost.
NeverLost == \A f \in Follower : ~(resting[f] /\ leads /\ ~serves[f])
\* A follower rests though its leader is gone.
NeverGone == \A f \in Follower : ~(resting[f] /\ gone[f] > 0)
\* It hears that the node has started again.
NeverStartedAgain == \A f \in Follower : ~(resting[f] /\ heardStart[f] = 2)
\* A leader rests though no quorum is reached.
NeverAlone == ~(rests /\ alone > 0)
\* A follower was woken by words that were lost, and its leader rests still.
NeverWoken == \A f \in Follower : ~(rests /\ follows[f] /\ ~resting[f])
=============================================================================
