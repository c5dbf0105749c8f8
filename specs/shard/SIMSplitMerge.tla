--------------------------- MODULE SIMSplitMerge ---------------------------
(* SplitMerge with five replicas and several clients, at random; calls are  *)
(* invoked, take effect and are answered at any time.                       *)
EXTENDS MCSplitMerge

SIMNext ==
    \/ \E c \in Client :
        \/ Spend("calls", MaxCalls) /\ \E op \in CallsNow : Invoke(c, op)
        \/ Free /\ (HandleWrite(c) \/ Respond(c) \/ \E r \in Replica : HandleGet(r, c) \/ HandleCheckAndSet(r, c))
    \/ \E r \in Replica : ReplicaStep(r)

SIMSpec == MCInit /\ [][SIMNext]_mcVars

Everything == OneKey \cup Writes \cup {DeleteOp(k) : k \in Key}
=============================================================================
