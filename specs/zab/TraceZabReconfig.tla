-------------------------- MODULE TraceZabReconfig --------------------------
(***************************************************************************)
(* TraceZab where members change: is what the Java core did a behaviour of *)
(* ZabReconfig?  Admin is the session of the core's rosters; the n-th says *)
(* the configuration n + 1 of Configurations.  (Two leaders may give the   *)
(* same number to two rosters, of which one is lost; such a trace cannot   *)
(* be told here.)                                                          *)
(*                                                                         *)
(* In the configuration that io.zabdb.conformance writes,                  *)
(* IsConfigurationsQuorum replaces ZabState's IsQuorumBy, and LogRequest   *)
(* and FoundByFounders replace TraceZab's Logs and Found.                  *)
(***************************************************************************)
EXTENDS TraceZab, ZabReconfig

\* Learners are asked, too, but those that found the group are these.
FoundByFounders(s, q) ==
    /\ PromisedByQuorum(s) /\ (UNION Configurations[1]) \subseteq Voters(s)
    /\ \A v \in Voters(s) : ackEpoch[s][v].zxid = ZeroZxid
    /\ history[s] = <<>>
    /\ history' = [history EXCEPT ![s] = <<En(0, 1, q.session, q.seq)>>]
    /\ UNCHANGED <<epochVars, synced, checkpoint, roleVars, pending, lastCommitted, voteVars, syncVars, reads, msgs>>
=============================================================================
