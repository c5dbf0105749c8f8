------------------------------- MODULE MCZab -------------------------------
(***************************************************************************)
(* Zab with bounds, the ghosts that its properties need, and the           *)
(* properties.                                                             *)
(*                                                                         *)
(* Bounds are budgets: how often the oracle may name a leader, how many    *)
(* connections break, and so on, whoever and whenever.  They bound actions,*)
(* not states, so that what is under way can always end.                   *)
(*                                                                         *)
(* The ghosts never influence a step: Bookkeep computes them from the      *)
(* state before and after it.                                              *)
(***************************************************************************)
EXTENDS Zab, TLC

CONSTANTS
    \* @type: Set(SESSION);
    Session,
    \* @type: Int;
    MaxSeq,
    \* @type: Int;
    MaxLeads,
    \* @type: Int;
    MaxRestarts,
    \* @type: Int;
    MaxDisconnects,
    \* @type: Int;
    MaxStepDowns,
    \* @type: Int;
    MaxCheckpoints,
    \* @type: Int;
    MaxReads

VARIABLES
    \* The longest sequence that any replica has known to be committed.
    \* @type: Seq($entry);
    log,
    \* @type: Int -> Set(SERVER);
    primary,
    \* @type: Int -> Seq($entry);
    initial,
    \* @type: Int -> Seq($entry);
    proposed,
    \* For the read under way at each leader: how much was committed anywhere when it was asked.
    \* @type: SERVER -> Int;
    asked,
    \* Whether a read was ever answered from an older state than it had to see.
    \* @type: Bool;
    staleRead,
    \* How often each kind of bounded step was taken.
    \* @type: Str -> Int;
    spent

ghosts == <<log, primary, initial, proposed, asked, staleRead>>
mcVars == <<vars, ghosts, spent>>

Epoch == 1..MaxLeads
MCRequest == [session : Session, seq : 1..MaxSeq]

\* How often a message is divided: replaced where that is of interest.
MaxParts == 0
Once == 1

Budgets == [leads |-> MaxLeads, restarts |-> MaxRestarts, disconnects |-> MaxDisconnects,
            stepDowns |-> MaxStepDowns, checkpoints |-> MaxCheckpoints, reads |-> MaxReads, parts |-> MaxParts]

MCInit ==
    /\ Init
    /\ log = <<>>
    /\ primary = [e \in Epoch |-> {}]
    /\ initial = [e \in Epoch |-> <<>>]
    /\ proposed = [e \in Epoch |-> <<>>]
    /\ asked = [s \in Server |-> 0]
    /\ staleRead = FALSE
    /\ spent = [k \in DOMAIN Budgets |-> 0]

Delivered(s) == Prefix(history[s], Min2(lastCommitted[s], Len(history[s])))

\* The longer of the agreed sequence and what replica s knows to be committed after this step.
Extended(s) == IF lastCommitted'[s] > Len(log) THEN Delivered(s)' ELSE log

Agreed == log' = (CHOOSE t \in {Extended(s) : s \in Server} : \A s \in Server : Len(t) >= Len(Extended(s)))

\* What was asked is forgotten with the read.
Reading == asked' = [s \in Server |-> IF reads'[s].active THEN asked[s] ELSE 0]

\* A step that no property but these needs to know of.
Ghosts == Agreed /\ Reading /\ UNCHANGED <<primary, initial, proposed, staleRead>>
Free == Ghosts /\ UNCHANGED spent

\* A step that has a budget.
Spend(kind) ==
    /\ spent[kind] < Budgets[kind]
    /\ spent' = [spent EXCEPT ![kind] = @ + 1]

MCEstablish(l) ==
    /\ Establish(l)
    /\ primary' = [primary EXCEPT ![acceptedEpoch[l]] = @ \cup {l}]
    /\ initial' = [initial EXCEPT ![acceptedEpoch[l]] = history[l]]
    /\ Agreed /\ Reading /\ UNCHANGED <<proposed, staleRead, spent>>

\* How many retries of purged requests a history may hold.
MaxRepeats == 1
NoRepeats == 0

Repeated(h) ==
    Cardinality({j \in DOMAIN h : \E i \in 1..(j - 1) : h[i].session = h[j].session /\ h[i].seq = h[j].seq})

\* Whether q is asked of l: replaced where that is of interest.
\* @type: (SERVER, { session: SESSION, seq: Int }) => Bool;
MayAsk(l, q) == TRUE

