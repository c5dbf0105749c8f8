---------------------------- MODULE WholeMembers ----------------------------
(***************************************************************************)
(* Files of partitions that come to a group, and a group whose members     *)
(* change (PartitionFiles and Reconfig, composed).                         *)
(*                                                                         *)
(* Files do not travel through the log.  So a member may follow, and vote, *)
(* and lack files: one that could not fetch them, or one that has learnt   *)
(* the log from others and not the files.  PartitionFiles has a quorum     *)
(* with all files, of members that are always the same.  Here members come *)
(* and go, and who has left drops what it has (Removals).  What was learnt *)
(* from a run of the simulator: three members, one of which lacks files;   *)
(* the two that have them are replaced, one after the other; then nobody   *)
(* has them.                                                               *)
(*                                                                         *)
(* Three rules keep a quorum whole, but for disks that are lost.           *)
(* - Files are staged when a quorum of the voters has them and lacks no    *)
(*   others (PartitionFiles!QuorumHas); while members change, one of the   *)
(*   old ones and one of the new ones.                                     *)
(* - Before members change, the leader asks those that are to vote.  The   *)
(*   change is logged only if a quorum of these has said that it is whole, *)
(*   and nothing was staged since it was asked.  Who answers has applied   *)
(*   the log up to the last roster, so it knows if it was removed, and     *)
(*   then says nothing: it is about to drop its files, and may come back   *)
(*   without them before its answer is counted.                            *)
(* - A member whose disk was replaced counts again (Roster!Admit) when it  *)
(*   has said so, too, with that disk.  It has learnt the log before.      *)
(* What a node has said with files that it has dropped or lost since is    *)
(* void.                                                                   *)
(*                                                                         *)
(* Level of abstraction: the log is agreed, and of it there are the stages *)
(* and the voters.  Files are on disk once they are there.  A disk that is *)
(* lost is out of the roster at once (Roster!Retire).                      *)
(*                                                                         *)
(* Source: ours; PartitionFiles, Reconfig, Removals.                       *)
(***************************************************************************)
EXTENDS Integers, FiniteSets

CONSTANTS
    \* @type: Set(Int);
    Node,
    \* The first voters.
    \* @type: Set(Int);
    Founders

\* What the leader has asked: who is to vote, how much was staged then, and who has said that it is whole.
\* @typeAlias: question = { wanted: Set(Int), behind: Int, whole: Set(Int) };
WholeMembersAliases == TRUE

VARIABLES
    \* Who votes; behind Change also those that are to, else nobody.
    \* @type: Set(Int);
    voters,
    \* @type: Set(Int);
    next,
    \* How many partitions have been staged in the log.
    \* @type: Int;
    staged,
    \* The partitions of which a node has the files, and how many stages its replica has applied.
    \* @type: Int -> Set(Int);
    has,
    \* @type: Int -> Int;
    applied,
    \* Those that were removed and have not dropped their files yet.
    \* @type: Set(Int);
    left,
    \* @type: $question;
    asked,
    \* Voters whose disk was lost, and whose new one does not count yet.
    \* @type: Set(Int);
    out,
    \* Those of them that have said since that they are whole.
    \* @type: Set(Int);
    vouched,
    \* Those that have said that they have the next files, and lack none.
    \* @type: Set(Int);
    holders

diskVars == <<out, vouched>>
vars == <<voters, next, staged, has, applied, left, asked, diskVars, holders>>

Nothing == [wanted |-> {}, behind |-> 0, whole |-> {}]

IsQuorum(S, V) == 2 * Cardinality(S \intersect V) > Cardinality(V)
IsJoint == next # {}
\* Whose votes count.
Counted == voters \union next

\* Node n has all files that its log names.
Lacks(n) == ~(1..applied[n] \subseteq has[n])
\* It lacks nothing of the first i.
IsWhole(n, i) == applied[n] >= i /\ ~Lacks(n)

TypeOK ==
    /\ voters \subseteq Node /\ voters # {} /\ next \subseteq Node
    /\ staged \in Nat
    /\ \A n \in Node : applied[n] \in 0..staged /\ has[n] \subseteq 1..staged + 1
    /\ left \subseteq Node
    /\ asked.wanted \subseteq Node /\ asked.whole \subseteq asked.wanted /\ asked.behind \in 0..staged
    /\ out \subseteq Counted /\ vouched \subseteq out
    /\ holders \subseteq Node

----------------------------------------------------------------------------
(* Files *)

\* The files of the partition that comes next are there, beside the store.
Fetch(n) ==
    /\ n \in Counted
    /\ has' = [has EXCEPT ![n] = @ \union {staged + 1}]
    /\ UNCHANGED <<voters, next, staged, applied, left, asked, diskVars, holders>>

\* Those that have the next files and lack none.
Ready == {n \in Counted : IsWhole(n, staged) /\ staged + 1 \in has[n]}

\* n says so to the leader.
Hold(n) ==
    /\ n \in Ready
    /\ holders' = holders \union {n}
    /\ UNCHANGED <<voters, next, staged, has, applied, left, asked, diskVars>>

MayStage == IsQuorum(holders, voters) /\ (IsJoint => IsQuorum(holders, next))

Stage ==
    /\ MayStage
    /\ staged' = staged + 1
    /\ holders' = {}
    /\ UNCHANGED <<voters, next, has, applied, left, asked, diskVars>>

