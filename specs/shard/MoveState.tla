------------------------------ MODULE MoveState ------------------------------
(***************************************************************************)
(* What `Move` is about: the state of a group, its log, the messages       *)
(* between groups, the clients.                                            *)
(*                                                                         *)
(* A group is what `ReplicatedLog` promises: an agreed log.  `state` is    *)
(* what its committed commands lead to; `tail` holds the commands behind   *)
(* them, in the log of the present leader, that may yet be lost with it.   *)
(* A partition is a set of keys; each group has records of the partitions  *)
(* that it owns, gives away or receives, and cells for their keys.         *)
(* Nothing else says who owns what: no ring, no leader's memory.           *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
    Group, NoGroup,
    Key, Value, NoValue,
    Client,
    \* The groups that own the partitions to begin with: a function from partitions.
    FirstOwner,
    \* How much each group's log holds then: places of different logs do not compare.
    FirstIndex,
    \* The applied time of each group then.
    FirstTime,
    \* How many commands a leader may log before they are committed.  0: each is committed at once.
    Window,
    \* Whether replicas apply what is committed later than others, so that a read must wait for them.
    Lags,
    \* How many partitions that it gave away a group remembers, and to whom.
    MaxHeirs

VARIABLES
    \* What the committed commands of each group's log lead to.
    state,
    \* The commands behind them in the log of the group's leader.
    tail,
    \* What a replica has applied that lags: clients are answered there, and it may believe that it leads (if Lags).
    replica,
    \* What was sent and not lost.  A message stays: it may arrive twice, late, in any order, or never.
    msgs,
    \* Groups that were dissolved: none of their replicas answers any more.
    dissolved,
    \* Each client's call, numbered; phases as in `Store`.
    calls,
    \* Every update ever sent, to which group.
    requests,
    \* The reads that a quorum has confirmed: at which group, and how much it must have applied to answer.
    reads,
    \* Where each client believes each key to be, by the attempt of which number.
    ring

groupVars == <<state, tail, replica>>
clientVars == <<calls, requests, reads, ring>>
vars == <<state, tail, replica, msgs, dissolved, calls, requests, reads, ring>>

----------------------------------------------------------------------------
(* A group's record of a partition *)

Serving == "serving"       \* owns it
Copying == "copying"       \* owns it and sends it to peer
Sealed == "sealed"         \* the same, and takes no updates
Switched == "switched"     \* gave it to peer; waits to hear that peer serves
Receiving == "receiving"   \* holds part of a copy
Ready == "ready"           \* holds a whole copy; serves when peer has switched

Moving == {Copying, Sealed, Switched}
Copies == {Receiving, Ready}

\* A version: the number of the move that brought the partition to the group, and the place in its log (zxid).
\* Places in two logs do not compare; the numbers of moves do.
NoVersion == <<0, 0>>
Later(v, w) == v[1] > w[1] \/ (v[1] = w[1] /\ v[2] > w[2])

\* `until`: the applied time from which on the cell is gone; 0: never.
NoCell == [value |-> NoValue, version |-> NoVersion, until |-> 0]
NoResult == [ok |-> FALSE, value |-> NoValue, version |-> NoVersion]
NoSessions == [c \in Client |-> [seq |-> 0, result |-> NoResult]]

(* phase; the latest attempt (epoch), the attempt that brought it here (move), the other group of the attempt;
   how many updates the copy holds, or the source has run, since Begin, which is 1 (position);
   what it is to be split or merged into (into; {}: nothing); the sessions' last updates. *)
Record(phase, epoch, move, peer, sessions) ==
    [phase |-> phase, epoch |-> epoch, move |-> move, peer |-> peer, position |-> 0, into |-> {}, sessions |-> sessions]

\* An heir: by which attempt, and which command of the log gave it.
Nobody == [group |-> NoGroup, epoch |-> 0, place |-> 0]

\* What a group begins with: the partitions P, n commands in its log, the applied time t.
Founded(P, n, t) ==
    [index |-> n,     \* commands applied
     time |-> t,      \* the applied time
     floor |-> 0,     \* the highest attempt of which the record was dropped
     parts |-> [p \in P |-> Record(Serving, 0, 0, NoGroup, NoSessions)],
     cells |-> [k \in Key |-> NoCell],
     heirs |-> [k \in Key |-> Nobody]]   \* to whom it gave each key last

\* What a member has that is new: not even the command that founds the group.
Empty == Founded({}, -1, 0)

Partition == (SUBSET Key) \ {{}}
Parts(s) == DOMAIN s.parts
Max2(a, b) == IF a > b THEN a ELSE b
MaxOf(S) == CHOOSE n \in S : \A m \in S : n >= m

\* The records of s that share keys with p.
Overlapping(s, p) == {q \in Parts(s) : q \cap p # {}}
\* The partition of s that holds all of the keys K: one, or none.
Around(s, K) == {p \in Parts(s) : K \subseteq p}

InPhase(s, p, phases) == p \in Parts(s) /\ s.parts[p].phase \in phases
\* s is in attempt e of moving p, in one of these phases.
InAttempt(s, p, e, phases) == InPhase(s, p, phases) /\ s.parts[p].epoch = e

\* The token flags of `Ownership`: functions of the replicated phase.
Readable(s, p) == InPhase(s, p, {Serving, Copying, Sealed})
Writable(s, p) == InPhase(s, p, {Serving, Copying})

\* s without the records of P; it remembers the highest number among them.
FloorAfter(s, P) == MaxOf({s.floor} \cup {s.parts[p].epoch : p \in P})
CellsWithout(s, P) == [k \in Key |-> IF k \in UNION P THEN NoCell ELSE s.cells[k]]
Drop(s, P) ==
    [s EXCEPT !.parts = [p \in Parts(s) \ P |-> @[p]], !.floor = FloorAfter(s, P), !.cells = CellsWithout(s, P)]

\* s with record r of p, whatever it had of it.
With(s, p, r) == [s EXCEPT !.parts = [q \in Parts(s) \cup {p} |-> IF q = p THEN r ELSE @[q]]]

----------------------------------------------------------------------------
(* Commands and messages.  `entry` and `copy` hold one or none. *)

\* An update: the client's request, the leader's stamp; in a Catch also the version that the source gave it.
Entry(client, seq, op, time, version) ==
    [client |-> client, seq |-> seq, op |-> op, time |-> time, version |-> version]

\* What a source tells of a partition: how many updates it has run, the cells and sessions, its applied time.
Copy(position, cells, sessions, time) ==
    [position |-> position, cells |-> cells, sessions |-> sessions, time |-> time]

\* kind, the partition, the attempt, the other group; `number` is a floor of attempts, or a position.
Command(kind, p, e, peer) ==
    [kind |-> kind, part |-> p, epoch |-> e, peer |-> peer, number |-> 0, entry |-> <<>>, copy |-> <<>>, into |-> {}]

\* From group g to group h.
Message(type, g, h, p, e) ==
    [type |-> type, src |-> g, dst |-> h, part |-> p, epoch |-> e, number |-> 0, entry |-> <<>>, copy |-> <<>>]

\* What a group logs that acts on message m.
Taken(kind, m) ==
    [Command(kind, m.part, m.epoch, m.src) EXCEPT !.number = m.number, !.entry = m.entry, !.copy = m.copy]

----------------------------------------------------------------------------
(* Operations *)

\* As in Store; `also`: more keys that the same value is put to (a batch); `ttl`: 0, or how long the cell lasts.
Op(kind, k, value, expected) ==
    [kind |-> kind, key |-> k, value |-> value, expected |-> expected, also |-> {}, ttl |-> 0]

KeysOf(op) == {op.key} \cup op.also
IsRead(op) == op.kind = "get"

Idle == "idle"
Invoked == "invoked"
Effective == "effective"

NoRead == [group |-> NoGroup, index |-> 0]

Init ==
    /\ state = [g \in Group |-> Founded({p \in DOMAIN FirstOwner : FirstOwner[p] = g}, FirstIndex[g], FirstTime[g])]
    /\ tail = [g \in Group |-> <<>>]
    /\ replica = state
    /\ msgs = {} /\ dissolved = {}
    /\ calls = [c \in Client |->
           [phase |-> Idle, op |-> Op("get", CHOOSE k \in Key : TRUE, NoValue, NoValue), seq |-> 0, result |-> NoResult]]
    /\ requests = {}
    /\ reads = [c \in Client |-> NoRead]
    /\ ring = [c \in Client |-> [k \in Key |->
           [group |-> FirstOwner[CHOOSE p \in DOMAIN FirstOwner : k \in p], epoch |-> 0]]]

=============================================================================
