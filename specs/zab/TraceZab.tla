------------------------------ MODULE TraceZab ------------------------------
(***************************************************************************)
(* Is what the Java core did a behaviour of Zab?  A trace is a sequence of *)
(* events that replicas recorded, one for each step of theirs.  Here a     *)
(* cursor walks along it: the only step possible is the one that the event *)
(* at the cursor names, and after it the replica's state must be the one   *)
(* that the event recorded.  TLC searches; a trace is accepted if the      *)
(* cursor passes its end.  Many traces share a run: each is an initial     *)
(* state, and AcceptancePrinted prints the number of each that is          *)
(* accepted.  NotAccepted is violated (exit code 12) by an accepted trace, *)
(* and so shows its states; the depth of a search for one refused trace    *)
(* tells how many of its events fit.                                       *)
(*                                                                         *)
(* Module io.zabdb.conformance writes a module that extends this one and   *)
(* defines TheTraces, with the constructors Z, En, M, V, S and E below.    *)
(* It also brings events into an order in which a leader's followers       *)
(* notice its departure at once (TraceLinearizer); what they do then is    *)
(* a Notice, which changes nothing here.                                   *)
(*                                                                         *)
(* Names in the three worlds; where only one is given it is the same:      *)
(*                                                                         *)
(*   spec            trace (JSON)       Java (StateView)                   *)
(*   --------------  -----------------  ---------------------------------- *)
(*   acceptedEpoch, currentEpoch, synced, checkpoint, lastCommitted        *)
(*   history         historyLength,     history().length(), last entry;    *)
(*                   lastEntry          its payload is not compared        *)
(*   role, phase     by name                                               *)
(*   leader          by name            the member's index                 *)
(*   pending         field, epoch, upTo                                    *)
(*   cepoch          absent: -1         -1                                 *)
(*   ackEpoch        absent: NoVote                                        *)
(*   forwarding, ackLeader                                                 *)
(*   acked           absent: 0                                             *)
(*   reads           round, index, acks, active; compared while active     *)
(*                   only, and rounds renumbered: in Java a restart        *)
(*                   forgets the number, here nothing does                 *)
(*   msgs            the message that   Received(connection, message)      *)
(*                   an event handled                                      *)
(*                                                                         *)
(* Of a replica that does not lead, what belongs to a leader has its       *)
(* initial value.  Sessions are strings here (Java's have 64 bits).        *)
(***************************************************************************)
EXTENDS Zab, TLC

CONSTANTS
    \* A sequence of traces, each a sequence of events.
    Traces

VARIABLES
    \* Which trace is read.
    trace,
    \* The number of its event that comes next.
    cursor

traceVars == <<vars, trace, cursor>>

----------------------------------------------------------------------------
(* Constructors: they keep generated modules short. *)

Z(epoch, counter) == [epoch |-> epoch, counter |-> counter]

En(epoch, counter, session, seq) == [epoch |-> epoch, counter |-> counter, session |-> session, seq |-> seq]

\* The message that an event handled. With SNAP, `entries` are those behind the checkpoint, which covers
\* the first `covered` ones; else covered is 0.
M(type, epoch, zxid, mode, round, covered, entries) ==
    [type |-> type, epoch |-> epoch, zxid |-> zxid, mode |-> mode, round |-> round,
     covered |-> covered, entries |-> entries]
NoM == M("", 0, ZeroZxid, "", 0, 0, <<>>)

V(state, epoch, zxid) == [state |-> state, epoch |-> epoch, zxid |-> zxid]

P(field, epoch, upTo) == [field |-> field, epoch |-> epoch, upTo |-> upTo]

\* What only a leader has.
L(cepochs, votes, forwards, adopters, counts, read) ==
    [cepoch |-> cepochs, ackEpoch |-> votes, forwarding |-> forwards, ackLeader |-> adopters,
     acked |-> counts, reads |-> read]
NoRound == [round |-> 0, index |-> 0, acks |-> {}, active |-> FALSE]
NoL == L([f \in Server |-> -1], [f \in Server |-> NoVote], {}, {}, [f \in Server |-> 0], NoRound)

\* The state that a replica recorded.
S(accepted, current, length, last, onDisk, covered, itsRole, itsPhase, itsLeader, write, committed, led) ==
    [acceptedEpoch |-> accepted, currentEpoch |-> current, historyLength |-> length, lastEntry |-> last,
     synced |-> onDisk, checkpoint |-> covered, role |-> itsRole, phase |-> itsPhase, leader |-> itsLeader,
     pending |-> write, lastCommitted |-> committed, led |-> led]
NoS == [none |-> TRUE]

\* An event. n is the argument of Fsync and TakeCheckpoint; where a follower leaves its leader, n is how many
\* of the messages that are under way from it still arrive.
E(action, node, peer, n, session, seq, message, state) ==
    [action |-> action, node |-> node, peer |-> peer, n |-> n, session |-> session, seq |-> seq,
     message |-> message, state |-> state]

----------------------------------------------------------------------------
(* What an event says *)

\* m is the message that was recorded.
SameMessage(m, recorded) ==
    LET covered == IF m.mode = "SNAP" THEN CountUpTo(m.entries, m.zxid) ELSE 0
    IN /\ m.type = recorded.type
       /\ m.epoch = recorded.epoch
       /\ m.zxid = recorded.zxid
       /\ m.mode = recorded.mode
       /\ m.round = recorded.round
       /\ covered = recorded.covered
       /\ Suffix(m.entries, covered) = recorded.entries

\* The next message from the event's peer is the recorded one.
Carries(e) ==
    /\ msgs[e.peer][e.node] # <<>>
    /\ SameMessage(Head(msgs[e.peer][e.node]), e.message)

\* The event took the beginning of the next message, so many entries as were recorded: if that was a checkpoint's,
\* those behind it.
Divided(e) ==
    /\ msgs[e.peer][e.node] # <<>>
    /\ LET m == Head(msgs[e.peer][e.node])
           covered == IF m.mode = "SNAP" THEN CountUpTo(m.entries, m.zxid) ELSE 0
           k == covered + Len(e.message.entries)
       IN /\ k \in DOMAIN m.entries
          /\ SameMessage([m EXCEPT !.entries = Prefix(@, k)], [e.message EXCEPT !.type = m.type])
          /\ Divide(e.node, e.peer, k)
          /\ TakePart(e.node, e.peer)

\* An event of a follower that handles its leader's message.
FromLeader(e) == e.peer = leader[e.node] /\ Carries(e)

\* The first entry of a new group, which its founder writes (Roster!Found). For Zab it is one that was always there.
Found(s, q) ==
    /\ PromisedByQuorum(s) /\ Voters(s) = Server
    /\ \A v \in Server : ackEpoch[s][v].zxid = ZeroZxid
    /\ history[s] = <<>>
    /\ history' = [history EXCEPT ![s] = <<En(0, 1, q.session, q.seq)>>]
    /\ UNCHANGED <<epochVars, synced, checkpoint, roleVars, pending, lastCommitted, voteVars, syncVars, reads, msgs>>

\* A leader logs a request; where members change, TraceZabReconfig has more to ask.
Logs(s, q) == ClientRequest(s, q)

Action(e) ==
    LET s == e.node
        d == e.peer
        a == e.action
    IN CASE a = "Lead" -> Lead(s)
         [] a = "Follow" -> Follow(s, d)
         [] a = "HandleCEPOCH" -> Carries(e) /\ HandleCEPOCH(s, d)
         [] a = "ProposeEpoch" -> ProposeEpoch(s)
         [] a = "LeaderPersistAcceptedEpoch" -> LeaderPersistAcceptedEpoch(s)
         [] a = "HandleNEWEPOCH" -> FromLeader(e) /\ HandleNEWEPOCH(s, d)
         [] a = "FollowerPersistAcceptedEpoch" -> FollowerPersistAcceptedEpoch(s)
         [] a = "HandleACKEPOCH" -> Carries(e) /\ HandleACKEPOCH(s, d)
         [] a = "PullHistory" -> PullHistory(s, d)
         [] a = "HandlePULL" -> FromLeader(e) /\ HandlePULL(s, d)
         [] a = "HandlePULLED" -> Carries(e) /\ HandlePULLED(s, d)
         [] a = "Found" -> Found(s, [session |-> e.session, seq |-> e.seq])
         [] a = "CompleteDiscovery" -> CompleteDiscovery(s)
         [] a = "HandleSYNC" -> FromLeader(e) /\ HandleSYNC(s, d)
         [] a = "TakePart" -> e.message.type = "PART" /\ Divided(e)
         [] a = "HandleNEWLEADER" -> FromLeader(e) /\ HandleNEWLEADER(s, d)
         [] a = "LeaderPersistCurrentEpoch" -> LeaderPersistCurrentEpoch(s)
         [] a = "FollowerPersistCurrentEpoch" -> FollowerPersistCurrentEpoch(s)
         [] a = "HandleACKLD" -> Carries(e) /\ HandleACKLD(s, d)
         [] a = "Establish" -> Establish(s)
         [] a = "HandleCOMMITLD" -> FromLeader(e) /\ HandleCOMMITLD(s, d)
         [] a = "ClientRequest" -> Logs(s, [session |-> e.session, seq |-> e.seq])
         [] a = "HandlePROPOSE" -> FromLeader(e) /\ HandlePROPOSE(s, d)
         [] a = "Fsync" -> Fsync(s, e.n)
         [] a = "HandleACK" -> Carries(e) /\ HandleACK(s, d)
         [] a = "HandleCOMMIT" -> FromLeader(e) /\ HandleCOMMIT(s, d)
         [] a = "ClientRead" -> ClientRead(s)
         [] a = "HandlePING" -> FromLeader(e) /\ HandlePING(s, d)
         [] a = "HandlePONG" -> Carries(e) /\ HandlePONG(s, d)
         [] a = "ServeRead" -> ServeRead(s)
         [] a = "Disconnect" -> Disconnect(s)
         [] a = "StepDown" -> StepDown(s)
         [] a = "Restart" -> Restart(s)
         [] a = "TakeCheckpoint" -> TakeCheckpoint(s, e.n)
         [] a = "Notice" -> UNCHANGED vars
         [] OTHER -> FALSE

\* Where a follower leaves its leader, the messages that still arrive are as many as the event says.
LateMessages(e) ==
    role[e.node] = FOLLOWING /\ role'[e.node] # FOLLOWING => Len(msgs'[e.node][leader[e.node]]) = e.n

\* Of an entry below a checkpoint the core may know the zxid only.
SameEntry(entry, recorded) ==
    IF recorded.session = "" THEN ZxidOf(entry) = ZxidOf(recorded) ELSE entry = recorded

SameLeadership(s, led) ==
    /\ cepoch'[s] = led.cepoch
    /\ ackEpoch'[s] = led.ackEpoch
    /\ forwarding'[s] = led.forwarding
    /\ ackLeader'[s] = led.ackLeader
    /\ acked'[s] = led.acked
    /\ reads'[s].active = led.reads.active
    /\ led.reads.active => reads'[s] = led.reads

\* After the step the replica's state is the recorded one.
SameState(s, state) ==
    /\ acceptedEpoch'[s] = state.acceptedEpoch
    /\ currentEpoch'[s] = state.currentEpoch
    /\ Len(history'[s]) = state.historyLength
    /\ state.historyLength > 0 => SameEntry(history'[s][state.historyLength], state.lastEntry)
    /\ synced'[s] = state.synced
    /\ checkpoint'[s] = state.checkpoint
    /\ role'[s] = state.role
    /\ phase'[s] = state.phase
    /\ leader'[s] = state.leader
    /\ pending'[s] = state.pending
    /\ lastCommitted'[s] = state.lastCommitted
    /\ SameLeadership(s, state.led)

----------------------------------------------------------------------------
(* Walking along the traces *)

TraceInit == Init /\ trace \in DOMAIN Traces /\ cursor = 1

Advance == cursor <= Len(Traces[trace]) /\ cursor' = cursor + 1 /\ UNCHANGED trace

TraceNext ==
    /\ Advance
    /\ LET e == Traces[trace][cursor]
       IN Action(e) /\ LateMessages(e) /\ (e.state # NoS => SameState(e.node, e.state))

TraceSpec == TraceInit /\ [][TraceNext]_traceVars

\* The same, but the state that the last event recorded is not compared: shows where the two differ.
LooseNext ==
    /\ Advance
    /\ LET e == Traces[trace][cursor]
       IN Action(e) /\ LateMessages(e) /\ (e.state # NoS /\ cursor < Len(Traces[trace]) => SameState(e.node, e.state))

LooseSpec == TraceInit /\ [][LooseNext]_traceVars

\* A walk has one state at each place: TLC need not tell states apart by more, and saves most of its work.
\* Were there two, one of them would be dropped, and a trace perhaps refused, but none accepted wrongly.
Place == <<trace, cursor>>

PastTheEnd == cursor > Len(Traces[trace])

\* Always true: prints the number of each trace that is accepted.
AcceptancePrinted == PastTheEnd => PrintT(<<"accepted", trace>>)

\* Violated by a trace that is accepted: TLC then prints all its states.
NotAccepted == ~PastTheEnd

\* Each step of the walk is one of Zab's; checked in a test. Request must hold the requests of the trace.
WalksInZab == [][Next]_vars

=============================================================================
