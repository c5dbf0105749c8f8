----------------------------- MODULE MoveGroups -----------------------------
(***************************************************************************)
(* How groups act: a leader logs, a quorum commits, replicas apply; and    *)
(* what groups tell each other.                                            *)
(*                                                                         *)
(*    leader's log:   [ applied .... committed ] [ tail: may be lost ]     *)
(*                       replica       state                        ^      *)
(*                                               admission asks the state here *)
(*                                                                         *)
(* A leader speaks of what it has applied, never of what is only logged.   *)
(* One that was deposed and does not know may speak, too, and has applied  *)
(* less.  So an answer that moves the other side rests on what only grows, *)
(* the numbers of attempts.  That something is *absent* proves nothing.    *)
(***************************************************************************)
EXTENDS MoveSharding

\* What leaders of g may have applied that answer: the present one, and one that lags.
Applies(g, s, r) == IF Lags THEN {s[g], r[g]} ELSE {s[g]}
Views(s, r) == [g \in Group |-> Applies(g, s, r)]

\* Where g answers clients: nobody can tell how far that replica is.
Seen(g) == IF Lags THEN replica[g] ELSE state[g]

----------------------------------------------------------------------------
(* What g tells others, having applied s *)

CellsOf(s, p) == [k \in p |-> s.cells[k]]
NoCells == [k \in {} |-> NoCell]

BaseOf(s, p) == Copy(s.parts[p].position, CellsOf(s, p), s.parts[p].sessions, 0)
ManifestOf(s, p) == Copy(s.parts[p].position, NoCells, NoSessions, 0)
TimeOf(s) == Copy(0, NoCells, NoSessions, s.time)

CanDescribe(r) == r.phase = Sealed
CanTellHeir(r) == r.phase = Switched
CanPromise(r) == r.phase = Ready

\* Because of the record that it has of p.
SaidOf(g, s, p) ==
    LET r == s.parts[p]
        To(type) == Message(type, g, r.peer, p, r.epoch)
    IN UNION {
        IF r.phase \in {Copying, Sealed}
        THEN {To("Prepare"), [To("Base") EXCEPT !.copy = <<BaseOf(s, p)>>]} ELSE {},
        IF CanDescribe(r) THEN {[To("Manifest") EXCEPT !.copy = <<ManifestOf(s, p)>>]} ELSE {},
        IF CanTellHeir(r) THEN {[To("Activate") EXCEPT !.copy = <<TimeOf(s)>>]} ELSE {},
        IF r.phase \in Copies THEN {To("Accept")} ELSE {},
        IF CanPromise(r) THEN {To("Ready")} ELSE {} }

Said(g, s) == UNION {SaidOf(g, s, p) : p \in Parts(s)}

\* s has come to attempt e for keys of p, or past it.  By its floor, as source: e was above that when the attempt began.
KnowsOf(s, p, e) == s.floor >= e \/ \E q \in Overlapping(s, p) : s.parts[q].epoch >= e

\* g was the destination, and has left the attempt: it served, whatever came then.
HasServed(s, m) == KnowsOf(s, m.part, m.epoch) /\ ~InAttempt(s, m.part, m.epoch, Copies)

\* g serves keys of the partition by a later attempt: so the heir did, before it gave them on.
IsNewerOwner(s, m) ==
    \E q \in Overlapping(s, m.part) : Readable(s, q) /\ s.parts[q].epoch > m.epoch

SaysDone(g, s, m) ==
    m.type = "Activate" /\ IF m.dst = g THEN HasServed(s, m) ELSE m.src # g /\ IsNewerOwner(s, m)

\* The other side waits for g in an attempt that is over.
SaysCancel(g, s, m) ==
    /\ m.type \in {"Accept", "Ready"} /\ m.dst = g
    /\ KnowsOf(s, m.part, m.epoch)
    /\ ~InAttempt(s, m.part, m.epoch, Moving)

\* g may have forgotten an attempt of this number.
SaysTooLow(g, s, m) ==
    m.type = "Prepare" /\ m.dst = g /\ ~AboveFloor(s, m.epoch) /\ ~InAttempt(s, m.part, m.epoch, Copies)

\* What it answers to the messages ms.
Replies(g, s, ms) ==
    LET Back(type, m) == Message(type, g, m.src, m.part, m.epoch)
    IN  {Back("Done", m) : m \in {n \in ms : SaysDone(g, s, n)}}
        \cup {Back("Cancel", m) : m \in {n \in ms : SaysCancel(g, s, n)}}
        \cup {[Back("TooLow", m) EXCEPT !.number = s.floor] : m \in {n \in ms : SaysTooLow(g, s, n)}}

\* In the place of a group that is no more, whoever has noted its end (Endings) says that its attempts are over: it has
\* given all it had to others, which have told it so.
SaidForDissolved(ms, D) ==
    {Message("Cancel", m.dst, m.src, m.part, m.epoch) : m \in {n \in ms : n.type \in {"Accept", "Ready"} /\ n.dst \in D}}

\* The messages ms, and what the leaders V[g] of all groups say but those that are dissolved.
Spoken(V, ms, D) ==
    LET said == ms \cup UNION {UNION {Said(g, s) : s \in V[g]} : g \in Group \ D}
    IN said \cup UNION {UNION {Replies(g, s, said) : s \in V[g]} : g \in Group \ D} \cup SaidForDissolved(said, D)

\* While it copies, a source sends each update that it has run.
CaughtUp(g, s, c) ==
    IF c.kind # "Update" THEN {}
    ELSE LET e == c.entry[1]
             p == CHOOSE q \in PlaceOf(s, e) : TRUE
             r == s.parts[p]
         IN IF r.phase # Copying THEN {}
            ELSE {[Message("Catch", g, r.peer, p, r.epoch) EXCEPT
                      !.number = r.position,
                      !.entry = <<[e EXCEPT !.time = s.time, !.version = <<MoveNumber(r), s.index>>]>>]}

----------------------------------------------------------------------------
(* The log *)

\* What admission asks: the state at the end of the leader's log, not what is applied.
AtTail(g) == AfterAll(state[g], tail[g])

\* Command c is committed, next in g's log.
Settle(g, c) ==
    LET s == Applied(state[g], c)
    IN /\ state' = [state EXCEPT ![g] = s]
       /\ replica' = IF Lags THEN replica ELSE state'
       /\ msgs' = Spoken(Views(state', replica'), msgs \cup CaughtUp(g, s, c), dissolved)

\* The leader of g logs command c.
Propose(g, c) ==
    /\ g \notin dissolved
    /\ Admissible(AtTail(g), c)
    /\ IF Window = 0 THEN Settle(g, c) /\ UNCHANGED tail
       ELSE /\ Len(tail[g]) < Window
            /\ tail' = [tail EXCEPT ![g] = Append(@, c)]
            /\ UNCHANGED <<state, replica, msgs>>
    /\ UNCHANGED <<dissolved, clientVars>>

Commit(g) ==
    /\ tail[g] # <<>>
    /\ Settle(g, Head(tail[g]))
    /\ tail' = [tail EXCEPT ![g] = Tail(@)]
    /\ UNCHANGED <<dissolved, clientVars>>

\* Another replica leads (by failure or transfer): of what was not committed, it has the first n commands.
LeaderChange(g, n) ==
    /\ n < Len(tail[g])
    /\ tail' = [tail EXCEPT ![g] = SubSeq(@, 1, n)]
    /\ UNCHANGED <<state, replica, msgs, dissolved, clientVars>>

\* What a checkpoint keeps of s: all of it, moves that are under way, floors and heirs, too.
Kept(s) == s

\* The replica of g that lags applies what is committed, or starts from a checkpoint of it.
CatchUp(g) ==
    /\ replica[g] # state[g]
    /\ replica' = [replica EXCEPT ![g] = Kept(state[g])]
    /\ msgs' = Spoken(Views(state, replica'), msgs, dissolved)
    /\ UNCHANGED <<state, tail, dissolved, clientVars>>

