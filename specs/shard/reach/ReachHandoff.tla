---------------------------- MODULE ReachHandoff ----------------------------
(* States of Handoff that must be reachable: each "Never" below has to fail. *)
EXTENDS MCHandoff

InPhase(p) == \E g \in Group : phase[g] = p
Sent(type) == \E m \in msgs : m.type = type

\* The source stands still and the copy is whole.
NeverReady == ~(InPhase(Sealed) /\ InPhase(Ready))

\* Nobody answers: the source has switched, the destination does not know yet.
NeverInTransit == ~\E g \in Group : Heir(g)

\* Both ends of a finished move: the destination serves, the source has released.
NeverReleased == \A d \in Group : ~(phase[d] = Serving /\ epoch[d] = 1 /\ Sent("Done") /\ ~InPhase(Switched))

\* The destination serves before the source knows.
NeverServingUnknown == ~(InPhase(Switched) /\ InPhase(Serving))

\* The partition is back at its first owner, by a second move.
NeverBack == \A g \in Group : ~(phase[g] = Serving /\ epoch[g] = 2 /\ \E m \in msgs : m.type = "Activate" /\ m.dst = g)

\* A copy became whole, and the source aborted all the same.
NeverAbortedReady == \A g, h \in Group : ~(phase[g] = Serving /\ phase[h] = Ready /\ epoch[g] = epoch[h])

\* The destination of an aborted attempt was told so.
NeverCancelled == ~(Sent("Cancel") /\ \A g \in Group : phase[g] \in {Serving, Absent})

\* A destination of an aborted attempt still waits while a later attempt is under way.
NeverOvertaken == \A g, h \in Group : ~(phase[g] \in {Receiving, Ready} /\ phase[h] = Sealed /\ epoch[g] < epoch[h])

\* The source was written to after its cell had been copied: there is something to catch up with.
NeverBehind ==
    \A g, h \in Group : ~(phase[g] = Receiving /\ phase[h] = Copying /\ \E k \in Key : 0 < cells[g][k].version /\ cells[g][k].version < cells[h][k].version)

\* The source applied a write, its client was not answered, and the destination knows the answer.
NeverRetryElsewhere ==
    \A g \in Group, c \in Client : ~(phase[g] = Serving /\ epoch[g] = 1 /\ Sent("Activate") /\ calls[c].phase = Invoked /\ InSession(g, c))

\* A read is answered by the new owner, and sees what the old one wrote.
NeverReadMoved == \A c \in Client : ~(calls[c].phase = Effective /\ calls[c].op.kind = "get" /\ calls[c].result.version = 1 /\ Sent("Activate"))

\* An old owner, switched and not released, gets the partition back.
NeverSkippedDone == \A g, h \in Group : ~(phase[g] = Receiving /\ phase[h] = Copying /\ epoch[g] = 2 /\ epoch[h] = 2 /\ ~Sent("Done") /\ Sent("Activate"))

\* A crash lost all that was said, and the move ended with the destination serving.
NeverRecovered == ~(faults = 1 /\ ~Sent("Prepare") /\ ~Sent("Manifest") /\ Sent("Activate") /\ InPhase(Serving))

\* One message was lost behind others of its sender, which cannot say them again.
NeverLost == ~(faults = 1 /\ InPhase(Switched) /\ ~Sent("Ready") /\ Sent("Accept"))
=============================================================================
