----------------------------- MODULE Durability -----------------------------
(***************************************************************************)
(* When an update is acknowledged, and what a loss of power then costs.    *)
(*                                                                         *)
(*   disk     a quorum has it on disk                (option `sync`)       *)
(*   memory   a quorum has it in memory              (option `periodic`)   *)
(*   all      every replica has it in memory         (not built)           *)
(*                                                                         *)
(* In memory means: written to a file, and in the cache of the operating   *)
(* system.  A process that ends loses none of that, and is no step here; a *)
(* machine that loses its power loses what it has not flushed.  With       *)
(* `memory` and `all` a replica flushes from time to time.                 *)
(*                                                                         *)
(* What may be lost:                                                       *)
(*   disk     nothing (NothingToldIsLost).                                 *)
(*   memory   what is not on disk at a quorum yet, and one replica that    *)
(*            loses its power is enough: the others that have it need only *)
(*            be out of reach while it and the rest choose a leader.       *)
(*   all      the same, but a majority must lose their power.              *)
(* In every mode, whatever a quorum of an epoch has flushed is never lost  *)
(* (NothingSettledIsLost).  For that the *epoch* must not be on disk       *)
(* before the history with which it begins, in any mode: a replica that    *)
(* claims an epoch and has lost that history wins the next election, and   *)
(* whatever it had caught up with is gone, old or new, on however many     *)
(* other disks it is.                                                      *)
(* Nor is lost what somebody outside acts upon, who does not take it back  *)
(* (NothingFirmIsLost): with `memory`, such entries are *firm*, and nobody *)
(* vouches for one, nor for what follows it, before it is on the disk.     *)
(* Firm are the commands of a group, by which it agrees with other groups  *)
(* on who owns what; its rosters, after which a member that has left takes *)
(* its disk with it; and whatever is logged while a partition leaves,      *)
(* since the other group is sent it.  So the specs of moves and of members *)
(* hold with `memory`: what they take for committed stays committed.       *)
(*                                                                         *)
(* Abstracted from Zab: messages; discovery is one step of a quorum, and   *)
(* so is a replica's entry into an epoch (ZabEpochs takes both apart, with *)
(* disks that keep everything).                                            *)
(*                                                                         *)
(* Source: ACaZoo, sections III and IV-B (durability batch and periodic).  *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets, Prefixes

CONSTANTS
    \* @type: Set(SERVER);
    Server,
    \* @type: SERVER;
    Nobody,
    \* Epochs, from 1.
    \* @type: Set(Int);
    Epoch,
    \* "disk", "memory" or "all".
    \* @type: Str;
    Mode

VARIABLES
    \* The newest epoch that each server has promised; on disk.
    \* @type: SERVER -> Int;
    promised,
    \* The epoch that each server has entered; on disk.
    \* @type: SERVER -> Int;
    current,
    \* The log, of which the first flushed[s] entries are on disk.  An entry is its zxid.
    \* @type: SERVER -> Seq({ epoch: Int, counter: Int });
    history,
    \* @type: SERVER -> Int;
    flushed,
    \* Of each epoch: who leads it, with which history it began, and with which it goes on.
    \* @type: Int -> SERVER;
    leader,
    \* Epochs whose leaders have lost their power.
    \* @type: Set(Int);
    over,
    \* @type: Int -> Seq({ epoch: Int, counter: Int });
    initial,
    \* @type: Int -> Seq({ epoch: Int, counter: Int });
    proposed,
    \* How much of that each server has acknowledged; -1: it has not entered the epoch.
    \* @type: Int -> SERVER -> Int;
    acked

vars == <<promised, current, history, flushed, leader, over, initial, proposed, acked>>

----------------------------------------------------------------------------

\* @type: Set(SERVER) => Bool;
IsQuorum(Q) == Cardinality(Q) * 2 > Cardinality(Server)

\* @type: Int => Bool;
Begun(e) == leader[e] # Nobody

\* @type: Int => Bool;
IsLed(e) == Begun(e) /\ e \notin over

\* s hears the leader of e, which has not lost its power.
\* @type: (SERVER, Int) => Bool;
Follows(s, e) == IsLed(e) /\ promised[s] = e

\* A history is later by the epoch that was entered, then by its length: in one epoch all are prefixes of one log.
\* @type: (SERVER, SERVER) => Bool;
NotLater(s, t) == current[s] < current[t] \/ (current[s] = current[t] /\ Len(history[s]) <= Len(history[t]))

\* A replica vouches for what it has in memory.
AcknowledgesMemory == Mode # "disk"

\* Whether the entry at this place of a log is firm. (Which ones are, groups decide; models put others in its place.)
\* @type: Int => Bool;
Firm(i) == FALSE

\* What a replica vouches for that has h, of which n entries are on disk.
\* @type: (Seq({ epoch: Int, counter: Int }), Int) => Int;
VouchesFor(h, n) == IF AcknowledgesMemory /\ ~\E i \in DOMAIN h : i > n /\ Firm(i) THEN Len(h) ELSE n

\* Those that have acknowledged n entries of e suffice for a client to be told.
\* @type: (Int, Int) => Bool;
Suffices(e, n) ==
    LET Q == {s \in Server : acked[e][s] >= n}
    IN IF Mode = "all" THEN Q = Server ELSE IsQuorum(Q)

\* @type: Int => Bool;
Established(e) == IsQuorum({s \in Server : acked[e][s] >= Len(initial[e])})

\* How much of its log s has on disk when the epoch is: the history with which it begins.
\* @type: (SERVER, Seq({ epoch: Int, counter: Int })) => Int;
FlushedBefore(s, h) == Len(h)

----------------------------------------------------------------------------

Init ==
    /\ promised = [s \in Server |-> 0]
    /\ current = [s \in Server |-> 0]
    /\ history = [s \in Server |-> <<>>]
    /\ flushed = [s \in Server |-> 0]
    /\ leader = [e \in Epoch |-> Nobody]
    /\ over = {}
    /\ initial = [e \in Epoch |-> <<>>]
    /\ proposed = [e \in Epoch |-> <<>>]
    /\ acked = [e \in Epoch |-> [s \in Server |-> -1]]

\* A quorum promises epoch e to l, one of them, and it begins with the latest history among them, that of t.
\* @type: (SERVER, SERVER, Set(SERVER), Int) => Bool;
Elect(l, t, Q, e) ==
    /\ l \in Q /\ t \in Q /\ IsQuorum(Q)
    /\ \A s \in Q : promised[s] < e /\ NotLater(s, t)
    /\ promised' = [s \in Server |-> IF s \in Q THEN e ELSE promised[s]]
    /\ leader' = [leader EXCEPT ![e] = l]
    /\ initial' = [initial EXCEPT ![e] = history[t]]
    /\ proposed' = [proposed EXCEPT ![e] = history[t]]
    /\ UNCHANGED <<current, history, flushed, over, acked>>

\* s enters epoch e: it has the initial history, cuts what else it had, and writes the epoch; late, it promises it first.
\* @type: (SERVER, Int) => Bool;
Enter(s, e) ==
    /\ IsLed(e) /\ promised[s] <= e /\ current[s] < e
    /\ promised' = [promised EXCEPT ![s] = e]
    /\ history' = [history EXCEPT ![s] = initial[e]]
    /\ flushed' = [flushed EXCEPT ![s] = FlushedBefore(s, initial[e])]
    /\ current' = [current EXCEPT ![s] = e]
    /\ acked' = [acked EXCEPT ![e][s] = Len(initial[e])]
    /\ UNCHANGED <<leader, over, initial, proposed>>

\* The leader of e takes a request.
\* @type: Int => Bool;
Propose(e) ==
    /\ IsLed(e) /\ Established(e)
    /\ proposed' = [proposed EXCEPT ![e] = Append(@, [epoch |-> e, counter |-> Len(@) + 1])]
    /\ UNCHANGED <<promised, current, history, flushed, leader, over, initial, acked>>

\* What s has acknowledged in its epoch once it has h, of which n entries are on disk.
\* @type: (SERVER, Seq({ epoch: Int, counter: Int }), Int) => Bool;
Acknowledge(s, h, n) ==
    acked' = [acked EXCEPT ![current[s]][s] = Max2(@, VouchesFor(h, n))]

\* s, the leader perhaps, writes the next proposal to its log, not to the disk.
\* @type: (SERVER, Int) => Bool;
Write(s, e) ==
    /\ Follows(s, e) /\ current[s] = e
    /\ Len(history[s]) < Len(proposed[e])
    /\ history' = [history EXCEPT ![s] = Prefix(proposed[e], Len(@) + 1)]
    /\ Acknowledge(s, history'[s], flushed[s])
    /\ UNCHANGED <<promised, current, flushed, leader, over, initial, proposed>>

\* s syncs its log. (In an epoch that is over, for nobody.)
\* @type: SERVER => Bool;
Flush(s) ==
    /\ current[s] > 0 /\ flushed[s] < Len(history[s])
    /\ flushed' = [flushed EXCEPT ![s] = Len(history[s])]
    /\ IF Follows(s, current[s]) THEN Acknowledge(s, history[s], Len(history[s])) ELSE UNCHANGED acked
    /\ UNCHANGED <<promised, current, history, leader, over, initial, proposed>>

\* The machine of s loses its power, and comes back with what is on its disk.  It leads no more.
\* @type: SERVER => Bool;
PowerLoss(s) ==
    /\ history' = [history EXCEPT ![s] = Prefix(@, flushed[s])]
    /\ over' = over \cup {e \in Epoch : leader[e] = s}
    /\ UNCHANGED <<promised, current, flushed, leader, initial, proposed, acked>>

Next ==
    \/ \E e \in Epoch :
        \/ \E l, t \in Server, Q \in SUBSET Server : Elect(l, t, Q, e)
        \/ Propose(e)
        \/ \E s \in Server : Enter(s, e) \/ Write(s, e)
    \/ \E s \in Server : Flush(s) \/ PowerLoss(s)

Spec == Init /\ [][Next]_vars

----------------------------------------------------------------------------

\* What clients may have been told that is done: what suffices has been acknowledged to a leader that is established.
\* Nobody takes an acknowledgement back, so it stays told.
Told ==
    UNION {{[epoch |-> e, log |-> Prefix(proposed[e], n)] : n \in {m \in DOMAIN proposed[e] : Suffices(e, m)}} :
               e \in {f \in Epoch : Begun(f) /\ Established(f)}}

\* These are in the history with which each later epoch begins.
\* @type: Set({ epoch: Int, log: Seq({ epoch: Int, counter: Int }) }) => Bool;
Survive(some) == \A t \in some : \A e \in Epoch : e > t.epoch /\ Begun(e) => IsPrefix(t.log, initial[e])

NothingToldIsLost == Survive(Told)

\* A log without what follows its last firm entry.
\* @type: Seq({ epoch: Int, counter: Int }) => Seq({ epoch: Int, counter: Int });
UpToFirm(log) ==
    LET n == {0} \cup {i \in DOMAIN log : Firm(i)}
    IN Prefix(log, CHOOSE i \in n : \A j \in n : j <= i)

NothingFirmIsLost == Survive({[epoch |-> t.epoch, log |-> UpToFirm(t.log)] : t \in Told})
=============================================================================
