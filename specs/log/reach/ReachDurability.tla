--------------------------- MODULE ReachDurability ---------------------------
(* States of Durability that must be reachable: each "Never" below has to fail, and so has NothingToldIsLost where it is not promised. *)
EXTENDS MCDurability

\* A later epoch began with what a quorum had flushed.
NeverSettledInherited == \A t \in settled : \A e \in Epoch : e > t.epoch => ~Begun(e)

\* A later epoch began with a firm entry that was told.
NeverFirmInherited == \A t \in Told : UpToFirm(t.log) # <<>> => \A e \in Epoch : e > t.epoch => ~Begun(e)
\* An entry behind a firm one is told that is not on the disks of a quorum.
NeverInMemoryBehindFirm ==
    \A t \in Told :
        (UpToFirm(t.log) # <<>> /\ UpToFirm(t.log) # t.log) => IsQuorum({s \in Server : flushed[s] >= Len(t.log)})
=============================================================================
