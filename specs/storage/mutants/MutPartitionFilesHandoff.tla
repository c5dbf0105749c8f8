---------------------- MODULE MutPartitionFilesHandoff ----------------------
(* PartitionFiles with one guard weakened that only the refinement of Handoff misses. *)
EXTENDS MCPartitionFilesHandoff

\* The manifest of an attempt ends the copy of another.
CompleteForAny == source.phase = "sealed" /\ tail.pos = Len(history)

=============================================================================
