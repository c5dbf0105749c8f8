---------------------------- MODULE MCSplitMerge ----------------------------
(***************************************************************************)
(* SplitMerge, bounded by counters: client calls, operations begun,        *)
(* crashes, false detections and arbitrary aborts.  Counters bound actions *)
(* and never cut a behaviour off, so that liveness means something.        *)
(***************************************************************************)
EXTENDS SplitMerge, TLC

CONSTANTS
    \* @type: Int;
    MaxCalls,
    \* @type: Int;
    MaxBegins,
    \* Crashes and false detections together.
    \* @type: Int;
    MaxFaults,
    \* Aborts that nothing obliges to.
    \* @type: Int;
    MaxAborts,
    \* The operations that clients call.
    \* @type: Set({ kind: Str, key: KEY, value: VALUE, expected: VALUE });
    Called

VARIABLES
    \* @type: { calls: Int, begins: Int, faults: Int, aborts: Int };
    spent

mcVars == <<vars, spent>>

MCInit == Init /\ spent = [calls |-> 0, begins |-> 0, faults |-> 0, aborts |-> 0]

Spend(what, limit) == spent[what] < limit /\ spent' = [spent EXCEPT ![what] = @ + 1]
Free == UNCHANGED spent

\* A client's invocation and its response commute with every other step: so
\* here an effect follows its invocation at once, and the response the effect.
InCall == \E c \in Client : calls[c].phase # Contract!Idle

\* The calls that may come next.
CallsNow == Called

ClientStep(c) ==
    \/ Spend("calls", MaxCalls) /\ ~InCall /\ \E op \in CallsNow : Invoke(c, op)
    \/ Free /\ (HandleWrite(c) \/ Respond(c) \/ \E r \in Replica : HandleGet(r, c) \/ HandleCheckAndSet(r, c))

ReplicaStep(r) ==
    \/ Spend("begins", MaxBegins) /\ BeginAny(r)
    \/ Spend("faults", MaxFaults) /\ (Crash(r) \/ (up[r] /\ PauseElapses(r)))
    \/ Spend("aborts", MaxAborts) /\ \E o \in ops[r] : ~MustAbort(o) /\ Abort(r, o)
    \/ Free /\ \E o \in ops[r] : MustAbort(o) /\ Abort(r, o)
    \/ Free /\ (Elect(r) \/ Rebuild(r) \/ CommitAny(r) \/ Apply(r) \/ Switch(r) \/ Rereplicate(r))
    \/ Free /\ (Restart(r) \/ Resurrect(r) \/ (~up[r] /\ PauseElapses(r)))

MCNext ==
    \/ \E c \in Client : ClientStep(c)
    \/ ~InCall /\ \E r \in Replica : ReplicaStep(r)

MCSpec == MCInit /\ [][MCNext]_mcVars

\* What Fairness obliges the replicas to, as far as the counters allow.  One
\* duty for all steps together is less than Fairness asks, and enough here:
\* none of these steps can be repeated for ever.
Progress ==
    \E r \in Replica :
        \/ Spend("begins", MaxBegins) /\ BeginAny(r)
        \/ Free /\ (Elect(r) \/ Rebuild(r) \/ CommitAny(r) \/ Apply(r) \/ Switch(r) \/ Rereplicate(r))
        \/ Free /\ \E o \in ops[r] : MustAbort(o) /\ Abort(r, o)
        \/ Free /\ (Restart(r) \/ Resurrect(r) \/ (~up[r] /\ PauseElapses(r)))

MCFairSpec == MCSpec /\ WF_mcVars(Progress)

\* Places in the log: every write, every begin, a decision for each by every coordinator.
MCVersion == 1 .. (MaxCalls + MaxBegins * (2 + MaxFaults))

\* The keys' tokens: one key on each point from 1 on; point 0 is free.
MCTokenOf == TLCEval(CHOOSE f \in [Key -> 1..(Modulus - 1)] : \A j, k \in Key : j # k => f[j] # f[k])

\* The same functions, computed once: TLC evaluates a function's body at each use.
MCPoints == TLCEval([p \in Partition |-> Range(p.from, p.to)])
MCKeysOf == TLCEval([p \in Partition |-> {k \in Key : TokenOf[k] \in MCPoints[p]}])

AnyValue == CHOOSE v \in Value : TRUE
PutOp(k, v) == [kind |-> "put", key |-> k, value |-> v, expected |-> NoValue]
GetOp(k) == [kind |-> "get", key |-> k, value |-> NoValue, expected |-> NoValue]
DeleteOp(k) == [kind |-> "delete", key |-> k, value |-> NoValue, expected |-> NoValue]
CasOp(k, v, e) == [kind |-> "cas", key |-> k, value |-> v, expected |-> e]

\* Puts of one value only: versions tell writes apart.
Writes == {PutOp(k, AnyValue) : k \in Key}
OnePut == {PutOp(AnyKey, AnyValue)}
OneKey == {PutOp(AnyKey, AnyValue), GetOp(AnyKey), CasOp(AnyKey, AnyValue, NoValue)}

\* CallsNow, for the sizes alone: calls that change a size, and only while
\* nothing is to be applied, under way or wanted.
Toggles ==
    LET toggle(k) == IF Cells[k].value = NoValue THEN PutOp(k, AnyValue) ELSE DeleteOp(k)
        calm(r) == applied[r] = Len(log) /\ ops[r] = {} /\ serving[r] = table[r] /\ WithinBounds(r)
    IN {toggle(k) : k \in {j \in Key : \A r \in Replica : calm(r)}}

\* Replicas are interchangeable: nothing is chosen among them, and no liveness is checked with it.
Symmetry == Permutations(Replica)
=============================================================================
