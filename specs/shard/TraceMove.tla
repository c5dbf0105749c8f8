------------------------------ MODULE TraceMove ------------------------------
(***************************************************************************)
(* Is what the groups of a cluster did to their tables of partitions a     *)
(* behaviour of Move?  As in TraceZab: a cursor walks along a trace, the   *)
(* only step possible is the one that the event at the cursor names, an    *)
(* action of Move, and after it the group's table must be the recorded     *)
(* one.  AcceptancePrinted prints the number of each trace whose end is    *)
(* reached.                                                                *)
(*                                                                         *)
(* An event is a command of a group's log, where the first replica of the  *)
(* group applies it (io.zabdb.conformance.move, MoveRecorder); MoveModule  *)
(* writes the module that extends this one.                                *)
(*                                                                         *)
(*   spec              Java                                                *)
(*   ----------------  --------------------------------------------------- *)
(*   Group             Birth: numbers of groups                            *)
(*   Key               the tokens between two ends of ranges that some     *)
(*                     partition of the trace has; so a partition is an    *)
(*                     interval of numbers.  Its name is left out.         *)
(*   state[g]          TableState: floor, records, heirs                   *)
(*   .parts[p]         PartitionRecord: phase, epoch, move, peer,          *)
(*                     position, into                                      *)
(*   .index, places    entries of the log; numbered as events here         *)
(*   .time             the applied time; its values are numbered           *)
(*   commands          ShardCommand, by their kinds                        *)
(*                                                                         *)
(* What is left out, and why the rest is a behaviour of Move all the same: *)
(* - A command is logged when it is applied (Window is 0).  It was logged  *)
(*   before, but nobody speaks of what is only logged, and what a new      *)
(*   leader drops nobody has heard of.  So a change of leaders is no step. *)
(* - Messages are not recorded.  That on which a command rests must have   *)
(*   been sent: Move itself says what groups tell each other.  Only such   *)
(*   messages are kept as some event of the trace rests on (`awaited`);    *)
(*   all others are lost.                                                  *)
(* - Who speaks has applied what any replica has (Lags is FALSE).  One     *)
(*   that has applied less says what was said before, or would be, since   *)
(*   its answers rest on numbers that only grow.                           *)
(* - Clients are left out, and so are their sessions and values: an update *)
(*   is one number of the only client, which rises.  What is checked of it *)
(*   is that it is counted (position), that the destination takes each in  *)
(*   its turn, and which one.  Updates of partitions that rest are left    *)
(*   out, but for those that move the time on: the last before a command   *)
(*   of the group's own, and all while a partition leaves.                 *)
(***************************************************************************)
EXTENDS Move, TLC

CONSTANTS
    \* A sequence of traces.
    Traces

VARIABLES
    \* Which trace is read.
    trace,
    \* The number of its event that comes next.
    cursor

traceVars == <<vars, trace, cursor>>

----------------------------------------------------------------------------
(* Constructors: they keep generated modules short. *)

\* The record that a group has of partition p.
R(p, phase, e, move, peer, position, into) ==
    [part |-> p, phase |-> phase, epoch |-> e, move |-> move, peer |-> peer, position |-> position, into |-> into]

\* To whom it gave the keys K.
H(K, g, e, place) == [keys |-> K, heir |-> [group |-> g, epoch |-> e, place |-> place]]

\* What a command made of a group's table: records that differ, partitions without a record now, all heirs.
T(floor, time, changed, gone, gifts) ==
    [floor |-> floor, time |-> time, changed |-> changed, gone |-> gone, gifts |-> gifts]

\* The n-th update of the trace, of keys K, and of the move by which its partition had come.
U(n, K, move) == [number |-> n, keys |-> K, move |-> move]
NoU == U(0, {}, 0)

\* Group g applied a command.  `detail`: of an Update and an Activate the time, of a Catch its place, of a Stage and a
\* Finish how many updates there are, of an Abort the floor that it was told.
E(kind, g, p, e, peer, detail, into, update, table) ==
    [kind |-> kind, group |-> g, part |-> p, epoch |-> e, peer |-> peer, detail |-> detail, into |-> into,
     update |-> update, table |-> table]

----------------------------------------------------------------------------
(* Messages *)

\* On which message a command rests.
TypeOf == [Prepare |-> "Prepare", Stage |-> "Base", Catch |-> "Catch", Finish |-> "Manifest", Activate |-> "Activate",
           Cancel |-> "Cancel", Switch |-> "Ready", Release |-> "Done", Abort |-> "TooLow"]

\* And to which others that one answers.
Asked == [Cancel |-> {"Accept", "Ready"}, Release |-> {"Activate"}, Abort |-> {"Prepare"}]

\* An attempt is given up by the owner's own decision, or since its number is too low.
RestsOnMessage(e) == e.kind \in DOMAIN TypeOf /\ (e.kind = "Abort" => e.peer # NoGroup)

\* Of an attempt there are many bases and updates, and a few of each other type.
Kind(type, p, e, number) == <<type, p, e, IF type \in {"Base", "Catch"} THEN number ELSE 0>>

NumberIn(m) ==
    CASE m.type \in {"Base", "Manifest"} -> m.copy[1].position
      [] m.type = "Activate" -> m.copy[1].time
      [] OTHER -> m.number

AwaitedBy(e) ==
    IF RestsOnMessage(e)
    THEN {Kind(TypeOf[e.kind], e.part, e.epoch, e.detail)}
         \cup {Kind(type, e.part, e.epoch, 0) : type \in IF e.kind \in DOMAIN Asked THEN Asked[e.kind] ELSE {}}
    ELSE {}

\* A trace with so many keys: what each group owns to begin with, the events, and the messages on which these rest.
Trace(keys, owned, events) ==
    [owned |-> owned, events |-> events,
     awaited |-> UNION {AwaitedBy(events[n]) : n \in DOMAIN events}]

\* What Move says that groups tell each other.
Groups == INSTANCE MoveGroups

\* Takes the place of Spoken.
SpokenAndAwaited(V, ms, D) ==
    {m \in Groups!Spoken(V, ms, D) : Kind(m.type, m.part, m.epoch, NumberIn(m)) \in Traces[trace].awaited}

\* m is the message on which the command of e rests.
IsOf(m, e) ==
    /\ m.type = TypeOf[e.kind] /\ m.src = e.peer /\ m.dst = e.group
    /\ m.part = e.part /\ m.epoch = e.epoch /\ NumberIn(m) = e.detail
    /\ m.type = "Catch" => m.entry[1].seq = e.update.number /\ m.entry[1].version[1] = e.update.move

----------------------------------------------------------------------------
(* What an event says *)

TheClient == CHOOSE c \in Client : TRUE

\* The update of e, which a client has sent to the group.
Sent(e) ==
    LET k == CHOOSE key \in e.update.keys : TRUE
        op == [Op("put", k, NoValue, NoValue) EXCEPT !.also = e.update.keys]
    IN Request(TheClient, e.update.number, op, e.group)

Rests(e, Handling(_, _)) == \E m \in msgs : IsOf(m, e) /\ Handling(e.group, m)

\* A new attempt has the number that Move gives it.
Begins(e) == e.part \in Parts(state[e.group]) /\ e.epoch = NextNumber(state[e.group], e.part)

\* What the owner decides names the attempt that is under way.
Decides(e, Deciding(_, _)) == InAttempt(state[e.group], e.part, e.epoch, Moving) /\ Deciding(e.group, e.part)

Action(e) ==
    LET g == e.group
        a == e.kind
    IN CASE a = "Update" -> Propose(g, UpdateCommand(Sent(e), e.detail))
         [] a = "Begin" -> Begins(e) /\ BeginMove(g, e.part, e.peer)
         [] a = "Seal" -> Decides(e, SealMove)
         [] a = "Abort" /\ ~RestsOnMessage(e) -> Decides(e, AbortMove)
         [] a = "Abort" -> Rests(e, HandleTooLow)
         [] a = "Switch" -> Rests(e, HandleReady)
         [] a = "Release" -> Rests(e, HandleDone)
         [] a = "Prepare" -> Rests(e, HandlePrepare)
         [] a = "Stage" -> Rests(e, HandleBase)
         [] a = "Catch" -> Rests(e, HandleCatch)
         [] a = "Finish" -> Rests(e, HandleManifest)
         [] a = "Activate" -> Rests(e, HandleActivate)
         [] a = "Cancel" -> Rests(e, HandleCancel)
         [] a \in {"BeginSharding", "CommitSharding", "AbortSharding"} -> Shard(g, a, e.into)
         [] a = "Dissolve" -> Dissolve(g)
         [] OTHER -> FALSE

\* A record without sessions, which were not recorded.
RecordOf(p, r) == R(p, r.phase, r.epoch, r.move, r.peer, r.position, r.into)

\* After the step the table of g is the recorded one.  What the event does not name is as it was: so it was recorded.
SameTable(g, table) ==
    LET s == state[g]
        changed == {r.part : r \in table.changed}
    IN /\ state'[g].floor = table.floor
       /\ state'[g].time = table.time
       /\ Parts(state'[g]) = (Parts(s) \ table.gone) \cup changed
       /\ \A r \in table.changed : RecordOf(r.part, state'[g].parts[r.part]) = r
       /\ \A p \in Parts(state'[g]) \ changed : RecordOf(p, state'[g].parts[p]) = RecordOf(p, s.parts[p])
       /\ \A k \in Key :
            LET gifts == {h \in table.gifts : k \in h.keys}
            IN state'[g].heirs[k] = IF gifts = {} THEN Nobody ELSE (CHOOSE h \in gifts : TRUE).heir

----------------------------------------------------------------------------
(* Walking along the traces *)

\* As MoveState!Init, of groups that own what the trace says.
TraceInit ==
    /\ trace \in DOMAIN Traces /\ cursor = 1
    /\ LET owned == Traces[trace].owned
       IN state = [g \in Group |-> Founded(IF g \in DOMAIN owned THEN owned[g] ELSE {}, 0, 0)]
    /\ tail = [g \in Group |-> <<>>]
    /\ replica = state
    /\ msgs = {} /\ dissolved = {}
    /\ calls = <<>> /\ requests = {} /\ reads = <<>> /\ ring = <<>>

TraceNext ==
    /\ cursor <= Len(Traces[trace].events) /\ cursor' = cursor + 1 /\ UNCHANGED trace
    /\ LET e == Traces[trace].events[cursor] IN Action(e) /\ SameTable(e.group, e.table)

TraceSpec == TraceInit /\ [][TraceNext]_traceVars

\* A walk has one state at each place: TLC need not tell states apart by more.
Place == <<trace, cursor>>

PastTheEnd == cursor > Len(Traces[trace].events)

\* Always true: prints the number of each trace that is accepted.
AcceptancePrinted == PastTheEnd => PrintT(<<"accepted", trace>>)

=============================================================================
