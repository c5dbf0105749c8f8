---------------------- MODULE ReachLeadershipTransfer ----------------------
(***************************************************************************)
(* The interesting states of LeadershipTransfer are reached: each of these *)
(* invariants must be violated.                                            *)
(***************************************************************************)
EXTENDS MCLeadershipTransfer

\* A transfer drains.
NeverDraining == \A l \in Server : ~(Serves(l) /\ target[l] # Nobody)

\* The old leader has resigned, its successor has not heard.
NeverHandedOver == \A m \in msgs : ~IsLive(m)

\* Leadership moved as planned.
NeverMoved == moves = 0

\* An operator moved it from a leader that was not hot.
NeverRequested == ~(moves = 1 /\ spent.requests = 1 /\ left = {})

\* The target fell behind under way.
NeverTargetBehind == \A l \in Server : Serves(l) /\ target[l] # Nobody => lag[target[l]] <= MaxLag

\* The target became hot under way.
NeverTargetHot ==
    \A l \in Server : Serves(l) /\ target[l] # Nobody => heard[l][target[l]].pressure < Threshold

\* The old leader is back at work.
NeverAborted == \A l \in Server : ~(Serves(l) /\ epoch[l] = 1 /\ target[l] = Nobody /\ wait[l] > 0)

\* Someone else was elected while a transfer drained.
NeverDeposedWhileDraining == \A l \in Server : target[l] # Nobody => Serves(l)

\* The request to start an epoch came too late.
NeverTooLate == \A m \in msgs : m.type = "start" => IsLive(m)

\* The request was lost, and an election found a leader.
NeverElectedAfterLoss ==
    ~(spent.losses = 1 /\ left # {} /\ \E l \in Server : Serves(l) /\ epoch[l] = 2)

\* A leader returns, cooled, after it had left.
NeverReturned == \A l \in Server : ~(Serves(l) /\ epoch[l] = 3 /\ run[l] = 2 /\ moves > 0)

\* The two-step descent on an outdated report.
NeverMovedTwice == moves < 2

\* The leader has cooled by a small step, since everybody else is hot.
NeverFallback == \A l \in Server : ~(Serves(l) /\ ~Hot(l) /\ run[l] = 0 /\ \A s \in Server \ {l} : Hot(s))

\* A compaction runs with a permit of the epoch before, and the new leader knows.
NeverPermitSurvives ==
    \A l, s \in Server :
        ~(Serves(l) /\ epoch[l] = 2 /\ epoch[s] = 2 /\ Compacting(s) /\ granted[l][s] = 0 /\ ~Unknown(l, s))

\* A compaction runs of which the new leader knows nothing.
NeverCompactsUnknown ==
    \A l, s \in Server : ~(Serves(l) /\ epoch[s] < epoch[l] /\ Compacting(s))

\* A deposed leader, unaware, permits a compaction.
NeverPermitOfDeposed == \A m \in msgs : ~(m.type = "permit" /\ Leads(m.src) /\ ~Serves(m.src))

\* A permit is void because its server has gone to another epoch.
NeverVoidPermit == \A m \in msgs : m.type = "permit" => m.epoch = epoch[m.dst]

\* A crash ends a compaction, and the leader has yet to learn.
NeverCrashFreesPlace ==
    \A l, s \in Server : ~(Serves(l) /\ role[s] = "down" /\ s \in Busy(l) /\ ~Unknown(l, s))

\* Every server has compacted once.
NeverAllCompacted == ~(\A s \in Server : run[s] >= 2)

\* Without staggering a quorum compacts at once.
NeverQuorumCompacts == Cardinality({s \in Server : Compacting(s)}) <= Spare

\* A leader hands over because it is not fit, though nothing is to be compacted.
NeverLeavesUnfit == ~(moves > 0 /\ unfit # {} /\ \A s \in Server : pressure[s] = 0)

\* Somebody was elected although nobody is fit.
NeverUnfitLeads == \A l \in Server : ~(Serves(l) /\ epoch[l] = 2 /\ unfit = Server)

\* The successor fell ill before it heard of its luck.
NeverUnwilling == \A m \in msgs : ~(IsLive(m) /\ m.dst \in unfit)

\* ROUND_ROBIN passes over an unfit server.
NeverSkips == \A l \in Server : Serves(l) /\ target[l] # Nobody => Distance(l, target[l]) = 1

=============================================================================
