---------------------------- MODULE SIMZabEpochs ----------------------------
(***************************************************************************)
(* ZabEpochs at random, with five servers and four epochs.                 *)
(*                                                                         *)
(* Left to itself a random run spends its epochs in no time, for there are *)
(* always more ways to promise than to do anything else.  So a new epoch   *)
(* is only asked for when the last one has a leader, and then one time in  *)
(* five.                                                                   *)
(***************************************************************************)
EXTENDS MCZabEpochs

\* e is asked for already, or the epoch before it has done something.
Timely(e) ==
    IF e = 1 \/ \E s \in Server : promisedTo[s][e] # {} THEN TRUE
    ELSE Led(e - 1) /\ RandomElement(1..5) = 1

SIMNext ==
    \* The dice are thrown again: without a step a behaviour would end.
    \/ UNCHANGED vars
    \/ \E s \in Server :
            \/ synced[s] # history[s] /\ RandomElement(1..5) = 1 /\ Crash(s)
            \/ MCFsync(s)
            \/ \E e \in Epoch :
                \/ Timely(e) /\ \E l \in Server : OwnPromiseFirst(s, l, e) /\ HandleNEWEPOCH(s, l, e)
                \/ \E t \in Server, Q \in Quorum : CompleteDiscovery(s, e, t, Q)
                \/ MCPull(s, e) \/ MCHandleSYNC(s, e) \/ HandleNEWLEADER(s, e) \/ MCPropose(s, e)

SIMSpec == Init /\ [][SIMNext]_vars

(* What these behaviours are for *)

TwoCommits == \E d, e \in Epoch : d < e /\ Committed(d, 1) /\ Committed(e, 1)
TwoCandidates == \E e \in Epoch, s, t \in Server : promisedTo[s][e] \notin {{}, promisedTo[t][e]} /\ promisedTo[t][e] # {}
Inherited == \E e \in Epoch : Led(e) /\ initial[e] # EmptyLog
=============================================================================
