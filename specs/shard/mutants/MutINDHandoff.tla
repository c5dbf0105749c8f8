---------------------------- MODULE MutINDHandoff ----------------------------
(* Guards of Handoff, weakened so that IndInv is no longer inductive: the random states of INDHandoff show it. *)
EXTENDS INDHandoff

ServeOldAttempt(d, m) == phase[d] = Ready
SwitchOldAttempt(g, m) == phase[g] = Sealed
PrepareAgain(d, m) == m.epoch >= epoch[d]
DescribeWhileCopying(g) == phase[g] \in {Copying, Sealed}
CancelAlways(g, m) == TRUE
ReleaseOldAttempt(g, m) == phase[g] = Switched
AnyCopy(d, m) == TRUE
RetryApplied(g, r) == r.seq >= sessions[g][r.client].seq
=============================================================================
