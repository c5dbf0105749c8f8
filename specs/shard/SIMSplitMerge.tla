--------------------------- MODULE SIMSplitMerge ---------------------------
(***************************************************************************)
(* SplitMerge with five replicas and several clients, at random; calls are *)
(* invoked, take effect and are answered at any time.                      *)
(*                                                                         *)
(* Left to itself a random run spends its calls on reads and its faults    *)
(* before anything is large enough to split.  So clients fill the ring     *)
(* first and empty it again later, and faults and aborts are rare.         *)
(***************************************************************************)
EXTENDS MCSplitMerge

Sometimes(n) == RandomElement(1..n) = 1

Everything == OneKey \cup Writes \cup {DeleteOp(k) : k \in Key}

Committed(op) == \E i \in DOMAIN log : log[i].kind = "commit" /\ IsMerge(log[i].op) = op

\* What changes a size in the direction that is wanted: first more cells, and fewer after a split.
Useful ==
    IF Committed(FALSE) THEN {DeleteOp(k) : k \in {j \in Key : Cells[j].value # NoValue}}
    ELSE {PutOp(k, AnyValue) : k \in {j \in Key : Cells[j].value = NoValue}}

SIMNext ==
    \* The dice are thrown again: without a step a behaviour would end.
    \/ UNCHANGED mcVars
    \/ \E c \in Client :
        \/ Spend("calls", MaxCalls) /\ \E op \in (IF Sometimes(4) THEN CallsNow ELSE Useful) : Invoke(c, op)
        \/ Free /\ (HandleWrite(c) \/ Respond(c) \/ \E r \in Replica : HandleGet(r, c) \/ HandleCheckAndSet(r, c))
    \/ \E r \in Replica :
        \/ Spend("begins", MaxBegins) /\ BeginAny(r)
        \/ Sometimes(60) /\ Spend("faults", MaxFaults) /\ (Crash(r) \/ (up[r] /\ PauseElapses(r)))
        \/ Sometimes(60) /\ Spend("aborts", MaxAborts) /\ \E o \in ops[r] : ~MustAbort(o) /\ Abort(r, o)
        \/ Free /\ \E o \in ops[r] : MustAbort(o) /\ Abort(r, o)
        \/ Free /\ (Elect(r) \/ Rebuild(r) \/ CommitAny(r) \/ Apply(r) \/ Switch(r) \/ Rereplicate(r))
        \/ Free /\ (Restart(r) \/ Resurrect(r) \/ (~up[r] /\ PauseElapses(r)))

SIMSpec == MCInit /\ [][SIMNext]_mcVars

(* What these behaviours are for *)

SplitCommitted == Committed(FALSE)
SplitInForce == \E r \in Replica : applied[r] = Len(log) /\ SplitCommitted /\ serving[r] = table[r] /\ Cardinality(table[r]) > Cardinality(FirstPartitions)
CrashedMeanwhile == spent.faults > 0 /\ SplitCommitted
=============================================================================
