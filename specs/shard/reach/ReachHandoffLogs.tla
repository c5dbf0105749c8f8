-------------------------- MODULE ReachHandoffLogs --------------------------
(* States of MCHandoffLogs that must be reachable: each "Never" below has to fail. *)
EXTENDS MCHandoffLogs

\* A session goes on at a group that logs for the first time what belongs to it.
NeverGoesOn ==
    \A g \in Group, c \in Client :
        phase[g] = Serving /\ epoch[g] = 1 /\ (\E m \in msgs : m.type = "Activate" /\ m.dst = g)
            => logged[g][c] <= 1

\* A group whose log is purged would admit a request that the records know.
NeverAdmittedAgain ==
    \A g \in Group : \A r \in requests : CanWrite(g) /\ sessions[g][r.client].seq > 0 => Fresh(g, r) \/ ~Admitted(g, r)
=============================================================================
