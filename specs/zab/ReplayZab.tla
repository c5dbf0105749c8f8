------------------------------ MODULE ReplayZab ------------------------------
(***************************************************************************)
(* Random behaviours of Zab, printed step by step, for the Java core to    *)
(* follow (io.zabdb.conformance.replay).                                   *)
(*                                                                         *)
(* Zab!Next with budgets, and a variable that names the step taken.  Each  *)
(* behaviour draws its budgets at the start, so that some are quiet and    *)
(* some full of faults.  After each step the invariant Printed prints the  *)
(* step and the state of those that it may have changed; TLC's simulator   *)
(* evaluates invariants on all successors that the action it drew has, so  *)
(* each action must have one only: what else there is to choose is drawn   *)
(* here (Drawn).                                                           *)
(***************************************************************************)
EXTENDS Zab, TLC

CONSTANTS Session, MaxSeq

VARIABLES
    \* The step that led here: action, server, peer, n, session, seq.
    act,
    \* How many steps of each bounded kind are left.
    budget

replayVars == <<vars, act, budget>>

ReplayRequest == [session : Session, seq : 1..MaxSeq]

Budgets == [leads : {4, 8, 12}, faults : {4, 8, 16}, checkpoints : {0, 3}, reads : {0, 3}]

\* One time in k: what would happen too often, were all steps drawn alike.
OneIn(k) == RandomElement(1..k) = 1

\* A set with one element of S drawn at random; none if S is empty.
Drawn(S) == IF S = {} THEN {} ELSE {RandomElement(S)}

\* Two leaders at a time are worth the while, but not always; three wait for each other for ever.
WorthLeading(s) == (\E t \in Server : role[t] = LEADING) => OneIn(60)

\* What there is to be disturbed: rather an epoch that has begun than one that is about to.
WorthDisturbing(s) ==
    IF role[s] = LOOKING THEN Len(history[s]) > synced[s] /\ OneIn(4)
    ELSE IF phase[leader[s]] = BROADCAST THEN OneIn(12) ELSE OneIn(80)

ReplayInit ==
    /\ Init
    /\ act = [action |-> "Init"]
    /\ budget \in Budgets

Did(action, s, d, n, q) ==
    act' = [action |-> action, server |-> s, peer |-> d, n |-> n, session |-> q.session, seq |-> q.seq]

NoRequest == [session |-> 0, seq |-> 0]
Free == UNCHANGED budget
Spend(kind) == budget[kind] > 0 /\ budget' = [budget EXCEPT ![kind] = @ - 1]

\* Steps of s alone.
Own(action, s) == Did(action, s, s, 0, NoRequest) /\ Free
\* Steps of s with d.
With(action, s, d) == Did(action, s, d, 0, NoRequest) /\ Free
\* What clients ask of s: of each session the lowest number that is new to it.
Asked(s) ==
    {r \in Request : Fresh(s, r) /\ \A q \in Request : q.session = r.session /\ Fresh(s, q) => q.seq >= r.seq}
\* s may leave its role in this step; how many of its messages still arrive is drawn before.
Leaving(s, step) ==
    \E n \in Drawn(0..Len(msgs[s][leader[s]])) :
        step /\ (role'[s] = LOOKING => Len(msgs'[s][leader[s]]) = n)

\* s takes the beginning of what comes from d; how much that is, is drawn before.
Parted(s, d) ==
    /\ Receives(s, d, "SYNC") \/ Receives(s, d, "PULLED")
    /\ \E k \in Drawn(Divisions(s, Head(msgs[d][s]))) : Divide(s, d, k) /\ TakePart(s, d)

\* A replica waits for the end of a write of acceptedEpoch before it leaves a role, as docs/ambiguities.md
\* allows it; a crash does not.
NotWriting(action, s) ==
    \A t \in Leavers(s) : pending[t].field = "acceptedEpoch" => action = "Restart" /\ t = s

Fault(action, s, step) ==
    WorthDisturbing(s) /\ NotWriting(action, s) /\ Leaving(s, step) /\ Did(action, s, leader[s], 0, NoRequest) /\ Spend("faults")

