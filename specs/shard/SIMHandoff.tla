----------------------------- MODULE SIMHandoff -----------------------------
(***************************************************************************)
(* Handoff with five groups, random: many attempts, calls and faults.      *)
(*                                                                         *)
(* Left to itself a random run sends the same messages again and again,    *)
(* and spends its faults and its calls before anything has moved.  So only *)
(* what is not on its way is sent, the coordinator gives an attempt time,  *)
(* and faults and calls are spread.                                        *)
(***************************************************************************)
EXTENDS MCHandoff

Sometimes(n) == RandomElement(1..n) = 1

SIMCoordinates ==
    /\ coordinator
    /\ \E g \in Group :
        \/ Sometimes(3) /\ Seal(g)
        \/ Sometimes(IF phase[g] = Sealed THEN 12 ELSE 25) /\ Abort(g)
        \/ epoch[g] < MaxEpoch /\ \E d \in Group : Begin(g, d)
    /\ UNCHANGED <<ghosts, faults, coordinator>>

\* Two calls for each attempt, more or less.
Due == CallsMade <= 2 * Cardinality({m.epoch : m \in msgs})

SIMNext ==
    \* The dice are thrown again: without a step a behaviour would end.
    \/ UNCHANGED mcVars
    \/ Sends /\ msgs' # msgs
    \/ Handles
    \/ SIMCoordinates
    \/ Clients /\ (requests' = requests \/ Due \/ Sometimes(20))
    \/ Sometimes(20) /\ Faults
    \/ Recover

SIMSpec == MCInit /\ [][SIMNext]_mcVars

(* What these behaviours are for *)

Switches == {m.epoch : m \in {n \in msgs : n.type = "Activate"}}
SwitchedOnce == Cardinality(Switches) >= 1
SwitchedTwice == Cardinality(Switches) >= 2
AbortedAfterSeal == \E m \in msgs : m.type = "Manifest" /\ phase[m.src] = Serving /\ epoch[m.src] = m.epoch
FiveGroups == Cardinality({g \in Group : epoch[g] > 0}) >= 5
WrittenAfterMove == \E g \in Group : phase[g] = Serving /\ \E k \in Key : cells[g][k].version >= 2 /\ SwitchedOnce
CrashedMeanwhile == faults > 0 /\ SwitchedOnce
=============================================================================
