----------------------------- MODULE Succession -----------------------------
(***************************************************************************)
(* A shorter way from one leader to the next, when the first one leaves    *)
(* its epoch to a successor of its own accord (leadership transfer).       *)
(*                                                                         *)
(* As Zab has it, a successor is elected like anybody: a quorum promises   *)
(* the new epoch (one write to disk), tells its histories, and adopts the  *)
(* latest of them (another write).  But the leader of epoch e knows which  *)
(* history that will be: its own, since nobody else adds to e.  If it has  *)
(* proposed its last in e, and all of that is committed, then whoever has  *)
(* all of e may promise epoch e + 1 to the successor and adopt it in one   *)
(* write, without asking what others have.                                 *)
(*                                                                         *)
(*   leader of e: all is committed, it proposes nothing more (Resign)      *)
(*   successor, then others that have all of e: Join                       *)
(*   a quorum has joined: the successor leads e + 1, established (Succeed) *)
(*                                                                         *)
(* Why it is safe.  What is left of e is committed, so every later epoch   *)
(* begins with it, and none can begin with more of e: there is no more.    *)
(* So e + 1 begins with exactly that, *whoever* leads it (BeginsAlike),    *)
(* and to adopt it is right even if somebody else is elected to e + 1      *)
(* meanwhile.  That there is one leader of e + 1 is shown by promises, as  *)
(* ever: a server promises e + 1 once, by Join or by NEWEPOCH.  If others  *)
(* have promised e + 1 to somebody else, the successor is one of many      *)
(* candidates again.                                                       *)
(*                                                                         *)
(* At the level of ZabEpochs: what is on disk, and who vouched for what.   *)
(* Not built yet: the code elects a successor like anybody.                *)
(*                                                                         *)
(* Source: ACaZoo, section IV-B (the outgoing leader prepares the next);   *)
(* the shorter way is ours.                                                *)
(***************************************************************************)
EXTENDS ZabEpochs

VARIABLES
    \* Of each epoch: to whom its leader has left it; nobody, as long as it goes on.
    \* @type: Int -> Set(SERVER);
    successors

successionVars == <<vars, successors>>

\* @type: Int => Bool;
Resigned(e) == successors[e] # {}

\* Nothing of e is in doubt.
\* @type: Int => Bool;
MayResign(e) == Committed(e, broadcast[e])

\* l, who leads e, leaves it to t.
\* @type: (SERVER, Int, SERVER) => Bool;
Resign(l, e, t) ==
    /\ StillLeads(l, e) /\ Established(e) /\ ~Resigned(e)
    /\ t # l /\ MayResign(e)
    /\ successors' = [successors EXCEPT ![e] = {t}]
    /\ UNCHANGED vars

\* Who has resigned proposes nothing.
\* @type: Int => Bool;
GoesOn(e) == ~Resigned(e)

\* s has all of e on disk, and nothing else.
\* @type: (SERVER, Int) => Bool;
HasAll(s, e) == synced[s] = history[s] /\ \A d \in Epoch : synced[s][d] = LeaderLog(e)[d]

\* s has promised nothing since.
\* @type: (SERVER, Int) => Bool;
MayJoin(s, e) == acceptedEpoch[s] = e

\* s promises e + 1 to t, the successor, and adopts it, in one write.  The successor is the first.
\* @type: (SERVER, SERVER, Int) => Bool;
Join(s, t, e) ==
    /\ t \in successors[e] /\ e + 1 \in Epoch
    /\ s = t \/ t \in promisedTo[t][e + 1]
    /\ MayJoin(s, e) /\ HasAll(s, e)
    /\ acceptedEpoch' = [acceptedEpoch EXCEPT ![s] = e + 1]
    /\ currentEpoch' = [currentEpoch EXCEPT ![s] = e + 1]
    /\ promisedTo' = [promisedTo EXCEPT ![s][e + 1] = {t}]
    /\ promisedCurrent' = [promisedCurrent EXCEPT ![s][e + 1] = e]
    /\ promisedHistory' = [promisedHistory EXCEPT ![s][e + 1] = history[s]]
    /\ acked' = [acked EXCEPT ![s][e + 1] = 0]
    /\ initial' = [initial EXCEPT ![e + 1] = LeaderLog(e)]
    /\ UNCHANGED <<history, synced, leaders, broadcast, successors>>

\* Those of Q have joined t.
\* @type: (SERVER, Int, Set(SERVER)) => Bool;
Joined(t, e, Q) == \A s \in Q : t \in promisedTo[s][e + 1] /\ acked[s][e + 1] = 0

\* A quorum has: t leads e + 1, and is established in it.
\* @type: (SERVER, Int, Set(SERVER)) => Bool;
Succeed(t, e, Q) ==
    /\ t \in successors[e] /\ e + 1 \in Epoch /\ t \notin leaders[e + 1]
    /\ Joined(t, e, Q)
    /\ leaders' = [leaders EXCEPT ![e + 1] = @ \cup {t}]
    /\ UNCHANGED <<epochVars, history, synced, promiseVars, acked, initial, broadcast, successors>>

\* Whoever leads the next epoch, and by whichever way, begins with the same.
BeginsAlike == \A e \in Epoch : Resigned(e) /\ e + 1 \in Epoch /\ Led(e + 1) => initial[e + 1] = LeaderLog(e)

=============================================================================
