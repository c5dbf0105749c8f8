-------------------------- MODULE MutPartitionFiles --------------------------
(***************************************************************************)
(* PartitionFiles with one guard weakened; the configurations beside this  *)
(* module say which, and which property must notice.                       *)
(***************************************************************************)
EXTENDS MCPartitionFiles

Always == TRUE
Never == FALSE
AlwaysOf(x) == TRUE
AlwaysOfTwo(x, y) == TRUE
NeverOf(x) == FALSE

----------------------------------------------------------------------------
(* The logs *)

CompleteInPart == source.phase = "sealed" /\ tail.attempt = source.attempt
CompleteBeforeSeal == tail.attempt = source.attempt /\ tail.pos = Len(history)
SwitchesForAny == source.phase = "sealed" /\ tail.phase = "ready"
SwitchesAfterAbort == tail.phase = "ready" /\ tail.attempt = source.attempt
ActivatesUnasked == tail.phase = "ready"
ReleasesUnasked == source.phase = "switched"
AbortsAlways == source.phase \in {"copying", "sealed", "switched"}
CancelsAlways == tail.phase \in {"receiving", "staged", "ready"}

\* The applied time stays what it is.
TimeAsBefore(record, c) == record.time

----------------------------------------------------------------------------
(* Files *)

\* Whoever has something of the attempt counts, whatever the base is to be.
QuorumHasAny(i) == \E Q \in Quorum : \A r \in Q : tree[r].promised /\ tree[r].attempt = tail.attempt

\* Stage may name less than what the files have.
QuorumHasAtLeast(i) == \E Q \in Quorum : \A r \in Q : Promised(r, i)

FitsAny(t, record) == t.promised /\ t.attempt = record.attempt

\* The newest checkpoint is sent, not the pinned one.
SentFromNewest(s) == SumTo(checkpoint[s])

\* The store's own files are sent, as flushes and compactions leave them.
SentFromStore(s) == SumTo(Len(history))

\* A file comes from whatever is pinned there now.
PinnedForAny(t) == pin[t.origin] # NoPin

FoundNothing(t) == NoTree
FoundWhole(t) == [t EXCEPT !.promised = t.attempt > 0]

\* A tree goes once it is a part of the store in memory.
ForgetsBeforeFlush(r) ==
    \/ live[r].holds /\ live[r].record.attempt = tree[r].attempt
    \/ live[r].record.attempt > tree[r].attempt

\* A replica that was set back by a crash begins anew.
OfUseIfCurrent(t, record) ==
    t.attempt = record.attempt /\ t.pos >= record.pos /\ (IsWhole(t) \/ IsPinned(t))

\* Trees of attempts that are over stay.
ForgetsTaken(r) == disk[r].holds /\ disk[r].record.attempt = tree[r].attempt

\* ... damaged ones stay.
ForgetsIntact(r) ==
    \/ disk[r].holds /\ disk[r].record.attempt = tree[r].attempt
    \/ live[r].record.attempt > tree[r].attempt
    \/ live[r].record.attempt = tree[r].attempt /\ live[r].record.phase = "absent"

\* Only who is asked to receive fetches; who lacks the files behind Stage does not.
FetchesWhileReceiving(r) == live[r].record.phase = "receiving" /\ ~IsOfUse(tree[r], live[r].record)

----------------------------------------------------------------------------
(* The store *)

\* Of what an entry brings and a copy has, both are added.
OlderNews(store, c) == IF store.pos > c.from THEN c.from ELSE store.pos

\* What the base has is added again.
AddedAgain(store, c) ==
    LET RECURSIVE Sum(_)
        Sum(n) == IF n <= c.from THEN 0 ELSE Ran(store, n) + Sum(n - 1)
    IN [store EXCEPT !.data = [f \in File |-> @[f] + Sum(c.to)], !.pos = c.to]

\* Entries are run as commands: by the applied time that the replica has here.
RanAgain(store, n) == Effect(store.record.time)

\* The time comes with the files, outside the log.
TakenWithTime(store, t) ==
    [store EXCEPT !.holds = TRUE, !.data = t.data, !.pos = t.pos,
                  !.record.time = IF source.time > @ THEN source.time ELSE @]

\* What is given up is dropped from the disk at once, and the record flushed later.
ApplyAndDrop(r) ==
    /\ live[r].zxid < Len(log)
    /\ LET c == log[live[r].zxid + 1]
       IN /\ live' = [live EXCEPT ![r] =
                Contents([@ EXCEPT !.zxid = @ + 1, !.record = After(@, c)], c, tree[r])]
          /\ disk' = IF c.type = "Cancel" THEN [disk EXCEPT ![r].data = NoData] ELSE disk
    /\ UNCHANGED <<moveVars, tree>>

\* The copy is flushed, the record that says how far it is not.
FlushCopy(r) ==
    /\ disk[r] # live[r]
    /\ disk' = [disk EXCEPT ![r] = [live[r] EXCEPT !.zxid = disk[r].zxid, !.record = disk[r].record]]
    /\ UNCHANGED <<moveVars, tree, live>>

ServesWithoutCopy(r) == live[r].record.phase = "serving" /\ live[r].pos <= live[r].record.pos
ServesAhead(r) == live[r].record.phase = "serving" /\ live[r].holds

=============================================================================
