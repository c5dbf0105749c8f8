------------------------------ MODULE MCStore ------------------------------
(***************************************************************************)
(* Store, checked against the definition of linearizability.               *)
(*                                                                         *)
(* The ghost `history` records every call with the instants of its         *)
(* invocation and response.  `Linearizable` is Herlihy and Wing's          *)
(* definition, tried by brute force: some order of all completed calls and *)
(* some pending ones respects real time and is legal for a sequential map. *)
(* It knows nothing of how Store works, so that it can contradict it.      *)
(***************************************************************************)
EXTENDS Store, Integers, Sequences, FiniteSets, TLC

CONSTANTS
    \* How many calls a behaviour makes.
    \* @type: Int;
    MaxCalls

VARIABLES
    \* One record a call: who, what, invoked when, answered when (0: not yet), result.
    \* @type: Seq({ client: CLIENT, op: { kind: Str, key: KEY, value: VALUE, expected: VALUE }, from: Int, to: Int, refused: Bool, result: { ok: Bool, value: VALUE, version: Int } });
    history,
    \* The number of invocations and responses so far.
    \* @type: Int;
    clock

mcVars == <<vars, history, clock>>

MCVersion == 1..MaxCalls

MCInit == Init /\ history = <<>> /\ clock = 0

\* The place in the history of the call that client c has under way.
Current(c) == CHOOSE i \in DOMAIN history : history[i].client = c /\ history[i].to = 0

Recorded(c, to, refused) ==
    history' = [history EXCEPT ![Current(c)].to = to,
                               ![Current(c)].refused = refused,
                               ![Current(c)].result = calls[c].result]

MCNext ==
    \E c \in Client :
        \/ /\ Len(history) < MaxCalls
           /\ clock' = clock + 1
           /\ \E op \in Operation :
                /\ Invoke(c, op)
                /\ history' = Append(history, [client |-> c, op |-> op, from |-> clock + 1, to |-> 0,
                                               refused |-> FALSE, result |-> NoResult])
        \/ Effect(c) /\ UNCHANGED <<history, clock>>
        \/ Respond(c) /\ clock' = clock + 1 /\ Recorded(c, clock + 1, FALSE)
        \/ Refuse(c) /\ clock' = clock + 1 /\ Recorded(c, clock + 1, TRUE)

MCSpec == MCInit /\ [][MCNext]_mcVars

----------------------------------------------------------------------------
(* The sequential map, stated a second time and on its own: the value of a *)
(* cell after an operation, and what the caller is told.                   *)

\* @type: (VALUE, { kind: Str, key: KEY, value: VALUE, expected: VALUE }) => VALUE;
After(value, op) ==
    CASE op.kind = "put" -> op.value
      [] op.kind = "get" -> value
      [] op.kind = "delete" -> NoValue
      [] op.kind = "cas" -> IF value = op.expected THEN op.value ELSE value

\* @type: (VALUE, { kind: Str, key: KEY, value: VALUE, expected: VALUE }) => { ok: Bool, value: VALUE };
Told(value, op) == [ok |-> op.kind = "cas" => value = op.expected, value |-> After(value, op)]

\* The calls at the places `order` name, run one after the other from map m, tell what was recorded.
RECURSIVE Legal(_, _)
Legal(order, m) ==
    IF order = <<>> THEN TRUE
    ELSE LET call == history[Head(order)]
             value == m[call.op.key]
             told == Told(value, call.op)
         IN /\ call.to # 0 => told = [ok |-> call.result.ok, value |-> call.result.value]
            /\ Legal(Tail(order), [m EXCEPT ![call.op.key] = After(value, call.op)])

Completed == {i \in DOMAIN history : history[i].to # 0 /\ ~history[i].refused}
Unanswered == {i \in DOMAIN history : history[i].to = 0}

Orders(S) == {f \in [1..Cardinality(S) -> S] : \A i, j \in DOMAIN f : i # j => f[i] # f[j]}

\* i was answered before j was invoked.
Precedes(i, j) == history[i].to # 0 /\ history[i].to < history[j].from

RespectsRealTime(order) ==
    \A i, j \in DOMAIN order : i < j => ~Precedes(order[j], order[i])

EmptyMap == [k \in Key |-> NoValue]

Linearizable ==
    \E happened \in SUBSET Unanswered :
        \E order \in Orders(Completed \cup happened) :
            RespectsRealTime(order) /\ Legal(order, EmptyMap)

----------------------------------------------------------------------------
(* What clients are promised of versions *)

\* A later call on a key never reports an older version.
VersionsRespectRealTime ==
    \A i, j \in Completed :
        Precedes(i, j) /\ history[i].op.key = history[j].op.key
            => history[i].result.version <= history[j].result.version

Wrote(i) == history[i].op.kind \in {"put", "delete"} \/ (history[i].op.kind = "cas" /\ history[i].result.ok)

\* One version of a key names one write.
VersionsAreUnique ==
    \A i, j \in Completed :
        i # j /\ Wrote(i) /\ Wrote(j) /\ history[i].op.key = history[j].op.key
            => history[i].result.version # history[j].result.version

\* A refused call leaves no trace: what it would have written is read by nobody, unless somebody else wrote it.
RefusedNeverHappened ==
    \A k \in Key :
        cells[k].value # NoValue =>
            \E i \in DOMAIN history :
                /\ history[i].op.key = k /\ history[i].op.value = cells[k].value
                /\ ~history[i].refused

Symmetry == Permutations(Client) \cup Permutations(Value)
=============================================================================
