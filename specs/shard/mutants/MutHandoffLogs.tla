--------------------------- MODULE MutHandoffLogs ---------------------------
(* MCHandoffLogs with another rule in the place of Admitted. *)
EXTENDS MCHandoffLogs

\* Numbers follow each other in the group's log, which counts what it has of the session (without purges, the last is the count).
NextInLog(g, r) == r.seq = logged[g][r.client] + 1

FirstOfSession(g, r) == logged[g][r.client] = 0
=============================================================================
