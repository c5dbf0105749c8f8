----------------------------- MODULE ReachStore -----------------------------
(* Interesting states of Store; each invariant here must be violated. *)
EXTENDS MCStore

\* Two calls that are under way at once have both taken effect.
NeverConcurrent ==
    ~\E c, d \in Client : c # d /\ calls[c].phase = Effective /\ calls[d].phase = Effective

\* A check-and-set succeeds against a value that another client wrote.
NeverCasSucceeds ==
    ~\E i \in Completed : history[i].op.kind = "cas" /\ history[i].result.ok /\ history[i].op.expected # NoValue

NeverCasFails ==
    ~\E i \in Completed : history[i].op.kind = "cas" /\ ~history[i].result.ok

\* A write that nobody acknowledged is read: it happened, and its client does not know.
NeverUnansweredIsRead ==
    ~\E i \in Completed : /\ history[i].op.kind = "get" /\ history[i].result.value # NoValue
                          /\ Completed = {i}

NeverDeleted ==
    ~\E i \in Completed : history[i].op.kind = "delete" /\ history[i].result.version > 1
=============================================================================
