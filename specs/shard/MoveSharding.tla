---------------------------- MODULE MoveSharding ----------------------------
(***************************************************************************)
(* Splits and merges, as commands of the owner's log: Begin, then Commit   *)
(* or Abort.  How replicas rebuild their files between the two is          *)
(* `SplitMerge`'s; here is what it means for moves, versions and sessions: *)
(* - a partition is not split or merged while it moves, nor the reverse,   *)
(*   and it is the group's own log that says so;                           *)
(* - parts keep the numbers and the sessions of the whole;                 *)
(* - a whole has the highest numbers of its parts, and of each session the *)
(*   record with the higher number.                                        *)
(***************************************************************************)
EXTENDS MoveCommands

\* Rule 1, the other way: what moves is not split or merged.
NotMoving(s, p) == InPhase(s, p, {Serving})

\* A partition becomes two, or two become one.
IsSharding(old, new) ==
    /\ UNION old = UNION new
    /\ \/ Cardinality(old) = 1 /\ Cardinality(new) = 2
       \/ Cardinality(old) = 2 /\ Cardinality(new) = 1
    /\ \A p, q \in old : p # q => p \cap q = {}
    /\ \A p, q \in new : p # q => p \cap q = {}

CanBeginSharding(s, old, new) ==
    /\ IsSharding(old, new) /\ old \subseteq Parts(s)
    /\ \A p \in old : NotMoving(s, p) /\ NotSharding(s.parts[p])

\* The partitions that become `new`.
Becoming(s, new) == {p \in Parts(s) : s.parts[p].into = new}
UnderWay(s, new) == new # {} /\ Becoming(s, new) # {}

MarkedInto(s, P, new) ==
    [s EXCEPT !.parts = [p \in Parts(s) |-> IF p \in P THEN [@[p] EXCEPT !.into = new] ELSE @[p]]]

\* Of each session the record with the higher number.
Inherited(s, old) ==
    [c \in Client |->
        LET p == CHOOSE q \in old : \A r \in old : s.parts[q].sessions[c].seq >= s.parts[r].sessions[c].seq
        IN s.parts[p].sessions[c]]

NumberOf(s, old) == MaxOf({s.parts[p].epoch : p \in old})
MoveOf(s, old) == MaxOf({s.parts[p].move : p \in old})

CommitSharding(s, new) ==
    LET old == Becoming(s, new)
        r == Record(Serving, NumberOf(s, old), MoveOf(s, old), NoGroup, Inherited(s, old))
    IN [s EXCEPT !.parts = [p \in (Parts(s) \ old) \cup new |-> IF p \in new THEN r ELSE @[p]]]

----------------------------------------------------------------------------
(* All commands *)

\* Whether command c may be logged behind what led to s.
Admissible(s, c) ==
    CASE c.kind = "Update" -> AdmitsUpdate(s, c.entry[1])
      [] c.kind = "Begin" -> CanBegin(s, c.part) /\ c.epoch = NextNumber(s, c.part)
      [] c.kind = "Seal" -> CanSeal(s, c.part, c.epoch)
      [] c.kind = "Switch" -> CanSwitch(s, c.part, c.epoch)
      [] c.kind = "Release" -> CanRelease(s, c.part, c.epoch)
      [] c.kind = "Abort" -> CanAbort(s, c.part, c.epoch)
      [] c.kind = "Prepare" -> NewNumber(s, c.part, c.epoch)
      [] c.kind = "Stage" -> CanStage(s, c.part, c.epoch, c.copy[1])
      [] c.kind = "Catch" -> CanCatch(s, c.part, c.epoch, c.number)
      [] c.kind = "Finish" -> CanFinish(s, c.part, c.epoch, c.copy[1])
      [] c.kind = "Activate" -> CanActivate(s, c.part, c.epoch)
      [] c.kind = "Cancel" -> CanCancel(s, c.part, c.epoch)
      [] c.kind = "BeginSharding" -> CanBeginSharding(s, {p \in Parts(s) : p \subseteq c.part}, c.into)
      [] c.kind \in {"CommitSharding", "AbortSharding"} -> UnderWay(s, c.into)

Effect(s, c) ==
    CASE c.kind = "Update" -> Update(s, c.entry[1])
      [] c.kind = "Begin" -> Begin(s, c.part, c.epoch, c.peer)
      [] c.kind = "Seal" -> Seal(s, c.part)
      [] c.kind = "Switch" -> Switch(s, c.part)
      [] c.kind = "Release" -> Release(s, c.part)
      [] c.kind = "Abort" -> Abort(s, c.part, c.number)
      [] c.kind = "Prepare" -> Prepare(s, c.part, c.epoch, c.peer)
      [] c.kind = "Stage" -> Stage(s, c.part, c.copy[1])
      [] c.kind = "Catch" -> Catch(s, c.part, c.entry[1])
      [] c.kind = "Finish" -> Finish(s, c.part)
      [] c.kind = "Activate" -> Activate(s, c.part, c.copy[1])
      [] c.kind = "Cancel" -> Cancel(s, c.part)
      [] c.kind = "BeginSharding" -> MarkedInto(s, {p \in Parts(s) : p \subseteq c.part}, c.into)
      [] c.kind = "CommitSharding" -> CommitSharding(s, c.into)
      [] c.kind = "AbortSharding" -> MarkedInto(s, Becoming(s, c.into), {})

\* A command that is refused when it is applied changes nothing but the place in the log.
Applied(s, c) == [(IF Admissible(s, c) THEN Effect(s, c) ELSE s) EXCEPT !.index = @ + 1]

\* s after the commands h.
RECURSIVE AfterAll(_, _)
AfterAll(s, h) == IF h = <<>> THEN s ELSE AfterAll(Applied(s, Head(h)), Tail(h))

=============================================================================