\* A replica applies the next stage, with the files or without.
Apply(n) ==
    /\ applied[n] < staged
    /\ applied' = [applied EXCEPT ![n] = @ + 1]
    /\ UNCHANGED <<voters, next, staged, has, left, asked, diskVars, holders>>

\* It takes the store of another one, which is whole (PartitionFiles!Install).
Take(n, q) ==
    /\ n # q /\ q \in Counted /\ n \notin left
    /\ ~Lacks(q) /\ applied[q] >= applied[n]
    /\ Lacks(n) \/ applied[q] > applied[n]
    /\ has' = [has EXCEPT ![n] = @ \union 1..applied[q]]
    /\ applied' = [applied EXCEPT ![n] = applied[q]]
    /\ UNCHANGED <<voters, next, staged, left, asked, diskVars, holders>>

\* What was said with the files before does not count, whoever said it: a voter, or one that is to be.
\* @type: Int => Set(Int);
Void(n) == {n}

\* @type: Int => Bool;
NoFiles(n) ==
    /\ has' = [has EXCEPT ![n] = {}]
    /\ applied' = [applied EXCEPT ![n] = 0]
    /\ holders' = holders \ Void(n)

\* Whoever left drops its files; it may learn anew from then on.
Drop(n) ==
    /\ n \in left
    /\ NoFiles(n)
    /\ left' = left \ {n}
    /\ UNCHANGED <<voters, next, staged, asked, diskVars>>

----------------------------------------------------------------------------
(* Disks that are lost *)

\* The disk of n is replaced by an empty one.
\* @type: Int => Bool;
Lose(n) ==
    /\ n \notin left
    /\ NoFiles(n)
    /\ out' = out \union ({n} \intersect Counted)
    /\ vouched' = vouched \ Void(n)
    /\ asked' = [asked EXCEPT !.whole = @ \ Void(n)]
    /\ UNCHANGED <<voters, next, staged, left>>

\* A member that has learnt the log on its new disk says that it is whole.
\* @type: Int => Bool;
Vouch(n) ==
    /\ n \in out /\ IsWhole(n, staged)
    /\ vouched' = vouched \union {n}
    /\ UNCHANGED <<voters, next, staged, has, applied, left, asked, out, holders>>

\* Those whose new disks may count.
MayCount == vouched

\* Roster!Admit: the new disk counts.
\* @type: Int => Bool;
Admit(n) ==
    /\ n \in out /\ n \in MayCount
    /\ out' = out \ {n}
    /\ vouched' = vouched \ {n}
    /\ UNCHANGED <<voters, next, staged, has, applied, left, asked, holders>>

----------------------------------------------------------------------------
(* Members *)

Ask(W) ==
    /\ ~IsJoint /\ W # {} /\ W # voters
    /\ asked' = [wanted |-> W, behind |-> staged, whole |-> {}]
    /\ UNCHANGED <<voters, next, staged, has, applied, left, diskVars, holders>>

\* Whether it says that it is whole.
Says(n) == IsWhole(n, asked.behind) /\ n \notin left

Answer(n) ==
    /\ n \in asked.wanted
    /\ Says(n)
    /\ asked' = [asked EXCEPT !.whole = @ \union {n}]
    /\ UNCHANGED <<voters, next, staged, has, applied, left, diskVars, holders>>

IsAnswered == IsQuorum(asked.whole, asked.wanted) /\ asked.behind = staged

\* Reconfig!Change to Join; none of those that are new comes with the disk with which it left.
Change ==
    /\ ~IsJoint /\ asked.wanted # {}
    /\ IsAnswered
    /\ (asked.wanted \ voters) \intersect left = {}
    /\ next' = asked.wanted
    /\ asked' = Nothing
    /\ UNCHANGED <<voters, staged, has, applied, left, diskVars, holders>>

\* Change to Leave, or back to those that voted before.
Leave(V) ==
    /\ IsJoint /\ V \in {voters, next}
    /\ voters' = V
    /\ next' = {}
    /\ left' = left \union (Counted \ V)
    /\ out' = out \intersect V
    /\ vouched' = vouched \intersect V
    /\ UNCHANGED <<staged, has, applied, asked, holders>>

----------------------------------------------------------------------------

Init ==
    /\ voters = Founders /\ next = {}
    /\ staged = 0
    /\ has = [n \in Node |-> {}] /\ applied = [n \in Node |-> 0]
    /\ left = {}
    /\ asked = Nothing
    /\ out = {} /\ vouched = {} /\ holders = {}

Next ==
    \/ Stage \/ Change
    \/ \E n \in Node : Fetch(n) \/ Apply(n) \/ Drop(n) \/ Answer(n) \/ \E q \in Node : Take(n, q)
    \/ \E n \in Node : Hold(n) \/ Lose(n) \/ Vouch(n) \/ Admit(n)
    \/ \E W \in SUBSET Node : Ask(W) \/ Leave(W)

Spec == Init /\ [][Next]_vars

----------------------------------------------------------------------------
(* Properties *)

\* Those that have all files that were ever staged.
Whole == {n \in Node : 1..staged \subseteq has[n]}

\* A quorum of all that vote has them, or would, were it not for the disks that are out: no minority of disks takes
\* them away, those that are out included.
QuorumIsWhole == IsQuorum(Whole \union out, voters) /\ (IsJoint => IsQuorum(Whole \union out, next))

=============================================================================
