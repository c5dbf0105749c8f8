---------------------------- MODULE MoveCommands ----------------------------
(***************************************************************************)
(* The commands of a group's log: when each may be logged (its guard, a    *)
(* name of its own) and what it makes of the group's state.  Pure          *)
(* operators: `s` is the state that the command is appended to.            *)
(*                                                                         *)
(* A leader asks `Admissible` of the state at the end of its own log       *)
(* (`MoveGroups!Propose`).  `Applied` asks again, and the answer is always *)
(* yes: `NothingLoggedInVain`.                                             *)
(***************************************************************************)
EXTENDS MoveState

----------------------------------------------------------------------------
(* Updates *)

\* What a reader at time t sees in the cell.
Live(cell, t) == IF cell.until # 0 /\ cell.until <= t THEN NoValue ELSE cell.value

CheckHolds(s, e, t) == e.op.kind = "cas" => Live(s.cells[e.op.key], t) = e.op.expected

\* The cell that update e leaves, run at time t.
Written(e, version, t) ==
    [value |-> e.op.value, version |-> version, until |-> IF e.op.ttl = 0 THEN 0 ELSE t + e.op.ttl]

\* s after update e on partition p, run at time t: the cells and the record of its session, in one step.
Run(s, p, e, version, t) ==
    LET ok == CheckHolds(s, e, t)
        cells == [k \in Key |-> IF ok /\ k \in KeysOf(e.op) THEN Written(e, version, t) ELSE s.cells[k]]
        cell == cells[e.op.key]
        result == [ok |-> ok, value |-> Live(cell, t), version |-> cell.version]
    IN [s EXCEPT !.cells = cells,
                 !.parts[p].sessions[e.client] = [seq |-> e.seq, result |-> result],
                 !.parts[p].position = IF s.parts[p].phase = Serving THEN @ ELSE @ + 1]

\* Numbers of a session rise; whether this one is new the partition's own records decide, wherever they came from.
Fresh(s, p, e) == e.seq > s.parts[p].sessions[e.client].seq

CanUpdate(s, p, e) == Writable(s, p) /\ Fresh(s, p, e)

\* All keys of an update, a batch's too, are in one partition: that, or none.
PlaceOf(s, e) == Around(s, KeysOf(e.op))

AdmitsUpdate(s, e) == \E p \in PlaceOf(s, e) : CanUpdate(s, p, e)

\* The first part of a version: the move that brought the partition here.  The number of an attempt under way would
\* be wrong, for the destination goes on with it from a place of its own log.
MoveNumber(record) == record.move

\* The version of the next update of s.
NextVersion(s, p) == <<MoveNumber(s.parts[p]), s.index + 1>>

Update(s, e) ==
    LET p == CHOOSE q \in PlaceOf(s, e) : TRUE
        t == Max2(s.time, e.time)
    IN [Run(s, p, e, NextVersion(s, p), t) EXCEPT !.time = t]

----------------------------------------------------------------------------
(* A move: the source *)

\* A number that no attempt for these keys had before, and above all that the group has forgotten: so a leader that lags,
\* and knows of this number by its floor, knows of the attempt.  Any higher one would do.
NextNumber(s, p) == Max2(s.parts[p].epoch, s.floor) + 1

\* Rule 1 of ElasCass: a partition is not moved while it is split or merged.
NotSharding(record) == record.into = {}

CanBegin(s, p) == InPhase(s, p, {Serving}) /\ NotSharding(s.parts[p])

\* From here on p is sent to group d.
Begin(s, p, e, d) ==
    [s EXCEPT !.parts[p].phase = Copying, !.parts[p].epoch = e, !.parts[p].peer = d, !.parts[p].position = 1]

CanSeal(s, p, e) == InAttempt(s, p, e, {Copying})
Seal(s, p) == [s EXCEPT !.parts[p].phase = Sealed]

CanSwitch(s, p, e) == InAttempt(s, p, e, {Sealed})

\* The places of the switches that are remembered.
GiftsIn(heirs) == {heirs[k].place : k \in Key} \ {0}
Forgettable(heirs) == CHOOSE n \in GiftsIn(heirs) : \A m \in GiftsIn(heirs) : n <= m

\* Too many, and the oldest is forgotten: who asks for those keys is refused then, and told of nobody.
Remembered(heirs) ==
    IF Cardinality(GiftsIn(heirs)) <= MaxHeirs THEN heirs
    ELSE [k \in Key |-> IF heirs[k].place = Forgettable(heirs) THEN Nobody ELSE heirs[k]]

\* The switch: the group gives up both flags, and remembers its heir.
Switch(s, p) ==
    LET r == s.parts[p]
        heir == [group |-> r.peer, epoch |-> r.epoch, place |-> s.index + 1]
    IN [s EXCEPT !.parts[p].phase = Switched,
                 !.heirs = Remembered([k \in Key |-> IF k \in p THEN heir ELSE @[k]])]

CanRelease(s, p, e) == InAttempt(s, p, e, {Switched})
Release(s, p) == Drop(s, {p})

CanAbort(s, p, e) == InAttempt(s, p, e, {Copying, Sealed})

\* The attempt is given up: all is as if nothing had been.  If the destination refused its number, the next is higher.
Abort(s, p, number) ==
    [s EXCEPT !.parts[p].phase = Serving, !.parts[p].peer = NoGroup, !.parts[p].position = 0,
              !.parts[p].epoch = Max2(@, number)]

----------------------------------------------------------------------------
(* A move: the destination *)

\* The number is above all that the group knows of, or has forgotten by the floor.
AboveFloor(s, e) == e > s.floor
NewNumber(s, p, e) == AboveFloor(s, e) /\ \A q \in Overlapping(s, p) : e > s.parts[q].epoch

\* What the group still has of keys of p is of attempts that are over, of whichever partition they were.
Outdated(s, p) == Overlapping(s, p)

\* An empty copy of p, from group g.
Prepare(s, p, e, g) == With(Drop(s, Outdated(s, p)), p, Record(Receiving, e, e, g, NoSessions))

\* A base that has more than the copy.
CanStage(s, p, e, copy) == InAttempt(s, p, e, {Receiving}) /\ copy.position > s.parts[p].position

\* The sessions go with the cells: without them a retry would take effect twice.
StagedSessions(copy) == copy.sessions

Stage(s, p, copy) ==
    [s EXCEPT !.cells = [k \in Key |-> IF k \in p THEN copy.cells[k] ELSE @[k]],
              !.parts[p].sessions = StagedSessions(copy), !.parts[p].position = copy.position]

\* No update is left out: it is the one behind the last.  The first has number 2, so that none fits before a base.
NextOfCopy(s, p, n) == n = s.parts[p].position + 1
CanCatch(s, p, e, n) == InAttempt(s, p, e, {Receiving}) /\ NextOfCopy(s, p, n)

\* The time at which the source ran the update.
CatchTime(s, e) == e.time

\* The update is run on the copy as it was at the source.
Catch(s, p, e) == Run(s, p, e, e.version, CatchTime(s, e))

Complete(s, p, copy) == s.parts[p].position = copy.position
CanFinish(s, p, e, copy) == InAttempt(s, p, e, {Receiving}) /\ Complete(s, p, copy)

\* The copy is whole: the group promises to keep it until it hears what became of the attempt.
Finish(s, p) == [s EXCEPT !.parts[p].phase = Ready]

CanActivate(s, p, e) == InAttempt(s, p, e, {Ready})

\* What has expired at the source has expired here.  Its time goes on until the switch, for reads and for other
\* partitions, so it comes with Activate: with the manifest it would be too early.
TimeTaken(s, copy) == Max2(s.time, copy.time)

Activate(s, p, copy) ==
    [s EXCEPT !.parts[p].phase = Serving, !.parts[p].peer = NoGroup, !.parts[p].position = 0,
              !.time = TimeTaken(s, copy),
              !.heirs = [k \in Key |-> IF k \in p THEN Nobody ELSE @[k]]]

CanCancel(s, p, e) == InAttempt(s, p, e, Copies)
Cancel(s, p) == Drop(s, {p})

=============================================================================
