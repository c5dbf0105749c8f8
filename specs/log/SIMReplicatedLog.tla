-------------------------- MODULE SIMReplicatedLog --------------------------
(* ReplicatedLog with five replicas, five epochs and two sessions: random behaviours. *)
EXTENDS MCReplicatedLog

(* What these behaviours are for *)

ThreeEpochs == Cardinality({e \in Epoch : Established(e)}) >= 3
GivenUp == \E e, f \in Epoch : e < f /\ Established(f) /\ proposed[e] # <<>> /\ ~IsPrefix(HistoryOf(e), initial[f])
Inherited == \E e, f \in Epoch : e < f /\ Established(f) /\ Len(initial[f]) > 0 /\ initial[f][1].epoch = e
Behind == \E r, s \in Replica : Len(delivered[r]) >= Len(delivered[s]) + 2
=============================================================================
