---------------------------- MODULE INDZabEpochs ----------------------------
(***************************************************************************)
(* Is IndInv inductive?  TLC tries: it draws states at random, keeps those *)
(* that satisfy IndInv, reachable or not, takes every step from each, and  *)
(* checks IndInv after it (and Safety before it).                          *)
(*                                                                         *)
(* Of states drawn blindly nearly none would satisfy the invariant.  So    *)
(* they are drawn epoch by epoch, the way the protocol might have made     *)
(* them: who led with whose promises, how much was proposed, what each     *)
(* server acknowledged; a log is drawn as its last zxid, which determines  *)
(* it.  The draw only proposes; IndInv decides.                            *)
(***************************************************************************)
EXTENDS MCZabEpochs, Randomization

CONSTANTS
    \* How many states are drawn; four in ten satisfy IndInv.
    \* @type: Int;
    Draws

\* One element of S, drawn anew at each call: i keeps TLC from remembering the draw.
\* @type: (Int, Set(a)) => Set(a);
OneOf(i, S) == RandomSubset(1, S)

\* The greatest number in S.
Greatest(S) == CHOOSE x \in S : \A y \in S : y <= x

\* Logs are drawn by their last zxid.  Half of the draws have epoch 0: what the server acknowledged, untouched.
Zxid == {0} \X (1..MaxEpoch * MaxCounter) \cup Epoch \X (1..MaxCounter)

\* f, or when one is asked for f with one value replaced.
Twisted(twist, n, f, changed) == IF twist = n THEN changed ELSE f

\* @type: Int => Bool;
Draw(i) ==
    \E quorum \in OneOf(i, [Epoch -> Quorum]), leader \in OneOf(i, [Epoch -> Server]), leads \in OneOf(i, [Epoch -> 0..3]),
       sent \in OneOf(i, [Epoch -> 0..MaxCounter]), acks \in OneOf(i, [Server \X Epoch -> (-1)..MaxCounter]),
       said \in OneOf(i, [Server \X Epoch -> Zxid]), ends \in OneOf(i, [Server -> Zxid]),
       asked \in OneOf(i, [Server \X Epoch -> {{}} \cup {{l} : l \in Server}]),
       newer \in OneOf(i, [Server -> 0..MaxEpoch]),
       twist \in OneOf(i, 0..12), s1 \in OneOf(i, Server), e1 \in OneOf(i, Epoch), k \in OneOf(i, 0..MaxCounter),
       who \in OneOf(i, SUBSET Server), g \in OneOf(i, [Epoch -> 0..MaxCounter]) :
    LET \* A quorum has promised each epoch to somebody, who in one epoch of four has not gone further.
        led(e) == leads[e] # 0
        \* Nothing is proposed unless a quorum acknowledged the initial history.
        last == [e \in Epoch |-> IF led(e) /\ \E Q \in Quorum : \A s \in Q : acks[s, e] >= 0 THEN sent[e] ELSE 0]
        ack == [s \in Server |-> [e \in Epoch |-> IF ~led(e) THEN -1
                                                   ELSE IF acks[s, e] > last[e] THEN last[e] ELSE acks[s, e]]]
        \* The currentEpoch of s before it promises e.
        current == [s \in Server |-> [e \in 1..MaxEpoch + 1 |->
                       Greatest({0} \cup {c \in Epoch : c < e /\ ack[s][c] >= 0})]]
        now == [s \in Server |-> current[s][MaxEpoch + 1]]
        promises == [s \in Server |-> [e \in Epoch |-> IF s \in quorum[e] THEN {leader[e]} ELSE asked[s, e]]]
        accepted == [s \in Server |-> Greatest({newer[s], now[s]} \cup {e \in Epoch : promises[s][e] # {}})]
        \* The log of s before it promises e, ending with z, if `f` has the initial histories of epochs below e.
        log(s, e, z, f) ==
            IF z[1] > 0 /\ z[1] < e /\ z[2] <= last[z[1]] THEN [f[z[1]] EXCEPT ![z[1]] = z[2]]
            ELSE IF current[s][e] = 0 THEN EmptyLog
            ELSE [f[current[s][e]] EXCEPT ![current[s][e]] = ack[s][current[s][e]]]
        \* The latest history in the quorum of e's leader.
        latest(e, f) ==
            LET report == [s \in quorum[e] |-> log(s, e, said[s, e], f)]
            IN report[CHOOSE s \in quorum[e] :
                        \A t \in quorum[e] : \/ current[t][e] < current[s][e]
                                             \/ current[t][e] = current[s][e] /\ EndsNoLater(report[t], report[s])]
        with(e, f) == IF led(e) THEN [f EXCEPT ![e] = latest(e, f)] ELSE f
        first == with(3, with(2, with(1, [e \in Epoch |-> EmptyLog])))
        logs == [s \in Server |-> log(s, accepted[s] + 1, IF now[s] = accepted[s] /\ twist \notin {0, 10} THEN <<0, 1>> ELSE ends[s], first)]
        told == [s \in Server |-> [e \in Epoch |-> log(s, e, said[s, e], first)]]
        lead == [e \in Epoch |-> IF led(e) THEN {leader[e]} ELSE {}]
    IN /\ acceptedEpoch = Twisted(twist, 1, accepted, [accepted EXCEPT ![s1] = e1])
       /\ currentEpoch = Twisted(twist, 2, now, [now EXCEPT ![s1] = e1])
       /\ history = Twisted(twist, 3, logs, [logs EXCEPT ![s1] = g])
       \* On disk is all of the log, or what there was before the last promise.
       /\ \E half \in OneOf(i, SUBSET Server) :
            synced = [s \in Server |-> IF s \in half THEN log(s, accepted[s], ends[s], first) ELSE history[s]]
       /\ promisedTo = Twisted(twist, 4, promises, [promises EXCEPT ![s1][e1] = who])
       /\ promisedCurrent = [s \in Server |-> [e \in Epoch |-> current[s][e]]]
       /\ promisedHistory = Twisted(twist, 5, told, [told EXCEPT ![s1][e1] = g])
       /\ acked = Twisted(twist, 6, ack, [ack EXCEPT ![s1][e1] = k])
       /\ leaders = Twisted(twist, 7, lead, [lead EXCEPT ![e1] = who])
       /\ initial = Twisted(twist, 8, first, [first EXCEPT ![e1] = g])
       /\ broadcast = Twisted(twist, 9, last, [last EXCEPT ![e1] = k])

\* The states that the step starts from.
IndInit == (\E i \in 1..Draws : Draw(i)) /\ IndInv

\* ZabEpochs!Next; the conditions are asked before the logs are enumerated.
IndNext ==
    \E s \in Server :
        \/ synced[s] # history[s] /\ (Crash(s) \/ MCFsync(s))
        \/ \E e \in Epoch :
            \/ \E l \in Server : HandleNEWEPOCH(s, l, e)
            \/ \E t \in Server, Q \in Quorum : CompleteDiscovery(s, e, t, Q)
            \/ MCPull(s, e) \/ MCHandleSYNC(s, e) \/ HandleNEWLEADER(s, e) \/ Propose(s, e)

IndSpec == IndInit /\ [][IndNext]_vars

\* A step from the states drawn, and, what they lead to being cheap, a second one.
TwoSteps == TLCGet("level") < 2
=============================================================================
