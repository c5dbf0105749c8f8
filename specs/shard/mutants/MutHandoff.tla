----------------------------- MODULE MutHandoff -----------------------------
(* Guards of Handoff, each weakened.  A configuration here puts one of them in the place of the real one. *)
EXTENDS MCHandoff

\* Beginning
BeginAnywhere(g, d) == d # g
BeginToItself(g, d) == phase[g] = Serving
SameEpoch(g) == IF epoch[g] = 0 THEN 1 ELSE epoch[g]
PrepareAgain(d, m) == m.epoch >= epoch[d]

AskWhileCopying(g) == phase[g] = Copying

\* Copying
DescribeWhileCopying(g) == phase[g] \in {Copying, Sealed}
SealWhenever(g) == phase[g] \in {Serving, Copying}
StageAnywhere(d) == TRUE
AnyCell(new, old) == TRUE
NoSessionsToMove(g) == NoSessions
AnyCopy(d, m) == TRUE
Leftovers(d) == cells[d]
FinishOldAttempt(d, m) == phase[d] = Receiving
PromiseEarly(d) == phase[d] \in {Receiving, Ready}

\* Switching
SwitchOldAttempt(g, m) == phase[g] = Sealed
SwitchAfterAbort(g, m) == phase[g] \in {Sealed, Serving} /\ Current(g, m)
ActivateEarly(g) == phase[g] \in {Sealed, Switched}
ServeOldAttempt(d, m) == phase[d] = Ready
ServedAlways(d, m) == TRUE
NeverServed(d, m) == FALSE
ReleaseOldAttempt(g, m) == phase[g] = Switched

\* Giving up
AbortAfterSwitch(g) == phase[g] \in {Copying, Sealed, Switched}
CancelAlways(g, m) == TRUE
CancelNever(g, m) == FALSE
DiscardOwned(d, m) == Current(d, m)
DiscardOldAttempt(d, m) == phase[d] \in {Receiving, Ready}

\* Clients
WriteSealed(g) == phase[g] \in {Serving, Copying, Sealed}
WriteAtFirstOwner(g) == Writable(g) /\ epoch[g] <= 1 /\ ~\E m \in msgs : m.type = "Accept" /\ m.src = g
RetryApplied(g, r) == r.seq >= sessions[g][r.client].seq
ReadSwitched(g) == Readable(g) \/ phase[g] = Switched
ReadReady(g) == Readable(g) \/ phase[g] = Ready
CheckNothing(cell, op) == TRUE
=============================================================================
