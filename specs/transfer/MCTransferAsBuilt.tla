------------------------- MODULE MCTransferAsBuilt -------------------------
(* TransferAsBuilt within bounds.  Lags are as LeadershipTransfer sets them: *)
(* they decide who may be chosen, and none of the invariants rests on that.  *)
EXTENDS TransferAsBuilt, TLC

CONSTANTS
    \* No epoch above this one.
    MaxEpoch,
    \* Compactions and restarts: the greatest value of `run`.
    MaxRun,
    \* Budgets: how often each may happen.
    MaxSamples,
    MaxReboots,
    MaxStepDowns,
    \* Messages that arrive twice.
    MaxDoubles

VARIABLE spent

mcVars == <<builtVars, spent>>

MCPlace == CHOOSE f \in [Server -> 0..(Cardinality(Server) - 1)] : \A s, t \in Server : s # t => f[s] # f[t]

\* All are hot, nobody leads.
MCInit ==
    /\ role = [s \in Server |-> "follower"]
    /\ epoch = [s \in Server |-> 0]
    /\ adopted = [s \in Server |-> 0]
    /\ pressure = [s \in Server |-> Threshold]
    /\ run = [s \in Server |-> 0]
    /\ unfit = {}
    /\ lag = [s \in Server |-> Behind]
    /\ target = [s \in Server |-> Nobody]
    /\ wait = [s \in Server |-> 0]
    /\ heard = [s \in Server |-> NoReports]
    /\ granted = [s \in Server |-> NoPermits]
    /\ msgs = {}
    /\ spent = [samples |-> 0, reboots |-> 0, downs |-> 0, doubles |-> 0]

\* Nobody will ever act on m.
IsDead(m) ==
    CASE m.type = "report" -> m.epoch < adopted[m.dst] \/ (m.epoch = epoch[m.dst] /\ ~Leads(m.dst))
      [] m.type = "permit" -> ~IsValidPermit(m.dst, m)
      [] m.type = "start" -> ~IsLive(m)

\* Dead messages go first: they change nothing for anybody.
NothingDead == \A m \in msgs : ~IsDead(m)

Free == NothingDead /\ UNCHANGED spent
Costs(what, limit) == NothingDead /\ spent[what] < limit /\ spent' = [spent EXCEPT ![what] = @ + 1]
CostsIfDoubled(m) == IF m \in msgs' THEN Costs("doubles", MaxDoubles) ELSE Free

\* A report is sent if none of its epoch is under way, and it is news to a leader in office.
Reports(s, l) ==
    \E e \in adopted[s]..MaxEpoch :
        /\ e > 0 /\ l # s
        /\ ~\E m \in msgs : m.type = "report" /\ m.src = s /\ m.epoch = e
        /\ Leads(l) /\ epoch[l] = e => heard[l][s] # [run |-> run[s], pressure |-> Level(s)]
        /\ e >= epoch[l]
        /\ Report(s, Message("report", s, l, e, run[s], Level(s)))

Grants(l, s) ==
    /\ heard[l][s].run < MaxRun - 1
    /\ HoldsPermit(l, s) => ~\E m \in msgs : m.type = "permit" /\ m.dst = s
    /\ GrantPermit(l, s)

Steps ==
    \/ \E s, x \in Server :
        Free /\ (Reports(s, x) \/ Grants(s, x) \/ BeginTransfer(s, x) \/ JoinAsBuilt(s, x))
    \/ \E s \in Server, m \in msgs :
        /\ HandleReport(s, m) \/ StartCompaction(s, m) \/ \E Q \in Quorums : m.epoch < MaxEpoch /\ StartEpoch(s, m, Q)
        /\ CostsIfDoubled(m)
    \/ \E s \in Server :
        \/ Free /\ (FinishCompaction(s) \/ CatchUp(s) \/ AbortTransfer(s) \/ HandOver(s))
        \/ Free /\ \E Q \in Quorums : (\A q \in Q : epoch[q] < MaxEpoch) /\ Elect(s, Q)
        \/ Costs("samples", MaxSamples) /\ \E p \in 0..MaxPressure : pressure[s] # p /\ Sample(s, p)
        \/ Costs("downs", MaxStepDowns) /\ StepsDown(s)
    \/ \E m \in msgs : IsDead(m) /\ Lose(m) /\ UNCHANGED spent

MCNext ==
    /\ \/ UNCHANGED unfit /\ Steps
       \/ \E s \in Server, r \in 0..MaxRun : Costs("reboots", MaxReboots) /\ Reboot(s, r)
    /\ Adopts

MCSpec == MCInit /\ [][MCNext]_mcVars

Symmetry == Permutations(Server)
=============================================================================
