------------------------ MODULE MCLeadershipTransfer ------------------------
(***************************************************************************)
(* LeadershipTransfer within bounds, with the ghosts that its properties   *)
(* over several steps need.  Faults draw on a budget, and whatever makes   *)
(* a counter grow has a bound: no constraint, so liveness means what it    *)
(* says.                                                                   *)
(***************************************************************************)
EXTENDS LeadershipTransfer, TLC

CONSTANTS
    \* @type: Set(SERVER -> Int);
    StartPressure,
    \* No epoch above this one.
    \* @type: Int;
    MaxEpoch,
    \* Each server's compactions: the greatest value of `run`.
    \* @type: Int;
    MaxRun,
    \* Budgets: how often each may happen.
    \* @type: Int;
    MaxGrowths,
    \* @type: Int;
    MaxWrites,
    \* @type: Int;
    MaxCrashes,
    \* Messages lost although they still mattered; messages delivered twice.
    \* @type: Int;
    MaxLosses,
    \* @type: Int;
    MaxDoubles,
    \* @type: Int;
    MaxTimeouts,
    \* Elections although someone serves, or is about to.
    \* @type: Int;
    MaxElections,
    \* Transfers that an operator wishes for.
    \* @type: Int;
    MaxRequests

\* How often anybody falls ill or recovers.  Models of ailments put another number in its place.
MaxAilments == 0
Three == 3
Two == 2
One == 1

VARIABLES
    \* How much of each budget is spent.
    \* @type: { growths: Int, writes: Int, crashes: Int, losses: Int, doubles: Int, timeouts: Int, elections: Int, requests: Int, ailments: Int };
    spent,
    \* Ticks since a serving leader last began a transfer (at most MinInterval are counted).
    \* @type: Int;
    sinceTransfer,
    \* Who handed over because it was hot, and has not cooled since.
    \* @type: Set(SERVER);
    left,
    \* Planned transfers completed since any pressure last changed (at most 3 are counted).
    \* @type: Int;
    moves

mcVars == <<vars, spent, sinceTransfer, left, moves>>

\* Places for ROUND_ROBIN: some numbering.  The other policies do not look at it.
MCPlace == CHOOSE f \in [Server -> 0..(Cardinality(Server) - 1)] : \A s, t \in Server : s # t => f[s] # f[t]

\* Where pressures start.
AnyPressure == [Server -> 0..MaxPressure]
AllHot == {[s \in Server |-> Threshold]}
AllCool == {[s \in Server |-> 0]}
OneHot == {f \in [Server -> {0, Threshold}] : Cardinality({s \in Server : f[s] = Threshold}) = 1}

MCInit ==
    /\ pressure \in StartPressure
    /\ Init
    /\ spent = [growths |-> 0, writes |-> 0, crashes |-> 0, losses |-> 0, doubles |-> 0, timeouts |-> 0, elections |-> 0,
              requests |-> 0, ailments |-> 0]
    /\ sinceTransfer = MinInterval
    /\ left = {}
    /\ moves = 0

----------------------------------------------------------------------------
(* Ghosts: a function of the step's two states *)

Min(a, b) == IF a < b THEN a ELSE b

TransferBegins == \E l \in Server : Serves(l) /\ Begins(l)

LeadershipMoves == \E m \in msgs : m.type = "start" /\ role[m.dst] # "leader" /\ role'[m.dst] = "leader" /\ epoch'[m.dst] = m.epoch + 1

Bookkeep(ticks) ==
    /\ sinceTransfer' = IF TransferBegins THEN 0 ELSE Min(MinInterval, sinceTransfer + ticks)
    /\ left' = {s \in left \cup {l \in Server : HandsOver(l)} : ~Cool(pressure'[s])}
    /\ moves' = IF pressure' # pressure \/ unfit' # unfit THEN 0 ELSE IF LeadershipMoves THEN Min(3, moves + 1) ELSE moves

----------------------------------------------------------------------------
(* Bounds *)

