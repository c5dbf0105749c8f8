---------------------------- MODULE MoveClients ----------------------------
(***************************************************************************)
(* Clients.  An update in doubt keeps its number, to whichever group it    *)
(* goes.  What a group may not run now it holds (its partition is sealed,  *)
(* or ready here), or it answers WRONG_OWNER with the group to which its   *)
(* own replicated state says that it gave the key; never with a ring that  *)
(* it has from the configuration manager.  A client believes the higher    *)
(* number.                                                                 *)
(*                                                                         *)
(* Reads are ReadIndex, in two steps: a quorum confirms the leader, and    *)
(* how much is committed; then a replica that has applied as much answers, *)
(* if the flags *in what it has applied* let it.                           *)
(***************************************************************************)
EXTENDS MoveGroups

\* Where client c believes key k to be.
Believed(c, k) == ring[c][k].group

Request(c, seq, op, g) == [client |-> c, seq |-> seq, op |-> op, to |-> g]

Invoke(c, op) ==
    /\ calls[c].phase = Idle
    /\ calls' = [calls EXCEPT ![c] = [phase |-> Invoked, op |-> op, seq |-> @.seq + 1, result |-> NoResult]]
    /\ requests' = IF IsRead(op) THEN requests
                   ELSE requests \cup {Request(c, calls[c].seq + 1, op, Believed(c, op.key))}
    /\ reads' = [reads EXCEPT ![c] = NoRead]
    /\ UNCHANGED <<groupVars, msgs, dissolved, ring>>

\* Request r may be at group g.
Reaches(g, r) == r.to = g

UpdateCommand(r, stamp) ==
    [Command("Update", KeysOf(r.op), 0, NoGroup) EXCEPT
        !.entry = <<Entry(r.client, r.seq, r.op, stamp, NoVersion)>>]

\* The leader of g logs an update, with its stamp.
Admit(g, r, stamp) == r \in requests /\ Reaches(g, r) /\ Propose(g, UpdateCommand(r, stamp))

Answer(c, result) ==
    /\ calls' = [calls EXCEPT ![c].phase = Effective, ![c].result = result]
    /\ UNCHANGED <<groupVars, msgs, dissolved, requests, reads, ring>>

\* The record of c's session says that its update was run.
Knows(s, c) ==
    ~IsRead(calls[c].op) /\ \E p \in Around(s, {calls[c].op.key}) : s.parts[p].sessions[c].seq = calls[c].seq

ResultOf(s, c) == s.parts[CHOOSE p \in Around(s, {calls[c].op.key}) : TRUE].sessions[c].result

AnswerUpdate(g, c) ==
    /\ calls[c].phase = Invoked
    /\ Knows(state[g], c)
    /\ Answer(c, ResultOf(state[g], c))

\* A read of c may be at group g.
ReadReaches(g, c) == Believed(c, calls[c].op.key) = g

\* The leader of g is confirmed by a quorum: c's read is to see all that is committed by now.
ConfirmRead(g, c) ==
    /\ g \notin dissolved
    /\ calls[c].phase = Invoked /\ IsRead(calls[c].op) /\ ReadReaches(g, c)
    /\ reads' = [reads EXCEPT ![c] = [group |-> g, index |-> state[g].index]]
    /\ UNCHANGED <<groupVars, msgs, dissolved, calls, requests, ring>>

HasApplied(s, read) == s.index >= read.index

MayRead(s, k) == \E p \in Around(s, {k}) : Readable(s, p)

AnswerRead(c) ==
    /\ calls[c].phase = Invoked /\ reads[c] # NoRead
    /\ LET s == Seen(reads[c].group)
           k == calls[c].op.key
       IN /\ HasApplied(s, reads[c])
          /\ MayRead(s, k)
          /\ Answer(c, [ok |-> TRUE, value |-> Live(s.cells[k], s.time), version |-> s.cells[k].version])

Respond(c) ==
    /\ calls[c].phase = Effective
    /\ calls' = [calls EXCEPT ![c].phase = Idle]
    /\ UNCHANGED <<groupVars, msgs, dissolved, requests, reads, ring>>

----------------------------------------------------------------------------
(* Finding the owner *)

\* To whom g gave key k, and by which attempt: its own replicated state says so.
Correction(g, k) == Seen(g).heirs[k]

\* c turns to the group that the news name, with the same request.
Turn(c, k, news) ==
    /\ ring' = [ring EXCEPT ![c][k] = news]
    /\ requests' = IF IsRead(calls[c].op) THEN requests
                   ELSE requests \cup {Request(c, calls[c].seq, calls[c].op, news.group)}
    /\ UNCHANGED <<groupVars, msgs, dissolved, calls, reads>>

\* WRONG_OWNER from the group that c believed in: it names the heir.
Redirect(c) ==
    LET k == calls[c].op.key
        news == Correction(Believed(c, k), k)
    IN /\ calls[c].phase = Invoked
       /\ Believed(c, k) \notin dissolved
       /\ news.epoch > ring[c][k].epoch
       /\ Turn(c, k, [group |-> news.group, epoch |-> news.epoch])

\* WRONG_OWNER that names nobody: the group never had the key, or has forgotten its heir.  Or it is no more.
Refused(c) ==
    LET k == calls[c].op.key
        g == Believed(c, k)
    IN \/ g \in dissolved
       \/ Overlapping(Seen(g), {k}) = {} /\ Correction(g, k).epoch <= ring[c][k].epoch

\* What the manager says has no number that counts, so that any group's own word outweighs it.
ByManager(g) == [group |-> g, epoch |-> 0]

\* c reads the ring of the configuration manager, at the latest when it was refused.  The ring names g: the owner, or
\* who was it once, or who never was.
AskManager(c, g) == calls[c].phase = Invoked /\ Turn(c, calls[c].op.key, ByManager(g))

=============================================================================
