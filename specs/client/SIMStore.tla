------------------------------ MODULE SIMStore ------------------------------
(* Store with more clients, keys and calls than can be explored: random behaviours. *)
EXTENDS MCStore

(* What these behaviours are for *)

Concurrent == \E c, d \in Client : c # d /\ calls[c].phase = Effective /\ calls[d].phase = Effective
CasSucceeds == \E i \in Completed : history[i].op.kind = "cas" /\ history[i].result.ok /\ history[i].op.expected # NoValue
CasFails == \E i \in Completed : history[i].op.kind = "cas" /\ ~history[i].result.ok
Deleted == \E i \in Completed : history[i].op.kind = "delete" /\ history[i].result.version > 1
=============================================================================
