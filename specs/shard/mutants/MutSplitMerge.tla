--------------------------- MODULE MutSplitMerge ---------------------------
(* Each operator weakens the one it replaces in the configuration. *)
EXTENDS MCSplitMerge

\* WritesTo: only the files that are read; or, from commit on, only the new ones.
OnlyOriginal(r, k) == {p \in serving[r] : k \in KeysOf[p]}
OnlyTable(r, k) ==
    {p \in DOMAIN files[r] : k \in KeysOf[p] /\ (p \in table[r] \/ \E o \in ops[r] : p \in o.new)}

\* Copied: the snapshot's cell replaces what was written meanwhile.
FrozenWins(frozen, written) == IF frozen.version = 0 THEN written ELSE frozen

\* ReadsFrom: the newest files there are, finished or not.
FromFuture(r, k) ==
    LET future == {p \in DOMAIN files[r] \ serving[r] : k \in KeysOf[p]}
    IN IF future # {} THEN future ELSE {p \in serving[r] : k \in KeysOf[p]}

\* CanRead: a replica that lags answers too.
Lagging(r, k, cell) == up[r] /\ \E p \in ReadsFrom(r, k) : cell = files[r][p][k]

\* AtMostOne
AnyNumber(S) == TRUE

\* Failed: T_pause never ends.
NobodyFailed(o) == {}

\* MayCommit: as soon as it has begun.
AtOnce(r, o) == TRUE

\* MayCommit: without a replica that is well and only not finished.
WithoutTheSlow(r, o) == AtMostOne(NotFinished(r, o))

\* StillAdmissible: what the coordinator found admissible is taken for admissible.
AsProposed(r, o) == TRUE

\* Idle: partitions take part in any number of operations.
NeverBusy(r, parts) == TRUE

\* Decides: a later decision about an operation counts as well.
DecidesAgain(r) ==
    LET o == [NextCommand(r).op EXCEPT !.without = {}] IN IF o.old \cup o.new = {} THEN {} ELSE {o}

\* Missed replicas keep their files.
KeepsAll(r, o, parts) ==
    /\ ops' = [ops EXCEPT ![r] = @ \ {o}]
    /\ UNCHANGED <<files, serving>>
    /\ rebuilding' = [rebuilding EXCEPT ![r] = [i \in DOMAIN @ \ {o.id} |-> @[i]]]

\* DroppedByAbort: too much, or nothing.
DropsOriginal(r, o) == o.old
DropsNothing(r, o) == {}

\* SameState: any copy will do.
AnyState(r, s) == TRUE

\* EnoughPartitions
NoMinimum(r) == TRUE
IgnoringMerges(r) == Cardinality(table[r]) > MinPartitions

\* TooLarge and TooSmall, off by one.
AboveByTwo(size) == size > ThetaMax + 1
WellBelow(total) == total + 1 < ThetaMin

\* MedianToken: the first point of the partition, however few cells are on it.
FirstPoint(r, p) == CHOOSE t \in Inner(p) : \A u \in Inner(p) : Clockwise(p.from, t) <= Clockwise(p.from, u)

\* Halves: the second begins a point late.
LosesAPoint(p, t) == {[from |-> p.from, to |-> t], [from |-> (t + 1) % Modulus, to |-> p.to]}

\* ThetaRule: no distance between the bounds.
Unruled == TRUE

\* CoordinatorLives: after the first fault nobody is elected.
ElectedOnce == coordinator # NoReplica \/ spent.faults > 0

\* MustAbort
NeverMust(o) == FALSE

\* NotifyFinished's notice goes to nobody in particular.
ToItself(r, o) == [type |-> "Finished", src |-> r, dst |-> r, id |-> o.id]

\* SameState: no copy is good enough.
NoCopy(r, s) == FALSE

\* Resurrect: a replica held for failed stays away.
NoReturn(r) == FALSE
=============================================================================