\* A member joins g, or comes back with a new disk: it has nothing.
Join(g) ==
    /\ replica' = [replica EXCEPT ![g] = Empty]
    /\ UNCHANGED <<state, tail, msgs, dissolved, clientVars>>

----------------------------------------------------------------------------
(* Messages *)

\* Leaders repeat themselves.
Say ==
    /\ msgs' = Spoken(Views(state, replica), msgs, dissolved)
    /\ UNCHANGED <<groupVars, dissolved, clientVars>>

\* The leader of g crashes, and what it sent is lost.
Crash(g) ==
    /\ msgs' = {m \in msgs : m.src # g}
    /\ UNCHANGED <<groupVars, dissolved, clientVars>>

\* g has nothing any more, and its nodes leave.
Dissolve(g) ==
    /\ g \notin dissolved /\ Parts(state[g]) = {} /\ tail[g] = <<>>
    /\ dissolved' = dissolved \cup {g}
    /\ msgs' = Spoken(Views(state, replica), {m \in msgs : m.src # g}, dissolved')
    /\ UNCHANGED <<groupVars, clientVars>>

\* m reaches group g, which logs what it asks for.
Handle(g, m, type, kind) == m \in msgs /\ m.dst = g /\ m.type = type /\ Propose(g, Taken(kind, m))

HandlePrepare(d, m) == Handle(d, m, "Prepare", "Prepare")
HandleBase(d, m) == Handle(d, m, "Base", "Stage")
HandleCatch(d, m) == Handle(d, m, "Catch", "Catch")
HandleManifest(d, m) == Handle(d, m, "Manifest", "Finish")
HandleActivate(d, m) == Handle(d, m, "Activate", "Activate")
HandleCancel(d, m) == Handle(d, m, "Cancel", "Cancel")
HandleReady(g, m) == Handle(g, m, "Ready", "Switch")
HandleDone(g, m) == Handle(g, m, "Done", "Release")
HandleTooLow(g, m) == Handle(g, m, "TooLow", "Abort")

----------------------------------------------------------------------------
(* What the leader of the owner decides, for whatever reasons *)

\* The destination may have been dissolved: not all leaders have heard of it.
BeginMove(g, p, d) ==
    /\ d # g /\ p \in Parts(AtTail(g))
    /\ Propose(g, Command("Begin", p, NextNumber(AtTail(g), p), d))

\* Command of attempt e of p, of which the leader knows by what is logged.
Decide(g, p, kind) ==
    p \in Parts(AtTail(g)) /\ Propose(g, Command(kind, p, AtTail(g).parts[p].epoch, NoGroup))

SealMove(g, p) == Decide(g, p, "Seal")
AbortMove(g, p) == Decide(g, p, "Abort")

Shard(g, kind, new) ==
    Propose(g, [Command(kind, UNION new, 0, NoGroup) EXCEPT !.into = new])

=============================================================================
