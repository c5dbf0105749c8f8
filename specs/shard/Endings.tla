------------------------------ MODULE Endings ------------------------------
(***************************************************************************)
(* How groups end while the cluster runs.  A group that has nothing ends   *)
(* by the last command of its log (MoveGroups!Dissolve).  Then its         *)
(* replicas must go, on all nodes, or they would take memory and look for  *)
(* a leader for ever; and none may come back, since a replica that begins  *)
(* with nothing under an old name breaks the group's promises.             *)
(*                                                                         *)
(* That a group has ended is true for ever once a quorum has it in its     *)
(* logs.  A node whose replica knows that notes it on disk, and then drops *)
(* the replica's files.  A replica that was away meanwhile cannot learn it *)
(* from the log any more: of the others not even a quorum may be left.     *)
(* It hears it from a node that has noted it.                              *)
(*                                                                         *)
(* To the group a node that has left is one that has died for good.  So    *)
(* nothing of Zab or of its reconfiguration has to know of ends.           *)
(*                                                                         *)
(* Not here: members who are no founders.  They take a group (Births) and  *)
(* leave it as founders do.  While members change, an end needs a quorum   *)
(* of the old ones and one of the new ones, as any entry does.             *)
(*                                                                         *)
(* Source: ACaZoo, section IV-B (deregisterRG), without the configuration  *)
(* manager; ElasCass, section 4 (nodes that leave).                        *)
(***************************************************************************)
EXTENDS Births, FiniteSets

VARIABLES
    (* On disk *)
    \* Groups of which a node's log has the end, committed or not.
    \* @type: Int -> Set($group);
    logged,
    \* Groups that a node has noted to have ended.
    \* @type: Int -> Set($group);
    left,
    \* Groups of which a node has dropped the replica's files.
    \* @type: Int -> Set($group);
    dropped,
    (* In the logs of a quorum *)
    \* @type: Set($group);
    ended

endVars == <<logged, left, dropped, ended>>
allVars == <<vars, endVars>>

EndingsInit ==
    /\ Init
    /\ logged = [n \in Node |-> {}]
    /\ left = [n \in Node |-> {}]
    /\ dropped = [n \in Node |-> {}]
    /\ ended = {}

\* Node n has a replica of g.
\* @type: (Int, $group) => Bool;
Runs(n, g) == g \in taken[n] /\ g \notin left[n]

\* The end of g comes into n's log: n leads, or follows.
\* @type: (Int, $group) => Bool;
LogEnd(n, g) ==
    /\ g \in founded /\ n \in g.founders /\ Runs(n, g)
    /\ logged' = [logged EXCEPT ![n] = @ \cup {g}]
    /\ UNCHANGED <<vars, left, dropped, ended>>

\* What was not committed may be cut off a log.
\* @type: (Int, $group) => Bool;
LoseEnd(n, g) ==
    /\ g \in logged[n] /\ g \notin ended
    /\ logged' = [logged EXCEPT ![n] = @ \ {g}]
    /\ UNCHANGED <<vars, left, dropped, ended>>

\* @type: $group => Bool;
QuorumHasEnd(g) == 2 * Cardinality({n \in g.founders : g \in logged[n]}) > Cardinality(g.founders)

\* The end of g is committed.
\* @type: $group => Bool;
CommitEnd(g) ==
    /\ g \notin ended /\ QuorumHasEnd(g)
    /\ ended' = ended \cup {g}
    /\ UNCHANGED <<vars, logged, left, dropped>>

\* Replica n of g has applied its end: only what is committed is.
\* @type: (Int, $group) => Bool;
KnowsEnd(n, g) == g \in logged[n] /\ g \in ended

\* @type: (Int, Set($group)) => Bool;
Note(n, groups) ==
    /\ left' = [left EXCEPT ![n] = @ \cup groups]
    /\ UNCHANGED <<vars, logged, dropped, ended>>

\* Node n notes that g has ended, since its replica says so.
\* @type: (Int, $group) => Bool;
Leave(n, g) == Runs(n, g) /\ KnowsEnd(n, g) /\ Note(n, {g})

\* g as node n has it, if it is the one that another node calls so: by number and founders.
\* @type: (Int, $group) => Set($group);
Meant(n, g) == {h \in taken[n] : h = g}

\* Node n notes what node m has noted.
\* @type: (Int, Int, $group) => Bool;
Hear(n, m, g) ==
    /\ g \in left[m]
    /\ \E h \in Meant(n, g) : Runs(n, h)
    /\ Note(n, Meant(n, g))

\* What has been noted.
\* @type: (Int, $group) => Bool;
MayDrop(n, g) == g \in left[n]

\* Node n drops the files of its replica of g, at once or when it begins again.
\* @type: (Int, $group) => Bool;
Drop(n, g) ==
    /\ g \notin dropped[n] /\ MayDrop(n, g)
    /\ dropped' = [dropped EXCEPT ![n] = @ \cup {g}]
    /\ UNCHANGED <<vars, logged, left, ended>>

\* @type: (Int, $group) => Bool;
Goes(n, g) == Leave(n, g) \/ Drop(n, g) \/ \E m \in Node : Hear(n, m, g)

EndingsNext ==
    \/ Next /\ UNCHANGED endVars
    \/ \E n \in Node : \E g \in taken[n] : LogEnd(n, g) \/ LoseEnd(n, g) \/ Goes(n, g)
    \/ \E n, m \in Node : \E g \in left[m] : Hear(n, m, g)
    \/ \E g \in founded : CommitEnd(g)

EndingsSpec == EndingsInit /\ [][EndingsNext]_allVars

----------------------------------------------------------------------------
(* Properties *)

EndingsTypeOK ==
    /\ TypeOK
    /\ \A n \in Node : logged[n] \subseteq taken[n] /\ left[n] \subseteq taken[n] /\ dropped[n] \subseteq taken[n]
    /\ ended \subseteq founded

\* What a quorum has in its logs no later leader lacks.
EndIsInAQuorum == \A g \in ended : 2 * Cardinality({n \in g.founders : g \in logged[n]}) > Cardinality(g.founders)

\* No replica goes of a group that goes on.
LeftHasEnded == \A n \in Node : left[n] \subseteq ended

\* Of a group that goes on a quorum has what it had.
QuorumStays ==
    \A g \in founded \ ended : 2 * Cardinality({n \in g.founders : Runs(n, g) /\ g \notin dropped[n]}) > Cardinality(g.founders)

\* A node that begins again has the files of each replica that it runs.
RunsWithItsFiles == \A n \in Node : \A g \in taken[n] : Runs(n, g) => g \notin dropped[n]

\* Whoever has left never comes back.
NobodyComesBack == [][\A n \in Node : left[n] \subseteq left'[n] /\ taken[n] \subseteq taken'[n]]_allVars

\* Where it has ended, all go, also those who were away.
\* @type: (Int, $group) => Bool;
MustGo(n, g) == g \in ended /\ g \in taken[n]
\* @type: (Int, $group) => Bool;
HasGone(n, g) == g \in dropped[n]
=============================================================================