MCClientRequest(l) ==
    \E q \in Request :
        /\ MayAsk(l, q)
        /\ ClientRequest(l, q)
        /\ Repeated(history'[l]) <= MaxRepeats
        /\ proposed' = [proposed EXCEPT ![acceptedEpoch[l]] = Append(@, history'[l][Len(history'[l])])]
        /\ Agreed /\ Reading /\ UNCHANGED <<primary, initial, staleRead, spent>>

MCClientRead(l) ==
    /\ Spend("reads")
    /\ ClientRead(l)
    /\ asked' = [asked EXCEPT ![l] = Len(log)]
    /\ Agreed /\ UNCHANGED <<primary, initial, proposed, staleRead>>

MCServeRead(l) ==
    /\ ServeRead(l)
    /\ staleRead' = (staleRead \/ reads[l].index < asked[l])
    /\ Agreed /\ Reading /\ UNCHANGED <<primary, initial, proposed, spent>>

MCLead(s) == Spend("leads") /\ Lead(s) /\ Ghosts
MCDisconnect(s) == Spend("disconnects") /\ Disconnect(s) /\ Ghosts
MCStepDown(s) == Spend("stepDowns") /\ StepDown(s) /\ Ghosts
MCRestart(s) == Spend("restarts") /\ Restart(s) /\ Ghosts
MCTakePart(s) == Spend("parts") /\ (\E f \in Server : TakePart(s, f)) /\ Ghosts
MCTakeCheckpoint(s) == Spend("checkpoints") /\ (\E n \in 1..Len(history[s]) : TakeCheckpoint(s, n)) /\ Ghosts

MCFollow(s) == \E l \in Server : Follow(s, l) /\ Free
MCProposeEpoch(s) == ProposeEpoch(s) /\ Free
MCLeaderPersistAcceptedEpoch(s) == LeaderPersistAcceptedEpoch(s) /\ Free
MCFollowerPersistAcceptedEpoch(s) == FollowerPersistAcceptedEpoch(s) /\ Free
MCCompleteDiscovery(s) == CompleteDiscovery(s) /\ Free
MCLeaderPersistCurrentEpoch(s) == LeaderPersistCurrentEpoch(s) /\ Free
MCFollowerPersistCurrentEpoch(s) == FollowerPersistCurrentEpoch(s) /\ Free
MCHandleCEPOCH(s) == \E f \in Server : HandleCEPOCH(s, f) /\ Free
MCHandleNEWEPOCH(s) == HandleNEWEPOCH(s, leader[s]) /\ Free
MCHandleACKEPOCH(s) == \E f \in Server : HandleACKEPOCH(s, f) /\ Free
MCPullHistory(s) == \E f \in Server : PullHistory(s, f) /\ Free
MCHandlePULL(s) == HandlePULL(s, leader[s]) /\ Free
MCHandlePULLED(s) == \E f \in Server : HandlePULLED(s, f) /\ Free
MCHandleSYNC(s) == HandleSYNC(s, leader[s]) /\ Free
MCHandleNEWLEADER(s) == HandleNEWLEADER(s, leader[s]) /\ Free
MCHandleACKLD(s) == \E f \in Server : HandleACKLD(s, f) /\ Free
MCHandleCOMMITLD(s) == HandleCOMMITLD(s, leader[s]) /\ Free
MCFsync(s) == \E n \in 1..(Len(history[s]) + 1) : Fsync(s, n) /\ Free
MCHandlePROPOSE(s) == HandlePROPOSE(s, leader[s]) /\ Free
MCHandleACK(s) == \E f \in Server : HandleACK(s, f) /\ Free
MCHandleCOMMIT(s) == HandleCOMMIT(s, leader[s]) /\ Free
MCHandlePING(s) == HandlePING(s, leader[s]) /\ Free
MCHandlePONG(s) == \E f \in Server : HandlePONG(s, f) /\ Free

\* Zab!Next, action by action, so that counterexamples name the actions.
MCNext ==
    \E s \in Server :
        \/ MCLead(s) \/ MCFollow(s)
        \/ MCProposeEpoch(s) \/ MCLeaderPersistAcceptedEpoch(s) \/ MCFollowerPersistAcceptedEpoch(s)
        \/ MCHandleCEPOCH(s) \/ MCHandleNEWEPOCH(s) \/ MCHandleACKEPOCH(s)
        \/ MCPullHistory(s) \/ MCHandlePULL(s) \/ MCHandlePULLED(s)
        \/ MCCompleteDiscovery(s) \/ MCHandleSYNC(s) \/ MCHandleNEWLEADER(s)
        \/ MCTakePart(s)
        \/ MCLeaderPersistCurrentEpoch(s) \/ MCFollowerPersistCurrentEpoch(s)
        \/ MCHandleACKLD(s) \/ MCEstablish(s) \/ MCHandleCOMMITLD(s)
        \/ MCClientRequest(s) \/ MCHandlePROPOSE(s) \/ MCFsync(s) \/ MCHandleACK(s) \/ MCHandleCOMMIT(s)
        \/ MCClientRead(s) \/ MCHandlePING(s) \/ MCHandlePONG(s) \/ MCServeRead(s)
        \/ MCDisconnect(s) \/ MCStepDown(s) \/ MCRestart(s) \/ MCTakeCheckpoint(s)

MCSpec == MCInit /\ [][MCNext]_mcVars

----------------------------------------------------------------------------
(* Types *)

\* Retries apart, every request is logged once.
MaxEntries == Cardinality(Session) * MaxSeq + MaxRepeats
Zxid == [epoch : {0} \cup Epoch, counter : 0..MaxEntries]
Entry == [epoch : Epoch, counter : 1..MaxEntries, session : Session, seq : 1..MaxSeq]
MessageTypes == {"CEPOCH", "NEWEPOCH", "ACKEPOCH", "PULL", "PULLED", "SYNC", "NEWLEADER", "ACKLD", "COMMITLD",
                 "PROPOSE", "ACK", "COMMIT", "PING", "PONG"}

IsMessage(m) ==
    /\ m.type \in MessageTypes
    /\ m.epoch \in {0} \cup Epoch
    /\ m.zxid \in Zxid
    /\ Range(m.entries) \subseteq Entry
    /\ m.mode \in {"", "first", "again", "DIFF", "TRUNC", "SNAP"}
    /\ m.round \in 0..MaxReads

TypeOK ==
    /\ acceptedEpoch \in [Server -> {0} \cup Epoch]
    /\ currentEpoch \in [Server -> {0} \cup Epoch]
    /\ \A s \in Server : Range(history[s]) \subseteq Entry
    /\ \A s \in Server : synced[s] \in 0..Len(history[s]) /\ checkpoint[s] \in 0..synced[s]
    /\ \A s \in Server : lastCommitted[s] \in checkpoint[s]..Len(history[s])
    /\ role \in [Server -> {LOOKING, FOLLOWING, LEADING}]
    /\ phase \in [Server -> {DISCOVERY, SYNCHRONIZATION, BROADCAST}]
    /\ leader \in [Server -> Server]
    /\ \A s \in Server : pending[s] \in [field : {"none", "acceptedEpoch", "currentEpoch"},
                                         epoch : {0} \cup Epoch, upTo : 0..Len(history[s])]
    /\ cepoch \in [Server -> [Server -> {-1, 0} \cup Epoch]]
    /\ \A s, f \in Server : ackEpoch[s][f] \in [state : {"none", "first", "again"}, epoch : {0} \cup Epoch, zxid : Zxid]
    /\ forwarding \in [Server -> SUBSET Server]
    /\ ackLeader \in [Server -> SUBSET Server]
    /\ \A s, f \in Server : acked[s][f] \in 0..Len(history[s])
    /\ \A s \in Server : reads[s] \in [round : 0..MaxReads, index : 0..Len(history[s]), acks : SUBSET Server, active : BOOLEAN]
    /\ \A s, d \in Server : \A m \in Range(msgs[s][d]) : IsMessage(m)

----------------------------------------------------------------------------
(* What a group promises: ReplicatedLog's properties, and its behaviour *)

RL == INSTANCE ReplicatedLog WITH
        Replica <- Server, delivered <- [s \in Server |-> Delivered(s)]

Leadership2 == RL!Leadership2
PrefixConsistency == RL!PrefixConsistency
Integrity == RL!Integrity
Agreement == RL!Agreement
TotalOrder == RL!TotalOrder
LocalPrimaryOrder == RL!LocalPrimaryOrder
GlobalPrimaryOrder == RL!GlobalPrimaryOrder
PrimaryIntegrity == RL!PrimaryIntegrity

RefinesReplicatedLog == RL!LogSpec

\* The same of behaviours that start later (ZabStarts).
ContinuesReplicatedLog == [][RL!LogNext]_<<log, [s \in Server |-> Delivered(s)], primary, initial, proposed>>

\* A session's numbers rise in every history, committed or not, until an entry is committed: only then it may
\* be purged, and a retry of it be logged again.
LoggedOnce ==
    \A s \in Server : \A i, j \in DOMAIN history[s] :
        i < j /\ history[s][i].session = history[s][j].session /\ history[s][i].seq >= history[s][j].seq
            => i \in DOMAIN log /\ log[i] = history[s][i]

----------------------------------------------------------------------------
(* What holds inside *)

PastDiscovery(s) == role[s] = LEADING /\ Adopted(s)

\* At any time, leaders that have completed discovery are in different epochs.
Leadership1 ==
    \A s, t \in Server : PastDiscovery(s) /\ PastDiscovery(t) /\ acceptedEpoch[s] = acceptedEpoch[t] => s = t

\* What is committed is on the disks of a quorum, so that no crash loses an acknowledged update.
AcknowledgedIsDurable ==
    \A n \in DOMAIN log :
        IsQuorum({s \in Server : n <= Min2(synced[s], Len(history[s])) /\ history[s][n] = log[n]})

\* A read sees all that was acknowledged before it was asked.
NoStaleRead == ~staleRead

\* A zxid names one entry, and one history before it.
LogMatching ==
    \A s, t \in Server : \A m \in DOMAIN history[s], n \in DOMAIN history[t] :
        ZxidAt(history[s], m) = ZxidAt(history[t], n) => Prefix(history[s], m) = Prefix(history[t], n)

\* Zxids grow along each history.
ZxidsGrow ==
    \A s \in Server : \A i, j \in DOMAIN history[s] :
        i < j => ZxidLeq(ZxidOf(history[s][i]), ZxidOf(history[s][j])) /\ ZxidOf(history[s][i]) # ZxidOf(history[s][j])

\* No replica claims an epoch that it did not promise.
CurrentNotAboveAccepted == \A s \in Server : currentEpoch[s] <= acceptedEpoch[s]

(* What a handler may rely on without asking: in Java, assertions and not branches. *)

\* Messages travel between a leader and its followers only.
NoStrayMessages ==
    \A s, d \in Server : msgs[s][d] # <<>> => Connected(s, d) \/ role[d] = LEADING

\* Whom others follow leads, and what only leaders know nobody else has; only the established read.
LeaderLeads ==
    /\ \A l, f \in Server : Connected(l, f) => role[l] = LEADING
    /\ \A s \in Server : role[s] # LEADING =>
        /\ \A f \in Server : cepoch[s][f] = -1 /\ ackEpoch[s][f] = NoVote /\ acked[s][f] = 0
        /\ forwarding[s] = {} /\ ackLeader[s] = {}
    /\ \A s \in Server : IF reads[s].active THEN role[s] = LEADING /\ phase[s] = BROADCAST ELSE reads[s].acks = {}

\* The leader that sent m to f is established in the epoch that f is in.
OfEstablished(f, m) == m.epoch = acceptedEpoch[f] /\ phase[leader[f]] = BROADCAST

\* The phases in which a follower may receive a message of each type from its leader.
FollowerExpects(f, m) ==
    CASE m.type = "NEWEPOCH" -> phase[f] = DISCOVERY /\ pending[f] = NoPending
      [] m.type = "PULL" -> phase[f] = SYNCHRONIZATION /\ pending[f] = NoPending
      [] m.type = "SYNC" -> phase[f] = SYNCHRONIZATION /\ pending[f] = NoPending /\ Fits(f, m)
      [] m.type = "NEWLEADER" -> phase[f] = SYNCHRONIZATION /\ pending[f] = NoPending /\ m.epoch = acceptedEpoch[f]
      [] m.type = "PROPOSE" -> (phase[f] = BROADCAST \/ pending[f].field = "currentEpoch") /\ OfEstablished(f, m)
      [] m.type \in {"COMMITLD", "COMMIT", "PING"} -> phase[f] = BROADCAST /\ OfEstablished(f, m)
      [] OTHER -> FALSE

LeaderExpects(l, f, m) ==
    CASE m.type = "CEPOCH" -> TRUE
      [] m.type = "ACKEPOCH" -> ProposedEpoch(l)
      [] m.type = "PULLED" -> phase[l] = SYNCHRONIZATION /\ ~Adopted(l)
      [] m.type = "ACKLD" -> Adopted(l) /\ m.epoch = acceptedEpoch[l]
      [] m.type = "ACK" -> f \in ackLeader[l] /\ m.epoch = acceptedEpoch[l]
      [] m.type = "PONG" -> f \in ackLeader[l] /\ phase[l] = BROADCAST
      [] OTHER -> FALSE

MessagesExpected ==
    \A s, d \in Server : msgs[d][s] # <<>> =>
        IF Connected(d, s) THEN FollowerExpects(s, Head(msgs[d][s])) ELSE LeaderExpects(s, d, Head(msgs[d][s]))

\* A SYNC or PULLED message fits its receiver: nobody is ever stuck with one.
SyncFits ==
    \A s, d \in Server :
        Receives(s, d, "SYNC") \/ Receives(s, d, "PULLED") => Fits(s, Head(msgs[d][s]))

\* A proposal continues its receiver's history.
ProposalsInOrder ==
    \A l, f \in Server : Receives(f, l, "PROPOSE") => InOrder(f, Head(msgs[l][f]).entries[1])

\* A leader counts nothing for a follower that has yet to enter its epoch, over whatever connection it was in the
\* epoch before.  (Commitment and reads ask `ackLeader` as well; transfers choose their target by `acked`.)
NothingKnownBeforeEntry ==
    \A l, f \in Server :
        role[l] = LEADING /\ f # l /\ f \notin ackLeader[l] => acked[l][f] = 0 /\ f \notin reads[l].acks

\* A commit point lies within what its receiver has on disk or has been sent to write, and COMMIT says something new.
CommitsAreHeld ==
    \A l, f \in Server :
        LET z == Head(msgs[l][f]).zxid
        IN /\ Receives(f, l, "COMMIT") \/ Receives(f, l, "COMMITLD") => Holds(history[f], z)
           /\ Receives(f, l, "COMMIT") => CountUpTo(history[f], z) > lastCommitted[f]

(* Properties of steps *)

\* The leader that picks an epoch has heard of a quorum, and picks one that nobody it has heard of has promised.
EpochFromQuorum ==
    [][\A l \in Server : role[l] = LEADING /\ pending[l] = NoPending /\ pending'[l].field = "acceptedEpoch"
            => /\ IsQuorum({l} \cup {f \in Server : cepoch[l][f] >= 0})
               /\ acceptedEpoch[l] < pending'[l].epoch /\ \A f \in Server : cepoch[l][f] < pending'[l].epoch]_mcVars

\* No step sends entries one by one that their sender has purged, and what is left of a divided message goes on from
\* there or later.
NothingPurgedIsSent ==
    [][\A s, d \in Server :
        /\ \A i \in (Len(msgs[s][d]) + 1)..Len(msgs'[s][d]) :
                LET m == msgs'[s][d][i]
                IN m.type \in {"SYNC", "PULLED"} /\ m.mode # "SNAP" => CountUpTo(history[s], m.zxid) >= checkpoint[s]
        /\ Len(msgs'[s][d]) = Len(msgs[s][d]) /\ msgs'[s][d] # msgs[s][d] =>
                ZxidLeq(Head(msgs[s][d]).zxid, Head(msgs'[s][d]).zxid)]_mcVars

\* The write of an epoch that s has begun goes on until it is done, or s leaves its role.
WriteGoesOn(s) ==
    pending[s] # NoPending /\ pending'[s] # pending[s] =>
        /\ pending'[s] = NoPending
        /\ \/ role'[s] = LOOKING
           \/ pending[s].epoch = IF pending[s].field = "acceptedEpoch" THEN acceptedEpoch'[s] ELSE currentEpoch'[s]

\* The leader l knows of f what it knew, as long as f's connection is the same.
Remembers(l, f) ==
    role[l] = LEADING /\ role'[l] = LEADING /\ (f = l \/ Open(l, f, msgs)) =>
        /\ cepoch'[l][f] >= cepoch[l][f]
        /\ ackEpoch[l][f] # NoVote => ackEpoch'[l][f] # NoVote
        /\ f \in forwarding[l] => f \in forwarding'[l]
        /\ f \in ackLeader[l] => f \in ackLeader'[l]
        /\ acked'[l][f] >= acked[l][f]
        /\ reads[l].active => reads'[l].active \/ Confirmed(l)

\* Nothing that others are saying to each other is lost when somebody leaves a role.
TalkGoesOn ==
    LET Left == {s \in Server : role[s] # LOOKING /\ role'[s] = LOOKING}
    IN Left # {} => \A s, d \in Server \ Left : msgs'[s][d] = msgs[s][d]

\* Whoever comes or goes, the others go on, and what was purged stays purged.
OthersGoOn ==
    [][/\ TalkGoesOn
       /\ \A s \in Server : WriteGoesOn(s) /\ checkpoint'[s] >= checkpoint[s] /\ \A f \in Server : Remembers(s, f)]_mcVars

Symmetry == Permutations(Server)
=============================================================================
