--------------------------- MODULE PartitionMove ---------------------------
(***************************************************************************)
(* What the logs of two groups decide of a partition's move, and what of   *)
(* the source's log and checkpoints is kept meanwhile: the upper part of   *)
(* `PartitionFiles`, whose header says what is modelled.  Nothing here is  *)
(* about the disks of the destination.                                     *)
(*                                                                         *)
(* Read: the state; the source's log; its disks; the destination's log.    *)
(***************************************************************************)
EXTENDS Integers, Sequences

CONSTANTS
    \* Replicas of the source.
    Source

VARIABLES
    \* The effects of the partition's updates, in order, whichever group made them.
    history,
    \* What the source's log says: its phase with the partition, the latest attempt, the applied time.
    source,
    \* How many updates are no longer in the source's log.  (Where most is purged: whoever leads must catch up.)
    purged,
    \* Up to which update the newest checkpoint of a replica of the source reaches.
    checkpoint,
    \* The same of the checkpoint it keeps for the attempt, or NoPin.
    pin,
    \* The destination's agreed commands, and what they say all together.
    log, tail

sourceVars == <<source, purged, checkpoint, pin>>
moveVars == <<history, sourceVars, log, tail>>

----------------------------------------------------------------------------
(* The state *)

NoPin == -1

\* The effect of an update that runs at this applied time.
Effect(time) == 1 + time

\* What the destination's log says of the partition.  (pos: how many updates it has there.)
NoRecord == [phase |-> "absent", attempt |-> 0, pos |-> 0, time |-> 0]

\* (from, to: of an entry, and of entries that come together, the updates behind the first up to the second.)
Command(type, attempt, from, to, time) == [type |-> type, attempt |-> attempt, from |-> from, to |-> to, time |-> time]

RecordOK(r) ==
    /\ r.phase \in {"absent", "receiving", "staged", "ready", "serving"}
    /\ r.attempt \in Nat /\ r.pos \in 0..Len(history) /\ r.time \in {0, 1}

\* Each command of an attempt comes once, and entries are news.
LogOK ==
    \A j \in DOMAIN log :
        /\ log[j].type = "Catch" => log[j].from < log[j].to
        /\ log[j].type \in {"Prepare", "Stage", "Manifest", "Activate", "Cancel"} =>
            \A i \in 1..(j - 1) : log[i].type = log[j].type => log[i].attempt < log[j].attempt

MoveOK ==
    /\ LogOK
    /\ \A i \in DOMAIN history : history[i] \in {Effect(0), Effect(1)}
    /\ source.phase \in {"serving", "copying", "sealed", "switched", "absent"}
    /\ source.attempt \in Nat /\ source.time \in {0, 1}
    /\ purged \in 0..Len(history)
    /\ \A s \in Source : checkpoint[s] \in 0..Len(history) /\ pin[s] \in {NoPin} \cup 0..Len(history)
    /\ RecordOK(tail)

\* Attempt e is under way, or decided and not known to be finished.
Pending(e) == source.phase \in {"copying", "sealed", "switched"} /\ source.attempt = e

\* The destination should have a copy.
HasCopy(record) == record.phase \in {"staged", "ready", "serving"}

----------------------------------------------------------------------------
(* The source: its log *)

UpdateAtSource ==
    /\ source.phase \in {"serving", "copying"}
    /\ history' = Append(history, Effect(source.time))
    /\ UNCHANGED <<sourceVars, log, tail>>

\* Another partition's command comes with a later time.
TickAtSource ==
    /\ source.time = 0
    /\ source' = [source EXCEPT !.time = 1]
    /\ UNCHANGED <<history, purged, checkpoint, pin, log, tail>>

Decide(phase) ==
    /\ source' = [source EXCEPT !.phase = phase]
    /\ UNCHANGED <<history, purged, checkpoint, pin, log, tail>>

\* Of use is a checkpoint behind which the log goes on.
Pinned(s) == IF checkpoint[s] >= purged THEN checkpoint[s] ELSE NoPin

\* Each replica that applies it keeps its newest checkpoint: links of its own, whatever becomes of the store's files.
Begin ==
    /\ source.phase = "serving"
    /\ source' = [source EXCEPT !.phase = "copying", !.attempt = @ + 1]
    /\ pin' = [s \in Source |-> Pinned(s)]
    /\ UNCHANGED <<history, purged, checkpoint, log, tail>>

Seal == source.phase = "copying" /\ Decide("sealed")

\* The destination is ready in this attempt.
MaySwitch == source.phase = "sealed" /\ tail.phase = "ready" /\ tail.attempt = source.attempt

Switch == MaySwitch /\ Decide("switched")

MayAbort == source.phase \in {"copying", "sealed"}

Abort == MayAbort /\ Decide("serving")

MayRelease == source.phase = "switched" /\ tail.phase = "serving"

Release == MayRelease /\ Decide("absent")

----------------------------------------------------------------------------
(* The source: its disks *)

\* Of its whole store, when a replica has written enough.
TakeCheckpoint(s) ==
    /\ source.phase \in {"serving", "copying", "sealed"} /\ checkpoint[s] < Len(history)
    /\ checkpoint' = [checkpoint EXCEPT ![s] = Len(history)]
    /\ UNCHANGED <<history, source, purged, pin, log, tail>>

\* What a move may have to catch up with.
NotForMove(i) == \A s \in Source : pin[s] # NoPin => i <= pin[s]

\* A replica of the source purges its log up to update i.
PurgeLog(i) ==
    /\ i > purged /\ \E s \in Source : i <= checkpoint[s]
    /\ NotForMove(i)
    /\ purged' = i
    /\ UNCHANGED <<history, source, checkpoint, pin, log, tail>>

MayUnpin == ~Pending(source.attempt)

DropPin(s) ==
    /\ pin' = [pin EXCEPT ![s] = NoPin]
    /\ UNCHANGED <<history, source, purged, checkpoint, log, tail>>

Unpin(s) == MayUnpin /\ DropPin(s)

\* A fault: the replica is gone, or the log behind the pinned checkpoint has grown beyond its bound.
GiveUpPin(s) == DropPin(s)

----------------------------------------------------------------------------
(* The destination's log *)

\* Time goes on from the later one, at one position of the log.
LaterTime(record, c) == IF c.time > record.time THEN c.time ELSE record.time

\* The record behind a command: the same at each replica, for it asks for no file.
After(record, c) ==
    CASE c.type = "Prepare"  -> [record EXCEPT !.phase = "receiving", !.attempt = c.attempt, !.pos = 0]
      [] c.type = "Stage"    -> [record EXCEPT !.phase = "staged", !.pos = c.to]
      [] c.type = "Manifest" -> [record EXCEPT !.phase = "ready", !.time = LaterTime(record, c)]
      [] c.type = "Activate" -> [record EXCEPT !.phase = "serving"]
      [] c.type = "Cancel"   -> [record EXCEPT !.phase = "absent", !.pos = 0]
      [] c.type = "Tick"     -> [record EXCEPT !.time = c.time]
      [] OTHER               -> [record EXCEPT !.pos = c.to]    \* Catch, Update

Log(c) ==
    /\ log' = Append(log, c)
    /\ tail' = After(tail, c)

Admit(c) == Log(c) /\ UNCHANGED <<history, sourceVars>>

IsNews(e) == e > tail.attempt

Prepare(e) ==
    /\ IsNews(e)
    /\ Admit(Command("Prepare", e, 0, 0, 0))

\* Of a copy that reaches up to update i.  (Who must have it, is said in `PartitionFiles`.)
Stage(i) ==
    /\ tail.phase = "receiving"
    /\ Admit(Command("Stage", tail.attempt, 0, i, 0))

\* Behind which update the source has what comes next in its log.
Oldest == IF purged > tail.pos THEN purged ELSE tail.pos

\* That leaves no gap.
LogHolds == Oldest = tail.pos

\* What comes is of the attempt that is received.
IsCurrent == tail.attempt = source.attempt

\* Entries from the source's log, with the effects they had there, up to update i.
CatchUp(i) ==
    /\ tail.phase = "staged" /\ source.phase \in {"copying", "sealed"}
    /\ IsCurrent
    /\ i > tail.pos
    /\ LogHolds
    /\ Admit(Command("Catch", tail.attempt, Oldest, i, 0))

\* The copy is all that the sealed source has.
IsComplete == source.phase = "sealed" /\ tail.attempt = source.attempt /\ tail.pos = Len(history)

\* The source's applied time goes with it.
Manifest ==
    /\ tail.phase = "staged"
    /\ IsComplete
    /\ Admit(Command("Manifest", tail.attempt, 0, 0, source.time))

MayActivate == tail.phase = "ready" /\ source.phase = "switched"

Activate == MayActivate /\ Admit(Command("Activate", tail.attempt, 0, 0, 0))

MayCancel == tail.phase \in {"receiving", "staged", "ready"} /\ ~Pending(tail.attempt)

Cancel == MayCancel /\ Admit(Command("Cancel", tail.attempt, 0, 0, 0))

Update ==
    /\ tail.phase = "serving"
    /\ history' = Append(history, Effect(tail.time))
    /\ Log(Command("Update", 0, tail.pos, tail.pos + 1, 0))
    /\ UNCHANGED sourceVars

Tick ==
    /\ tail.time = 0
    /\ Admit(Command("Tick", 0, 0, 0, 1))

----------------------------------------------------------------------------

MoveInit ==
    /\ history = <<>>
    /\ source = [phase |-> "serving", attempt |-> 0, time |-> 0]
    /\ purged = 0
    /\ checkpoint = [s \in Source |-> 0]
    /\ pin = [s \in Source |-> NoPin]
    /\ log = <<>>
    /\ tail = NoRecord

SourceNext ==
    \/ UpdateAtSource \/ TickAtSource \/ Begin \/ Seal \/ Switch \/ Abort \/ Release
    \/ \E s \in Source : TakeCheckpoint(s) \/ Unpin(s) \/ GiveUpPin(s)
    \/ \E i \in DOMAIN history : PurgeLog(i)

DestinationNext ==
    \* A request of any attempt that there was.
    \/ \E e \in 1..source.attempt : Prepare(e)
    \/ \E i \in DOMAIN history : CatchUp(i)
    \/ Manifest \/ Activate \/ Cancel \/ Update \/ Tick

----------------------------------------------------------------------------
(* Properties *)

\* Whoever may answer has every update.
OwnerHasAll ==
    /\ source.phase \in {"switched", "absent"} \/ tail.phase = "serving" => HasCopy(tail) /\ tail.pos = Len(history)
    /\ ~(source.phase \in {"serving", "copying", "sealed"} /\ tail.phase = "serving")

\* For the partition time never goes back.
TimeGoesOn == \A i, j \in DOMAIN history : i < j => history[i] <= history[j]

\* What a pinned checkpoint's files are to be caught up with is in the log.
NothingNeededIsPurged == \A s \in Source : pin[s] # NoPin => purged <= pin[s]

\* A started attempt ends, for the source ...
AttemptEnds == Pending(source.attempt) ~> ~Pending(source.attempt)

\* ... and for the destination.
CopyEnds == tail.phase \in {"receiving", "staged", "ready"} ~> tail.phase \in {"absent", "serving"}

\* No checkpoint and no log is kept for ever.
PinsEnd == \A s \in Source : pin[s] # NoPin ~> pin[s] = NoPin

=============================================================================
