-------------------------------- MODULE Zab --------------------------------
(***************************************************************************)
(* ZooKeeper Atomic Broadcast as ZabDB runs it: the protocol that makes    *)
(* the write-ahead log of a replica group.  Refines `ReplicatedLog` (see   *)
(* MCZab, which also states what must hold).                               *)
(*                                                                         *)
(* Discovery: an epoch and the latest history.  Synchronization: a quorum  *)
(* adopts them.  Broadcast: proposals.  Reads: ReadIndex.  Faults.         *)
(*                                                                         *)
(* Nothing here says when to try to lead, whom to follow, when to give up: *)
(* any server may do so at any time.  So every policy of election and of   *)
(* leadership transfer is safe.                                            *)
(***************************************************************************)
EXTENDS Reads, Faults

\* The oracle: who tries to lead, and who follows whom.
OracleNext ==
    \/ \E s \in Server : Lead(s)
    \/ \E s, d \in Server : Follow(s, d)

\* Steps by which a leader comes to be established. A follower hears from its leader only.
ElectionNext ==
    \E s \in Server :
        \/ ProposeEpoch(s)
        \/ LeaderPersistAcceptedEpoch(s)
        \/ FollowerPersistAcceptedEpoch(s)
        \/ CompleteDiscovery(s)
        \/ LeaderPersistCurrentEpoch(s)
        \/ FollowerPersistCurrentEpoch(s)
        \/ Establish(s)
        \/ HandleNEWEPOCH(s, leader[s])
        \/ HandlePULL(s, leader[s])
        \/ HandleSYNC(s, leader[s])
        \/ HandleNEWLEADER(s, leader[s])
        \/ HandleCOMMITLD(s, leader[s])
        \/ \E f \in Server :
            \/ HandleCEPOCH(s, f)
            \/ HandleACKEPOCH(s, f)
            \/ PullHistory(s, f)
            \/ HandlePULLED(s, f)
            \/ TakePart(s, f)
            \/ HandleACKLD(s, f)

BroadcastNext ==
    \E s \in Server :
        \/ \E n \in DOMAIN history[s] : Fsync(s, n)
        \/ HandlePROPOSE(s, leader[s])
        \/ HandleCOMMIT(s, leader[s])
        \/ \E f \in Server : HandleACK(s, f)

ReadNext ==
    \E s \in Server :
        \/ ServeRead(s)
        \/ HandlePING(s, leader[s])
        \/ \E f \in Server : HandlePONG(s, f)

\* The replicas' own steps, once they know their roles and have something to do.
ProtocolNext == ElectionNext \/ BroadcastNext \/ ReadNext

ClientNext ==
    \/ \E s \in Server, q \in Request : ClientRequest(s, q)
    \/ \E s \in Server : ClientRead(s)

FaultNext ==
    \E s \in Server :
        \/ Disconnect(s) \/ StepDown(s) \/ Restart(s)
        \/ \E n \in DOMAIN history[s] : TakeCheckpoint(s, n)

Next == OracleNext \/ ProtocolNext \/ ClientNext \/ FaultNext

Spec == Init /\ [][Next]_vars

=============================================================================
