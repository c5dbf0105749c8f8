------------------------------ MODULE MutMove ------------------------------
(* Guards of Move, each weakened.  A configuration here puts one of them in the place of the real one. *)
EXTENDS MCMoveLive

\* Logging (T2: an update behind a Seal is logged, and refused when it is applied)
AtApplied(g) == state[g]
WriteSealed(s, p) == InPhase(s, p, {Serving, Copying, Sealed})
SpeakOfLogged(g, s, r) == {AfterAll(s[g], tail[g])}

\* Sessions, versions
RunRetries(s, p, e) == e.seq >= s.parts[p].sessions[e.client].seq
NoSessionsStaged(copy) == NoSessions
PlaceAlone(record) == 0
AttemptUnderWay(record) == record.epoch
CheckNothing(s, e, t) == TRUE

\* Numbers of attempts
SameNumber(s, p) == Max2(s.parts[p].epoch, 1)
NumberOfPartition(s, p) == s.parts[p].epoch + 1
ForgetNumbers(s, P) == s.floor
AnyNumber(s, e) == TRUE

\* Copying
DescribeWhileCopying(r) == r.phase \in {Copying, Sealed}
AnyCopy(s, p, copy) == TRUE
WithGaps(s, p, n) == n > s.parts[p].position
StageOlder(s, p, e, copy) == InAttempt(s, p, e, {Receiving})
PromiseEarly(r) == r.phase \in Copies

KeepCells(s, P) == s.cells

\* Switching
SwitchOldAttempt(s, p, e) == InPhase(s, p, {Sealed})
SwitchCopying(s, p, e) == InAttempt(s, p, e, {Copying, Sealed})
TellHeirEarly(r) == r.phase \in {Sealed, Switched}
ActivateOldAttempt(s, p, e) == InPhase(s, p, {Ready})
AbortSwitched(s, p, e) == InAttempt(s, p, e, Moving)
ReleaseOldAttempt(s, p, e) == InPhase(s, p, {Switched})

\* Heirs
AllRemembered(heirs) == heirs
HeirOfAll(heirs) ==
    LET newest == CHOOSE k \in Key : heirs[k].place = MaxOf(GiftsIn(heirs))
    IN [k \in Key |-> heirs[newest]]

\* What is logged and not committed is not asked for.
DissolveApplied(g) ==
    /\ g \notin dissolved /\ Parts(state[g]) = {}
    /\ dissolved' = dissolved \cup {g}
    /\ msgs' = {m \in msgs : m.src # g}
    /\ UNCHANGED <<groupVars, clientVars>>

ActivateAndForget(s, p, copy) ==
    [s EXCEPT !.parts[p].phase = Serving, !.parts[p].peer = NoGroup, !.parts[p].position = 0,
              !.time = TimeTaken(s, copy), !.heirs = [k \in Key |-> Nobody]]
NewestGift(heirs) == MaxOf(GiftsIn(heirs))
SwitchWithRoom(s, p, e) == InAttempt(s, p, e, {Sealed}) /\ Cardinality(GiftsIn(s.heirs)) < MaxHeirs

\* What is being split or merged is begun once more.
AlwaysSharded(record) == TRUE

\* The ring of the manager, which may say anything, is believed
ReadByRing(s, k) == TRUE
WriteByRing(s, p) == InPhase(s, p, {Serving, Copying} \cup Copies)
DoneByRing(s, m) == TRUE
NumberByManager(g) == [group |-> g, epoch |-> MaxNumber]

\* A new member lacks the records of what moves
KeptButCopies(s) == Drop(s, {p \in Parts(s) : s.parts[p].phase \in Copies})
KeptButMoves(s) ==
    [s EXCEPT !.parts = [p \in Parts(s) |-> IF @[p].phase \in Moving THEN [@[p] EXCEPT !.phase = Serving] ELSE @[p]]]
LedWithoutMoves(g) == AfterAll(KeptButMoves(state[g]), tail[g])

\* Answers
CancelPending(g, s, m) ==
    m.type \in {"Accept", "Ready"} /\ m.dst = g /\ KnowsOf(s, m.part, m.epoch)
CancelByAbsence(g, s, m) ==
    m.type \in {"Accept", "Ready"} /\ m.dst = g /\ ~InAttempt(s, m.part, m.epoch, Moving)
CancelNever(g, s, m) == FALSE
DoneByAbsence(s, m) == ~InAttempt(s, m.part, m.epoch, {Ready})
DoneNever(s, m) == FALSE
NobodyElse(s, m) == FALSE
OwnerOfAnyNumber(s, m) == \E q \in Overlapping(s, m.part) : Readable(s, q)

\* Splits, merges
AnyRecord(record) == TRUE
WhileMoving(s, p) == Readable(s, p)
NoSessionsInherited(s, old) == NoSessions
LowerInherited(s, old) ==
    [c \in Client |-> LET p == CHOOSE q \in old : \A r \in old : s.parts[q].sessions[c].seq <= s.parts[r].sessions[c].seq
                      IN s.parts[p].sessions[c]]
LowestNumber(s, old) == CHOOSE n \in {s.parts[p].epoch : p \in old} : \A p \in old : n <= s.parts[p].epoch
LowestMove(s, old) == CHOOSE n \in {s.parts[p].move : p \in old} : \A p \in old : n <= s.parts[p].move
OnlyItself(s, p) == Parts(s) \cap {p}

\* Time
OwnTime(s, e) == Max2(s.time, e.time)
TimeNotTaken(s, copy) == s.time

\* What a client waits for (T1: numbers that are consecutive in the log of each group, which does not know the others')
ConsecutiveHere(s, p, e) ==
    LET last == s.parts[p].sessions[e.client]
    IN e.seq = 1 + (IF last.seq > 0 /\ last.result.version[1] = s.parts[p].move THEN last.seq ELSE 0)
FirstRing(g, k) == [group |-> FirstOwner[CHOOSE p \in DOMAIN FirstOwner : k \in p], epoch |-> 0]
NeverRefused(g, s, m) == FALSE
PlaceOfFirst(s, e) == Around(s, {e.op.key})

\* Reads
ReadSwitched(s, k) == \E p \in Around(s, {k}) : InPhase(s, p, {Serving, Copying, Sealed, Switched})
ReadReady(s, k) == \E p \in Around(s, {k}) : InPhase(s, p, {Serving, Copying, Sealed, Ready})
NotWaited(s, read) == TRUE

\* Nobody speaks for a group that is no more.
NobodySpeaks(ms, D) == {}
=============================================================================
