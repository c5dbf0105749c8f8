---------------------------- MODULE MutBootstrap ----------------------------
(* Each operator weakens the one it replaces in the configuration. *)
EXTENDS MCBootstrap

\* MayMove, MayShard, Received, MayTake, MayGive, MayLeave, HasEnough, HasMore, IsNotAlone
Always(x) == TRUE
\* AbortMove, HasEnough
Never(x) == FALSE

\* KeptBySource
KeepsAll(m) == owns[m.src]

\* Movable: also what is moving already.
MovingToo(g) == owns[g] \ sharding

\* Heaviest, LeastLoaded
Anybody(S) == S

\* Heavy
AnyMember(g) == status[g] = "member"

\* OffMiddle
Hottest(g, p) == Cardinality({q \in owns[g] : heat[q] > heat[p]})
Coldest(g, p) == Cardinality({q \in owns[g] : heat[q] < heat[p]})

\* MayStartMove: but one move of each source.
AnyTime == \A m \in moves : \E g \in Group : g # m.src /\ status[g] # "out"

\* NoChangeUnderWay
Anyhow == TRUE

\* Donors: the new group as well.
AllThatServe == {d \in With("member") \cup With("pulling") : up[d] /\ MayGive(d) /\ Movable(d) # {}}

\* Owing: whoever is down is waited for as well.
EvenDown(g) == {d \in Group : Owes(d, g)}

\* MaySwitch: the destination alone.
WithoutTheSource(m) == up[m.dst]

\* Recover
NeverUp(g) == FALSE

\* FirstOwner: two groups with three partitions and more; one with all; three groups with two and more.
TwoDonors == TLCEval(
    CHOOSE f \in [Partition -> Group] :
        \E g, h \in Group : /\ {f[p] : p \in Partition} = {g, h} /\ g # h
                            /\ Cardinality({p \in Partition : f[p] = g}) = 3)
\* One group with all.
OneOwnerOfAll == TLCEval([p \in Partition |-> CHOOSE g \in Group : TRUE])
ThreeOwners == TLCEval(
    CHOOSE f \in [Partition -> Group] :
        \A g \in Group : Cardinality({p \in Partition : f[p] = g}) = 2)
=============================================================================
