------------------------------ MODULE ZabState ------------------------------
(***************************************************************************)
(* The state of a replica group that runs Zab: constants, variables,       *)
(* messages, and what the phases share.  Start reading here; then          *)
(* Discovery, Commitment, Synchronization, Broadcast, Reads, Faults; `Zab` joins them. *)
(*                                                                         *)
(* Each replica has persisted state, which a crash spares as far as it was *)
(* synced, and volatile state, which a crash resets.  Persistence takes    *)
(* steps of its own: an entry is first appended (in memory, or in the page *)
(* cache), later synced by Fsync; acceptedEpoch and currentEpoch are first *)
(* `pending`, later written.  What vouches for data on disk (ACKEPOCH,     *)
(* ACKLD, ACK) is sent by the step in which the write completes, never by  *)
(* the one that asks for it.                                               *)
(*                                                                         *)
(* Connections are FIFO and can break.  A follower has one, to its leader. *)
(* When a follower hangs up, some of what it sent may still arrive: its    *)
(* leader does not notice, and what it knows of the follower just grows    *)
(* old until the follower comes back.  When a leader is gone its followers *)
(* notice at once.  That is sound: a follower that went on for a while     *)
(* would take steps that depend on nobody else, talk to nobody, and answer *)
(* no client, so they might as well have come before.                      *)
(*                                                                         *)
(* Sources: ACaZoo, sections III and IV; Zab (DSN 2011), section IV, whose *)
(* letters are given beside the variables.                                 *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets, Prefixes

CONSTANTS
    \* @type: Set(SERVER);
    Server,
    \* Requests of clients; seq numbers the requests of a session from 1.
    \* @type: Set({ session: SESSION, seq: Int });
    Request

\* @typeAlias: zxid = { epoch: Int, counter: Int };
\* @typeAlias: entry = { epoch: Int, counter: Int, session: SESSION, seq: Int };
\* @typeAlias: msg = { type: Str, epoch: Int, zxid: $zxid, entries: Seq($entry), mode: Str, round: Int };
\* @typeAlias: pending = { field: Str, epoch: Int, upTo: Int };
\* @typeAlias: vote = { state: Str, epoch: Int, zxid: $zxid };
\* @typeAlias: read = { round: Int, index: Int, acks: Set(SERVER), active: Bool };
ZabStateAliases == TRUE

VARIABLES
    (* Persisted *)
    \* The last epoch promised in discovery (f.p in the paper).
    \* @type: SERVER -> Int;
    acceptedEpoch,
    \* The last epoch whose history was adopted (f.a).
    \* @type: SERVER -> Int;
    currentEpoch,
    \* The log (h_f). The first synced[s] entries are on disk; the rest a crash loses.
    \* @type: SERVER -> Seq($entry);
    history,
    \* @type: SERVER -> Int;
    synced,
    \* How many entries the last checkpoint covers; the log below is purged, so these
    \* can be sent only as a checkpoint, not one by one.
    \* @type: SERVER -> Int;
    checkpoint,
    (* Volatile *)
    \* LOOKING, FOLLOWING or LEADING.
    \* @type: SERVER -> Str;
    role,
    \* DISCOVERY, SYNCHRONIZATION or BROADCAST.
    \* @type: SERVER -> Str;
    phase,
    \* Whom a follower follows; itself otherwise.
    \* @type: SERVER -> SERVER;
    leader,
    \* The metadata write under way: which field, its new value, and for currentEpoch
    \* how much of the history must be on disk first.
    \* @type: SERVER -> $pending;
    pending,
    \* How much of the history is known to be committed, and is delivered.
    \* @type: SERVER -> Int;
    lastCommitted,
    (* Volatile, of a leader *)
    \* The acceptedEpoch each follower reported by CEPOCH; -1: none yet.
    \* @type: SERVER -> SERVER -> Int;
    cepoch,
    \* What each server reported by ACKEPOCH, and whether it counts towards the quorum.
    \* @type: SERVER -> SERVER -> $vote;
    ackEpoch,
    \* Followers that were sent the history, and so get all further proposals.
    \* @type: SERVER -> Set(SERVER);
    forwarding,
    \* Servers, perhaps itself, known to hold epoch and history on disk (ACKLD).
    \* @type: SERVER -> Set(SERVER);
    ackLeader,
    \* How many entries each server is known to have on disk (cumulative).
    \* @type: SERVER -> SERVER -> Int;
    acked,
    \* The read under way at each leader.
    \* @type: SERVER -> $read;
    reads,
    (* The network *)
    \* msgs[i][j]: what i sent to j over their present connection.
    \* @type: SERVER -> SERVER -> Seq($msg);
    msgs

\* @type: <<SERVER -> Int, SERVER -> Int>>;
epochVars == <<acceptedEpoch, currentEpoch>>
logVars == <<history, synced, checkpoint>>
roleVars == <<role, phase, leader>>
voteVars == <<cepoch, ackEpoch>>
syncVars == <<forwarding, ackLeader, acked>>
vars == <<epochVars, logVars, roleVars, pending, lastCommitted, voteVars, syncVars, reads, msgs>>

----------------------------------------------------------------------------
(* Words *)

LOOKING == "LOOKING"
FOLLOWING == "FOLLOWING"
LEADING == "LEADING"

DISCOVERY == "DISCOVERY"
SYNCHRONIZATION == "SYNCHRONIZATION"
BROADCAST == "BROADCAST"

\* Majorities of the group.
\* @type: Set(SERVER) => Bool;
IsQuorum(Q) == Cardinality(Q) * 2 > Cardinality(Server)

\* Q is a quorum by the members that the log h names.  Here they never change, whatever h is; in ZabReconfig they do.
\* @type: (Seq($entry), Set(SERVER)) => Bool;
IsQuorumBy(h, Q) == IsQuorum(Q)

----------------------------------------------------------------------------
(* Zxids *)

\* @type: $zxid;
ZeroZxid == [epoch |-> 0, counter |-> 0]

\* @type: $entry => $zxid;
ZxidOf(entry) == [epoch |-> entry.epoch, counter |-> entry.counter]

\* @type: ($zxid, $zxid) => Bool;
ZxidLeq(a, b) == a.epoch < b.epoch \/ (a.epoch = b.epoch /\ a.counter <= b.counter)

\* The zxid of the n-th entry of history h; zero for n = 0.
\* @type: (Seq($entry), Int) => $zxid;
ZxidAt(h, n) == IF n = 0 THEN ZeroZxid ELSE ZxidOf(h[n])

\* @type: Seq($entry) => $zxid;
LastZxid(h) == ZxidAt(h, Len(h))

\* How many entries of h are not above z. If h holds z, it is the last of them.
\* @type: (Seq($entry), $zxid) => Int;
CountUpTo(h, z) == Cardinality({i \in DOMAIN h : ZxidLeq(ZxidOf(h[i]), z)})

\* @type: (Seq($entry), $zxid) => Bool;
Holds(h, z) == ZxidAt(h, CountUpTo(h, z)) = z

\* @type: Seq($entry) => Set({ session: SESSION, seq: Int });
RequestsIn(h) == {[session |-> h[i].session, seq |-> h[i].seq] : i \in DOMAIN h}

----------------------------------------------------------------------------
(* Messages. Every message is of one type; fields it does not use are zero. *)

\* @type: (Str, Int, $zxid) => $msg;
Message(type, epoch, zxid) ==
    [type |-> type, epoch |-> epoch, zxid |-> zxid, entries |-> <<>>, mode |-> "", round |-> 0]

\* @type: (SERVER, SERVER) => Bool;
Connected(l, f) == role[f] = FOLLOWING /\ leader[f] = l

\* What l writes reaches f: they are connected, and l has read the first message on the connection,
\* which is a CEPOCH. Else l writes to a connection that f has left, for good or for a new one.
\* @type: (SERVER, SERVER, SERVER -> SERVER -> Seq($msg)) => Bool;
Open(l, f, channels) ==
    Connected(l, f) /\ \A i \in DOMAIN channels[f][l] : channels[f][l][i].type # "CEPOCH"

\* All channels after the leader l has sent the messages ms[f] to each follower f in F;
\* those to which it has no open connection get nothing.
\* @type: (SERVER, Set(SERVER), SERVER -> Seq($msg), SERVER -> SERVER -> Seq($msg)) => SERVER -> SERVER -> Seq($msg);
SendAll(l, F, ms, channels) ==
    [channels EXCEPT ![l] = [f \in Server |->
        IF f \in F /\ Open(l, f, channels) THEN @[f] \o ms[f] ELSE @[f]]]

\* All channels after s has sent m to d.
\* @type: (SERVER, SERVER, $msg, SERVER -> SERVER -> Seq($msg)) => SERVER -> SERVER -> Seq($msg);
Send(s, d, m, channels) == [channels EXCEPT ![s][d] = Append(@, m)]

\* s has a message of this type from d next in line.
\* @type: (SERVER, SERVER, Str) => Bool;
Receives(s, d, type) == msgs[d][s] # <<>> /\ Head(msgs[d][s]).type = type

\* All channels after s has taken that message.
\* @type: (SERVER, SERVER) => SERVER -> SERVER -> Seq($msg);
Received(s, d) == [msgs EXCEPT ![d][s] = Tail(@)]

----------------------------------------------------------------------------
(* Initial and reset values *)

\* @type: $pending;
NoPending == [field |-> "none", epoch |-> 0, upTo |-> 0]

\* @type: $vote;
NoVote == [state |-> "none", epoch |-> 0, zxid |-> ZeroZxid]

\* @type: SERVER => $read;
NoRead(s) == [round |-> reads[s].round, index |-> 0, acks |-> {}, active |-> FALSE]

\* Those that notice when s leaves its role: itself and, if it leads, its followers.
\* @type: SERVER => Set(SERVER);
Leavers(s) == {s} \cup {f \in Server : Connected(s, f)}

\* All channels after s left its role. What is under way to those that leave is lost, and so is what a
\* leader sent. Of what a follower sent to its leader, the first n messages still arrive, some time.
\* @type: (SERVER, Int) => SERVER -> SERVER -> Seq($msg);
Hangup(s, n) ==
    [i \in Server |-> [d \in Server |->
        IF d \in Leavers(s) \/ (i = s /\ role[s] = LEADING) THEN <<>>
        ELSE IF i = s /\ d = leader[s] THEN Prefix(msgs[i][d], n)
        ELSE msgs[i][d]]]

\* s gives up its role: what belongs to the role is reset, here and at its followers, and the
\* connections end. What they know to be committed stays.
\* @type: SERVER => Bool;
LeaveRole(s) ==
    LET S == Leavers(s)
    IN /\ role' = [t \in Server |-> IF t \in S THEN LOOKING ELSE role[t]]
       /\ phase' = [t \in Server |-> IF t \in S THEN DISCOVERY ELSE phase[t]]
       /\ leader' = [t \in Server |-> IF t \in S THEN t ELSE leader[t]]
       /\ pending' = [t \in Server |-> IF t \in S THEN NoPending ELSE pending[t]]
       /\ cepoch' = [t \in Server |-> IF t \in S THEN [f \in Server |-> -1] ELSE cepoch[t]]
       /\ ackEpoch' = [t \in Server |-> IF t \in S THEN [f \in Server |-> NoVote] ELSE ackEpoch[t]]
       /\ forwarding' = [t \in Server |-> IF t \in S THEN {} ELSE forwarding[t]]
       /\ ackLeader' = [t \in Server |-> IF t \in S THEN {} ELSE ackLeader[t]]
       /\ acked' = [t \in Server |-> IF t \in S THEN [f \in Server |-> 0] ELSE acked[t]]
       /\ reads' = [t \in Server |-> IF t \in S THEN NoRead(t) ELSE reads[t]]
       /\ \E n \in {0} \cup DOMAIN msgs[s][leader[s]] : msgs' = Hangup(s, n)

Init ==
    /\ acceptedEpoch = [s \in Server |-> 0]
    /\ currentEpoch = [s \in Server |-> 0]
    /\ history = [s \in Server |-> <<>>]
    /\ synced = [s \in Server |-> 0]
    /\ checkpoint = [s \in Server |-> 0]
    /\ role = [s \in Server |-> LOOKING]
    /\ phase = [s \in Server |-> DISCOVERY]
    /\ leader = [s \in Server |-> s]
    /\ pending = [s \in Server |-> NoPending]
    /\ lastCommitted = [s \in Server |-> 0]
    /\ cepoch = [s \in Server |-> [f \in Server |-> -1]]
    /\ ackEpoch = [s \in Server |-> [f \in Server |-> NoVote]]
    /\ forwarding = [s \in Server |-> {}]
    /\ ackLeader = [s \in Server |-> {}]
    /\ acked = [s \in Server |-> [f \in Server |-> 0]]
    /\ reads = [s \in Server |-> [round |-> 0, index |-> 0, acks |-> {}, active |-> FALSE]]
    /\ msgs = [s \in Server |-> [d \in Server |-> <<>>]]
=============================================================================
