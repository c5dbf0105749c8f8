----------------------------- MODULE SplitMerge -----------------------------
(***************************************************************************)
(* A replica group splits and merges its partitions beside live traffic.   *)
(*                                                                         *)
(* A partition above the maximum size is split at its median token; two    *)
(* neighbours below the minimum are merged.  Either way each replica       *)
(* builds new files holding every cell of the future partitions and no     *)
(* other, while the original files go on serving.  ElasCass coordinates    *)
(* this in four steps:                                                     *)
(*                                                                         *)
(*   1 election          Elect: some replica becomes the coordinator       *)
(*   2 notification      BeginSplit, BeginMerge: `begin` enters the log    *)
(*   3 synchronisation   StartRebuild, FinishRebuild at each replica, in   *)
(*                       its own time; NotifyFinished to the coordinator   *)
(*   4 announcement      Commit or Abort enters the log; on `commit` each  *)
(*                       replica, again in its own time, does Switch       *)
(*                                                                         *)
(* Where ElasCass broadcasts, ZabDB appends to the group's replicated log. *)
(* All replicas apply the same commands at the same places between the     *)
(* same writes, and of two decisions about one operation the first stands: *)
(* so a deposed or lagging coordinator can do no harm.                     *)
(*                                                                         *)
(* From StartRebuild to Switch a write goes to the original files and to   *)
(* the future ones (ElasCass 4.1, "dual play"), and reads are answered     *)
(* from the original.  Hence an abort only drops the future files.         *)
(*                                                                         *)
(* Failures (ElasCass 3.1): the operation goes on without one replica that *)
(* stays failed for T_pause; that one has then missed the rebuild, loses   *)
(* its copy when it learns of the commit, and replicates it anew.  With    *)
(* more than one failed the operation is aborted.                          *)
(*                                                                         *)
(* Abstracted, and why that is sound:                                      *)
(* - The log is one sequence; appending needs a quorum (ReplicatedLog).    *)
(* - Reads and checks are made by a replica that has applied all of the    *)
(*   log: Zab's ReadIndex sees to it.  A write is logged as its outcome,   *)
(*   with its place in the log (zxid) as version, as ZAB's primary does.   *)
(* - Copying is one step, FinishRebuild, from the snapshot taken by        *)
(*   StartRebuild: cells are independent, and nobody reads an unfinished   *)
(*   file.  What was finished or applied is durable (AppliedIndex); a      *)
(*   crash drops unfinished files.                                         *)
(* - The failure detector may be wrong at any time; an elected coordinator *)
(*   is any replica (safety does not depend on who wins an election).      *)
(* - Publishing the new tokens is Ring's, moving partitions Handoff's.     *)
(*   Here all partitions are one group's; a group never moves and shards a *)
(*   partition at once (rule 1: Bootstrap).                                *)
(*                                                                         *)
(* Refines Store: what clients see is the log's last write of a key.       *)
(* Source: ElasCass, sections 3.1 and 4.1.  Read Tokens and Store first.   *)
(***************************************************************************)
EXTENDS Tokens, Sequences, FiniteSets

CONSTANTS
    \* @type: Set(REPLICA);
    Replica,
    \* @type: REPLICA;
    NoReplica,
    \* @type: Set(CLIENT);
    Client,
    \* @type: Set(KEY);
    Key,
    \* @type: Set(VALUE);
    Value,
    \* @type: VALUE;
    NoValue,
    \* Versions: the places of the log.
    \* @type: Set(Int);
    Version,
    \* The hash of a key: a point of the ring.
    \* @type: KEY -> Int;
    TokenOf,
    \* The tokens to begin with.
    \* @type: Set(Int);
    FirstTokens,
    \* Theta_max and Theta_min: the sizes, in cells, that call for a split and for a merge.
    \* @type: Int;
    ThetaMax,
    \* @type: Int;
    ThetaMin,
    \* No merge leaves fewer partitions than this (the paper's N).
    \* @type: Int;
    MinPartitions

\* Against oscillation (3.1): what was merged is not large enough to split,
\* what was split not small enough to merge.
ThetaRule == ThetaMax >= 2 * ThetaMin

ASSUME ThetaRule /\ NoReplica \notin Replica /\ FirstTokens # {}

\* @typeAlias: part = { from: Int, to: Int };
\* @typeAlias: cell = { value: VALUE, version: Int };
\* @typeAlias: call = { phase: Str, op: { kind: Str, key: KEY, value: VALUE, expected: VALUE }, result: { ok: Bool, value: VALUE, version: Int } };
\* A sharding operation: `old` becomes `new`; `id` is the place of its begin.
\* @typeAlias: op = { id: Int, old: Set($part), new: Set($part), without: Set(REPLICA) };
\* A command of the log; unused fields hold any value of their type.
\* @typeAlias: command = { kind: Str, key: KEY, value: VALUE, op: $op };
SplitMergeAliases == TRUE

VARIABLES
    \* The group's replicated log.
    \* @type: Seq($command);
    log,
    \* The clients' calls, as in Store.
    \* @type: CLIENT -> $call;
    calls,

    \* Each replica: how much of the log it has applied ...
    \* @type: REPLICA -> Int;
    applied,
    \* ... and what follows from that alone: the partitions, the operations under way.
    \* @type: REPLICA -> Set($part);
    table,
    \* @type: REPLICA -> Set($op);
    ops,

    \* Each replica's disk: the files by partition, original and future;
    \* @type: REPLICA -> ($part -> (KEY -> $cell));
    files,
    \* the partitions whose file handles are open to reads;
    \* @type: REPLICA -> Set($part);
    serving,
    \* per unfinished rebuild (by id), the snapshot that it copies.
    \* @type: REPLICA -> (Int -> (KEY -> $cell));
    rebuilding,

    \* @type: REPLICA -> Bool;
    up,
    \* Replicas detected as failed and not back within T_pause, rightly or wrongly.
    \* @type: Set(REPLICA);
    overdue,
    \* @type: REPLICA;
    coordinator,
    \* In this coordinator's memory: the place of its last begin ...
    \* @type: Int;
    begun,
    \* ... and the operations that it has decided on.
    \* @type: Set(Int);
    decided,
    \* Notices that a rebuild is finished.
    \* @type: Set({ type: Str, src: REPLICA, dst: REPLICA, id: Int });
    msgs

logVars == <<log, calls>>
stateVars == <<applied, table, ops>>
diskVars == <<files, serving, rebuilding>>
nodeVars == <<up, overdue, coordinator, begun, decided, msgs>>
vars == <<logVars, stateVars, diskVars, nodeVars>>

----------------------------------------------------------------------------
(* Cells *)

NoCell == [value |-> NoValue, version |-> 0]
NoCells == [k \in Key |-> NoCell]

\* @type: ($cell, $cell) => $cell;
Newest(a, b) == IF a.version > b.version THEN a ELSE b

\* The keys of each partition.
\* @type: $part -> Set(KEY);
KeysOf == [p \in Partition |-> {k \in Key : TokenOf[k] \in Points[p]}]

\* The cell of key k after the first n commands: its last write.
\* @type: (KEY, Int) => $cell;
CellAt(k, n) ==
    LET writes == {i \in DOMAIN log : i <= n /\ log[i].kind = "write" /\ log[i].key = k}
        last == CHOOSE i \in writes : \A j \in writes : i >= j
    IN IF writes = {} THEN NoCell ELSE [value |-> log[last].value, version |-> last]

\* What clients see (the refinement mapping).
Cells == [k \in Key |-> CellAt(k, Len(log))]
Contract == INSTANCE Store WITH cells <- Cells

----------------------------------------------------------------------------
(* Commands *)

NoOp == [id |-> 0, old |-> {}, new |-> {}, without |-> {}]
AnyKey == CHOOSE k \in Key : TRUE

\* @type: (KEY, VALUE) => $command;
WriteCommand(k, v) == [kind |-> "write", key |-> k, value |-> v, op |-> NoOp]
\* kind: begin, commit or abort.
\* @type: (Str, $op) => $command;
ShardCommand(kind, o) == [kind |-> kind, key |-> AnyKey, value |-> NoValue, op |-> o]

IsQuorum(S) == 2 * Cardinality(S) > Cardinality(Replica)

\* @type: $command => Bool;
AppendToLog(command) ==
    /\ IsQuorum({r \in Replica : up[r]})
    /\ log' = Append(log, command)

----------------------------------------------------------------------------
FirstPartitions == Partitions(FirstTokens)

Init ==
    /\ log = <<>>
    /\ calls = [c \in Client |-> [phase |-> Contract!Idle, op |-> Contract!GetOp(AnyKey), result |-> Contract!NoResult]]
    /\ applied = [r \in Replica |-> 0]
    /\ table = [r \in Replica |-> FirstPartitions]
    /\ ops = [r \in Replica |-> {}]
    /\ files = [r \in Replica |-> [p \in FirstPartitions |-> NoCells]]
    /\ serving = [r \in Replica |-> FirstPartitions]
    /\ rebuilding = [r \in Replica |-> [i \in {} |-> NoCells]]
    /\ up = [r \in Replica |-> TRUE]
    /\ overdue = {}
    /\ coordinator = NoReplica
    /\ begun = 0 /\ decided = {}
    /\ msgs = {}

\* @type: { value: VALUE, version: Int } => Bool;
IsCell(c) == c.value \in Value \cup {NoValue} /\ c.version \in Version \cup {0}

\* @type: $op => Bool;
IsOp(o) == o.id \in Version \cup {0} /\ o.old \cup o.new \subseteq Partition /\ o.without \subseteq Replica

TypeOK ==
    /\ \A i \in DOMAIN log :
        /\ log[i].kind \in {"write", "begin", "commit", "abort"}
        /\ log[i].key \in Key /\ log[i].value \in Value \cup {NoValue} /\ IsOp(log[i].op)
    /\ Contract!TypeOK
    /\ up \in [Replica -> BOOLEAN]
    /\ \A r \in Replica :
        /\ applied[r] \in 0 .. Len(log)
        /\ table[r] \subseteq Partition
        /\ \A o \in ops[r] : IsOp(o)
        /\ serving[r] \subseteq DOMAIN files[r] /\ DOMAIN files[r] \subseteq Partition
        /\ \A p \in DOMAIN files[r] : \A k \in Key : IsCell(files[r][p][k])
        /\ DOMAIN rebuilding[r] \subseteq {o.id : o \in ops[r]}
        /\ \A i \in DOMAIN rebuilding[r] : \A k \in Key : IsCell(rebuilding[r][i][k])
    /\ overdue \subseteq Replica
    /\ coordinator \in Replica \cup {NoReplica}
    /\ begun \in Version \cup {0} /\ decided \subseteq Version
    /\ \A m \in msgs : m.type = "Finished" /\ {m.src, m.dst} \subseteq Replica /\ m.id \in Version

----------------------------------------------------------------------------
(* Clients' calls.  Writes need only the log; reads and checks need a      *)
(* replica that has applied all of it and holds the partition.             *)

\* The open partition that replica r reads key k from.
\* @type: (REPLICA, KEY) => Set($part);
ReadsFrom(r, k) == {p \in serving[r] : k \in KeysOf[p]}

\* @type: (REPLICA, KEY, $cell) => Bool;
CanRead(r, k, cell) ==
    /\ up[r] /\ applied[r] = Len(log)
    /\ \E p \in ReadsFrom(r, k) : cell = files[r][p][k]

\* The cells that r may find under k: one, or none if r lacks the partition.
\* @type: (REPLICA, KEY) => Set($cell);
CellsRead(r, k) == {files[r][p][k] : p \in ReadsFrom(r, k)}

\* @type: (CLIENT, Bool, $cell) => Bool;
Answer(c, ok, cell) ==
    calls' = [calls EXCEPT ![c].phase = Contract!Effective,
                           ![c].result = [ok |-> ok, value |-> cell.value, version |-> cell.version]]

\* @type: (CLIENT, KEY, VALUE) => Bool;
LogWrite(c, k, v) ==
    /\ AppendToLog(WriteCommand(k, v))
    /\ Answer(c, TRUE, [value |-> v, version |-> Len(log) + 1])

Invoke(c, op) ==
    /\ calls[c].phase = Contract!Idle
    /\ calls' = [calls EXCEPT ![c] = [phase |-> Contract!Invoked, op |-> op, result |-> Contract!NoResult]]
    /\ UNCHANGED <<log, stateVars, diskVars, nodeVars>>

\* A put writes its value, a delete NoValue.
\* @type: CLIENT => Bool;
HandleWrite(c) ==
    /\ Contract!Pending(c, "put") \/ Contract!Pending(c, "delete")
    /\ LogWrite(c, calls[c].op.key, calls[c].op.value)
    /\ UNCHANGED <<stateVars, diskVars, nodeVars>>

\* @type: (REPLICA, CLIENT) => Bool;
HandleGet(r, c) ==
    /\ Contract!Pending(c, "get")
    /\ \E cell \in CellsRead(r, calls[c].op.key) :
        /\ CanRead(r, calls[c].op.key, cell)
        /\ Answer(c, TRUE, cell)
    /\ UNCHANGED <<log, stateVars, diskVars, nodeVars>>

\* @type: (REPLICA, CLIENT) => Bool;
HandleCheckAndSet(r, c) ==
    /\ Contract!Pending(c, "cas")
    /\ \E cell \in CellsRead(r, calls[c].op.key) :
        /\ CanRead(r, calls[c].op.key, cell)
        /\ IF cell.value = calls[c].op.expected
           THEN LogWrite(c, calls[c].op.key, calls[c].op.value)
           ELSE Answer(c, FALSE, cell) /\ UNCHANGED log
    /\ UNCHANGED <<stateVars, diskVars, nodeVars>>

Respond(c) ==
    /\ calls[c].phase = Contract!Effective
    /\ calls' = [calls EXCEPT ![c].phase = Contract!Idle]
    /\ UNCHANGED <<log, stateVars, diskVars, nodeVars>>

----------------------------------------------------------------------------
(* Step 1: election.  Any live replica; the paper takes the first of a     *)
(* sorted list, which is one such choice.                                  *)

CoordinatorLives == coordinator \in {r \in Replica : up[r] /\ r \notin overdue}

Elect(r) ==
    /\ ~CoordinatorLives
    /\ up[r] /\ r \notin overdue
    /\ coordinator' = r /\ begun' = 0 /\ decided' = {}
    /\ UNCHANGED <<logVars, stateVars, diskVars, up, overdue, msgs>>

----------------------------------------------------------------------------
(* Step 2: notification *)

\* The size of partition p at replica r, in live cells.
\* @type: (REPLICA, $part) => Int;
Size(r, p) == Cardinality({k \in KeysOf[p] : files[r][p][k].value # NoValue})

TooLarge(size) == size > ThetaMax        \* against bound (1)
TooSmall(total) == total < ThetaMin      \* against bound (2)

\* The live cells of p on the two sides of token t differ by so many.
\* @type: (REPLICA, $part, Int) => Int;
Imbalance(r, p, t) ==
    LET live == {k \in KeysOf[p] : files[r][p][k].value # NoValue}
        lower == Cardinality({k \in live : TokenOf[k] \in Range(p.from, t)})
        upper == Cardinality(live) - lower
    IN IF lower > upper THEN lower - upper ELSE upper - lower

\* The splitting token T_new: both halves hold roughly equal volumes.
\* @type: (REPLICA, $part) => Int;
MedianToken(r, p) ==
    CHOOSE t \in Inner(p) : \A u \in Inner(p) : Imbalance(r, p, t) <= Imbalance(r, p, u)

\* @type: $op => Bool;
IsMerge(o) == Cardinality(o.old) = 2

\* A partition takes part in one operation at a time.
\* @type: (REPLICA, Set($part)) => Bool;
Idle(r, parts) == \A o \in ops[r] : o.old \cap parts = {}

\* If all merges under way commit, and one more, enough partitions are left.
\* @type: REPLICA => Bool;
EnoughPartitions(r) == Cardinality(table[r]) - Cardinality({o \in ops[r] : IsMerge(o)}) > MinPartitions

\* What coordinator and log alike ask of an operation.
\* @type: (REPLICA, $op) => Bool;
Admissible(r, o) ==
    /\ o.old \subseteq table[r]
    /\ Idle(r, o.old)
    /\ IsMerge(o) => EnoughPartitions(r)

\* The sizes that r sees call for operation o.
\* @type: (REPLICA, $part) => Bool;
WantsSplit(r, p) == p \in serving[r] \cap table[r] /\ TooLarge(Size(r, p)) /\ Inner(p) # {}
\* @type: (REPLICA, $part, $part) => Bool;
WantsMerge(r, p, q) ==
    /\ {p, q} \subseteq serving[r] \cap table[r] /\ Adjacent(p, q)
    /\ TooSmall(Size(r, p) + Size(r, q))

\* @type: Set(REPLICA) => Bool;
AtMostOne(S) == Cardinality(S) <= 1

\* Begin, without the replica that is failed already, if it is one at most; and
\* one operation after the other has been applied, so that none is begun twice.
\* @type: (REPLICA, Set($part), Set($part)) => Bool;
Begin(r, old, new) ==
    /\ up[r] /\ r = coordinator
    /\ applied[r] >= begun
    /\ AtMostOne(overdue)
    /\ \E o \in {[id |-> Len(log) + 1, old |-> old, new |-> new, without |-> overdue]} :
        Admissible(r, o) /\ AppendToLog(ShardCommand("begin", o)) /\ begun' = o.id
    /\ UNCHANGED <<calls, stateVars, diskVars, up, overdue, coordinator, decided, msgs>>

\* @type: (REPLICA, $part) => Bool;
BeginSplit(r, p) == WantsSplit(r, p) /\ \E t \in {MedianToken(r, p)} : Begin(r, {p}, Halves(p, t))

\* @type: (REPLICA, $part, $part) => Bool;
BeginMerge(r, p, q) == WantsMerge(r, p, q) /\ Begin(r, {p, q}, {Union(p, q)})

----------------------------------------------------------------------------
(* Step 3: synchronisation, by each replica in its own time *)

\* @type: ($part -> (KEY -> $cell), Set($part)) => $part -> (KEY -> $cell);
Without(fs, parts) == [p \in DOMAIN fs \ parts |-> fs[p]]

\* @type: (REPLICA, $op) => Bool;
Finished(r, o) == o.new \subseteq DOMAIN files[r] /\ o.id \notin DOMAIN rebuilding[r]

\* Open future files and freeze the original ones' contents; from here on writes go to both.
\* @type: (REPLICA, $op) => Bool;
StartRebuild(r, o) ==
    /\ up[r] /\ o \in ops[r] /\ r \notin o.without
    /\ o.old \subseteq serving[r]
    /\ o.new \cap DOMAIN files[r] = {}
    /\ LET frozen == [k \in Key |->
              IF \E p \in o.old : k \in KeysOf[p]
              THEN files[r][CHOOSE p \in o.old : k \in KeysOf[p]][k] ELSE NoCell]
       IN rebuilding' = [rebuilding EXCEPT ![r] = [i \in DOMAIN @ \cup {o.id} |-> IF i = o.id THEN frozen ELSE @[i]]]
    /\ files' = [files EXCEPT ![r] = [p \in DOMAIN @ \cup o.new |-> IF p \in o.new THEN NoCells ELSE @[p]]]
    /\ UNCHANGED <<logVars, stateVars, serving, nodeVars>>

\* The snapshot's cell joins what was written meanwhile.
\* @type: ($cell, $cell) => $cell;
Copied(frozen, written) == Newest(frozen, written)

\* Each future file receives every cell of its partition, and only those.
\* @type: (REPLICA, $op) => Bool;
FinishRebuild(r, o) ==
    /\ up[r] /\ o \in ops[r] /\ o.id \in DOMAIN rebuilding[r]
    /\ files' = [files EXCEPT ![r] = [p \in DOMAIN @ |->
           IF p \notin o.new THEN @[p]
           ELSE [k \in Key |-> IF k \in KeysOf[p] THEN Copied(rebuilding[r][o.id][k], @[p][k]) ELSE NoCell]]]
    /\ rebuilding' = [rebuilding EXCEPT ![r] = [i \in DOMAIN @ \ {o.id} |-> @[i]]]
    /\ UNCHANGED <<logVars, stateVars, serving, nodeVars>>

\* @type: (REPLICA, $op) => { type: Str, src: REPLICA, dst: REPLICA, id: Int };
FinishedNotice(r, o) == [type |-> "Finished", src |-> r, dst |-> coordinator, id |-> o.id]

\* Tell the coordinator; a newly elected one is told again.
\* @type: (REPLICA, $op) => Bool;
NotifyFinished(r, o) ==
    /\ up[r] /\ o \in ops[r] /\ Finished(r, o)
    /\ coordinator # NoReplica
    /\ msgs' = msgs \cup {FinishedNotice(r, o)}
    /\ UNCHANGED <<logVars, stateVars, diskVars, up, overdue, coordinator, begun, decided>>

----------------------------------------------------------------------------
(* Step 4: announcement *)

\* The replicas of which coordinator r has not heard that they finished o.
\* @type: (REPLICA, $op) => Set(REPLICA);
NotFinished(r, o) ==
    {s \in Replica : [type |-> "Finished", src |-> s, dst |-> r, id |-> o.id] \notin msgs}

\* Who may be left out of o: failed for T_pause, now or when it began.
\* @type: $op => Set(REPLICA);
Failed(o) == overdue \cup o.without

\* @type: (REPLICA, $op) => Bool;
MayCommit(r, o) ==
    /\ NotFinished(r, o) \subseteq Failed(o)
    /\ AtMostOne(NotFinished(r, o))

\* One decision by this coordinator; it knows what it has applied, no more.
\* @type: (REPLICA, $op, Str, Set(REPLICA)) => Bool;
Decide(r, o, kind, without) ==
    /\ up[r] /\ r = coordinator
    /\ o \in ops[r] /\ o.id \notin decided
    /\ AppendToLog(ShardCommand(kind, [o EXCEPT !.without = without]))
    /\ decided' = decided \cup {o.id}
    /\ UNCHANGED <<calls, stateVars, diskVars, up, overdue, coordinator, begun, msgs>>

\* @type: (REPLICA, $op) => Bool;
Commit(r, o) == MayCommit(r, o) /\ Decide(r, o, "commit", NotFinished(r, o))

\* Whatever the reason.  Abort is a must if more than one replica has failed.
\* @type: (REPLICA, $op) => Bool;
Abort(r, o) == Decide(r, o, "abort", {})

\* @type: $op => Bool;
MustAbort(o) == ~AtMostOne(Failed(o))

\* Commit has been applied, and the handles are those of the old files still:
\* open the new ones, close and delete the old ones, in one step.
Switch(r) ==
    /\ up[r] /\ serving[r] \ table[r] # {}
    /\ serving' = [serving EXCEPT ![r] = table[r] \cap DOMAIN files[r]]
    /\ files' = [files EXCEPT ![r] = Without(@, serving[r] \ table[r])]
    /\ UNCHANGED <<logVars, stateVars, rebuilding, nodeVars>>

----------------------------------------------------------------------------
(* A replica applies the next command of the log *)

\* The files that a write of key k at replica r reaches: original and future ones.
\* @type: (REPLICA, KEY) => Set($part);
WritesTo(r, k) == {p \in DOMAIN files[r] : k \in KeysOf[p]}

\* @type: REPLICA => Bool;
NextApplied(r) ==
    /\ up[r] /\ applied[r] < Len(log)
    /\ applied' = [applied EXCEPT ![r] = @ + 1]
    /\ UNCHANGED <<logVars, nodeVars>>

\* @type: REPLICA => $command;
NextCommand(r) == log[applied[r] + 1]

ApplyWrite(r) ==
    /\ NextApplied(r) /\ NextCommand(r).kind = "write"
    /\ LET k == NextCommand(r).key
           cell == [value |-> NextCommand(r).value, version |-> applied[r] + 1]
       IN files' = [files EXCEPT ![r] = [p \in DOMAIN @ |->
              IF p \in WritesTo(r, k) THEN [@[p] EXCEPT ![k] = cell] ELSE @[p]]]
    /\ UNCHANGED <<table, ops, serving, rebuilding>>

\* The coordinator that proposed o may not have known of one before it: the log's order counts.
\* @type: (REPLICA, $op) => Bool;
StillAdmissible(r, o) == Admissible(r, o)

\* An operation that another, logged before it, made inadmissible is ignored.
ApplyBegin(r) ==
    /\ NextApplied(r) /\ NextCommand(r).kind = "begin"
    /\ LET o == NextCommand(r).op
       IN ops' = [ops EXCEPT ![r] = IF StillAdmissible(r, o) THEN @ \cup {o} ELSE @]
    /\ UNCHANGED <<table, diskVars>>

\* The operation that the next command decides; none if it is decided already.
\* @type: REPLICA => Set($op);
Decides(r) == {o \in ops[r] : o.id = NextCommand(r).op.id}

\* r forgets operation o and, of its files and handles, `parts`.
\* @type: (REPLICA, $op, Set($part)) => Bool;
Drop(r, o, parts) ==
    /\ ops' = [ops EXCEPT ![r] = @ \ {o}]
    /\ files' = [files EXCEPT ![r] = Without(@, parts)]
    /\ serving' = [serving EXCEPT ![r] = @ \ parts]
    /\ rebuilding' = [rebuilding EXCEPT ![r] = [i \in DOMAIN @ \ {o.id} |-> @[i]]]

\* The new partitions are in force.  A replica that missed the rebuild holds
\* no valid copy of them; the others' handles follow by Switch.
ApplyCommit(r) ==
    /\ NextApplied(r) /\ NextCommand(r).kind = "commit"
    /\ IF Decides(r) = {} THEN UNCHANGED <<table, ops, diskVars>>
       ELSE \E o \in Decides(r) :
            /\ table' = [table EXCEPT ![r] = (@ \ o.old) \cup o.new]
            /\ Drop(r, o, IF r \in NextCommand(r).op.without THEN o.old \cup o.new ELSE {})

\* @type: (REPLICA, $op) => Set($part);
DroppedByAbort(r, o) == o.new \ serving[r]

\* The future files go; nothing else changes.
ApplyAbort(r) ==
    /\ NextApplied(r) /\ NextCommand(r).kind = "abort"
    /\ IF Decides(r) = {} THEN UNCHANGED <<ops, diskVars>>
       ELSE \E o \in Decides(r) : Drop(r, o, DroppedByAbort(r, o))
    /\ UNCHANGED table

\* The copy that r replicates from has seen the same commands as r.
\* @type: (REPLICA, REPLICA) => Bool;
SameState(r, s) == applied[r] = applied[s]

\* Replica r lacks partition p, having missed its rebuild, and copies it from s.
\* @type: (REPLICA, REPLICA, $part) => Bool;
Replicate(r, s, p) ==
    /\ up[r] /\ up[s] /\ SameState(r, s)
    /\ p \in table[r] \ DOMAIN files[r] /\ serving[r] \subseteq table[r]
    /\ p \in serving[s]
    /\ files' = [files EXCEPT ![r] = [q \in DOMAIN @ \cup {p} |-> IF q = p THEN files[s][p] ELSE @[q]]]
    /\ serving' = [serving EXCEPT ![r] = @ \cup {p}]
    /\ UNCHANGED <<logVars, stateVars, rebuilding, nodeVars>>

----------------------------------------------------------------------------
(* Failures *)

\* The futures that r was building are lost, and its office; what is finished or applied is on disk.
Crash(r) ==
    /\ up[r]
    /\ up' = [up EXCEPT ![r] = FALSE]
    /\ coordinator' = IF coordinator = r THEN NoReplica ELSE coordinator
    /\ files' = [files EXCEPT ![r] = Without(@, UNION {o.new : o \in {q \in ops[r] : q.id \in DOMAIN rebuilding[r]}})]
    /\ rebuilding' = [rebuilding EXCEPT ![r] = [i \in {} |-> NoCells]]
    /\ UNCHANGED <<logVars, stateVars, serving, overdue, begun, decided, msgs>>

Restart(r) ==
    /\ ~up[r]
    /\ up' = [up EXCEPT ![r] = TRUE]
    /\ UNCHANGED <<logVars, stateVars, diskVars, overdue, coordinator, begun, decided, msgs>>

\* r was detected as failed and T_pause is over (the detection may be false).
PauseElapses(r) ==
    /\ r \notin overdue
    /\ overdue' = overdue \cup {r}
    /\ UNCHANGED <<logVars, stateVars, diskVars, up, coordinator, begun, decided, msgs>>

Resurrect(r) ==
    /\ up[r] /\ r \in overdue
    /\ overdue' = overdue \ {r}
    /\ UNCHANGED <<logVars, stateVars, diskVars, up, coordinator, begun, decided, msgs>>

----------------------------------------------------------------------------
Traffic ==
    \E c \in Client :
        \/ \E op \in Contract!Operation : Invoke(c, op)
        \/ HandleWrite(c)
        \/ \E r \in Replica : HandleGet(r, c) \/ HandleCheckAndSet(r, c)
        \/ Respond(c)

BeginAny(r) == \E p \in table[r] : BeginSplit(r, p) \/ \E q \in table[r] : BeginMerge(r, p, q)

Apply(r) == ApplyWrite(r) \/ ApplyBegin(r) \/ ApplyCommit(r) \/ ApplyAbort(r)

Rebuild(r) ==
    \E o \in ops[r] : StartRebuild(r, o) \/ FinishRebuild(r, o) \/ NotifyFinished(r, o)

Rereplicate(r) == \E s \in Replica, p \in table[r] : Replicate(r, s, p)

CommitAny(r) == \E o \in ops[r] : Commit(r, o)
AbortAny(r) == \E o \in ops[r] : Abort(r, o)

Next ==
    \/ Traffic
    \/ \E r \in Replica :
        \/ Elect(r) \/ BeginAny(r) \/ Rebuild(r) \/ CommitAny(r) \/ AbortAny(r)
        \/ Apply(r) \/ Switch(r) \/ Rereplicate(r)
        \/ Crash(r) \/ Restart(r) \/ PauseElapses(r) \/ Resurrect(r)

\* Clients owe nothing.  Whoever is down stays unheard, whoever is up is
\* heard; and with more than half of the group gone for ever nothing can end.
Fairness ==
    \A r \in Replica :
        /\ WF_vars(Elect(r))
        /\ WF_vars(BeginAny(r))
        /\ WF_vars(Rebuild(r))
        /\ WF_vars(CommitAny(r))
        /\ WF_vars(\E o \in ops[r] : MustAbort(o) /\ Abort(r, o))
        /\ WF_vars(Apply(r))
        /\ WF_vars(Switch(r))
        /\ WF_vars(Rereplicate(r))
        /\ WF_vars(Restart(r))
        /\ WF_vars(~up[r] /\ PauseElapses(r))
        /\ WF_vars(Resurrect(r))

Spec == Init /\ [][Next]_vars /\ Fairness

----------------------------------------------------------------------------
(* Safety *)

\* Clients see a linearizable map, whatever is being split or merged.  (This is
\* Contract!Spec, with the frequent case first: a step that they do not see.)
RefinesStore == Contract!Init /\ [][UNCHANGED <<Cells, calls>> \/ Contract!Next]_vars

\* An open file holds, of each of its keys, the last write that the replica
\* has applied: no acknowledged write is lost, on any replica.
NoWriteLost ==
    \A r \in Replica : \A p \in serving[r] : \A k \in KeysOf[p] :
        files[r][p][k] = CellAt(k, applied[r])

\* Partitions that replica r must replicate anew.
Lacks(r) == table[r] \ DOMAIN files[r]

\* Every live cell lies in exactly one partition: by the table, and in the
\* open files of every replica, save those of a partition that it lacks.
EveryCellInOnePartition ==
    \A r \in Replica :
        /\ CoverExactly(table[r])
        /\ \A k \in Key : CellAt(k, applied[r]).value # NoValue =>
            LET holders == {p \in serving[r] : files[r][p][k].value # NoValue}
            IN \/ Cardinality(holders) = 1
               \/ holders = {} /\ \E p \in Lacks(r) : k \in KeysOf[p]

\* Of a partition at most one replica lacks its copy.
AllButOneHold ==
    \A r, s \in Replica : r # s => Lacks(r) \cap Lacks(s) = {}

\* A partition is in one operation at a time.
ShardingIsExclusive ==
    \A r \in Replica : \A o, q \in ops[r] : o # q => o.old \cap q.old = {}

MinimumKept ==
    Cardinality(FirstPartitions) >= MinPartitions =>
        \A r \in Replica : Cardinality(table[r]) >= MinPartitions

\* No file without a purpose is left behind.
NoOrphans ==
    \A r \in Replica :
        DOMAIN files[r] \subseteq serving[r] \cup table[r] \cup UNION {o.new : o \in ops[r]}

\* The first decision about the operation begun at place i.
\* @type: Int => Set(Int);
Decision(i) ==
    LET all == {j \in DOMAIN log : log[j].kind \in {"commit", "abort"} /\ log[j].op.id = i}
    IN {j \in all : \A k \in all : j <= k}

\* The last commit that made partition p, of those that r has applied, left r out.
\* @type: (REPLICA, $part) => Bool;
Missed(r, p) ==
    LET made == {j \in DOMAIN log : /\ j <= applied[r] /\ log[j].kind = "commit" /\ p \in log[j].op.new
                                     /\ j \in Decision(log[j].op.id)}
    IN made # {} /\ r \in log[CHOOSE j \in made : \A k \in made : j >= k].op.without

\* A replica that missed the rebuild opens no file of it, but a copy of another's.
MissedNeverServes ==
    [][ \A r \in Replica : \A p \in serving'[r] \ serving[r] :
            Missed(r, p) => \E s \in Replica \ {r} :
                p \in serving[s] /\ applied[s] = applied[r] /\ files'[r][p] = files[s][p] ]_vars

\* An operation is committed without a replica only if that was failed for T_pause.
OnlyFailedAreLeftOut ==
    [][ \A i \in DOMAIN log' \ DOMAIN log :
            log'[i].kind = "commit" => log'[i].op.without \subseteq overdue \cup log[log'[i].op.id].op.without ]_vars

\* An abort leaves partitions, handles and the files behind them as they are.
AbortChangesNothing ==
    [][ \A r \in Replica :
            applied'[r] # applied[r] /\ NextCommand(r).kind = "abort" =>
                /\ table'[r] = table[r] /\ serving'[r] = serving[r]
                /\ \A p \in serving[r] : files'[r][p] = files[r][p] ]_vars

\* The size of p by the log alone.
\* @type: ($part, Int) => Int;
TrueSize(p, n) == Cardinality({k \in KeysOf[p] : CellAt(k, n).value # NoValue})

\* Bounds (1) and (2) of section 3.1; (2) as far as the minimum number of partitions lets it.
\* @type: REPLICA => Bool;
WithinBounds(r) ==
    /\ \A p \in table[r] : TrueSize(p, applied[r]) <= ThetaMax
    /\ \A p, q \in table[r] :
        Adjacent(p, q) /\ Cardinality(table[r]) > MinPartitions =>
            TrueSize(p, applied[r]) + TrueSize(q, applied[r]) >= ThetaMin

\* The bounds hold wherever no sharding is in progress nor wanted.
BoundsWhenQuiet ==
    \A r \in Replica :
        /\ table[r] \subseteq serving[r] /\ ops[r] = {}
        /\ \A p \in table[r] : ~WantsSplit(r, p)
        /\ \A p, q \in table[r] : ~(WantsMerge(r, p, q) /\ EnoughPartitions(r))
        => WithinBounds(r)

\* What was merged does not split without a write in between, nor the reverse.
NoOscillation ==
    \A i, j \in DOMAIN log :
        /\ i < j /\ log[i].kind = "begin" /\ log[j].kind = "begin"
        /\ \E d \in Decision(i) : d < j /\ log[d].kind = "commit"
        /\ log[i].op.new \cap log[j].op.old # {}
        /\ IsMerge(log[i].op) # IsMerge(log[j].op)
        => \E w \in i..j : log[w].kind = "write" /\ \E p \in log[j].op.old : log[w].key \in KeysOf[p]

----------------------------------------------------------------------------
(* Liveness *)

\* What was begun is committed or aborted.
ShardingEnds ==
    \A i \in Version :
        (\E r \in Replica : \E o \in ops[r] : o.id = i) ~> (\A r \in Replica : \A o \in ops[r] : o.id # i)

\* If failures stop: every replica serves every partition.
AllServe == <>[](\A r \in Replica : serving[r] = table[r])

\* If writes stop too: the bounds hold.
BoundsReached == <>[](\A r \in Replica : WithinBounds(r))
=============================================================================
