-------------------------- MODULE ReachZabReconfig --------------------------
(* States that ZabReconfig must be able to reach: each Never... below is false. *)
EXTENDS MCZabReconfig

\* The members have changed.
NeverChanged == ~(Len(log) = 2 /\ ConfigurationOf(log) = {New})

\* A member of the new configuration leads, established.
NeverNewLeader == \A s \in New \ Old : ~(role[s] = LEADING /\ phase[s] = BROADCAST)
=============================================================================