\* Nobody will ever act on m.  (The guards are those of the actions, so that a mutant's dead are its own.)
IsDead(m) ==
    CASE m.type = "report" -> ~Leads(m.dst) \/ ~IsNews(m.dst, m)
      [] m.type = "permit" -> ~IsValidPermit(m.dst, m)
      [] m.type = "start" -> ~IsLive(m)

\* A report is sent if it is news, and no other is under way.
IsWorthSending(s, l) ==
    /\ heard[l][s] # [run |-> run[s], pressure |-> Level(s)]
    /\ ~\E m \in msgs : m.type = "report" /\ m.src = s /\ ~IsDead(m)

\* A permit is sent again only if it has not arrived and is not under way.  (Else it would be void.)
IsWorthGranting(l, s) ==
    /\ heard[l][s].run < MaxRun - 1
    /\ HoldsPermit(l, s) => epoch[s] = epoch[l] /\ granted[l][s] > run[s] /\ ~\E m \in msgs : m.type = "permit" /\ m.dst = s /\ ~IsDead(m)

Budget == [growths |-> MaxGrowths, writes |-> MaxWrites, crashes |-> MaxCrashes, losses |-> MaxLosses,
           doubles |-> MaxDoubles, timeouts |-> MaxTimeouts, elections |-> MaxElections,
           requests |-> MaxRequests, ailments |-> MaxAilments]

\* Dead messages go first.  They change nothing for anybody, so no behaviour that matters is missed.
NothingDead == \A m \in msgs : ~IsDead(m)

Free == NothingDead /\ UNCHANGED spent
Costs(what) == NothingDead /\ spent[what] < Budget[what] /\ spent' = [spent EXCEPT ![what] = @ + 1]
CostsIfDoubled(m) == IF m \in msgs' THEN Costs("doubles") ELSE Free
CostsIfServed ==
    IF (\E s \in Server : Serves(s)) \/ (\E m \in msgs : IsLive(m) /\ role[m.dst] # "down" /\ IsWilling(m.dst)) THEN Costs("elections") ELSE Free

MCGrow(s) == Costs("growths") /\ Grow(s) /\ Bookkeep(0)
MCSendReport(s, l) == Free /\ IsWorthSending(s, l) /\ SendReport(s, l) /\ Bookkeep(0)
MCHandleReport(s, m) == HandleReport(s, m) /\ CostsIfDoubled(m) /\ Bookkeep(0)
MCGrantPermit(l, s) == Free /\ IsWorthGranting(l, s) /\ GrantPermit(l, s) /\ Bookkeep(0)
MCStartCompaction(s, m) == StartCompaction(s, m) /\ CostsIfDoubled(m) /\ Bookkeep(0)
MCCompactFreely(s) == Free /\ run[s] < MaxRun - 1 /\ CompactFreely(s) /\ Bookkeep(0)
MCFinishCompaction(s) == Free /\ FinishCompaction(s) /\ Bookkeep(0)
MCBeginTransfer(l, s) == Free /\ BeginTransfer(l, s) /\ Bookkeep(0)
MCRequestTransfer(l, s) == Costs("requests") /\ RequestTransfer(l, s) /\ Bookkeep(0)
MCAbortTransfer(l) == Free /\ AbortTransfer(l) /\ Bookkeep(0)
MCTimeOutTransfer(l) == Costs("timeouts") /\ TimeOutTransfer(l) /\ Bookkeep(0)
MCHandOver(l) == Free /\ HandOver(l) /\ Bookkeep(0)
MCWrite(l) == Costs("writes") /\ Write(l) /\ Bookkeep(0)
MCCatchUp(s) == Free /\ CatchUp(s) /\ Bookkeep(0)
MCTick == Free /\ Tick /\ Bookkeep(1)
MCCompactStep(s) == Free /\ CompactStep(s) /\ Bookkeep(0)
MCStartEpoch(s, m, Q) == m.epoch < MaxEpoch /\ StartEpoch(s, m, Q) /\ CostsIfDoubled(m) /\ Bookkeep(0)
MCElect(s, Q) == (\A q \in Q : epoch[q] < MaxEpoch) /\ CostsIfServed /\ Elect(s, Q) /\ Bookkeep(0)
MCJoin(s, l) == Free /\ Join(s, l) /\ Bookkeep(0)
MCCrash(s) == Costs("crashes") /\ Crash(s) /\ Bookkeep(0)
MCFallIll(s) == Costs("ailments") /\ FallIll(s) /\ Bookkeep(0)
MCRecover(s) == Costs("ailments") /\ Recover(s) /\ Bookkeep(0)
MCRestart(s) == Free /\ Restart(s) /\ Bookkeep(0)
MCLose(m) == Lose(m) /\ (IF IsDead(m) THEN UNCHANGED spent ELSE Costs("losses")) /\ Bookkeep(0)

MCSteps ==
    \/ \E s, x \in Server : MCSendReport(s, x) \/ MCGrantPermit(s, x) \/ MCBeginTransfer(s, x) \/ MCRequestTransfer(s, x) \/ MCJoin(s, x)
    \/ \E s \in Server, m \in msgs : MCHandleReport(s, m) \/ MCStartCompaction(s, m) \/ \E Q \in Quorums : MCStartEpoch(s, m, Q)
    \/ \E s \in Server : MCCompactFreely(s) \/ MCFinishCompaction(s) \/ MCCompactStep(s) \/ MCCatchUp(s)
    \/ \E s \in Server : MCAbortTransfer(s) \/ MCTimeOutTransfer(s) \/ MCHandOver(s)
    \/ \E s \in Server : MCGrow(s) \/ MCWrite(s) \/ MCCrash(s) \/ MCRestart(s) \/ \E Q \in Quorums : MCElect(s, Q)
    \/ \E m \in msgs : MCLose(m)
    \/ MCTick

MCNext ==
    \/ UNCHANGED unfit /\ MCSteps
    \/ \E s \in Server : MCFallIll(s) \/ MCRecover(s)

MCSpec == MCInit /\ [][MCNext]_mcVars

\* An election oracle without regard to weights: what does not rest on the votes must hold with it too.
AnyoneMayWin(s, Q) == TRUE

\* Sound for RANDOM and COLDEST: servers are compared for equality only, and no CHOOSE meets them.
\* (Place is a constant that only ROUND_ROBIN looks at.)
Symmetry == Permutations(Server)

----------------------------------------------------------------------------
(* Fairness, as weak as can be: while anything can be done that costs no    *)
(* budget, some of it is done.  Nothing of that goes on for ever, so all    *)
(* is done in the end, in whatever order.  Faults end with their budget.    *)

MayRestart == \E s \in Server : role[s] = "down" /\ role'[s] = "follower"

\* Servers are alike, so one of them may as well be the first leader.  (Liveness is checked without symmetry.)
OneLeader == MCInit /\ Leads(CHOOSE s \in Server : TRUE)

\* A server that crashed may stay down ...
MCFairSpec == OneLeader /\ [][MCNext]_mcVars /\ WF_mcVars(MCNext /\ UNCHANGED spent /\ ~MayRestart)

\* ... or all come back.
MCFairRestartSpec == OneLeader /\ [][MCNext]_mcVars /\ WF_mcVars(MCNext /\ UNCHANGED spent)

----------------------------------------------------------------------------
(* Properties over several steps *)

\* MinInterval ticks pass between two transfers of a group, completed or not, whoever leads; but for one that is not fit to.
MinimumIntervalIsKept == [][\A l \in Server : Serves(l) /\ Begins(l) => l \in unfit \/ sinceTransfer >= MinInterval]_mcVars

\* Who left because it was hot is chosen again only when it has cooled, unless its leader is not even fit.
ReturnsOnlyCooled == [][\A l \in Server : Serves(l) /\ Begins(l) /\ l \notin unfit => target'[l] \notin left]_mcVars

\* Under constant pressure leadership moves twice at most: once on an outdated report, and then to where it stays.
DoesNotCircle == moves <= 2

=============================================================================
