---------------------- MODULE TraceLeadershipTransfer ----------------------
(***************************************************************************)
(* Is what the Java core did a behaviour of LeadershipTransfer?  As in     *)
(* TraceZab: a cursor walks along a trace, the only step possible is the   *)
(* one that the event at the cursor names, and after it the replica's      *)
(* state must be the recorded one.  NotAllAccepted is violated just when   *)
(* every trace was accepted.                                               *)
(*                                                                         *)
(* io.zabdb.conformance.transfer records the traces (TransferRecorder) and *)
(* writes the module that extends this one (TransferModule).               *)
(*                                                                         *)
(*   spec             Java (TransferView, and StateView where it says so)  *)
(*   ---------------  ---------------------------------------------------- *)
(*   role             "leader": leads()                                    *)
(*   epoch            currentEpoch of StateView, of those epochs only that *)
(*                    had a leader in office, numbered from 1              *)
(*   pressure, target, wait, heard, granted                                *)
(*   unfit            fit()                                                *)
(*   run              run(): what the 32 low bits say, plus 1000 for each  *)
(*                    start of the replica                                 *)
(*   lag              lag(member) of the leader that acts                  *)
(*   adopted          currentEpoch of StateView, as far as reports tell    *)
(*   msgs             all datagrams ever sent; none is ever forgotten      *)
(*                                                                         *)
(* TransferAsBuilt says in what the code differs from LeadershipTransfer,  *)
(* and is checked by itself.                                               *)
(***************************************************************************)
EXTENDS TransferAsBuilt, Sequences, TLC

CONSTANTS
    \* A sequence of traces, each a sequence of events.
    Traces

VARIABLES
    \* Which trace is read.
    trace,
    \* The number of its event that comes next.
    cursor

traceVars == <<builtVars, trace, cursor>>

----------------------------------------------------------------------------
(* Constructors: they keep generated modules short. *)

\* The message handled or sent.
M(type, src, dst, e, r, p) == Message(type, src, dst, e, r, p)
NoM == [type |-> "none"]

R(r, p) == [run |-> r, pressure |-> p]

\* What only a leader has.
L(e, reports, permits) == [epoch |-> e, heard |-> reports, granted |-> permits]
NoL == [none |-> TRUE]

\* The state that a replica recorded.
S(itsPressure, itsRun, itsFit, itsTarget, itsWait, led) ==
    [pressure |-> itsPressure, run |-> itsRun, fit |-> itsFit, target |-> itsTarget, wait |-> itsWait, led |-> led]
NoS == [none |-> TRUE]

\* An event.  `quorum` is who has adopted the epoch that begins; `lags` are of the leader that acts.
E(action, node, peer, message, quorum, lags, state) ==
    [action |-> action, node |-> node, peer |-> peer, message |-> message, quorum |-> quorum, lags |-> lags, state |-> state]

----------------------------------------------------------------------------
(* What an event says *)

Action(e) ==
    LET s == e.node
        p == e.peer
        m == e.message
        a == e.action
    IN CASE a = "Grow" -> Sample(s, e.state.pressure)
         [] a = "SendReport" -> Report(s, m)
         [] a = "HandleReport" -> m \in msgs /\ HandleReport(s, m)
         [] a = "GrantPermit" -> GrantPermit(s, p)
         [] a = "StartCompaction" -> m \in msgs /\ StartCompaction(s, m)
         [] a = "CompactFreely" -> CompactFreely(s)
         [] a = "FinishCompaction" -> FinishCompaction(s)
         [] a = "BeginTransfer" -> BeginTransfer(s, p)
         [] a = "RequestTransfer" -> RequestTransfer(s, p)
         [] a = "AbortTransfer" -> AbortTransfer(s)
         [] a = "TimeOutTransfer" -> TimeOutTransfer(s)
         [] a = "HandOver" -> p = target[s] /\ HandOver(s)
         [] a = "Tick" -> TickOne(s)
         [] a = "CompactStep" -> CompactStep(s)
         [] a = "StartEpoch" -> m \in msgs /\ StartEpoch(s, m, e.quorum)
         [] a = "Elect" -> Elect(s, e.quorum)
         [] a = "Join" -> JoinAsBuilt(s, p)
         [] a = "FallIll" -> FallIll(s)
         [] a = "Recover" -> Recover(s)
         [] a = "Restart" -> Reboot(s, e.state.run)
         [] a = "StepDown" -> StepsDown(s)
         [] a = "Lags" -> Lags(s, e.lags, p = s)
         [] OTHER -> FALSE

\* As LeadershipTransfer!Next says it.
ChangesFitness == {"FallIll", "Recover", "Restart"}

\* None is forgotten: any may arrive again.
KeepsMessages == msgs \subseteq msgs'

\* What was sent is what was recorded.
SentAsRecorded(e) == e.message # NoM => e.message \in msgs'

\* After the step the replica's state is the recorded one.
SameState(s, state) ==
    /\ pressure'[s] = state.pressure
    /\ run'[s] = state.run
    /\ (s \notin unfit') = state.fit
    /\ target'[s] = state.target
    /\ wait'[s] = state.wait
    /\ (role'[s] = "leader") = (state.led # NoL)
    /\ state.led # NoL =>
        /\ epoch'[s] = state.led.epoch
        /\ heard'[s] = state.led.heard
        /\ granted'[s] = state.led.granted

----------------------------------------------------------------------------
(* Walking along the traces *)

\* Before the first epoch.
TraceInit ==
    /\ role = [s \in Server |-> "follower"]
    /\ epoch = [s \in Server |-> 0]
    /\ pressure = [s \in Server |-> 0]
    /\ run = [s \in Server |-> 0]
    /\ unfit = {}
    /\ lag = [s \in Server |-> Behind]
    /\ target = [s \in Server |-> Nobody]
    /\ wait = [s \in Server |-> 0]
    /\ heard = [s \in Server |-> NoReports]
    /\ granted = [s \in Server |-> NoPermits]
    /\ msgs = {}
    /\ adopted = [s \in Server |-> 0]
    /\ trace \in DOMAIN Traces /\ cursor = 1

TraceNext ==
    /\ cursor <= Len(Traces[trace]) /\ cursor' = cursor + 1 /\ UNCHANGED trace
    /\ LET e == Traces[trace][cursor]
       IN /\ Action(e) /\ Adopts /\ (e.action \notin ChangesFitness => UNCHANGED unfit)
          /\ KeepsMessages /\ SentAsRecorded(e) /\ (e.state # NoS => SameState(e.node, e.state))

TraceSpec == TraceInit /\ [][TraceNext]_traceVars

\* Register 1 of TLC holds the traces that were accepted so far (one worker only).
ASSUME TLCSet(1, {})

PastTheEnd == cursor > Len(Traces[trace])

\* Violated when the last of the traces is accepted: then there is nothing left to be done.
NotAllAccepted ==
    PastTheEnd =>
        LET accepted == TLCGet(1) \cup {trace}
        IN TLCSet(1, accepted) /\ PrintT(<<"accepted", trace>>) /\ accepted # DOMAIN Traces

=============================================================================
