----------------------------- MODULE MCHandoff -----------------------------
(***************************************************************************)
(* Handoff in finite models, with the history that its properties need.    *)
(*                                                                         *)
(* Bounded are actions, never states: attempts, calls, faults.             *)
(* The ghosts: what was acknowledged to clients, what each read may not    *)
(* fall behind, and how often each request took effect.                    *)
(***************************************************************************)
EXTENDS Handoff, Integers, FiniteSets, TLC

CONSTANTS
    \* @type: Int;
    MaxEpoch,
    \* @type: Int;
    MaxCalls,
    \* Crashes and lost messages together.
    \* @type: Int;
    MaxFaults,
    \* The operations that clients choose from.
    \* @type: Set($op);
    MCOperation

VARIABLES
    \* Every acknowledged write, and every write that an acknowledged read saw: its key, version and value.
    \* @type: Set({ key: KEY, version: Int, value: VALUE });
    acked,
    \* The newest version acknowledged for its key when c's call began.
    \* @type: CLIENT -> Int;
    floor,
    \* How often c's n-th call took effect as a write.
    \* @type: CLIENT -> (Int -> Int);
    effects,
    \* @type: Int;
    faults,
    \* Begin, Seal and Abort are proposed only while a coordinator is up.
    \* @type: Bool;
    coordinator

ghosts == <<acked, floor, effects>>
mcVars == <<vars, ghosts, faults, coordinator>>

MCVersion == 1..MaxCalls

Put(k, v) == [kind |-> "put", key |-> k, value |-> v, expected |-> NoValue]
Get(k) == [kind |-> "get", key |-> k, value |-> NoValue, expected |-> NoValue]
Delete(k) == [kind |-> "delete", key |-> k, value |-> NoValue, expected |-> NoValue]
Cas(k, e, v) == [kind |-> "cas", key |-> k, value |-> v, expected |-> e]

\* Writes that a retry or a reordering would show: a second put of the same value has another version.
PutsAndGets == {Put(k, v) : k \in Key, v \in Value} \cup {Get(k) : k \in Key}
PutsOnly == {Put(k, v) : k \in Key, v \in Value}
CasOnly == {Cas(k, v, v) : k \in Key, v \in Value}
OtherOperations == {Get(k) : k \in Key} \cup {Delete(k) : k \in Key} \cup {Cas(k, NoValue, v) : k \in Key, v \in Value}
AllOperations == PutsAndGets \cup {Delete(k) : k \in Key} \cup {Cas(k, e, v) : k \in Key, e \in MaybeValue, v \in Value}
NoOperation == {}

MCInit ==
    /\ Init
    /\ acked = {} /\ floor = [c \in Client |-> 0]
    /\ effects = [c \in Client |-> [n \in 1..MaxCalls |-> 0]]
    /\ faults = 0 /\ coordinator = TRUE

\* The number of calls made, by all clients.
CallsMade ==
    LET RECURSIVE Sum(_)
        Sum(S) == IF S = {} THEN 0 ELSE LET c == CHOOSE x \in S : TRUE IN calls[c].seq + Sum(S \ {c})
    IN Sum(Client)

AckedVersion(k) ==
    LET vs == {0} \cup {a.version : a \in {b \in acked : b.key = k}}
    IN CHOOSE v \in vs : \A w \in vs : w <= v

\* @type: CLIENT => Bool;
RecordAnswer(c) ==
    /\ acked' = acked \cup {[key |-> calls[c].op.key, version |-> calls'[c].result.version, value |-> calls'[c].result.value]}
    /\ UNCHANGED <<floor, effects>>

\* @type: (CLIENT, $op) => Bool;
RecordCall(c, op) == floor' = [floor EXCEPT ![c] = AckedVersion(op.key)] /\ UNCHANGED <<acked, effects>>

\* @type: $request => Bool;
RecordEffect(r) == effects' = [effects EXCEPT ![r.client][r.seq] = @ + 1] /\ UNCHANGED <<acked, floor>>

(* The steps of the protocol that the bounds allow, with their bookkeeping.  Chunks of one key suffice: a larger
   chunk does what several small ones do. *)

