------------------------------ MODULE Handoff ------------------------------
(***************************************************************************)
(* Moving a partition from the group that owns it to another one, while    *)
(* clients read and write.                                                 *)
(*                                                                         *)
(*    source (owner)                                 destination           *)
(*    serving                                             absent           *)
(*    Begin: copying  ----------- Prepare ----------->                     *)
(*                    <---------- Accept -------------    receiving        *)
(*          (writes)  ----------- Chunk ... --------->       (copy)        *)
(*          (writes)  ----------- Chunk ... --------->       (catch-up)    *)
(*    Seal: sealed    ----------- Chunk ... --------->                     *)
(*                    ----------- Manifest ---------->    ready            *)
(*    switched        <---------- Ready --------------                     *)
(*                    ----------- Activate ---------->    serving          *)
(*    absent          <---------- Done ---------------                     *)
(*                                                                         *)
(* HandleReady is the switch, one command in the source's log: before it   *)
(* the source may Abort and go on serving; after it the move only goes     *)
(* forward.  No step needs two groups to act at once, and every step can   *)
(* be repeated, so a crash between any two of them is harmless.            *)
(*                                                                         *)
(* A group is a replicated state machine (`ReplicatedLog`): its state in   *)
(* `phase`, `epoch`, `peer`, `cells` and `sessions` changes by committed   *)
(* commands only, each atomic and durable.  Lost with a leader are only    *)
(* its progress in sending, messages on their way out, and reads that      *)
(* wait.  None of that is a variable here: a leader may send whatever its  *)
(* group's state allows, again and again; a read that never was answered   *)
(* never happened.  What `Crash` does lose is the leader's messages.       *)
(*                                                                         *)
(* The coordinator (the leader of either side, or the configuration        *)
(* manager) proposes Begin, Seal and Abort.  It has no state: a new one    *)
(* reads the source's `phase` and goes on.  Two at a time do no harm.      *)
(*                                                                         *)
(* `msgs` holds what was sent and not lost.  A message stays after it was  *)
(* received, so it may arrive twice, late, in any order, or never; each    *)
(* carries the number (epoch) of its attempt.  An attempt's number exceeds *)
(* all before it, of whichever group, for it travels with the partition.   *)
(*                                                                         *)
(* Groups act at once, so whoever speaks for one knows all that it has     *)
(* committed.  Handoff needs of that only AnswersKnow: who is asked what   *)
(* became of an attempt has come to it.  `Move`, where leaders lag, keeps  *)
(* this by a guard of its own (MoveGroups!KnowsOf).                        *)
(*                                                                         *)
(* One partition is modelled: others share no state with it.  Keys and     *)
(* their order (token ranges) do not matter; a chunk is any set of keys.   *)
(*                                                                         *)
(* Sources: ElasCass, section 4.2 and Figure 4 (token flags); `Ownership`  *)
(* for what is stricter here.  Refines `Ownership` and `Store`.            *)
(* Read: State, Moving (source), Moving (destination), Clients, Properties.*)
(***************************************************************************)
EXTENDS Naturals

CONSTANTS
    \* @type: Set(GROUP);
    Group,
    \* @type: GROUP;
    NoGroup,
    \* @type: Set(KEY);
    Key,
    \* @type: Set(VALUE);
    Value,
    \* The value of a cell that does not exist.
    \* @type: VALUE;
    NoValue,
    \* @type: Set(CLIENT);
    Client,
    \* Versions a write may receive; only the refinement of `Store` mentions them.
    \* @type: Set(Int);
    Version

\* @typeAlias: cell = { value: VALUE, version: Int };
\* @typeAlias: op = { kind: Str, key: KEY, value: VALUE, expected: VALUE };
\* @typeAlias: result = { ok: Bool, value: VALUE, version: Int };
\* @typeAlias: session = { seq: Int, result: $result };
\* @typeAlias: request = { client: CLIENT, seq: Int, op: $op };
\* @typeAlias: msg = { type: Str, src: GROUP, dst: GROUP, epoch: Int, file: KEY -> $cell, versions: KEY -> Int, sessions: CLIENT -> $session };
HandoffTypes == TRUE

(* Replicated, per group: durable. *)
VARIABLES
    \* Where the group stands with the partition.
    \* @type: GROUP -> Str;
    phase,
    \* The latest attempt the group took part in.
    \* @type: GROUP -> Int;
    epoch,
    \* The other group of that attempt, while it lasts.
    \* @type: GROUP -> GROUP;
    peer,
    \* The group's copy of the partition.
    \* @type: GROUP -> (KEY -> $cell);
    cells,
    \* Each client's last write to the partition, with its result: a retry gets the first result.
    \* @type: GROUP -> (CLIENT -> $session);
    sessions

(* The network between groups. *)
VARIABLES
    \* @type: Set($msg);
    msgs

(* Clients. *)
VARIABLES
    \* Each client's call, numbered; phases as in `Store`.
    \* @type: CLIENT -> { phase: Str, op: $op, seq: Int, result: $result };
    calls,
    \* Every write ever sent.  It may reach any group (the client's ring may be old), at any time, any number of times.
    \* @type: Set($request);
    requests

\* @type: <<GROUP -> Str, GROUP -> Int, GROUP -> GROUP>>;
moveVars == <<phase, epoch, peer>>
\* @type: <<GROUP -> (KEY -> $cell), GROUP -> (CLIENT -> $session)>>;
dataVars == <<cells, sessions>>
\* @type: <<CLIENT -> { phase: Str, op: $op, seq: Int, result: $result }, Set($request)>>;
clientVars == <<calls, requests>>

vars == <<phase, epoch, peer, cells, sessions, msgs, calls, requests>>

----------------------------------------------------------------------------
(* State *)

Absent == "absent"         \* has nothing of the partition
Serving == "serving"       \* owns it
Copying == "copying"       \* owns it and sends it to peer
Sealed == "sealed"         \* the same, and takes no writes
Switched == "switched"     \* gave it to peer; waits to hear that peer serves
Receiving == "receiving"   \* holds part of a copy
Ready == "ready"           \* holds a whole copy; serves when peer has switched

Phase == {Absent, Serving, Copying, Sealed, Switched, Receiving, Ready}

Idle == "idle"
Invoked == "invoked"
Effective == "effective"   \* answered; the answer is on its way to the client

MaybeValue == Value \cup {NoValue}
MaybeGroup == Group \cup {NoGroup}
WriteOp ==
    [kind: {"put"},    key: Key, value: Value,     expected: {NoValue}] \cup
    [kind: {"delete"}, key: Key, value: {NoValue}, expected: {NoValue}] \cup
    [kind: {"cas"},    key: Key, value: Value,     expected: MaybeValue]
ReadOp == [kind: {"get"}, key: Key, value: {NoValue}, expected: {NoValue}]
Operation == WriteOp \cup ReadOp

\* @type: $cell => Bool;
CellOK(cell) == cell.value \in MaybeValue /\ cell.version \in Nat

\* @type: $result => Bool;
ResultOK(result) == result.ok \in BOOLEAN /\ result.value \in MaybeValue /\ result.version \in Nat

\* @type: $session => Bool;
SessionOK(session) == session.seq \in Nat /\ ResultOK(session.result)

\* @type: $cell;
EmptyCell == [value |-> NoValue, version |-> 0]
\* @type: $result;
NoResult == [ok |-> FALSE, value |-> NoValue, version |-> 0]
\* @type: $session;
NoSession == [seq |-> 0, result |-> NoResult]

\* @type: KEY -> $cell;
NoCells == [k \in Key |-> EmptyCell]
\* @type: CLIENT -> $session;
NoSessions == [c \in Client |-> NoSession]

SourceMsg == {"Prepare", "Chunk", "Manifest", "Activate", "Cancel"}
DestinationMsg == {"Accept", "Ready", "Done"}

\* @type: $msg => Bool;
MsgOK(m) ==
    /\ m.type \in SourceMsg \cup DestinationMsg
    /\ m.src \in Group /\ m.dst \in Group /\ m.src # m.dst
    /\ m.epoch \in Nat
    /\ DOMAIN m.file \subseteq Key /\ \A k \in DOMAIN m.file : CellOK(m.file[k])
    /\ DOMAIN m.versions \subseteq Key /\ \A k \in DOMAIN m.versions : m.versions[k] \in Nat
    /\ DOMAIN m.sessions \subseteq Client /\ \A c \in DOMAIN m.sessions : SessionOK(m.sessions[c])

TypeOK ==
    /\ phase \in [Group -> Phase]
    /\ epoch \in [Group -> Nat]
    /\ peer \in [Group -> MaybeGroup]
    /\ DOMAIN cells = Group /\ DOMAIN sessions = Group
    /\ \A g \in Group :
        /\ DOMAIN cells[g] = Key /\ \A k \in Key : CellOK(cells[g][k])
        /\ DOMAIN sessions[g] = Client /\ \A c \in Client : SessionOK(sessions[g][c])
    /\ \A m \in msgs : MsgOK(m)
    /\ DOMAIN calls = Client
    /\ \A c \in Client :
        /\ calls[c].phase \in {Idle, Invoked, Effective}
        /\ calls[c].op \in Operation /\ calls[c].seq \in Nat /\ ResultOK(calls[c].result)
    /\ \A r \in requests : r.client \in Client /\ r.seq \in Nat /\ r.op \in WriteOp

\* One group owns the (empty) partition.
Init ==
    /\ \E owner \in Group : phase = [g \in Group |-> IF g = owner THEN Serving ELSE Absent]
    /\ epoch = [g \in Group |-> 0]
    /\ peer = [g \in Group |-> NoGroup]
    /\ cells = [g \in Group |-> NoCells]
    /\ sessions = [g \in Group |-> NoSessions]
    /\ msgs = {}
    /\ \E op \in ReadOp : calls = [c \in Client |-> [phase |-> Idle, op |-> op, seq |-> 0, result |-> NoResult]]
    /\ requests = {}

\* The token flags of `Ownership`: functions of the replicated phase, never of a leader's memory.
\* @type: GROUP => Bool;
Readable(g) == phase[g] \in {Serving, Copying, Sealed}
\* @type: GROUP => Bool;
Writable(g) == phase[g] \in {Serving, Copying}

\* s has given the partition to d, and d does not know it yet.
\* @type: (GROUP, GROUP) => Bool;
InTransit(s, d) ==
    /\ phase[s] = Switched /\ peer[s] = d
    /\ phase[d] = Ready /\ epoch[d] = epoch[s]

\* @type: GROUP => Bool;
Heir(d) == \E s \in Group : InTransit(s, d)

\* The group whose copy counts.
\* @type: GROUP => Bool;
Holds(g) == Readable(g) \/ Heir(g)

\* Attempt e of group g is under way, or decided and not yet known to be finished.
\* @type: (GROUP, Int) => Bool;
Pending(g, e) == phase[g] \in {Copying, Sealed, Switched} /\ epoch[g] = e

\* A message of the attempt that group g takes part in, without contents.
\* @type: (Str, GROUP, GROUP, Int) => $msg;
Message(type, src, dst, e) ==
    [type |-> type, src |-> src, dst |-> dst, epoch |-> e,
     file |-> [k \in {} |-> EmptyCell], versions |-> [k \in {} |-> 0], sessions |-> [c \in {} |-> NoSession]]

\* @type: $msg => Bool;
Send(m) == msgs' = msgs \cup {m} /\ UNCHANGED <<moveVars, dataVars, clientVars>>

\* m reaches group g.
\* @type: (GROUP, $msg, Str) => Bool;
Receive(g, m, type) == m \in msgs /\ m.type = type /\ m.dst = g

\* The message belongs to the attempt that g takes part in.
\* @type: (GROUP, $msg) => Bool;
Current(g, m) == m.epoch = epoch[g]

----------------------------------------------------------------------------
(* Moving: the source *)

\* A number that no attempt had before.
\* @type: GROUP => Int;
NextEpoch(g) == epoch[g] + 1

\* @type: (GROUP, GROUP) => Bool;
CanBegin(g, d) == phase[g] = Serving /\ d # g

\* The coordinator has group g move the partition to d.
\* @type: (GROUP, GROUP) => Bool;
Begin(g, d) ==
    /\ CanBegin(g, d)
    /\ phase' = [phase EXCEPT ![g] = Copying]
    /\ epoch' = [epoch EXCEPT ![g] = NextEpoch(g)]
    /\ peer' = [peer EXCEPT ![g] = d]
    /\ UNCHANGED <<dataVars, msgs, clientVars>>

\* Even when sealed: the first one may have been lost.
\* @type: GROUP => Bool;
CanAsk(g) == phase[g] \in {Copying, Sealed}

\* @type: GROUP => Bool;
SendPrepare(g) ==
    /\ CanAsk(g)
    /\ Send(Message("Prepare", g, peer[g], epoch[g]))

\* Copy and catch-up: some keys as they are now.  The leader sends first all, then again what was written since;
\* after a crash the new one starts over.
\* @type: (GROUP, Set(KEY)) => Bool;
SendChunk(g, K) ==
    /\ phase[g] \in {Copying, Sealed}
    /\ Send([Message("Chunk", g, peer[g], epoch[g]) EXCEPT !.file = [k \in K |-> cells[g][k]]])

\* @type: GROUP => Bool;
CanSeal(g) == phase[g] = Copying

\* The coordinator finds little left to catch up with: g pauses writes.
\* @type: GROUP => Bool;
Seal(g) ==
    /\ CanSeal(g)
    /\ phase' = [phase EXCEPT ![g] = Sealed]
    /\ UNCHANGED <<epoch, peer, dataVars, msgs, clientVars>>

\* Only a copy that stands still can be described.
\* @type: GROUP => Bool;
CanDescribe(g) == phase[g] = Sealed

\* @type: GROUP => (CLIENT -> $session);
SessionsToMove(g) == sessions[g]

\* What a whole copy is: the version of every key; and the sessions, without which a retry would take effect twice.
\* @type: GROUP => Bool;
SendManifest(g) ==
    /\ CanDescribe(g)
    /\ Send([Message("Manifest", g, peer[g], epoch[g]) EXCEPT
                !.versions = [k \in Key |-> cells[g][k].version], !.sessions = SessionsToMove(g)])

\* @type: (GROUP, $msg) => Bool;
CanSwitch(g, m) == phase[g] = Sealed /\ Current(g, m)

\* The switch: in one command g gives up both flags for good.
\* @type: (GROUP, $msg) => Bool;
HandleReady(g, m) ==
    /\ Receive(g, m, "Ready")
    /\ CanSwitch(g, m)
    /\ phase' = [phase EXCEPT ![g] = Switched]
    /\ UNCHANGED <<epoch, peer, dataVars, msgs, clientVars>>

\* @type: GROUP => Bool;
CanActivate(g) == phase[g] = Switched

\* @type: GROUP => Bool;
SendActivate(g) ==
    /\ CanActivate(g)
    /\ Send(Message("Activate", g, peer[g], epoch[g]))

\* @type: (GROUP, $msg) => Bool;
CanRelease(g, m) == phase[g] = Switched /\ Current(g, m)

\* The destination serves: g drops its copy.
\* @type: (GROUP, $msg) => Bool;
HandleDone(g, m) ==
    /\ Receive(g, m, "Done")
    /\ CanRelease(g, m)
    /\ phase' = [phase EXCEPT ![g] = Absent]
    /\ peer' = [peer EXCEPT ![g] = NoGroup]
    /\ cells' = [cells EXCEPT ![g] = NoCells]
    /\ sessions' = [sessions EXCEPT ![g] = NoSessions]
    /\ UNCHANGED <<epoch, msgs, clientVars>>

\* @type: GROUP => Bool;
CanAbort(g) == phase[g] \in {Copying, Sealed}

\* The coordinator gives the attempt up: g goes on as if nothing had been.
\* @type: GROUP => Bool;
Abort(g) ==
    /\ CanAbort(g)
    /\ phase' = [phase EXCEPT ![g] = Serving]
    /\ peer' = [peer EXCEPT ![g] = NoGroup]
    /\ UNCHANGED <<epoch, dataVars, msgs, clientVars>>

\* @type: (GROUP, $msg) => Bool;
CanCancel(g, m) == ~Pending(g, m.epoch)

\* Group m.src waits for g in an attempt that is over: g tells it so.
\* @type: (GROUP, $msg) => Bool;
SendCancel(g, m) ==
    /\ Receive(g, m, "Accept") \/ Receive(g, m, "Ready")
    /\ CanCancel(g, m)
    /\ Send(Message("Cancel", g, m.src, m.epoch))

----------------------------------------------------------------------------
(* Moving: the destination *)

\* Newer than every attempt that d knows of; so d is not the owner, or the number would be its own.
\* @type: (GROUP, $msg) => Bool;
CanPrepare(d, m) == m.epoch > epoch[d]

\* What d still had is of an attempt that is over.  `Newer` and `Complete` would do without this as long as the
\* version of a key outlived the key; storage keeps nothing of a deleted key, so that an old cell would come back.
\* @type: GROUP => (KEY -> $cell);
EmptyCopy(d) == NoCells

\* d starts an empty copy.
\* @type: (GROUP, $msg) => Bool;
HandlePrepare(d, m) ==
    /\ Receive(d, m, "Prepare")
    /\ CanPrepare(d, m)
    /\ phase' = [phase EXCEPT ![d] = Receiving]
    /\ epoch' = [epoch EXCEPT ![d] = m.epoch]
    /\ peer' = [peer EXCEPT ![d] = m.src]
    /\ cells' = [cells EXCEPT ![d] = EmptyCopy(d)]
    /\ sessions' = [sessions EXCEPT ![d] = NoSessions]
    /\ UNCHANGED <<msgs, clientVars>>

\* @type: GROUP => Bool;
SendAccept(d) ==
    /\ phase[d] = Receiving
    /\ Send(Message("Accept", d, peer[d], epoch[d]))

\* @type: GROUP => Bool;
CanStage(d) == phase[d] = Receiving

\* @type: ($cell, $cell) => Bool;
Newer(new, old) == new.version > old.version

\* d adds what is news to it.  The attempt does not matter: versions tell, and the manifest will decide.
\* @type: (GROUP, $msg) => Bool;
HandleChunk(d, m) ==
    /\ Receive(d, m, "Chunk")
    /\ CanStage(d)
    /\ cells' = [cells EXCEPT ![d] = [k \in Key |->
            IF k \in DOMAIN m.file /\ Newer(m.file[k], cells[d][k]) THEN m.file[k] ELSE cells[d][k]]]
    /\ UNCHANGED <<moveVars, sessions, msgs, clientVars>>

\* d has every key as the sealed source has it.
\* @type: (GROUP, $msg) => Bool;
Complete(d, m) == \A k \in Key : cells[d][k].version = m.versions[k]

\* @type: (GROUP, $msg) => Bool;
CanFinish(d, m) == phase[d] = Receiving /\ Current(d, m)

\* The copy is whole and durable; d promises to keep it until it is told what became of the attempt.
\* @type: (GROUP, $msg) => Bool;
HandleManifest(d, m) ==
    /\ Receive(d, m, "Manifest")
    /\ CanFinish(d, m)
    /\ Complete(d, m)
    /\ phase' = [phase EXCEPT ![d] = Ready]
    /\ sessions' = [sessions EXCEPT ![d] = m.sessions]
    /\ UNCHANGED <<epoch, peer, cells, msgs, clientVars>>

\* @type: GROUP => Bool;
CanPromise(d) == phase[d] = Ready

\* @type: GROUP => Bool;
SendReady(d) ==
    /\ CanPromise(d)
    /\ Send(Message("Ready", d, peer[d], epoch[d]))

\* @type: (GROUP, $msg) => Bool;
CanServe(d, m) == phase[d] = Ready /\ Current(d, m)

\* The source has switched: d owns the partition.
\* @type: (GROUP, $msg) => Bool;
HandleActivate(d, m) ==
    /\ Receive(d, m, "Activate")
    /\ CanServe(d, m)
    /\ phase' = [phase EXCEPT ![d] = Serving]
    /\ peer' = [peer EXCEPT ![d] = NoGroup]
    /\ UNCHANGED <<epoch, dataVars, msgs, clientVars>>

\* @type: (GROUP, $msg) => Bool;
HasServed(d, m) == ~CanServe(d, m)

\* The source asks, and d has already done what it asks for.
\* @type: (GROUP, $msg) => Bool;
SendDone(d, m) ==
    /\ Receive(d, m, "Activate")
    /\ HasServed(d, m)
    /\ Send(Message("Done", d, m.src, m.epoch))

\* @type: (GROUP, $msg) => Bool;
CanDiscard(d, m) == phase[d] \in {Receiving, Ready} /\ Current(d, m)

\* The attempt was given up: d drops its copy.
\* @type: (GROUP, $msg) => Bool;
HandleCancel(d, m) ==
    /\ Receive(d, m, "Cancel")
    /\ CanDiscard(d, m)
    /\ phase' = [phase EXCEPT ![d] = Absent]
    /\ peer' = [peer EXCEPT ![d] = NoGroup]
    /\ cells' = [cells EXCEPT ![d] = NoCells]
    /\ sessions' = [sessions EXCEPT ![d] = NoSessions]
    /\ UNCHANGED <<epoch, msgs, clientVars>>

----------------------------------------------------------------------------
(* Clients.  A group without the flag answers WRONG_OWNER: it changes      *)
(* nothing, and the client tries again elsewhere with the same number.     *)

\* @type: (CLIENT, $op) => Bool;
Invoke(c, op) ==
    /\ calls[c].phase = Idle
    /\ calls' = [calls EXCEPT ![c] = [phase |-> Invoked, op |-> op, seq |-> calls[c].seq + 1, result |-> NoResult]]
    /\ requests' = IF op \in WriteOp
                   THEN requests \cup {[client |-> c, seq |-> calls[c].seq + 1, op |-> op]}
                   ELSE requests
    /\ UNCHANGED <<moveVars, dataVars, msgs>>

\* @type: GROUP => Bool;
CanWrite(g) == Writable(g)

\* Not a retry of what took effect.
\* @type: (GROUP, $request) => Bool;
Fresh(g, r) == r.seq > sessions[g][r.client].seq

\* @type: ($cell, $op) => Bool;
CheckHolds(cell, op) == op.kind = "cas" => cell.value = op.expected

\* The cell that op leaves.  (The implementation's version is the pair of epoch and zxid: zxids of two groups do not compare.)
\* @type: ($cell, $op) => $cell;
After(cell, op) ==
    IF CheckHolds(cell, op) THEN [value |-> op.value, version |-> cell.version + 1] ELSE cell

\* A put, delete or check-and-set commits in g's log, together with its session entry.
\* @type: (GROUP, $request) => Bool;
Write(g, r) ==
    /\ r \in requests
    /\ CanWrite(g)
    /\ Fresh(g, r)
    /\ LET old == cells[g][r.op.key]
           new == After(old, r.op)
       IN /\ cells' = [cells EXCEPT ![g][r.op.key] = new]
          /\ sessions' = [sessions EXCEPT ![g][r.client] =
                [seq |-> r.seq,
                 result |-> [ok |-> CheckHolds(old, r.op), value |-> new.value, version |-> new.version]]]
    /\ UNCHANGED <<moveVars, msgs, clientVars>>

\* @type: (CLIENT, $result) => Bool;
Answer(c, result) ==
    /\ calls' = [calls EXCEPT ![c].phase = Effective, ![c].result = result]
    /\ UNCHANGED <<moveVars, dataVars, msgs, requests>>

\* @type: (GROUP, CLIENT) => Bool;
InSession(g, c) == sessions[g][c].seq = calls[c].seq

\* The client will hear from g what its write did, at once or on a retry.  (Of all answers sent only the one
\* that the client takes first is a step.)
\* @type: (GROUP, CLIENT) => Bool;
AnswerWrite(g, c) ==
    /\ calls[c].phase = Invoked
    /\ InSession(g, c)
    /\ Answer(c, sessions[g][c].result)

\* @type: GROUP => Bool;
CanRead(g) == Readable(g)

\* The leader of g confirms that it leads and has applied all that was committed (ReadIndex), flags included.
\* @type: (GROUP, CLIENT) => Bool;
AnswerRead(g, c) ==
    /\ calls[c].phase = Invoked /\ calls[c].op.kind = "get"
    /\ CanRead(g)
    /\ LET cell == cells[g][calls[c].op.key]
       IN Answer(c, [ok |-> TRUE, value |-> cell.value, version |-> cell.version])

\* The client sees the answer.
\* @type: CLIENT => Bool;
Respond(c) ==
    /\ calls[c].phase = Effective
    /\ calls' = [calls EXCEPT ![c].phase = Idle]
    /\ UNCHANGED <<moveVars, dataVars, msgs, requests>>

----------------------------------------------------------------------------
(* Faults *)

\* The leader of g crashes, and what it sent is lost.
\* @type: GROUP => Bool;
Crash(g) ==
    /\ msgs' = {m \in msgs : m.src # g}
    /\ UNCHANGED <<moveVars, dataVars, clientVars>>

\* @type: $msg => Bool;
Lose(m) ==
    /\ m \in msgs
    /\ msgs' = msgs \ {m}
    /\ UNCHANGED <<moveVars, dataVars, clientVars>>

----------------------------------------------------------------------------

\* @type: GROUP => Bool;
SourceStep(g) ==
    \/ SendPrepare(g) \/ SendManifest(g) \/ SendActivate(g)
    \/ \E K \in (SUBSET Key) \ {{}} : SendChunk(g, K)
    \/ Seal(g)
    \/ \E m \in msgs : HandleReady(g, m) \/ HandleDone(g, m) \/ SendCancel(g, m)

\* @type: GROUP => Bool;
DestinationStep(d) ==
    \/ SendAccept(d) \/ SendReady(d)
    \/ \E m \in msgs :
        \/ HandlePrepare(d, m) \/ HandleChunk(d, m) \/ HandleManifest(d, m)
        \/ HandleActivate(d, m) \/ SendDone(d, m) \/ HandleCancel(d, m)

\* @type: GROUP => Bool;
CoordinatorStep(g) == Abort(g) \/ \E d \in Group : Begin(g, d)

\* @type: CLIENT => Bool;
ClientStep(c) ==
    \/ \E op \in Operation : Invoke(c, op)
    \/ \E g \in Group : AnswerWrite(g, c) \/ AnswerRead(g, c)
    \/ Respond(c)

Next ==
    \/ \E g \in Group :
        \/ SourceStep(g) \/ DestinationStep(g) \/ CoordinatorStep(g)
        \/ \E r \in requests : Write(g, r)
        \/ Crash(g)
    \/ \E c \in Client : ClientStep(c)
    \/ \E m \in msgs : Lose(m)

Spec == Init /\ [][Next]_vars

\* Whatever is possible for ever happens, except faults, new calls and what a coordinator need not want.
MoveFairness ==
    \A g \in Group :
        /\ WF_vars(SendPrepare(g)) /\ WF_vars(SendManifest(g)) /\ WF_vars(SendActivate(g))
        /\ WF_vars(SendAccept(g)) /\ WF_vars(SendReady(g))
        /\ WF_vars(SendChunk(g, Key))
        /\ WF_vars(Seal(g))
        /\ WF_vars(\E m \in msgs : SendCancel(g, m))
        /\ WF_vars(\E m \in msgs : SendDone(g, m))
        /\ WF_vars(\E m \in msgs : HandlePrepare(g, m))
        /\ WF_vars(\E m \in msgs : HandleChunk(g, m))
        /\ WF_vars(\E m \in msgs : HandleManifest(g, m))
        /\ WF_vars(\E m \in msgs : HandleReady(g, m))
        /\ WF_vars(\E m \in msgs : HandleActivate(g, m))
        /\ WF_vars(\E m \in msgs : HandleDone(g, m))
        /\ WF_vars(\E m \in msgs : HandleCancel(g, m))
AnswerFairness == \A c \in Client : WF_vars(\E g \in Group : AnswerWrite(g, c) \/ AnswerRead(g, c))
WriteFairness == \A g \in Group : WF_vars(\E r \in requests : Write(g, r))

Fairness == MoveFairness /\ AnswerFairness /\ WriteFairness

FairSpec == Spec /\ Fairness

----------------------------------------------------------------------------
(* Properties.  Those that look back (acknowledged writes, stale reads,    *)
(* retries) need history and are in `MCHandoff`.                           *)

\* At every moment at most one group answers for the partition's keys.
NeverTwoOwners == \A g, h \in Group : Readable(g) /\ Readable(h) => g = h

\* The partition can always be recovered: exactly one group's copy counts.
OneHolder ==
    /\ \E g \in Group : Holds(g)
    /\ \A g, h \in Group : Holds(g) /\ Holds(h) => g = h

\* Who is asked what became of an attempt has come to it, or past it.  So Done and Cancel, which here say that a copy or
\* an attempt is *not* there, say that it is there no more.  In `Move` a leader may be asked that has not come so far, and
\* KnowsOf forbids it to answer; without that guard OneHolder is violated (mutants DoneByAbsence, CancelByAbsence).
AnswersKnow == \A m \in msgs : m.type \in {"Accept", "Ready", "Activate"} => epoch[m.dst] >= m.epoch

\* A group that is done with the partition keeps nothing of it, and one that is done with an attempt names no peer.
NoLeftovers ==
    \A g \in Group :
        /\ phase[g] = Absent => cells[g] = NoCells /\ sessions[g] = NoSessions
        /\ phase[g] \in {Absent, Serving} => peer[g] = NoGroup

\* @type: GROUP;
Holder == CHOOSE g \in Group : Holds(g)

\* An attempt that ends with its source serving has changed nothing: same holder, same cells, same sessions.
AbortChangesNothing ==
    [][\A g \in Group : phase[g] \in {Copying, Sealed, Switched} /\ phase'[g] = Serving
        => Holder = g /\ Holder' = g /\ cells'[g] = cells[g] /\ sessions'[g] = sessions[g]]_vars

\* A copy begins with nothing.
CopyBeginsEmpty ==
    [][\A g \in Group : phase'[g] = Receiving /\ epoch'[g] # epoch[g]
        => cells'[g] = NoCells /\ sessions'[g] = NoSessions]_vars

\* A copy in progress never goes back to older cells.
CopyAdvances ==
    [][\A g \in Group : phase[g] = Receiving /\ phase'[g] = Receiving /\ epoch'[g] = epoch[g]
        => \A k \in Key : cells'[g][k].version >= cells[g][k].version]_vars

\* A started move ends, committed or aborted, for its source ...
MoveEnds == \A g \in Group : phase[g] \in {Copying, Sealed, Switched} ~> phase[g] \notin {Copying, Sealed, Switched}

\* ... and for its destination.
CopyEnds == \A g \in Group : phase[g] \in {Receiving, Ready} ~> phase[g] \notin {Receiving, Ready}

\* Clients see a pause, not an error.
CallsAnswered == \A c \in Client : calls[c].phase = Invoked ~> calls[c].phase # Invoked

(* Refinement of Ownership: HandleReady is its Give, HandleActivate its Take. *)

\* @type: PARTITION;
ThisPartition == "this_OF_PARTITION"

Rights == INSTANCE Ownership WITH
    Partition <- {ThisPartition},
    PartitionOf <- [k \in Key |-> ThisPartition],
    readable <- [g \in Group |-> [p \in {ThisPartition} |-> Readable(g)]],
    writable <- [g \in Group |-> [p \in {ThisPartition} |-> Writable(g)]],
    heir <- [p \in {ThisPartition} |-> IF \E g \in Group : Heir(g) THEN CHOOSE g \in Group : Heir(g) ELSE NoGroup]

RefinesOwnership == Rights!Spec

(* Refinement of Store: the map is the holder's copy; a write takes effect when it commits there. *)

\* @type: CLIENT => Bool;
TookEffect(c) == calls[c].phase = Invoked /\ InSession(Holder, c)

Contract == INSTANCE Store WITH
    cells <- cells[Holder],
    calls <- [c \in Client |->
        [phase  |-> IF TookEffect(c) THEN Effective ELSE calls[c].phase,
         op     |-> calls[c].op,
         result |-> IF TookEffect(c) THEN sessions[Holder][c].result ELSE calls[c].result]]

RefinesStore == Contract!Spec

=============================================================================
