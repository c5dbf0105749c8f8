---------------------------- MODULE MutDurability ----------------------------
(* Durability with one thing weakened at a time. *)
EXTENDS MCDurability

\* For FlushedBefore: the epoch is on disk first. Of the history only what was there before is on disk for sure.
CommonPrefix(h, g) ==
    LET n == {i \in 0..Min2(Len(h), Len(g)) : Prefix(h, i) = Prefix(g, i)}
    IN CHOOSE i \in n : \A j \in n : j <= i
EpochFirst(s, h) == Min2(flushed[s], CommonPrefix(history[s], h))

\* For AcknowledgesMemory: what is in memory counts as if it was on disk.
MemoryCounts == TRUE

\* For VouchesFor: a firm entry counts like others.
FirmLikeOthers(h, n) == IF AcknowledgesMemory THEN Len(h) ELSE n

\* For Suffices: a majority is enough.
MajoritySuffices(e, n) == IsQuorum({s \in Server : acked[e][s] >= n})
OneSuffices(e, n) == \E s \in Server : acked[e][s] >= n

\* For IsSettled in the place of a majority: one disk.
OnOneDisk(t) == \E s \in Server : current[s] = t.epoch /\ flushed[s] >= Len(t.log)
=============================================================================
