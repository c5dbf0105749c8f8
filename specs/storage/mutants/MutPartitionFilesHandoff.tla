---------------------- MODULE MutPartitionFilesHandoff ----------------------
(* PartitionFiles with a guard weakened that only the refinement of Handoff misses. *)
EXTENDS MCPartitionFilesHandoff

\* The manifest of an attempt ends the copy of another.
CompleteForAny == source.phase = "sealed" /\ tail.pos = Len(history)

\* Entries of the second attempt continue the copy of the first.
OfAny == TRUE

\* A base that is pinned for the second attempt is fetched in the first.
PinnedForWhomever(r) == TRUE

=============================================================================
