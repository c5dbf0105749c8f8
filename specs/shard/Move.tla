-------------------------------- MODULE Move --------------------------------
(***************************************************************************)
(* The store as its clients meet it while partitions move, split and merge:*)
(* several groups, each with a log of its own, sessions, redirects, reads  *)
(* by ReadIndex, leaders that change with commands in their logs.          *)
(*                                                                         *)
(* `Handoff` is one move of one partition between groups that act at once; *)
(* `SplitMerge` one group; here they meet.  In parts:                      *)
(*   MoveState      groups, records of partitions, commands, messages      *)
(*   MoveCommands   what commands ask and do: updates, moves               *)
(*   MoveSharding   the same for splits and merges; all commands           *)
(*   MoveGroups     logging, committing, losing, applying; messages        *)
(*   MoveClients    calls, reads, redirects                                *)
(*                                                                         *)
(* The driver of a move, at the leader of the source, has no state but     *)
(* that of the log: a new leader goes on.  When to move, seal, give up,    *)
(* split and merge is anybody's choice here, at any time.                  *)
(*                                                                         *)
(* Left out: files (a base comes whole, in one message; `PartitionFiles`), *)
(* how replicas agree (`Zab`, `Reconfig`: all that is used of them is      *)
(* `LeaderLog`), expiry of sessions (`Sessions`), the ring of the          *)
(* configuration manager (`Ring`): it says anything here, and no group     *)
(* asks it.                                                                *)
(*                                                                         *)
(* Refines `Store`, and of one key `Ownership`.                            *)
(***************************************************************************)
EXTENDS MoveClients

CONSTANTS
    \* Versions, as Store counts them.
    Version,
    \* More than any place in a log.
    Places

Handled(g) ==
    \E m \in msgs :
        \/ HandlePrepare(g, m) \/ HandleBase(g, m) \/ HandleCatch(g, m) \/ HandleManifest(g, m)
        \/ HandleActivate(g, m) \/ HandleCancel(g, m)
        \/ HandleReady(g, m) \/ HandleDone(g, m) \/ HandleTooLow(g, m)

Split(g, p) == \E q \in SUBSET p : q \notin {{}, p} /\ Shard(g, "BeginSharding", {q, p \ q})
Merge(g, p, q) == Shard(g, "BeginSharding", {p \cup q})
Sharded(g) == {s.into : s \in {AtTail(g).parts[p] : p \in Parts(AtTail(g))}} \ {{}}

Decided(g) ==
    \/ \E p \in Parts(state[g]) :
        \/ SealMove(g, p) \/ AbortMove(g, p) \/ \E d \in Group : BeginMove(g, p, d)
        \/ Split(g, p) \/ \E q \in Parts(state[g]) : Merge(g, p, q)
    \/ \E new \in Sharded(g) : Shard(g, "CommitSharding", new) \/ Shard(g, "AbortSharding", new)

ClientStep(c) ==
    \/ \E g \in Group : AnswerUpdate(g, c) \/ ConfirmRead(g, c)
    \/ AnswerRead(c) \/ Respond(c) \/ Redirect(c)

GroupStep(g) ==
    \/ Handled(g) \/ Decided(g)
    \/ Commit(g) \/ CatchUp(g) \/ Join(g) \/ \E n \in 0..(Len(tail[g]) - 1) : LeaderChange(g, n)
    \/ Crash(g) \/ Dissolve(g)

Next ==
    \/ \E g \in Group : GroupStep(g) \/ \E r \in requests, t \in Nat : Admit(g, r, t)
    \/ \E c \in Client :
        \/ ClientStep(c) \/ \E g \in Group : AskManager(c, g)
        \/ \E k \in Key, v \in Value : Invoke(c, Op("put", k, v, NoValue))
    \/ Say

Spec == Init /\ [][Next]_vars

----------------------------------------------------------------------------
(* Who holds what *)

Owns(g, k) == \E p \in Around(state[g], {k}) : Readable(state[g], p)

\* s has given the partition p to d, and d does not know it yet.
InTransit(s, d, p) ==
    /\ InPhase(state[s], p, {Switched}) /\ state[s].parts[p].peer = d
    /\ InAttempt(state[d], p, state[s].parts[p].epoch, {Ready})

IsHeir(d, k) == \E p \in Around(state[d], {k}) : \E s \in Group : InTransit(s, d, p)

\* The group whose copy of k counts.
Holds(g, k) == Owns(g, k) \/ IsHeir(g, k)
Holder(k) == CHOOSE g \in Group : Holds(g, k)

----------------------------------------------------------------------------
(* Properties; those that look back are in MCMove *)

\* No command is refused when it is applied: neither an update nor one of a move.
NothingLoggedInVain ==
    \A g \in Group : \A n \in DOMAIN tail[g] :
        Admissible(AfterAll(state[g], SubSeq(tail[g], 1, n - 1)), tail[g][n])

\* At every moment at most one group answers for a key.
NeverTwoOwners == \A k \in Key : \A g, h \in Group : Owns(g, k) /\ Owns(h, k) => g = h

\* Each key can always be recovered: exactly one group's copy counts.
OneHolder ==
    \A k \in Key :
        /\ \E g \in Group : Holds(g, k)
        /\ \A g, h \in Group : Holds(g, k) /\ Holds(h, k) => g = h

\* The records of a group do not overlap.
PartsAreDisjoint == \A g \in Group : \A p, q \in Parts(state[g]) : p # q => p \cap q = {}

\* Whoever is dissolved has nothing, nor will it have.
DissolvedHaveNothing == \A g \in dissolved : Parts(state[g]) = {}

\* A group keeps nothing of keys that it has no record of.
NoLeftovers == \A g \in Group : \A k \in Key : Around(state[g], {k}) = {} => state[g].cells[k] = NoCell

\* However many it gave away, a group remembers so many heirs.
HeirsAreBounded == \A g \in Group : Cardinality(GiftsIn(state[g].heirs)) <= MaxHeirs

\* And that of the partition that it gave away last: all that follow redirects alone depend on it.
LastHeirIsKnown ==
    [][\A g \in Group : \A p \in Parts(state'[g]) :
        InPhase(state'[g], p, {Switched}) /\ ~InPhase(state[g], p, {Switched})
        => \A k \in p : state'[g].heirs[k].group = state'[g].parts[p].peer]_vars

\* A group forgets the heir of a key only when it owns the key again, or has given away another.
HeirsStay ==
    [][\A g \in Group, k \in Key :
        \/ state'[g].heirs[k] = state[g].heirs[k]
        \/ Owns(g, k)'
        \/ ~(GiftsIn(state'[g].heirs) \subseteq GiftsIn(state[g].heirs))]_vars

\* Who owns a key names nobody else.
OwnersNameNobody == \A g \in Group, k \in Key : Owns(g, k) => state[g].heirs[k] = Nobody

\* A copy that is whole is what the source has, deletions and sessions included.
CopyIsExact ==
    \A s, d \in Group : \A p \in Parts(state[s]) \cap Parts(state[d]) :
        /\ state[s].parts[p].phase \in {Sealed, Switched} /\ state[d].parts[p].phase = Ready
        /\ state[s].parts[p].epoch = state[d].parts[p].epoch /\ state[s].parts[p].peer = d
        => /\ CellsOf(state[s], p) = CellsOf(state[d], p)
           /\ state[s].parts[p].sessions = state[d].parts[p].sessions

\* An attempt that is given up has changed nothing: same owner, same cells, same sessions.
AbortChangesNothing ==
    [][\A g \in Group : \A p \in Parts(state[g]) \cap Parts(state'[g]) :
        state[g].parts[p].phase \in Moving /\ state'[g].parts[p].phase = Serving
        => /\ \A k \in p : Holder(k) = g /\ Holder(k)' = g
           /\ CellsOf(state'[g], p) = CellsOf(state[g], p)
           /\ state'[g].parts[p].sessions = state[g].parts[p].sessions]_vars

\* The version of a key never goes back, wherever it goes.
VersionsRise ==
    [][\A k \in Key :
        LET old == state[Holder(k)].cells[k]
            new == state'[Holder(k)'].cells[k]
        IN old # new => Later(new.version, old.version)]_vars

\* Nor does the number of attempts.
NumberOfKey(k) == state[Holder(k)].parts[CHOOSE p \in Around(state[Holder(k)], {k}) : TRUE].epoch
NumbersRise == [][\A k \in Key : NumberOfKey(k)' >= NumberOfKey(k)]_vars

\* What an update wrote to several keys is there as a whole.
BatchesAreWhole ==
    \A c \in Client :
        LET op == calls[c].op
            s == state[Holder(op.key)]
        IN calls[c].phase # Idle /\ Knows(s, c) /\ ResultOf(s, c).ok =>
            \A k \in KeysOf(op) : ~Later(ResultOf(s, c).version, state[Holder(k)].cells[k].version)

(* Liveness *)

\* Something moves, or a destination waits to hear what became of it.
Busy == \E g \in Group : \E p \in Parts(state[g]) : state[g].parts[p].phase \in Moving \cup Copies

\* If no more moves begin, each ends, done or undone, at both sides.
MovesEnd == Busy ~> ~Busy

\* Clients see a pause, not an error.
CallsAnswered == \A c \in Client : calls[c].phase = Invoked ~> calls[c].phase # Invoked

----------------------------------------------------------------------------
(* Refinement of Ownership (of one key): Switch is its Give, Activate its Take. *)

Rights == INSTANCE Ownership WITH
    Partition <- Key,
    PartitionOf <- [k \in Key |-> k],
    readable <- [g \in Group |-> [k \in Key |-> Owns(g, k)]],
    writable <- [g \in Group |-> [k \in Key |-> \E p \in Around(state[g], {k}) : Writable(state[g], p)]],
    heir <- [k \in Key |-> IF \E g \in Group : IsHeir(g, k) THEN CHOOSE g \in Group : IsHeir(g, k) ELSE NoGroup]

RefinesOwnership == Rights!Spec

(* Refinement of Store: the map is what the holders have; an update takes effect when it is committed there. *)

Shown(x) == [x EXCEPT !.version = @[1] * Places + @[2]]
TookEffect(c) == calls[c].phase = Invoked /\ Knows(state[Holder(calls[c].op.key)], c)

SeenCells ==
    [k \in Key |-> LET x == state[Holder(k)].cells[k] IN Shown([value |-> x.value, version |-> x.version])]

SeenCalls ==
    [c \in Client |->
        LET op == calls[c].op
            took == TookEffect(c)
        IN [phase  |-> IF took THEN Effective ELSE calls[c].phase,
            op     |-> [kind |-> op.kind, key |-> op.key, value |-> op.value, expected |-> op.expected],
            result |-> Shown(IF took THEN ResultOf(state[Holder(op.key)], c) ELSE calls[c].result)]]

Contract == INSTANCE Store WITH cells <- SeenCells, calls <- SeenCalls

\* Contract!Spec, with the frequent case first: a step that clients do not see.
RefinesStore == Contract!Init /\ [][UNCHANGED <<SeenCells, SeenCalls>> \/ Contract!Next]_vars

=============================================================================
