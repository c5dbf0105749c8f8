----------------------------- MODULE SIMRoster -----------------------------
(***************************************************************************)
(* Roster at random, with five servers and three epochs.                   *)
(*                                                                         *)
(* As in SIMZabEpochs a new epoch is asked for when the last one has a     *)
(* leader, and then only sometimes; nor are disks replaced all at once.    *)
(***************************************************************************)
EXTENDS MCRoster

\* e is asked for already, or the epoch before it has done something.
Timely(e) ==
    IF e = 1 \/ \E p \in promises : p.epoch = e THEN TRUE
    ELSE Led(e - 1) /\ RandomElement(1..6) = 1

SIMNext ==
    \* The dice are thrown again: without a step a behaviour would end.
    \/ UNCHANGED mcVars
    \/ RandomElement(1..6) = 1 /\ MCWipe
    \/ \E e \in Epoch :
         \/ Timely(e) /\ MCHandleNEWEPOCH(e)
         \/ MCCompleteDiscovery(e) \/ MCFound(e)
         \/ MCHandleSYNC(e) \/ MCHandleNEWLEADER(e)
         \/ MCHandlePROPOSE(e) \/ MCCommit(e) \/ MCPropose(e)
         \/ MCSeal(e) \/ MCRetire(e) \/ MCAdmit(e)

SIMSpec == Sealed /\ [][SIMNext]_mcVars

(* What these behaviours are for *)

Serves == \E e \in Epoch : \E i \in 1..committed[e] : log[e][i].kind = "transaction"
Admitted == \E e \in Epoch : \E i \in 1..committed[e] : log[e][i].kind = "admitting"
=============================================================================
