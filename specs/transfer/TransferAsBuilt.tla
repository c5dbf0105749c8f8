-------------------------- MODULE TransferAsBuilt --------------------------
(***************************************************************************)
(* LeadershipTransfer as far as the code can keep to it: what traces are   *)
(* validated against (TraceLeadershipTransfer), and what MCTransferAsBuilt *)
(* checks, so that no trace is held against a spec that promises nothing.  *)
(*                                                                         *)
(* What differs from LeadershipTransfer, and why it may:                   *)
(* - Pressure is a sample: up and down by any amount (Sample).             *)
(* - A leader takes office knowing nothing of its followers (NothingYet).  *)
(*   It takes them for busy longer than it need.                           *)
(* - Who has adopted an epoch reports in it even before its leader is in   *)
(*   office, or when it has left unnoticed (Report).  From then on it      *)
(*   takes no permit of an older epoch (IsValidAsBuilt), joins none, and   *)
(*   is in no quorum of one: `adopted` is what it has told.                *)
(* - Each server ticks by itself (TickOne).                                *)
(* - A restart voids permits: run rises to a number never used (Reboot);   *)
(*   and the pressure is not known until it is sampled.                    *)
(* - A leader may give up at any time (StepsDown).                         *)
(* - An election may be won by a vote of less weight, but not by a server  *)
(*   that compacts (WinsIdle): votes are a matter of speed.  And who takes *)
(*   office may have become unfit on the way (AnyoneIsWilling).            *)
(* - What a leader knows of lags changes by any writes, acknowledgements   *)
(*   and lost connections (Lags); but writes need Admits.                  *)
(***************************************************************************)
EXTENDS LeadershipTransfer

VARIABLES
    \* The latest epoch in which a server has reported, or that it is in.  Survives a crash.
    \* @type: SERVER -> Int;
    adopted

builtVars == <<vars, adopted>>

----------------------------------------------------------------------------
(* In the place of operators of LeadershipTransfer, by the configuration *)

\* FirstReports
NothingYet(Q) == NoReports

\* Wins
WinsIdle(s, Q) == Compacting(s) => \A q \in Q : Compacting(q)

\* IsWilling
AnyoneIsWilling(s) == TRUE

\* IsValidPermit
IsValidAsBuilt(s, m) == m.epoch = adopted[s] /\ m.run = run[s] + 1

\* IsLatest
IsLatestAsBuilt(e, Q) == \A q \in Q : epoch[q] <= e /\ adopted[q] <= e + 1

\* IsTimely
IsTimelyAsBuilt(m, Q) == \A q \in Q : epoch[q] <= m.epoch /\ adopted[q] <= m.epoch + 1

----------------------------------------------------------------------------
(* Steps that differ from LeadershipTransfer *)

Sample(s, p) ==
    /\ pressure' = [pressure EXCEPT ![s] = p]
    /\ UNCHANGED <<role, epoch, run, lag, target, wait, heard, granted, msgs>>

\* No report is of an epoch before the one in which s reported last.
TellsOfIts(s, m) == m.epoch >= adopted[s]

Report(s, m) ==
    /\ ~Leads(s) /\ m.src = s /\ m.run = run[s] /\ m.pressure = Level(s)
    /\ TellsOfIts(s, m)
    /\ Send(m)
    /\ UNCHANGED <<role, epoch, pressure, run, lag, target, wait, heard, granted>>

TickOne(s) ==
    /\ wait[s] > 0
    /\ wait' = [wait EXCEPT ![s] = @ - 1]
    /\ UNCHANGED <<role, epoch, pressure, run, lag, target, heard, granted, msgs>>

\* Neither a permit nor a compaction under way outlives a restart.
NeverUsed(s, r) == r > run[s] /\ r % 2 = 0

Reboot(s, r) ==
    /\ NeverUsed(s, r)
    /\ role' = [role EXCEPT ![s] = "follower"]
    /\ run' = [run EXCEPT ![s] = r]
    /\ pressure' = [pressure EXCEPT ![s] = 0]
    /\ unfit' = unfit \ {s}
    /\ Forget(s)
    /\ UNCHANGED <<epoch, msgs>>

\* A leader gives up, and has not handed over: as if it crashed.
StepsDown(s) ==
    /\ Leads(s)
    /\ role' = [role EXCEPT ![s] = "follower"]
    /\ Forget(s)
    /\ UNCHANGED <<epoch, pressure, run, msgs>>

\* Another leader's knowledge tells nothing about the writes of this one.
Lags(l, lags, sameLeader) ==
    /\ Leads(l)
    /\ sameLeader => \A s \in Server : lags[s] <= lag[s] \/ lags[s] = Behind \/ (target[l] = Nobody /\ pressure[l] < MaxPressure)
    /\ lag' = lags
    /\ UNCHANGED <<role, epoch, pressure, run, target, wait, heard, granted, msgs>>

JoinAsBuilt(s, l) == epoch[l] >= adopted[s] /\ Join(s, l)

\* What every step does to `adopted`.
Adopts ==
    adopted' = [s \in Server |->
        LET told == {m.epoch : m \in {n \in msgs' \ msgs : n.type = "report" /\ n.src = s}} \cup {epoch'[s], adopted[s]}
        IN CHOOSE e \in told : \A t \in told : e >= t]

=============================================================================