ReplayNext ==
    \E s \in Server :
        \/ WorthLeading(s) /\ Spend("leads") /\ Lead(s) /\ Did("Lead", s, s, 0, NoRequest)
        \/ \E l \in Server : Follow(s, l) /\ With("Follow", s, l)
        \/ ProposeEpoch(s) /\ Own("ProposeEpoch", s)
        \/ LeaderPersistAcceptedEpoch(s) /\ Own("LeaderPersistAcceptedEpoch", s)
        \/ FollowerPersistAcceptedEpoch(s) /\ Own("FollowerPersistAcceptedEpoch", s)
        \/ CompleteDiscovery(s) /\ Own("CompleteDiscovery", s)
        \/ LeaderPersistCurrentEpoch(s) /\ Own("LeaderPersistCurrentEpoch", s)
        \/ FollowerPersistCurrentEpoch(s) /\ Own("FollowerPersistCurrentEpoch", s)
        \/ Establish(s) /\ Own("Establish", s)
        \/ Leaving(s, HandleNEWEPOCH(s, leader[s])) /\ With("HandleNEWEPOCH", s, leader[s])
        \/ HandlePULL(s, leader[s]) /\ With("HandlePULL", s, leader[s])
        \/ HandleSYNC(s, leader[s]) /\ With("HandleSYNC", s, leader[s])
        \/ HandleNEWLEADER(s, leader[s]) /\ With("HandleNEWLEADER", s, leader[s])
        \/ HandleCOMMITLD(s, leader[s]) /\ With("HandleCOMMITLD", s, leader[s])
        \/ HandlePROPOSE(s, leader[s]) /\ With("HandlePROPOSE", s, leader[s])
        \/ HandleCOMMIT(s, leader[s]) /\ With("HandleCOMMIT", s, leader[s])
        \/ HandlePING(s, leader[s]) /\ With("HandlePING", s, leader[s])
        \/ \E f \in Server :
            \/ HandleCEPOCH(s, f) /\ With("HandleCEPOCH", s, f)
            \/ HandleACKEPOCH(s, f) /\ With("HandleACKEPOCH", s, f)
            \/ PullHistory(s, f) /\ With("PullHistory", s, f)
            \/ HandlePULLED(s, f) /\ With("HandlePULLED", s, f)
            \/ OneIn(2) /\ Parted(s, f) /\ With("TakePart", s, f)
            \/ HandleACKLD(s, f) /\ With("HandleACKLD", s, f)
            \/ HandleACK(s, f) /\ With("HandleACK", s, f)
            \/ HandlePONG(s, f) /\ With("HandlePONG", s, f)
        \/ OneIn(3) /\ \E n \in Drawn(synced[s] + 1..Len(history[s])) : Fsync(s, n) /\ Did("Fsync", s, s, n, NoRequest) /\ Free
        \/ OneIn(6) /\ \E q \in Drawn(Asked(s)) : ClientRequest(s, q) /\ Did("ClientRequest", s, s, 0, q) /\ Free
        \/ ClientRead(s) /\ Did("ClientRead", s, s, 0, NoRequest) /\ Spend("reads")
        \/ ServeRead(s) /\ Own("ServeRead", s)
        \/ Fault("Disconnect", s, Disconnect(s))
        \/ Fault("StepDown", s, StepDown(s))
        \/ Fault("Restart", s, Restart(s))
        \/ OneIn(3) /\ \E n \in Drawn(checkpoint[s] + 1..Checkpointable(s)) :
            TakeCheckpoint(s, n) /\ Did("TakeCheckpoint", s, s, n, NoRequest) /\ Spend("checkpoints")

ReplaySpec == ReplayInit /\ [][ReplayNext]_replayVars

----------------------------------------------------------------------------
(* What is printed *)

Entries(h) == [i \in DOMAIN h |-> <<h[i].epoch, h[i].counter, h[i].session, h[i].seq>>]

\* What belongs to a leader is printed of leaders only; of others it has its initial value.
Led(s) ==
    IF role[s] # LEADING THEN <<>>
    ELSE <<cepoch[s],
           [f \in Server |-> <<ackEpoch[s][f].state, ackEpoch[s][f].epoch,
                               ackEpoch[s][f].zxid.epoch, ackEpoch[s][f].zxid.counter>>],
           forwarding[s], ackLeader[s], acked[s],
           <<reads[s].round, reads[s].index, reads[s].acks, reads[s].active>> >>

State(s) ==
    <<s, acceptedEpoch[s], currentEpoch[s], Entries(history[s]), synced[s], checkpoint[s],
      role[s], phase[s], leader[s], <<pending[s].field, pending[s].epoch, pending[s].upTo>>,
      lastCommitted[s], Led(s)>>

Brief(m) == <<m.type, m.epoch, m.zxid.epoch, m.zxid.counter, m.mode, m.round, Entries(m.entries)>>

Channel(i, d) == <<i, d, [n \in DOMAIN msgs[i][d] |-> Brief(msgs[i][d][n])]>>

\* Those whose state a step may have changed: the one that took it and, if it left a role, its followers.
Touched ==
    IF act.action = "Init" THEN {}
    ELSE IF act.action \in {"StepDown", "Restart"} THEN Server ELSE {act.server}

\* All that is under way to or from those touched; what is not printed is nothing.
Channels ==
    {Channel(c[1], c[2]) : c \in {c \in Touched \X Server \cup Server \X Touched : msgs[c[1]][c[2]] # <<>>}}

Printed ==
    PrintT(ToString(<<"step", TLCGet("level"), act, {State(s) : s \in Touched}, Channels>>))

=============================================================================
