----------------------------- MODULE MCZabLive -----------------------------
(***************************************************************************)
(* Liveness of Zab: when faults stop and a quorum is connected, a leader   *)
(* is established, requests commit, and reads are answered.                *)
(*                                                                         *)
(* Until `stable`, anything may happen within the budgets.  From then on   *)
(* the servers outside the Core are silent for ever, the oracle settles on *)
(* the Favourite (an election does so in reality), and nothing fails.      *)
(* Steps of the Core are taken when they can be (weak fairness).  A leader *)
(* that cannot get on, since nothing is under way and no step is possible, *)
(* times out and tries again with a newer epoch; the budget of leaders     *)
(* bounds how often that may be needed.                                    *)
(*                                                                         *)
(* Actions are bounded, not states, so that nothing holds vacuously.       *)
(***************************************************************************)
EXTENDS Zab

CONSTANTS
    \* @type: Set(SESSION);
    Session,
    \* @type: Int;
    MaxSeq,
    \* How many leaders are named before stability.
    \* @type: Int;
    MaxLeads,
    \* How often the Favourite may be named afterwards.
    \* @type: Int;
    MaxTries,
    \* How many faults of any kind there may be.
    \* @type: Int;
    MaxFaults,
    \* How many reads the Favourite may begin.
    \* @type: Int;
    MaxReads,
    \* @type: Set(SERVER);
    Core,
    \* @type: SERVER;
    Favourite

VARIABLES
    \* @type: Bool;
    stable,
    \* @type: Int;
    leads,
    \* @type: Int;
    faults

liveVars == <<vars, stable, leads, faults>>

LiveRequest == [session : Session, seq : 1..MaxSeq]

ASSUME IsQuorum(Core) /\ Favourite \in Core

LiveInit == Init /\ stable = FALSE /\ leads = 0 /\ faults = 0

\* Steps of one server, as in Zab!ProtocolNext.
StepOf(s) ==
    \/ ProposeEpoch(s) \/ LeaderPersistAcceptedEpoch(s) \/ FollowerPersistAcceptedEpoch(s)
    \/ CompleteDiscovery(s) \/ LeaderPersistCurrentEpoch(s) \/ FollowerPersistCurrentEpoch(s) \/ Establish(s)
    \/ HandleNEWEPOCH(s, leader[s]) \/ HandlePULL(s, leader[s]) \/ HandleSYNC(s, leader[s])
    \/ HandleNEWLEADER(s, leader[s]) \/ HandleCOMMITLD(s, leader[s])
    \/ Fsync(s, Len(history[s])) \/ HandlePROPOSE(s, leader[s]) \/ HandleCOMMIT(s, leader[s])
    \/ \E f \in Server :
        \/ HandleCEPOCH(s, f) \/ HandleACKEPOCH(s, f) \/ PullHistory(s, f)
        \/ HandlePULLED(s, f) \/ HandleACKLD(s, f) \/ HandleACK(s, f) \/ HandlePONG(s, f)
    \/ HandlePING(s, leader[s]) \/ ServeRead(s)

Protocol(s) == (stable => s \in Core) /\ StepOf(s) /\ UNCHANGED <<stable, leads, faults>>

\* Any server may try to lead before stability, only the Favourite after it.
Leads(s) ==
    /\ stable => s = Favourite
    /\ leads < (IF stable THEN MaxTries ELSE MaxLeads) /\ leads' = leads + 1
    /\ Lead(s)
    /\ UNCHANGED <<stable, faults>>

Follows(f) ==
    /\ \E l \in Server : (stable => l = Favourite /\ f \in Core \ {l}) /\ Follow(f, l)
    /\ UNCHANGED <<stable, leads, faults>>

Requests(l) ==
    /\ stable => l \in Core
    /\ \E q \in Request : ClientRequest(l, q)
    /\ UNCHANGED <<stable, leads, faults>>

\* (Of one that began before, nobody who is silent now need answer: whoever waits begins another.)
AsksRead(l) ==
    /\ stable /\ l = Favourite /\ Core \subseteq ackLeader[l]
    /\ reads[l].round < MaxReads
    /\ ClientRead(l)
    /\ UNCHANGED <<stable, leads, faults>>

Fault(s) ==
    /\ ~stable
    /\ faults < MaxFaults /\ faults' = faults + 1
    /\ Disconnect(s) \/ StepDown(s) \/ Restart(s)
    /\ UNCHANGED <<stable, leads>>

\* From now on the rest of the group is silent: what it holds of the Core's connections is closed.
Stabilise ==
    /\ ~stable
    /\ stable' = TRUE
    /\ leads' = 0
    /\ UNCHANGED <<vars, faults>>

\* Nothing is under way at the Core, and its leader is not established: it times out.
Stuck == \A s \in Core : ~ENABLED StepOf(s)

\* A server of the Core gives up a role in which it cannot get on.
GivesUp(s) ==
    /\ stable /\ s \in Core
    /\ \/ role[s] = FOLLOWING /\ leader[s] # Favourite /\ Disconnect(s)
       \/ role[s] = LEADING /\ s # Favourite /\ StepDown(s)
       \/ s = Favourite /\ role[s] = LEADING /\ phase[s] # BROADCAST /\ Stuck
            /\ (\A f \in Core \ {s} : Connected(s, f)) /\ StepDown(s)
    /\ UNCHANGED <<stable, leads, faults>>

LiveNext ==
    \/ Stabilise
    \/ \E s \in Server : Protocol(s) \/ Leads(s) \/ Follows(s) \/ Requests(s) \/ AsksRead(s) \/ Fault(s) \/ GivesUp(s)

LiveSpec ==
    /\ LiveInit /\ [][LiveNext]_liveVars
    /\ WF_liveVars(Stabilise)
    /\ \A s \in Server :
        /\ WF_liveVars(Protocol(s) /\ s \in Core)
        /\ WF_liveVars(Leads(s) /\ stable)
        /\ WF_liveVars(Follows(s) /\ stable)
        /\ WF_liveVars(Requests(s) /\ stable)
        /\ WF_liveVars(GivesUp(s))

\* @type: Bool;
FavouriteLeads == role[Favourite] = LEADING /\ phase[Favourite] = BROADCAST

\* A leader is established in the end, and stays.
LeaderEstablished == <>[]FavouriteLeads

\* All requests are committed in the end, and the whole Core knows.
RequestsCommit ==
    <>[](\A s \in Core : RequestsIn(Prefix(history[s], lastCommitted[s])) = Request)

\* Whoever asks whether it still leads hears it.
ReadsServed == \A s \in Server : reads[s].active ~> ~reads[s].active

=============================================================================
