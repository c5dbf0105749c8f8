---------------------------- MODULE NodePressure ----------------------------
(***************************************************************************)
(* A node has replicas of several groups, and one disk and one set of      *)
(* processors for all of them.  So who will compact anything heavy hands   *)
(* over every group that it leads, and compacts only when all its groups   *)
(* can spare it; and leaders spread over the nodes.                        *)
(*                                                                         *)
(* Modelled: a set of groups, each with a leader and the permits that were *)
(* given in it; what is heavy on which node; in which order a node asks    *)
(* for permits; how it hands over, to whom if nobody is cool, and when it  *)
(* gives permits back; crashes and unplanned elections.                    *)
(*                                                                         *)
(* Abstracted: within a group, LeadershipTransfer.  Of it this takes over  *)
(* what is checked there: a leader counts whoever may be compacting, older *)
(* epochs included, so that permits never take more members than the group *)
(* can spare (NeverAQuorumCompacts); a leader has none and gets none       *)
(* (LeaderDoesNotCompact); and who holds one wins no election (Wins).      *)
(* Here `held` is what is called there a compaction: for its group a node  *)
(* compacts from the permit on, though it may still wait for others.       *)
(* A node tells each group a pressure of its own, which makes it hot there *)
(* (at Threshold: hand over if you lead; ask for a permit if not), cool    *)
(* (may be chosen), or warm: neither, one level below Threshold.           *)
(* HandOver is BeginTransfer to HandOver there; Yield and Spread are       *)
(* RequestTransfer.                                                        *)
(*                                                                         *)
(* Why never a quorum of any group's nodes compacts: a node that does      *)
(* holds a permit of each of its groups.  Why no node waits for ever: it   *)
(* asks for the permit of a group only when it holds those of all earlier  *)
(* ones, so that nobody holds what another one waits for and the other way *)
(* round; and if everybody is hot, leadership is yielded to the first      *)
(* member of each group, so that the others are free to compact.           *)
(*                                                                         *)
(* Source: ACaZoo, section III, has one group on each node.  Ours.         *)
(***************************************************************************)
EXTENDS Integers, FiniteSets

CONSTANTS
    \* Numbers of nodes, from 1 on.
    \* @type: Set(Int);
    Node,
    \* Numbers of groups, from 1 on.
    \* @type: Set(Int);
    Group,
    \* The nodes that have a replica of a group.
    \* @type: Int -> Set(Int);
    Members

ASSUME Node \subseteq Nat \ {0} /\ Group \subseteq Nat \ {0}
ASSUME \A g \in Group : Members[g] \subseteq Node /\ Members[g] # {}

VARIABLES
    \* The leader of each group, or Nobody.
    \* @type: Int -> Int;
    leader,
    \* The nodes on which a group's replica has a heavy compaction due.  Survives a crash.
    \* @type: Int -> Set(Int);
    heavy,
    \* The nodes that hold a permit of a group.
    \* @type: Int -> Set(Int);
    held,
    \* The nodes that compact.
    \* @type: Set(Int);
    working

\* @type: <<Int -> Int, Int -> Set(Int), Int -> Set(Int), Set(Int)>>;
vars == <<leader, heavy, held, working>>

----------------------------------------------------------------------------
(* The state *)

Nobody == 0

TypeOK ==
    /\ \A g \in Group :
        /\ leader[g] \in Members[g] \cup {Nobody}
        /\ heavy[g] \subseteq Members[g]
        /\ held[g] \subseteq Members[g]
    /\ working \subseteq Node

\* @type: Int => Set(Int);
Groups(n) == {g \in Group : n \in Members[g]}

\* How many members a group can spare: LeadershipTransfer!Spare.
\* @type: Int => Int;
Spare(g) == (Cardinality(Members[g]) - 1) \div 2

\* The groups that node n leads.
\* @type: Int => Set(Int);
Led(n) == {g \in Group : leader[g] = n}

\* @type: Int => Bool;
Leads(n) == Led(n) # {}

\* The pressure is the node's: something is heavy on it, whatever group it is of.
\* @type: Int => Bool;
Hot(n) == \E g \in Groups(n) : n \in heavy[g]

\* @type: Int => Bool;
Holds(n) == \E g \in Group : n \in held[g]

----------------------------------------------------------------------------
(* What a node tells a group *)

\* Node n asks for the permit of group g next: it leads nothing, and holds those of all earlier groups.
\* @type: (Int, Int) => Bool;
IsItsTurn(n, g) ==
    /\ Hot(n) /\ ~Leads(n)
    /\ \A h \in Groups(n) : h < g => n \in held[h]

\* Node n may be chosen to lead group g.
\* @type: (Int, Int) => Bool;
Cool(n, g) == n \in Members[g] /\ ~Hot(n) /\ ~Holds(n)

----------------------------------------------------------------------------
(* Compactions *)

\* Updates and flushes leave more to compact.
\* @type: (Int, Int) => Bool;
Grow(n, g) ==
    /\ n \in Members[g] /\ n \notin heavy[g]
    /\ heavy' = [heavy EXCEPT ![g] = @ \cup {n}]
    /\ UNCHANGED <<leader, held, working>>

\* @type: Int => Bool;
CanSpareOneMore(g) == Cardinality(held[g]) < Spare(g)

\* The leader of group g permits node n to compact, as far as its group is concerned.
\* @type: (Int, Int) => Bool;
Permit(n, g) ==
    /\ n \in Members[g] /\ leader[g] \notin {n, Nobody}
    /\ n \notin held[g] /\ IsItsTurn(n, g)
    /\ CanSpareOneMore(g)
    /\ held' = [held EXCEPT ![g] = @ \cup {n}]
    /\ UNCHANGED <<leader, heavy, working>>

\* The groups without whose permits node n does not compact.
\* @type: Int => Set(Int);
Needed(n) == Groups(n)

\* @type: Int => Bool;
Work(n) ==
    /\ n \notin working /\ Hot(n)
    /\ \A g \in Needed(n) : n \in held[g]
    /\ working' = working \cup {n}
    /\ UNCHANGED <<leader, heavy, held>>

\* @type: Int => Bool;
ReturnPermits(n) == held' = [g \in Group |-> held[g] \ {n}]

\* All that was heavy on node n is compacted.
\* @type: Int => Bool;
Finish(n) ==
    /\ n \in working
    /\ heavy' = [g \in Group |-> heavy[g] \ {n}]
    /\ working' = working \ {n}
    /\ ReturnPermits(n)
    /\ UNCHANGED leader

\* Node n leads meanwhile, so that it would keep its permits for nothing.
\* @type: Int => Bool;
MustGiveBack(n) == Holds(n) /\ n \notin working /\ Leads(n)

\* @type: Int => Bool;
GiveBack(n) ==
    /\ MustGiveBack(n)
    /\ ReturnPermits(n)
    /\ UNCHANGED <<leader, heavy, working>>

\* It waits too long for the next permit: a group has no leader, say.
\* @type: Int => Bool;
TimeOut(n) ==
    /\ Holds(n) /\ n \notin working
    /\ ReturnPermits(n)
    /\ UNCHANGED <<leader, heavy, working>>

----------------------------------------------------------------------------
(* Leadership *)

\* @type: (Int, Int) => Bool;
Lead(g, n) ==
    /\ leader' = [leader EXCEPT ![g] = n]
    /\ UNCHANGED <<heavy, held, working>>

\* Node n hands group g over to node m, which is cool: every group that it leads, one after the other.
\* @type: (Int, Int, Int) => Bool;
HandOver(n, g, m) ==
    /\ leader[g] = n /\ Hot(n)
    /\ m # n /\ Cool(m, g)
    /\ Lead(g, m)

\* Everybody in group g is hot, nobody is about to be cool, and nobody could be permitted to compact.
\* @type: Int => Bool;
IsStuck(g) == held[g] = {} /\ \A x \in Members[g] : ~Cool(x, g) /\ ~IsItsTurn(x, g)

\* The one that leads when everybody is hot, so that the others may compact first.
\* @type: Int => Int;
First(g) == CHOOSE x \in Members[g] : \A y \in Members[g] : x <= y

\* @type: (Int, Int) => Bool;
MayYield(n, g) == leader[g] = n /\ Hot(n) /\ IsStuck(g) /\ First(g) # n

\* @type: (Int, Int) => Bool;
Yield(n, g) == MayYield(n, g) /\ Lead(g, First(g))

\* Node n leads more than its share.  It knows who leads its own groups: so only of nodes that are in no others
\* does it know how many they lead.
\* @type: (Int, Int) => Bool;
LeadsMore(n, m) == Groups(m) \subseteq Groups(n) /\ Cardinality(Led(n)) >= Cardinality(Led(m)) + 2

\* Node n, at rest, hands group g over to node m, which leads fewer.
\* @type: (Int, Int, Int) => Bool;
Spread(n, g, m) ==
    /\ leader[g] = n /\ ~Hot(n)
    /\ m # n /\ Cool(m, g)
    /\ LeadsMore(n, m)
    /\ Lead(g, m)

\* An unplanned election: who holds a permit does not win.
\* @type: (Int, Int) => Bool;
Elect(g, n) ==
    /\ n \in Members[g] \ held[g]
    /\ Lead(g, n)

\* A crash ends what runs; the work remains.
\* @type: Int => Bool;
Crash(n) ==
    /\ working' = working \ {n}
    /\ ReturnPermits(n)
    /\ leader' = [g \in Group |-> IF leader[g] = n THEN Nobody ELSE leader[g]]
    /\ UNCHANGED heavy

----------------------------------------------------------------------------

Init ==
    /\ leader \in [Group -> Node]
    /\ \A g \in Group : leader[g] \in Members[g]
    /\ heavy \in [Group -> SUBSET Node]
    /\ \A g \in Group : heavy[g] \subseteq Members[g]
    /\ held = [g \in Group |-> {}]
    /\ working = {}

\* What nodes do by themselves.
Act ==
    \/ \E n \in Node : Work(n) \/ Finish(n) \/ GiveBack(n)
    \/ \E n \in Node, g \in Group : Permit(n, g) \/ Yield(n, g)
    \/ \E n, m \in Node, g \in Group : HandOver(n, g, m) \/ Spread(n, g, m)
    \/ \E g \in Group, n \in Node : leader[g] = Nobody /\ Elect(g, n)

\* What befalls them.
Suffer ==
    \/ \E n \in Node, g \in Group : Grow(n, g)
    \/ \E n \in Node : TimeOut(n) \/ Crash(n)
    \/ \E g \in Group, n \in Node : Elect(g, n)

Next == Act \/ Suffer

Spec == Init /\ [][Next]_vars

----------------------------------------------------------------------------
(* Safety *)

\* A node that leads any group does not compact anything heavy, of whatever group.
NodeThatLeadsDoesNotCompact == \A n \in working : ~Leads(n)

\* Of the nodes of no group a quorum compacts at once, whatever they compact.
NeverAQuorumOfNodesCompacts ==
    \A g \in Group : 2 * Cardinality(working \cap Members[g]) < Cardinality(Members[g])

\* What LeadershipTransfer promises of each group.
PermitsAreSpare ==
    \A g \in Group : Cardinality(held[g]) <= Spare(g) /\ leader[g] \notin held[g]

----------------------------------------------------------------------------
(* Liveness.  Fairness and the end of faults are the models' to state. *)

\* What is heavy on a node is compacted.
EveryNodeCompacts == \A n \in Node : Hot(n) ~> ~Hot(n)

\* Leaders come to rest.
LeadersSettle == <>[][UNCHANGED leader]_vars

\* In the end nobody leads more than its share.
LeadersAreSpread == <>[](\A n, m \in Node : ~LeadsMore(n, m))

=============================================================================
