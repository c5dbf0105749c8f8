---------------------------- MODULE MCReadPoints ----------------------------
(* ReadPoints with bounds, and what must hold. *)
EXTENDS ReadPoints, TLC

CONSTANTS
    \* @type: Int;
    MaxCommits

VARIABLES
    \* For each read: how much was committed when it came.
    \* @type: READ -> Int;
    floor,
    \* Whether a read was ever served from an older state than it had to see.
    \* @type: Bool;
    stale

mcVars == <<vars, floor, stale>>

MCInit == Init /\ floor = [r \in Read |-> 0] /\ stale = FALSE

Others == UNCHANGED <<floor, stale>>

MCCommit == committed < MaxCommits /\ Commit /\ Others
MCApply == Apply /\ Others
MCBegin(r) == Begin(r) /\ floor' = [floor EXCEPT ![r] = committed] /\ UNCHANGED stale
MCAsk == Ask /\ Others
MCGiveUp == GiveUp /\ Others
MCServe(r) == Serve(r) /\ stale' = (stale \/ applied < floor[r]) /\ UNCHANGED floor
MCExpire(r) == Expire(r) /\ Others
MCConfirm(m) == Confirm(m) /\ Others
MCLose(m) == Lose(m) /\ Others
MCHandlePoint(m) == HandlePoint(m) /\ Others

MCNext ==
    \/ MCCommit \/ MCApply \/ MCAsk \/ MCGiveUp
    \/ \E r \in Read : MCBegin(r) \/ MCServe(r) \/ MCExpire(r)
    \/ \E m \in msgs : MCConfirm(m) \/ MCLose(m) \/ MCHandlePoint(m)

MCSpec == MCInit /\ [][MCNext]_mcVars

\* Nobody needs the network, or the log, to go on.
FairSpec ==
    /\ MCSpec
    /\ WF_mcVars(MCAsk) /\ WF_mcVars(MCGiveUp)
    /\ \A r \in Read : WF_mcVars(MCServe(r)) /\ WF_mcVars(MCExpire(r))

----------------------------------------------------------------------------

Phases == {"new", "waiting", "asked", "pointed", "served", "refused"}

TypeOK ==
    /\ committed \in 0..MaxCommits /\ applied \in 0..committed
    /\ \A r \in Read : reads[r].phase \in Phases /\ reads[r].question \in 0..question.number /\ reads[r].point \in 0..committed
    /\ \A m \in msgs : m.type \in {"QUESTION", "POINT"} /\ m.number \in 1..question.number /\ m.point \in 0..committed

\* A read sees all that was committed anywhere before it came.
NoStaleRead == ~stale

\* Whoever waits for a question waits for the one that is under way.
AskedByThisQuestion == \A r \in Read : reads[r].phase = "asked" => question.active /\ reads[r].question = question.number

\* A later read needs no less: what is served in this order is served at once.
PointsRise ==
    \A r, s \in Read :
        reads[r].phase = "pointed" /\ reads[s].phase = "pointed" /\ reads[r].question < reads[s].question
            => reads[r].point <= reads[s].point

\* Each read gets an answer, whatever is lost.
EachReadEnds == \A r \in Read : (reads[r].phase = "waiting") ~> Ended(r)

Symmetry == Permutations(Read)

(* What must be reached. *)
NeverServedLater == \A r \in Read : ~(reads[r].phase = "served" /\ applied > floor[r] /\ floor[r] > 0)
NeverTwoTogether == \A r, s \in Read : ~(r # s /\ reads[r].phase = "served" /\ reads[s].phase = "served" /\ reads[r].question = reads[s].question)
NeverLate == \A m \in msgs : ~(m.type = "POINT" /\ question.active /\ m.number < question.number)
NeverWaitingBehind == \A r, s \in Read : ~(reads[r].phase = "asked" /\ reads[s].phase = "waiting" /\ floor[s] > floor[r])
NeverExpired == \A r \in Read : ~(reads[r].phase = "refused" /\ reads[r].point > 0)
=============================================================================
