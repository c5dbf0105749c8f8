----------------------- MODULE MutLeadershipTransfer -----------------------
(***************************************************************************)
(* LeadershipTransfer with one guard weakened; the configurations beside   *)
(* this module say which, and which property must notice.                  *)
(***************************************************************************)
EXTENDS MCLeadershipTransfer

----------------------------------------------------------------------------
(* Permits *)

\* A new leader takes those it has not heard of for idle.
ForgetfulBusy(l) ==
    {s \in Server : s # l /\ ~Unknown(l, s) /\ (HoldsPermit(l, s) \/ heard[l][s].run % 2 = 1)}

\* A permit counts only once its compaction is reported.
TrustingBusy(l) ==
    {s \in Server : s # l /\ (Unknown(l, s) \/ heard[l][s].run % 2 = 1)}

\* The group can spare anybody.
SparesAll(l, s) == s \notin Busy(l)

PermitOfAnyEpoch(s, m) == m.run = run[s] + 1

PermitForAnyRun(s, m) == m.epoch = epoch[s]

NewsOfAnyEpoch(l, m) == TRUE

\* The successor may be permitted to compact.
GrantsSuccessor(l, s) ==
    /\ s # l /\ ~Unknown(l, s)
    /\ \/ HoldsPermit(l, s)
       \/ heard[l][s].pressure >= Threshold /\ CanSpare(l, s)

\* A permit is sent once.
GrantsOnce(l, s) ==
    /\ s # l /\ s # target[l] /\ ~Unknown(l, s)
    /\ heard[l][s].pressure >= Threshold /\ CanSpare(l, s)

----------------------------------------------------------------------------
(* The planned transfer *)

FitThoughHot(l, s) == s # l /\ s \notin Busy(l) /\ lag[s] <= MaxLag

FitThoughBusy(l, s) == s # l /\ ~Unknown(l, s) /\ lag[s] <= MaxLag /\ Cool(heard[l][s].pressure)

FitThoughBehind(l, s) == s # l /\ s \notin Busy(l) /\ Cool(heard[l][s].pressure)

\* No hysteresis.
FitIfBelowThreshold(l, s) ==
    s # l /\ s \notin Busy(l) /\ lag[s] <= MaxLag /\ heard[l][s].pressure < Threshold

AnyCandidate(l) == Candidates(l)

\* The next server or none.
OnlyTheNext(l) == {s \in Candidates(l) : Distance(l, s) = 1}

RequestsAnyone(l, s) == Leads(l) /\ target[l] = Nobody /\ s # l

RequestsBusy(l, s) == Leads(l) /\ target[l] = Nobody /\ s # l /\ lag[s] <= MaxLag

TransfersTwice(l) == Leads(l) /\ Hot(l) /\ wait[l] = 0

TransfersCool(l) == Leads(l) /\ target[l] = Nobody /\ wait[l] = 0

TransfersTooSoon(l) == Leads(l) /\ target[l] = Nobody /\ Hot(l)

\* After an abort the leader does not wait.
GiveUpAndRetry(l) ==
    /\ target' = [target EXCEPT ![l] = Nobody]
    /\ UNCHANGED <<role, epoch, pressure, run, lag, wait, heard, granted, msgs>>

DrainedAtOnce(l) == ~IsUnfit(l, target[l])

NeverUnfit(l, s) == FALSE

\* Having asked the target to start an epoch, the leader goes on leading.
HandOverAndStay(l) ==
    /\ Leads(l) /\ target[l] # Nobody /\ IsDrained(l)
    /\ Send(Message("start", l, target[l], epoch[l], 0, 0))
    /\ target' = [target EXCEPT ![l] = Nobody]
    /\ UNCHANGED <<role, wait, heard, granted, epoch, pressure, run, lag>>

\* Writes are admitted while the transfer drains.
AdmitsAlways(l) == Serves(l) /\ pressure[l] < MaxPressure

StepsEagerly(s) == Hot(s)

StepsAlways(s) == TRUE

NeverSteps(s) == FALSE

----------------------------------------------------------------------------
(* Fitness *)

\* A leader that is not fit hands over only if it is hot.
TransfersOnlyHot(l) == Leads(l) /\ target[l] = Nobody /\ Hot(l) /\ wait[l] = 0

\* Somebody unfit may succeed a leader that is not fit either.
FitThoughUnfit(l, s) ==
    s # l /\ s \notin Busy(l) /\ lag[s] <= MaxLag /\ (l \in unfit \/ Cool(heard[l][s].pressure))

\* Votes of the unfit weigh as if they were well.
WeightOfTheUnfit(s) == IF Compacting(s) THEN 0 ELSE Unfit + 1 - pressure[s]

\* Who has been asked starts the epoch, fit or not.
AlwaysWilling(s) == TRUE

\* Nobody unfit is ever elected.
OnlyTheFitWin(s, Q) == s \notin unfit

----------------------------------------------------------------------------
(* Epochs *)

AlwaysTimely(m, Q) == TRUE

AnyoneWins(s, Q) == TRUE

OnlyTheColdWin(s, Q) == ~Hot(s)

AnyEpochIsLatest(e, Q) == TRUE

\* FirstPermits: permits of older epochs count on.
KeptPermits(x) == granted[x]

\* LostTouch: whoever is down seems to be caught up.
StillInTouch(s) == lag[s]
=============================================================================
