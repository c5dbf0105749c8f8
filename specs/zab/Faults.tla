------------------------------- MODULE Faults -------------------------------
(***************************************************************************)
(* What goes wrong, and the log's maintenance, which faults interfere with.*)
(*                                                                         *)
(* A crash and the restart after it are one step: for the other servers a  *)
(* replica that is down is one that is LOOKING and takes no step.          *)
(***************************************************************************)
EXTENDS ZabState

\* The connection of f to its leader breaks, or f gives up waiting for it.
\* @type: SERVER => Bool;
Disconnect(f) ==
    /\ role[f] = FOLLOWING
    /\ LeaveRole(f)
    /\ UNCHANGED <<epochVars, logVars, lastCommitted>>

\* The oracle deposes l, or l gives up for lack of a quorum. Its followers notice.
\* @type: SERVER => Bool;
StepDown(l) ==
    /\ role[l] = LEADING
    /\ LeaveRole(l)
    /\ UNCHANGED <<epochVars, logVars, lastCommitted>>

\* What a replica finds on disk when it comes back.
\* @type: SERVER => Seq($entry);
Recovered(s) == Prefix(history[s], synced[s])

\* s crashes and comes back with its persisted state. Only what a checkpoint covers is known to be committed.
\* @type: SERVER => Bool;
Restart(s) ==
    /\ LeaveRole(s)
    /\ history' = [history EXCEPT ![s] = Recovered(s)]
    /\ lastCommitted' = [lastCommitted EXCEPT ![s] = checkpoint[s]]
    /\ UNCHANGED <<epochVars, synced, checkpoint>>

\* What may go into a checkpoint: what is committed, since a checkpoint is never undone.
\* @type: SERVER => Int;
Checkpointable(s) == lastCommitted[s]

\* s writes the state after its first n entries to a durable checkpoint, and purges the log below it.
\* @type: (SERVER, Int) => Bool;
TakeCheckpoint(s, n) ==
    /\ n > checkpoint[s] /\ n <= Checkpointable(s)
    /\ checkpoint' = [checkpoint EXCEPT ![s] = n]
    /\ synced' = [synced EXCEPT ![s] = Max2(@, n)]
    /\ UNCHANGED <<epochVars, history, roleVars, pending, lastCommitted, voteVars, syncVars, reads, msgs>>

=============================================================================
