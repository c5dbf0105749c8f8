---------------------------- MODULE INDHandoff ----------------------------
(***************************************************************************)
(* TLC tries whether IndInv is inductive: it draws states at random, keeps *)
(* those where IndInv holds, and takes every step from them.               *)
(*                                                                         *)
(* A uniformly random state is almost never one of these.  So the groups   *)
(* are drawn first and filtered; then of all messages and requests that    *)
(* IndInv allows beside them (it speaks of each message by itself) some    *)
(* random subsets, and all of them together: the more, the more steps.     *)
(***************************************************************************)
EXTENDS HandoffInvariant, Integers, FiniteSets, Randomization, TLC

CONSTANTS
    \* Copies, session tables and sets of messages drawn.
    \* @type: Int;
    Draws,
    \* @type: Int;
    MaxEpoch

VARIABLES
    \* The step from the drawn state is taken.
    \* @type: Bool;
    stepped

\* A few cells that differ in version, or not even in that, and in value.
SomeCells == {EmptyCell} \cup [value: MaybeValue, version: Version]
SomeSessions ==
    {NoSession} \cup {[seq |-> n, result |-> [ok |-> TRUE, value |-> v, version |-> n]] : n \in 1..2, v \in Value}
Epochs == 0..MaxEpoch

SomeMessages ==
    LET plain == {Message(t, g, h, e) : t \in SourceMsg \cup DestinationMsg, g \in Group, h \in Group, e \in Epochs}
        sound == {m \in plain : m.src # m.dst}
    IN {m \in sound : m.type \notin {"Chunk", "Manifest"}}
        \cup {[m EXCEPT !.file = [k \in {j} |-> cell]] : m \in {x \in sound : x.type = "Chunk"}, j \in Key, cell \in SomeCells}
        \cup {[m EXCEPT !.versions = v, !.sessions = s] :
                m \in {x \in sound : x.type = "Manifest"}, v \in [Key -> {0} \cup Version], s \in [Client -> SomeSessions]}

SomeRequests == {[client |-> c, seq |-> n, op |-> op] : c \in Client, n \in 1..2, op \in WriteOp}

\* Some copies, among them equal ones, as after a manifest.
Drawn(all, each) == RandomSubset(Draws - 1, all) \cup {[g \in Group |-> copy] : copy \in RandomSubset(1, each)}

IndInit ==
    /\ phase \in [Group -> Phase]
    /\ epoch \in [Group -> Epochs]
    /\ peer \in [Group -> MaybeGroup]
    /\ \A g \in Group : phase[g] \in {Absent, Serving} <=> peer[g] = NoGroup   \* else peer means nothing
    /\ PeersDiffer /\ OneHolder /\ Highest /\ AttemptGroups /\ SwitchedReached
    /\ cells \in Drawn([Group -> [Key -> SomeCells]], [Key -> SomeCells])
    /\ sessions \in Drawn([Group -> [Client -> SomeSessions]], [Client -> SomeSessions])
    /\ GroupInv
    /\ LET allowed == {m \in SomeMessages : MsgInv(m)}
       IN msgs \in {allowed} \cup RandomSetOfSubsets(Draws - 1, Cardinality(allowed) \div 2, allowed)
    /\ calls \in RandomSubset(1, [Client -> [phase: {Idle, Invoked, Effective}, op: Operation, seq: 0..2, result: {NoResult}]])
    /\ ClientInv /\ AnswerInv
    /\ LET allowed == {r \in SomeRequests : RequestInv(r)}
       IN requests \in {allowed}

\* One step from each state drawn.
INDInit == IndInit /\ stepped = FALSE
INDNext == ~stepped /\ stepped' = TRUE /\ Next

=============================================================================
