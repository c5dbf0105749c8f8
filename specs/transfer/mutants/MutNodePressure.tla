--------------------------- MODULE MutNodePressure ---------------------------
(***************************************************************************)
(* NodePressure with one guard weakened; the configurations beside this    *)
(* module say which, and which property must notice.                       *)
(***************************************************************************)
EXTENDS MCNodePressure

\* Permits are asked for by the leaders of those groups alone that have something to compact.
NeededByGroup(n) == {g \in Groups(n) : n \in heavy[g]}

\* The same, and so does it wait for nobody else's.
TurnByGroup(n, g) == n \in heavy[g] /\ ~Leads(n)

\* Pressure is the group's: a node goes on to lead groups of which nothing is heavy.
TurnBesideLeading(n, g) == n \in heavy[g] /\ leader[g] # n

\* Permits are asked for all at once.
TurnInAnyOrder(n, g) == Hot(n) /\ ~Leads(n)

\* A new leader takes everybody for idle.
NobodyIsBusy(g, n) ==
    /\ n \in Members[g] \ held[g]
    /\ leader' = [leader EXCEPT ![g] = n]
    /\ held' = [held EXCEPT ![g] = {}]
    /\ UNCHANGED <<heavy, working>>

\* Who compacts may be elected.
AnyoneIsElected(g, n) == n \in Members[g] /\ Lead(g, n)

SparesEveryone(g) == TRUE

NeverYields(n, g) == FALSE

NeverGivesBack(n) == FALSE

\* One more is reason enough to hand over.
LeadsOneMore(n, m) == Groups(m) \subseteq Groups(n) /\ Cardinality(Led(n)) >= Cardinality(Led(m)) + 1

\* Nobody minds who leads how much.
NeverSpread(n, g, m) == FALSE

\* How many others lead is taken to be what can be seen of it.
LeadsMoreAsSeen(n, m) ==
    Cardinality(Led(n)) >= Cardinality({g \in Led(m) : g \in Groups(n)}) + 2

=============================================================================
