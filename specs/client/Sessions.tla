------------------------------ MODULE Sessions ------------------------------
(***************************************************************************)
(* What a partition remembers of its clients' sessions, and for how long.  *)
(* A session numbers its updates; of each session the replicated state     *)
(* holds the last number and its result, so a retry is not run again.      *)
(* That cannot be kept for ever: records expire, and there is a cap.       *)
(*                                                                         *)
(* Records belong to generations.  A request moves the record of its       *)
(* session into the present generation, which is closed when it has lasted *)
(* or grown enough.  The oldest is dropped as a whole, when it was closed  *)
(* long enough ago or there are too many records.  Then the floor rises    *)
(* above the time at which it was closed.                                  *)
(*                                                                         *)
(* A session says when it was opened: an applied time that it was told     *)
(* before its first request.  One that was opened before the floor and has *)
(* no record may have been forgotten: its request may be a retry, and is   *)
(* answered TooOld without being run.  For whatever a generation holds was *)
(* opened before it was used, and that was before it was closed.           *)
(*                                                                         *)
(* Everything is decided by the log: by the applied time, and by how long  *)
(* and how many records are to be kept, which the leader writes into each  *)
(* entry.  So replicas agree, whatever their clocks and settings.          *)
(*                                                                         *)
(* A retry is not logged while its first attempt is in the leader's log:   *)
(* it waits until that is applied, and is answered from the state (Found). *)
(* What was refused when it was applied, for a reason of its own, has left *)
(* no record: the session is known and stands below it, so it was not run. *)
(*                                                                         *)
(* Modelled: the log (one partition's updates), replicas that apply it     *)
(* each at its own pace, clients that ask again as they like, requests     *)
(* that come again much later, leaders whose stamps go back and whose      *)
(* settings differ, clients that lie about when a session was opened.      *)
(* Left out: what updates do (the result of one is the number of the entry *)
(* that ran it); how the log comes about (ReplicatedLog; Broadcast: a      *)
(* request may be there again); moves between groups, which take records,  *)
(* generations, floor and time along.                                      *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
    \* @type: Set(SESSION);
    Session,
    \* @type: Set(SERVER);
    Server,
    \* What leaders may be set to: how long a record is kept at least after its last use, and how many at most.
    \* @type: Set({ ttl: Int, cap: Int });
    Setting,
    \* A generation lasts for, and holds, one of so many parts of these.
    \* @type: Int;
    Parts

VARIABLES
    \* The updates, in order.
    \* @type: Seq({ session: SESSION, seq: Int, opened: Int, time: Int, ttl: Int, cap: Int, vain: Bool });
    log,
    \* What each replica has come to.
    \* @type: SERVER -> $replica;
    replica,
    \* Of each session: when it was opened, and the number of its request under way.
    \* @type: SESSION -> { opened: Int, seq: Int };
    client

(*
  @typeAlias: record = { seq: Int, result: Int, generation: Int };
  @typeAlias: generation = { number: Int, at: Int };
  @typeAlias: replica = { time: Int, floor: Int, present: Int, began: Int, closed: Seq($generation),
                          records: SESSION -> $record, answers: Seq(Int) };
*)
Sessions_aliases == TRUE

vars == <<log, replica, client>>

Unopened == -1

\* Answers; others are the number of the entry that ran the request.
TooOld == 0
Stale == -1
Refused == -2

NoRecord == [seq |-> 0, result |-> 0, generation |-> 0]

Max2(a, b) == IF a < b THEN b ELSE a

----------------------------------------------------------------------------
(* Generations; m is what a replica has come to, e the entry that it applies *)

\* @type: ($replica, Int) => Set(SESSION);
Of(m, number) == {c \in Session : m.records[c].generation = number}

\* @type: $replica => Set(SESSION);
Recorded(m) == {c \in Session : m.records[c] # NoRecord}

\* @type: Int => Int;
Share(whole) == Max2(1, whole \div Parts)

IsLong(m, e) == m.time >= m.began + Share(e.ttl)
IsFull(m, e) == Cardinality(Of(m, m.present)) >= Share(e.cap)

\* The present generation ends, if it holds anything, and another begins.
\* @type: $replica => $replica;
Closed(m) ==
    IF Of(m, m.present) = {} THEN [m EXCEPT !.began = m.time]
    ELSE [m EXCEPT !.closed = Append(@, [number |-> m.present, at |-> m.time]),
                   !.present = @ + 1, !.began = m.time]

\* Closed generations whose records have all moved on are none.
\* @type: $replica => $replica;
Tidy(m) == [m EXCEPT !.closed = SelectSeq(@, LAMBDA g : Of(m, g.number) # {})]

\* What is in generation g was opened before this.
\* @type: ($replica, $generation) => Int;
RaisedFloor(m, g) == Max2(m.floor, g.at + 1)

\* The oldest generation is forgotten.
\* @type: $replica => $replica;
Dropped(m) ==
    LET g == Head(m.closed)
    IN [m EXCEPT !.floor = RaisedFloor(m, g),
                 !.closed = Tail(@),
                 !.records = [c \in Session |-> IF c \in Of(m, g.number) THEN NoRecord ELSE @[c]]]

\* @type: ($replica, $generation, Int) => Bool;
IsExpired(m, g, ttl) == m.time >= g.at + ttl

\* By which time r decides what has expired: the applied time.
\* @type: (SERVER, $replica) => Int;
Now(r, m) == m.time

\* How long and how many r keeps: as the leader says that logged the entry.
Kept(r, e) == [ttl |-> e.ttl, cap |-> e.cap]

RECURSIVE Expired(_, _)
\* @type: ($replica, Int) => $replica;
Expired(m, ttl) ==
    IF m.closed # <<>> /\ IsExpired(m, Head(m.closed), ttl) THEN Expired(Dropped(m), ttl) ELSE m

\* @type: ($replica, Int) => Bool;
IsOver(m, cap) == Cardinality(Recorded(m)) > cap

RECURSIVE Shrunk(_, _)
\* @type: ($replica, Int) => $replica;
Shrunk(m, cap) == IF m.closed # <<>> /\ IsOver(m, cap) THEN Shrunk(Dropped(m), cap) ELSE m

----------------------------------------------------------------------------
(* An entry *)

\* A session without a record that this one may have been forgotten, or says that it is of the future.
IsForgotten(m, e) == e.opened < m.floor
IsAhead(m, e) == e.opened > m.time
IsTooOld(m, e) == IsForgotten(m, e) \/ IsAhead(m, e)

\* The request is a retry of the last one of its session, or comes before that.
IsRetry(m, e) == m.records[e.session].seq = e.seq
IsPast(m, e) == m.records[e.session].seq > e.seq

\* Where the record goes of a session that makes a request.
Refreshed(m, e) == m.present

\* The request is run, and its record belongs to the present generation.
Run(m, e) ==
    LET record == [seq |-> e.seq, result |-> Len(m.answers) + 1, generation |-> Refreshed(m, e)]
    IN [m EXCEPT !.records[e.session] = record, !.answers = Append(@, record.result)]

Answered(m, answer) == [m EXCEPT !.answers = Append(@, answer)]

\* What r makes of the entry.
Applied(r, m, e) ==
    LET kept == Kept(r, e)
        advanced == [m EXCEPT !.time = Max2(@, e.time)]
        at == [advanced EXCEPT !.time = Now(r, advanced)]
        closed == IF IsLong(at, kept) \/ IsFull(at, kept) THEN Closed(at) ELSE at
        now == Expired(closed, kept.ttl)
        c == e.session
    IN CASE e.vain -> Answered(m, Refused)
         [] c \notin Recorded(now) /\ IsTooOld(now, e) -> Answered(now, TooOld)
         [] c \in Recorded(now) /\ IsRetry(now, e) -> Answered(now, now.records[c].result)
         [] c \in Recorded(now) /\ IsPast(now, e) -> Answered(now, Stale)
         [] OTHER -> Shrunk(Tidy(Run(now, e)), kept.cap)

\* The session is known, and its last request comes before this one, which is applied.
WasRefused(m, e) == m.records[e.session].seq < e.seq

\* What m tells a retry of e, which is applied.  TooOld: it may have been run.
Found(m, e) ==
    LET c == e.session
    IN CASE c \notin Recorded(m) -> TooOld
         [] c \in Recorded(m) /\ WasRefused(m, e) -> Refused
         [] c \in Recorded(m) /\ ~WasRefused(m, e) /\ IsRetry(m, e) -> m.records[c].result
         [] OTHER -> Stale

----------------------------------------------------------------------------
(* Steps *)

Init ==
    /\ log = <<>>
    /\ replica = [r \in Server |-> [time |-> 0, floor |-> 0, present |-> 1, began |-> 0, closed |-> <<>>,
                                    records |-> [c \in Session |-> NoRecord], answers |-> <<>>]]
    /\ client = [c \in Session |-> [opened |-> Unopened, seq |-> 1]]

\* A client opens a session: replica r tells it the time that it has applied.
\* @type: (SESSION, SERVER) => Bool;
Open(c, r) ==
    /\ client[c].opened = Unopened
    /\ client' = [client EXCEPT ![c].opened = replica[r].time]
    /\ UNCHANGED <<log, replica>>

\* A client makes the time up.
\* @type: (SESSION, Int) => Bool;
OpenAnyhow(c, time) ==
    /\ client[c].opened = Unopened
    /\ client' = [client EXCEPT ![c].opened = time]
    /\ UNCHANGED <<log, replica>>

\* A leader logs a request of c: the one under way, perhaps again, or one from before that comes again; in vain, if it
\* will be refused when it is applied (its partition is not there, say).
\* @type: (SESSION, Int, Int, { ttl: Int, cap: Int }, Bool) => Bool;
Ask(c, seq, time, setting, vain) ==
    /\ client[c].opened # Unopened /\ seq \in 1..client[c].seq
    /\ log' = Append(log, [session |-> c, seq |-> seq, opened |-> client[c].opened,
                           time |-> time, ttl |-> setting.ttl, cap |-> setting.cap, vain |-> vain])
    /\ UNCHANGED <<replica, client>>

\* @type: SERVER => Bool;
Apply(r) ==
    /\ Len(replica[r].answers) < Len(log)
    /\ replica' = [replica EXCEPT ![r] = Applied(r, @, log[Len(@.answers) + 1])]
    /\ UNCHANGED <<log, client>>

\* c hears from r that its request under way was run, and comes to the next.
\* @type: (SESSION, SERVER) => Bool;
Hear(c, r) ==
    /\ \E i \in DOMAIN replica[r].answers :
           log[i].session = c /\ log[i].seq = client[c].seq /\ replica[r].answers[i] > 0
    /\ client' = [client EXCEPT ![c].seq = @ + 1]
    /\ UNCHANGED <<log, replica>>

Next ==
    \/ \E c \in Session, r \in Server : Open(c, r) \/ Hear(c, r)
    \/ \E c \in Session, time \in Nat : OpenAnyhow(c, time)
    \/ \E c \in Session, seq, time \in Nat, setting \in Setting, vain \in BOOLEAN : Ask(c, seq, time, setting, vain)
    \/ \E r \in Server : Apply(r)

Spec == Init /\ [][Next]_vars

=============================================================================