Sends ==
    /\ \E g \in Group :
        \/ SendPrepare(g) \/ SendManifest(g) \/ SendActivate(g) \/ SendAccept(g) \/ SendReady(g)
        \/ \E k \in Key : SendChunk(g, {k})
        \/ \E m \in msgs : SendCancel(g, m) \/ SendDone(g, m)
    /\ UNCHANGED <<ghosts, faults, coordinator>>

Handles ==
    /\ \E g \in Group, m \in msgs :
        \/ HandlePrepare(g, m) \/ HandleChunk(g, m) \/ HandleManifest(g, m) \/ HandleActivate(g, m) \/ HandleCancel(g, m)
        \/ HandleReady(g, m) \/ HandleDone(g, m)
    /\ UNCHANGED <<ghosts, faults, coordinator>>

Coordinates ==
    /\ coordinator
    /\ \E g \in Group : Seal(g) \/ Abort(g) \/ (epoch[g] < MaxEpoch /\ \E d \in Group : Begin(g, d))
    /\ UNCHANGED <<ghosts, faults, coordinator>>

Calls ==
    /\ \E c \in Client :
        \/ \E op \in MCOperation : CallsMade < MaxCalls /\ Invoke(c, op) /\ RecordCall(c, op)
        \/ \E g \in Group : (AnswerWrite(g, c) \/ AnswerRead(g, c)) /\ RecordAnswer(c)
        \/ Respond(c) /\ UNCHANGED ghosts
    /\ UNCHANGED <<faults, coordinator>>

\* @type: (GROUP, $request) => Bool;
RecordedWrite(g, r) == Write(g, r) /\ RecordEffect(r) /\ UNCHANGED <<faults, coordinator>>

Clients == Calls \/ \E g \in Group, r \in requests : RecordedWrite(g, r)

Recover == ~coordinator /\ coordinator' = TRUE /\ UNCHANGED <<vars, ghosts, faults>>

Faults ==
    /\ faults < MaxFaults /\ faults' = faults + 1
    /\ \/ ((\E g \in Group : Crash(g)) \/ (\E m \in msgs : Lose(m))) /\ UNCHANGED coordinator
       \/ coordinator /\ coordinator' = FALSE /\ UNCHANGED vars
    /\ UNCHANGED ghosts

MCNext == Sends \/ Handles \/ Coordinates \/ Clients \/ Faults \/ Recover

MCSpec == MCInit /\ [][MCNext]_mcVars

\* What can be sent is sent at once, before anything else.  For safety no behaviour that matters is lost: `msgs` only
\* grows (no faults here), no guard asks whether a message is missing, and nobody has to receive one; so whatever is
\* reachable with a message sent late, or never, is reachable with it sent early.  (MCHandoffAny.cfg does without.)
EagerNext ==
    \/ Sends /\ msgs' # msgs
    \/ ~ENABLED (Sends /\ msgs' # msgs) /\ (Handles \/ Coordinates \/ Clients)

EagerSpec == MCInit /\ [][EagerNext]_mcVars

\* A crashed coordinator is replaced, and there is a last attempt.
MCFairSpec == MCSpec /\ Fairness /\ WF_mcVars(Recover)

----------------------------------------------------------------------------

\* @type: (KEY, Int, VALUE) => Bool;
Kept(k, version, value) ==
    \/ cells[Holder][k].version > version
    \/ cells[Holder][k] = [value |-> value, version |-> version]

\* What a client was told of is still there, or was overwritten since.
NoAcknowledgedWriteLost == \A a \in acked : Kept(a.key, a.version, a.value)

\* A read sees at least what was acknowledged when it began.
NoStaleRead ==
    \A c \in Client : calls[c].phase = Effective /\ calls[c].op.kind = "get" => calls[c].result.version >= floor[c]

\* However often a request arrives, at whichever group.
WritesTakeEffectOnce == \A c \in Client : \A n \in DOMAIN effects[c] : effects[c][n] <= 1

\* Sound: of groups only the holder and the heir are chosen, and there is at most one of each, whatever the names.
Symmetry == Permutations(Group) \cup Permutations(Client)
=============================================================================
