------------------------------- MODULE Store -------------------------------
(***************************************************************************)
(* What a client of ZabDB may observe: a linearizable map.                 *)
(*                                                                         *)
(* This is the top-level contract.  Whatever the store is made of (logs,   *)
(* leaders, partitions, handoffs), its clients see no more than this       *)
(* module allows.  `SplitMerge` and `Handoff` refine it.                   *)
(* Linearizability itself, as the literature defines it on histories, is   *)
(* checked of this module in `MCStore`.                                    *)
(*                                                                         *)
(* Modelled: the map, and calls to it.  A call has three separate steps:   *)
(* the client invokes it (Invoke), it takes effect at one instant (Put,   *)
(* Get, Delete, CheckAndSet), the client sees the response (Respond).      *)
(* Steps of other clients fall between them, so responses may come in any  *)
(* order that linearizability (Herlihy and Wing, 1990) permits.            *)
(*                                                                         *)
(* An operation without a response may or may not have happened: nothing   *)
(* obliges a call to take effect, or its client to be told.  A call that   *)
(* was given up stays pending for ever and may take effect at any later    *)
(* time; its client goes on under a new name, as a process in Jepsen does. *)
(*                                                                         *)
(* Abstracted: columns and families (a key here is a cell's coordinates;   *)
(* row atomicity is one key), scans, and how versions are numbered: the    *)
(* implementation uses the zxid of the write, here a version is any number *)
(* above the key's last one.  A client can only compare versions of one    *)
(* key, so nothing observable is lost.                                     *)
(*                                                                         *)
(* Source: ACaZoo, section III (data model, strong consistency).           *)
(***************************************************************************)
EXTENDS Naturals

CONSTANTS
    \* @type: Set(KEY);
    Key,
    \* @type: Set(VALUE);
    Value,
    \* The value of a cell that does not exist.
    \* @type: VALUE;
    NoValue,
    \* @type: Set(CLIENT);
    Client,
    \* Versions a write may receive; 0 is the version of a cell never written.
    \* @type: Set(Int);
    Version

ASSUME NoValue \notin Value

VARIABLES
    \* The map: a value and the version of the last write, deletes included.
    \* @type: KEY -> { value: VALUE, version: Int };
    cells,
    \* Each client's call: its phase, the operation and, once effective, the result.
    \* @type: CLIENT -> { phase: Str, op: { kind: Str, key: KEY, value: VALUE, expected: VALUE }, result: { ok: Bool, value: VALUE, version: Int } };
    calls

\* @type: <<KEY -> { value: VALUE, version: Int }, CLIENT -> { phase: Str, op: { kind: Str, key: KEY, value: VALUE, expected: VALUE }, result: { ok: Bool, value: VALUE, version: Int } }>>;
vars == <<cells, calls>>

----------------------------------------------------------------------------
(* Types *)

MaybeValue == Value \cup {NoValue}

\* The four operations.  Fields that an operation does not use hold NoValue.
Operation ==
    [kind: {"put"},    key: Key, value: Value,      expected: {NoValue}]   \cup
    [kind: {"get"},    key: Key, value: {NoValue},  expected: {NoValue}]   \cup
    [kind: {"delete"}, key: Key, value: {NoValue},  expected: {NoValue}]   \cup
    [kind: {"cas"},    key: Key, value: Value,      expected: MaybeValue]

\* ok is FALSE only for a check-and-set whose check failed; value and version
\* are the cell's after the operation.
Result == [ok: BOOLEAN, value: MaybeValue, version: Version \cup {0}]

NoResult == [ok |-> FALSE, value |-> NoValue, version |-> 0]

Idle == "idle"             \* no call
Invoked == "invoked"       \* sent; without effect so far
Effective == "effective"   \* took effect; the client has not been told

TypeOK ==
    /\ cells \in [Key -> [value: MaybeValue, version: Version \cup {0}]]
    /\ calls \in [Client -> [phase: {Idle, Invoked, Effective}, op: Operation, result: Result]]

----------------------------------------------------------------------------
(* Initially the map is empty and no client has a call under way. *)

\* @type: KEY => { kind: Str, key: KEY, value: VALUE, expected: VALUE };
GetOp(k) == [kind |-> "get", key |-> k, value |-> NoValue, expected |-> NoValue]

Init ==
    /\ cells = [k \in Key |-> [value |-> NoValue, version |-> 0]]
    /\ \E k \in Key : calls = [c \in Client |-> [phase |-> Idle, op |-> GetOp(k), result |-> NoResult]]

----------------------------------------------------------------------------
(* Steps *)

\* Client c sends operation op.
\* @type: (CLIENT, { kind: Str, key: KEY, value: VALUE, expected: VALUE }) => Bool;
Invoke(c, op) ==
    /\ calls[c].phase = Idle
    /\ calls' = [calls EXCEPT ![c] = [phase |-> Invoked, op |-> op, result |-> NoResult]]
    /\ UNCHANGED cells

\* The call of c takes effect with result r and leaves `cell` under its key.
\* @type: (CLIENT, { value: VALUE, version: Int }, Bool) => Bool;
TakeEffect(c, cell, ok) ==
    /\ calls' = [calls EXCEPT ![c].phase = Effective,
                              ![c].result = [ok |-> ok, value |-> cell.value, version |-> cell.version]]
    /\ cells' = [cells EXCEPT ![calls[c].op.key] = cell]

\* @type: (CLIENT, Str) => Bool;
Pending(c, kind) == calls[c].phase = Invoked /\ calls[c].op.kind = kind

\* A write's version exceeds that of every earlier write of its key.
\* @type: (KEY, Int) => Bool;
Newer(k, v) == v > cells[k].version

\* @type: (CLIENT, Int) => Bool;
Put(c, v) ==
    /\ Pending(c, "put")
    /\ Newer(calls[c].op.key, v)
    /\ TakeEffect(c, [value |-> calls[c].op.value, version |-> v], TRUE)

\* @type: CLIENT => Bool;
Get(c) ==
    /\ Pending(c, "get")
    /\ TakeEffect(c, cells[calls[c].op.key], TRUE)

\* @type: (CLIENT, Int) => Bool;
Delete(c, v) ==
    /\ Pending(c, "delete")
    /\ Newer(calls[c].op.key, v)
    /\ TakeEffect(c, [value |-> NoValue, version |-> v], TRUE)

\* @type: CLIENT => Bool;
CheckHolds(c) == cells[calls[c].op.key].value = calls[c].op.expected

\* Compare and write in one step; a failed check changes nothing and says so.
\* @type: (CLIENT, Int) => Bool;
CheckAndSet(c, v) ==
    /\ Pending(c, "cas")
    /\ IF CheckHolds(c)
       THEN /\ Newer(calls[c].op.key, v)
            /\ TakeEffect(c, [value |-> calls[c].op.value, version |-> v], TRUE)
       ELSE TakeEffect(c, cells[calls[c].op.key], FALSE)

\* The client sees the response.
\* @type: CLIENT => Bool;
Respond(c) ==
    /\ calls[c].phase = Effective
    /\ calls' = [calls EXCEPT ![c].phase = Idle]
    /\ UNCHANGED cells

\* A definite error (NOT_LEADER, OVERLOADED, ...): the call has not happened and never will.
\* @type: CLIENT => Bool;
Refuse(c) ==
    /\ calls[c].phase = Invoked
    /\ calls' = [calls EXCEPT ![c].phase = Idle]
    /\ UNCHANGED cells

\* @type: CLIENT => Bool;
Effect(c) ==
    \/ Get(c)
    \/ \E v \in Version : Put(c, v) \/ Delete(c, v) \/ CheckAndSet(c, v)

Next ==
    \E c \in Client :
        \/ \E op \in Operation : Invoke(c, op)
        \/ Effect(c)
        \/ Respond(c)
        \/ Refuse(c)

Spec == Init /\ [][Next]_vars

=============================================================================
