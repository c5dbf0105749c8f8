----------------------------- MODULE MCEndings -----------------------------
(* Ends of groups, with bounds. *)
EXTENDS Endings

CONSTANTS
    \* How many groups all nodes together take.
    \* @type: Int;
    MaxTaken,
    \* Those who draw.
    \* @type: Set(Int);
    Bearers

\* @type: Int;
Takings == Cardinality({p \in Node \X Groups : p[2] \in taken[p[1]]})

\* Who is told of what: births are not what is looked for here (MCBirths), but a node may have taken another group of a
\* number, which is never founded.
\* @type: Set($group);
Told == {g \in Groups : Bearer(g.number) \in Bearers}

\* Some of what was drawn for nobody, or to be another's, is as good as all of it.
BearingNext ==
    \/ \E n \in Bearers : \E founders \in SUBSET Node : Draw(n, founders)
    \/ Takings < MaxTaken /\ \E n \in Node : \E g \in Told : Take(n, g)
    \/ \E g \in Told : Found(g)

MCNext ==
    \/ BearingNext /\ UNCHANGED endVars
    \/ \E n \in Node : \E g \in taken[n] : LogEnd(n, g) \/ LoseEnd(n, g) \/ Goes(n, g)
    \/ \E n, m \in Node : \E g \in left[m] : Hear(n, m, g)
    \/ \E g \in founded : CommitEnd(g)

MCSpec == EndingsInit /\ [][MCNext]_allVars

\* Nodes that have died begin again, and hear of each other.
MCFairSpec == MCSpec /\ \A n \in Node : \A g \in Told : WF_allVars(g \in taken[n] /\ Goes(n, g))

EndsEverywhere == \A n \in Node : \A g \in Told : MustGo(n, g) ~> HasGone(n, g)
=============================================================================
