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
    \E e \in Epoch :
        \/ Timely(e) /\ \E s, l \in Server : OwnPromiseFirst(s, l, e) /\ HandleNEWEPOCH(s, l, e)
        \/ \E l, s \in Server, Q \in Quorum : CompleteDiscovery(l, e, s, Q)
        \/ \E s \in Server, d \in Epoch : Truncate(s, e, d) \/ Fetch(s, e, d)
        \/ \E s \in Server : HandleNEWLEADER(s, e) \/ HandlePROPOSE(s, e)
        \/ broadcast[e] < MaxCounter /\ Propose(e)

SIMSpec == Init /\ [][SIMNext]_vars
=============================================================================
