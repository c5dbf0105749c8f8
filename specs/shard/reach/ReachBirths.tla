---------------------------- MODULE ReachBirths ----------------------------
(* States that Births must be able to reach: each Never... below is false. *)
EXTENDS MCBirths

\* A group of several nodes is founded.
NeverFounded == \A g \in founded : Cardinality(g.founders) < 2

\* Two groups are founded, by other nodes.
NeverTwo == \A a, b \in founded : a = b \/ a.founders \cap b.founders # {}

\* A node that is no founder takes a group that there is.
NeverJoined == \A n \in Node : \A g \in taken[n] : g \in founded => n \in g.founders

\* A founder was told what is not so, and its group never comes to be.
NeverMisled == \A n \in Node : \A g \in taken[n] : n \in g.founders => g \in taken[Bearer(g.number)]
=============================================================================
