------------------------------ MODULE Removals ------------------------------
(***************************************************************************)
(* What becomes of a member that was removed from a group that goes on.    *)
(* Its replica has no use any more: it would take memory, disk and one of  *)
(* the places for groups that its node has, for ever.  But it may not go   *)
(* while its vote may count, or come to count again; and whoever founded   *)
(* the group must not be taken for one who has never heard of it.          *)
(*                                                                         *)
(* The roster goes on naming the disk with which a member left (Roster).   *)
(* That disk never counts again: a member that comes back comes with       *)
(* another one (MayJoin).  So a replica knows from its log alone, once     *)
(* that is committed, that nobody will ever ask for its vote: it has left  *)
(* if the last roster that it has applied names its own disk and does not  *)
(* let it vote.  A newcomer that learns has another disk than the one that *)
(* is named, or none is: it stays.                                         *)
(*                                                                         *)
(* A replica that has promised an epoch that the group has not reached yet *)
(* follows nobody, so its log says nothing.  A member that was removed     *)
(* while it campaigned is such a one.  Others, who know which disks have   *)
(* left, tell: what is committed stays so, and a disk that has left never  *)
(* comes back, so it does not matter how old the news is.                  *)
(*                                                                         *)
(* The node notes that, and drops the files, at once or when it begins     *)
(* again.  What is noted keeps it from founding the group anew: it takes   *)
(* the group again only if it is told to, and then as one that founds      *)
(* nothing.                                                                *)
(*                                                                         *)
(* A learner whom nobody lets join, since whoever wanted that has given    *)
(* up, would stay for ever.  It is dismissed: a roster names its disk, and *)
(* does not let it vote, so it has left without ever having joined.        *)
(*                                                                         *)
(* Level of abstraction: of the log there are the rosters, that of whoever *)
(* leads; what is not committed may be lost with its leader.  That         *)
(* quorums of rosters in a row meet is Reconfig's subject, and how a disk  *)
(* of a member that stays is replaced is Roster's.                         *)
(*                                                                         *)
(* Source: Raft (Ongaro 2014), section 4.2, for servers that were removed; *)
(* ElasCass, section 4 (nodes that leave).                                 *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
    \* @type: Set(Int);
    Node,
    \* Those that have founded the group.
    \* @type: Set(Int);
    Founders

\* Who votes, two sets while members change, and the disk with which each came last; Nobody: it never joined.
\* @typeAlias: roster = { old: Set(Int), new: Set(Int), disks: Int -> Int };
RemovalsAliases == TRUE

VARIABLES
    (* Of the group *)
    \* The rosters in the log.
    \* @type: Seq($roster);
    log,
    \* How many of them are committed.
    \* @type: Int;
    committed,
    (* On the disk of a node *)
    \* The number of its replica's disk; Nobody: it has no files of the group.
    \* @type: Int -> Int;
    disk,
    \* How many rosters are in the replica's log, and how many of these it has applied.
    \* @type: Int -> Int;
    logged,
    \* @type: Int -> Int;
    applied,
    \* Those that have noted that they were removed.
    \* @type: Set(Int);
    noted,
    \* Those that have taken the group again since.
    \* @type: Set(Int);
    returned,
    (* History *)
    \* How many disks each node has had.
    \* @type: Int -> Int;
    drawn

replicaVars == <<disk, logged, applied, drawn>>
noteVars == <<noted, returned>>
vars == <<log, committed, replicaVars, noteVars>>

Nobody == 0

Init ==
    /\ log = <<[old |-> Founders, new |-> Founders, disks |-> [n \in Node |-> IF n \in Founders THEN 1 ELSE Nobody]]>>
    /\ committed = 1
    /\ disk = [n \in Node |-> IF n \in Founders THEN 1 ELSE Nobody]
    /\ logged = [n \in Node |-> IF n \in Founders THEN 1 ELSE 0]
    /\ applied = [n \in Node |-> 0]
    /\ noted = {}
    /\ returned = {}
    /\ drawn = disk

----------------------------------------------------------------------------
(* Rosters *)

\* @type: $roster;
Last == log[Len(log)]

\* @type: $roster => Set(Int);
Voters(r) == r.old \cup r.new

\* @type: $roster => Bool;
IsJoint(r) == r.old # r.new

\* Node n has a replica, and does not drop it.
\* @type: Int => Bool;
Runs(n) == disk[n] # Nobody /\ n \notin noted

\* The vote of n counts by r.
\* @type: ($roster, Int) => Bool;
Counts(r, n) == Runs(n) /\ r.disks[n] = disk[n]

\* A newcomer may join with this disk: it is none with which it has left.
\* @type: ($roster, Int, Int) => Bool;
MayJoin(r, n, d) == r.disks[n] # d

\* By r the disk d of n has counted, and never will again.
\* @type: ($roster, Int, Int) => Bool;
HasLeft(r, n, d) == n \notin Voters(r) /\ r.disks[n] = d

----------------------------------------------------------------------------
(* The group *)

\* @type: $roster => Bool;
AppendRoster(r) ==
    /\ committed = Len(log)
    /\ log' = Append(log, r)
    /\ UNCHANGED <<committed, replicaVars, noteVars>>

\* A newcomer has the log, and may join.
\* @type: Int => Bool;
IsReady(n) == Runs(n) /\ logged[n] = Len(log) /\ MayJoin(Last, n, disk[n])

\* Reconfig's Join: those that are to vote must agree, too.
\* @type: Set(Int) => Bool;
Join(voters) ==
    LET newcomers == voters \ Last.new
    IN /\ ~IsJoint(Last) /\ voters # {} /\ voters # Last.new
       /\ \A n \in newcomers : IsReady(n)
       /\ AppendRoster([old |-> Last.new, new |-> voters,
                        disks |-> [n \in Node |-> IF n \in newcomers THEN disk[n] ELSE Last.disks[n]]])

\* The new ones vote alone, or the old ones, if the change is undone.
\* @type: Set(Int) => Bool;
Leave(voters) ==
    /\ IsJoint(Last) /\ voters \in {Last.old, Last.new}
    /\ AppendRoster([old |-> voters, new |-> voters, disks |-> Last.disks])

\* The disk with which n is connected to whoever leads, and has acknowledged something.
\* @type: Int => Set(Int);
KnownDisks(n) == {disk[n]}

\* n learns, and is not to join: its disk never will.
\* @type: Int => Bool;
Dismiss(n) ==
    /\ ~IsJoint(Last) /\ n \notin Last.new /\ Runs(n)
    /\ \E d \in KnownDisks(n) :
         /\ MayJoin(Last, n, d)
         /\ AppendRoster([Last EXCEPT !.disks = [@ EXCEPT ![n] = d]])

\* @type: (Set(Int), Set(Int)) => Bool;
IsMajority(Q, S) == 2 * Cardinality(Q \cap S) > Cardinality(S)

Commit ==
    LET has == {n \in Node : Counts(Last, n) /\ logged[n] = Len(log)}
    IN /\ committed < Len(log)
       /\ IsMajority(has, Last.old) /\ IsMajority(has, Last.new)
       /\ committed' = Len(log)
       /\ UNCHANGED <<log, replicaVars, noteVars>>

\* Whoever leads next lacks the last roster, and others cut it off.
Lose ==
    /\ committed < Len(log)
    /\ log' = SubSeq(log, 1, committed)
    /\ logged' = [n \in Node |-> IF logged[n] > committed THEN committed ELSE logged[n]]
    /\ UNCHANGED <<committed, disk, applied, drawn, noteVars>>

----------------------------------------------------------------------------
(* Replicas *)

\* @type: Int => Bool;
Log(n) ==
    /\ Runs(n) /\ logged[n] < Len(log)
    /\ logged' = [logged EXCEPT ![n] = Len(log)]
    /\ UNCHANGED <<log, committed, disk, applied, drawn, noteVars>>

\* Of what is in n's log, what it knows to be decided.
\* @type: Int => Int;
Decided(n) == IF logged[n] < committed THEN logged[n] ELSE committed

\* @type: Int => Bool;
Apply(n) ==
    /\ Runs(n) /\ applied[n] < Decided(n)
    /\ applied' = [applied EXCEPT ![n] = @ + 1]
    /\ UNCHANGED <<log, committed, disk, logged, drawn, noteVars>>

\* By what its replica has applied n was removed.
\* @type: Int => Bool;
KnowsRemoval(n) == applied[n] > 0 /\ HasLeft(log[applied[n]], n, disk[n])

\* The rosters that others may tell of: those that anybody has ever known to be committed.
\* @type: Set(Int);
TellsOf == 1..committed

\* Another node says that n's disk has left.
\* @type: Int => Bool;
IsTold(n) == \E i \in TellsOf : HasLeft(log[i], n, disk[n])

\* n notes on disk that it was removed.
\* @type: Int => Bool;
Note(n) ==
    /\ Runs(n) /\ (KnowsRemoval(n) \/ IsTold(n))
    /\ noted' = noted \cup {n}
    /\ UNCHANGED <<log, committed, replicaVars, returned>>

\* @type: Int => Bool;
NoFiles(n) ==
    /\ disk' = [disk EXCEPT ![n] = Nobody]
    /\ logged' = [logged EXCEPT ![n] = 0]
    /\ applied' = [applied EXCEPT ![n] = 0]

\* What has been noted.
\* @type: Int => Bool;
MayDrop(n) == n \in noted

\* @type: Int => Bool;
Drop(n) ==
    /\ disk[n] # Nobody /\ MayDrop(n)
    /\ NoFiles(n)
    /\ UNCHANGED <<log, committed, drawn, noteVars>>

\* n begins with nothing, on a disk that was never used.
\* @type: Int => Bool;
BeginEmpty(n) ==
    /\ disk[n] = Nobody
    /\ disk' = [disk EXCEPT ![n] = drawn[n] + 1]
    /\ drawn' = [drawn EXCEPT ![n] = @ + 1]
    /\ UNCHANGED <<log, committed, logged, applied>>

\* Those that found nothing when they take the group again.
\* @type: Int => Set(Int);
Returning(n) == {n} \cap noted

\* n is told to take the group.
\* @type: Int => Bool;
Take(n) ==
    /\ BeginEmpty(n)
    /\ returned' = returned \cup Returning(n)
    /\ noted' = noted \ {n}

\* A founder has a replica by its configuration, unless it has noted that it was removed.
\* @type: Int => Bool;
Begin(n) ==
    /\ n \in Founders \ noted
    /\ BeginEmpty(n)
    /\ UNCHANGED noteVars

\* n, which was removed, loses its disk, and all notes with it.
\* @type: Int => Bool;
Wipe(n) ==
    /\ \A i \in committed..Len(log) : n \notin Voters(log[i])
    /\ NoFiles(n)
    /\ noted' = noted \ {n}
    /\ returned' = returned \ {n}
    /\ UNCHANGED <<log, committed, drawn>>

----------------------------------------------------------------------------
(* Properties *)

TypeOK ==
    /\ committed \in 1..Len(log)
    /\ \A i \in 1..Len(log) : log[i].old \subseteq Node /\ log[i].new \subseteq Node
    /\ \A n \in Node : logged[n] <= Len(log) /\ applied[n] <= logged[n] /\ disk[n] <= drawn[n]
    /\ noted \subseteq Node /\ returned \subseteq Node

\* Whoever votes, or may come to vote, has the disk that counts.
VotersAreThere == \A i \in committed..Len(log) : \A n \in Voters(log[i]) : Counts(log[i], n)

\* To others n is one that has never heard of the group.
\* @type: Int => Bool;
LooksNew(n) == Runs(n) /\ logged[n] = 0 /\ n \notin returned

\* All founders together would found the group a second time.
NobodyFoundsAgain == \E n \in Founders : ~LooksNew(n)

\* The disk d of n was removed for good.
\* @type: (Int, Int) => Bool;
MustGo(n, d) == disk[n] = d /\ HasLeft(log[committed], n, d)
=============================================================================
