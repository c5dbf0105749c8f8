------------------------ MODULE ReachTransferAsBuilt ------------------------
(* Interesting states of TransferAsBuilt, each denied: the denial must fail. *)
EXTENDS MCTransferAsBuilt

\* A leader's knowledge is from before it took office: sent ahead, told after.
NeverToldAhead ==
    \A m \in msgs : m.type = "report" => ~(Leads(m.dst) /\ epoch[m.dst] = m.epoch /\ epoch[m.src] < m.epoch)

\* A compaction of the epoch before goes on, and its server has told the next leader.
NeverCompactsAcross ==
    \A s, l \in Server : ~(Compacting(s) /\ Leads(l) /\ heard[l][s].run = run[s] /\ granted[l][s] = 0)

NeverHandedOver == \A l \in Server : ~(Leads(l) /\ epoch[l] = 2 /\ \E m \in msgs : m.type = "start")

\* A permit is void because its server has restarted.
NeverVoidByRestart ==
    \A m \in msgs : ~(m.type = "permit" /\ m.epoch = adopted[m.dst] /\ m.run <= run[m.dst] /\ spent.reboots > 0)
=============================================================================
