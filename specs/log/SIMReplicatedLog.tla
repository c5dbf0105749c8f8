-------------------------- MODULE SIMReplicatedLog --------------------------
(* ReplicatedLog with five replicas, five epochs and two sessions: random behaviours. *)
EXTENDS MCReplicatedLog
=============================================================================
