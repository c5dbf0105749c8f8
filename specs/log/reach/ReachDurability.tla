--------------------------- MODULE ReachDurability ---------------------------
(* States of Durability that must be reachable: each "Never" below has to fail, and so has NothingToldIsLost where it is not promised. *)
EXTENDS MCDurability

\* A later epoch began with what a quorum had flushed.
NeverSettledInherited == \A t \in settled : \A e \in Epoch : e > t.epoch => ~Begun(e)
=============================================================================
