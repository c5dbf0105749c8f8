------------------------------ MODULE MutStore ------------------------------
(* Store with one thing weakened at a time; the comment says what it replaces. *)
EXTENDS MCStore

\* For Get: a replica that lags answers with the empty cell.
GetStale(c) ==
    /\ Pending(c, "get")
    /\ calls' = [calls EXCEPT ![c].phase = Effective, ![c].result = [ok |-> TRUE, value |-> NoValue, version |-> 0]]
    /\ UNCHANGED cells

\* For CheckHolds: the check is skipped.
CheckAlwaysHolds(c) == TRUE

\* For Newer: a write may reuse or go below the last version.
AnyVersion(k, v) == TRUE

\* For Put: the response comes first, the effect never.
PutForgotten(c, v) ==
    /\ Pending(c, "put")
    /\ calls' = [calls EXCEPT ![c].phase = Effective, ![c].result = [ok |-> TRUE, value |-> calls[c].op.value, version |-> v]]
    /\ UNCHANGED cells

\* For Put: the write is done though the client is then told that it never will be.
PutThenRefuse(c, v) ==
    /\ Pending(c, "put")
    /\ cells' = [cells EXCEPT ![calls[c].op.key] = [value |-> calls[c].op.value, version |-> v]]
    /\ UNCHANGED calls
=============================================================================
