-------------------------- MODULE ReachNodePressure --------------------------
(***************************************************************************)
(* The interesting states of NodePressure are reached: each of these       *)
(* invariants must be violated.                                            *)
(***************************************************************************)
EXTENDS MCNodePressure

\* A node compacts, with a permit of each of its groups.
NeverWorks == working = {}

\* Two groups that share some nodes have each a node that compacts.
NeverTwoWork == Cardinality(working) < 2

\* A node has the permit of one group, and waits for that of the next, which another node holds.
NeverWaits ==
    \A n, m \in Node : ~(n # m /\ n \in held[1] /\ n \notin held[2] /\ m \in held[2])

\* Everybody is hot, and each leads something.
NeverStuck == ~\A n \in Node : Hot(n) /\ Leads(n)

\* A node was elected to lead a group while it held the permit of another.
NeverMustGiveBack == \A n \in Node : ~MustGiveBack(n)

\* A permit outlives the leader that gave it.
NeverPermitWithoutLeader == \A g \in Group : held[g] # {} => leader[g] # Nobody

\* A leader is to hand over for the sake of the others alone.
NeverUneven == ~\E n, m \in Node : ~Hot(n) /\ LeadsMore(n, m) /\ \E g \in Led(n) : Cool(m, g)

=============================================================================
