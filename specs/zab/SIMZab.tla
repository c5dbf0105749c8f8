------------------------------- MODULE SIMZab -------------------------------
(***************************************************************************)
(* Zab with five servers, two sessions and many faults: random behaviours. *)
(*                                                                         *)
(* Left to itself a random run spends its faults and its leaders before    *)
(* anything is established: there are always more ways to fail than to go  *)
(* on.  So the oracle names a new leader where none is at work, faults are *)
(* rare until a leader is established, and a replica that has what nobody  *)
(* else has, or has nothing, takes its time to follow: what a new leader   *)
(* begins without is cut off, and what was purged comes as a checkpoint.   *)
(* Anything remains possible at any time.                                  *)
(***************************************************************************)
EXTENDS MCZab

Sometimes(n) == RandomElement(1..n) = 1

\* A leader in whose epoch a quorum is.
AtWork == \E l \in Server : role[l] = LEADING /\ phase[l] = BROADCAST /\ IsQuorum({l} \cup {f \in Server : Connected(l, f)})

\* Somebody tries to get there, and a quorum may still follow.
Trying == \E l \in Server : role[l] = LEADING /\ (phase[l] # BROADCAST \/ AtWork)

\* The epoch has been of use: something was committed in it, or is under way.
Ripe == AtWork /\ \E l \in Server : role[l] = LEADING /\ phase[l] = BROADCAST /\ \E i \in DOMAIN history[l] : history[l][i].epoch = acceptedEpoch[l]

\* s has synced what nobody else has.
Alone(s) == synced[s] > Len(log) /\ \A d \in Server \ {s} : Len(history[d]) <= Len(log)

\* Until others are at work without it, or until what it lacks is purged.
Slow(s) ==
    \/ Len(history[s]) > Len(log) /\ ~AtWork
    \/ Len(log) > 0 /\ history[s] = <<>> /\ \A d \in Server : checkpoint[d] = 0

SIMNext ==
    \* The dice are thrown again: without a step a behaviour would end.
    \/ UNCHANGED mcVars
    \/ \E s \in Server :
        \/ (~Trying \/ Sometimes(60)) /\ (~Slow(s) \/ Sometimes(30)) /\ MCLead(s)
        \/ (~Slow(s) \/ Sometimes(30)) /\ MCFollow(s)
        \/ Sometimes(IF Alone(s) THEN 2 ELSE IF Ripe THEN 8 ELSE 200) /\ (MCStepDown(s) \/ MCRestart(s))
        \/ Sometimes(IF AtWork THEN 20 ELSE 200) /\ MCDisconnect(s)
        \/ Sometimes(3) /\ MCTakeCheckpoint(s)
        \/ MCProposeEpoch(s) \/ MCLeaderPersistAcceptedEpoch(s) \/ MCFollowerPersistAcceptedEpoch(s)
        \/ MCHandleCEPOCH(s) \/ MCHandleNEWEPOCH(s) \/ MCHandleACKEPOCH(s)
        \/ MCPullHistory(s) \/ MCHandlePULL(s) \/ MCHandlePULLED(s)
        \/ MCCompleteDiscovery(s) \/ MCHandleSYNC(s) \/ MCHandleNEWLEADER(s)
        \/ MCTakePart(s)
        \/ MCLeaderPersistCurrentEpoch(s) \/ MCFollowerPersistCurrentEpoch(s)
        \/ MCHandleACKLD(s) \/ MCEstablish(s) \/ MCHandleCOMMITLD(s)
        \/ MCClientRequest(s) \/ MCHandlePROPOSE(s) \/ MCFsync(s) \/ MCHandleACK(s) \/ MCHandleCOMMIT(s)
        \/ (Sometimes(4) /\ MCClientRead(s)) \/ MCHandlePING(s) \/ MCHandlePONG(s) \/ MCServeRead(s)

SIMSpec == MCInit /\ [][SIMNext]_mcVars

(* What these behaviours are for *)

Established(e) == e \in Epoch /\ primary[e] # {}
SecondEpoch == Cardinality({e \in Epoch : Established(e)}) >= 2
ThirdEpoch == Cardinality({e \in Epoch : Established(e)}) >= 3
InLine(mode) == \E s, d \in Server : Receives(d, s, "SYNC") /\ Head(msgs[s][d]).mode = mode
Truncation == InLine("TRUNC")
Snapshot == InLine("SNAP")
Pulled == \E s, d \in Server : Receives(d, s, "PULLED") /\ Head(msgs[s][d]).entries # <<>>
Divided == spent["parts"] > 0
\* Two sessions have used the same number, and nothing is purged: what is purged nobody asks for.
TwoSessions ==
    /\ \A s \in Server : checkpoint[s] = 0
    /\ \E s \in Server : \E i, j \in DOMAIN history[s] :
        history[s][i].seq = history[s][j].seq /\ history[s][i].session # history[s][j].session
FiveServers == \A s \in Server : role[s] # LOOKING
ReadServed == \E s \in Server : Confirmed(s) /\ reads[s].index > 0
=============================================================================
