--------------------------- MODULE ReachBootstrap ---------------------------
(* Interesting states of Bootstrap, each denied: the denial must fail. *)
EXTENDS MCBootstrap

NeverShareReceived == \A g \in With("joining") : owns[g] = {}

NeverJoinedEmpty == \A g \in With("pulling") : owns[g] # {} \/ moves # {}

NeverPulledInBackground == \A g \in With("pulling") : Cardinality(owns[g]) < 2

NeverBootstrapped == With("member") # Group

NeverDecommissioned == \A g \in Group : status[g] = "out" => g \notin {FirstOwner[p] : p \in Partition}

NeverMoveAborted == \A m \in moves : up[m.dst]

NeverReplanned ==
    \A g \in With("joining") : planned /\ spent.crashes > 0 /\ owns[g] # {} => \A d \in Group : due[d] = 0

NeverMiddleBusy ==
    \A m \in moves : \A p \in owns[m.src] : OffMiddle(m.src, m.part) <= OffMiddle(m.src, p)

NeverTwoDonors == Cardinality({m.src : m \in moves}) < 2

\* FirstOwner: two groups with three partitions and more.
TwoDonors == TLCEval(
    CHOOSE f \in [Partition -> Group] :
        \E g, h \in Group : /\ {f[p] : p \in Partition} = {g, h} /\ g # h
                            /\ Cardinality({p \in Partition : f[p] = g}) = 3)
=============================================================================
