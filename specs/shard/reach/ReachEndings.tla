---------------------------- MODULE ReachEndings ----------------------------
(* States that Endings must be able to reach: each Never... below is false. *)
EXTENDS MCEndings

\* A group of three is gone, one replica of which never had the end in its log.
NeverHeard ==
    \A g \in ended : Cardinality(g.founders) = 3 =>
        \E n \in g.founders : g \notin dropped[n] \/ \A m \in g.founders : g \in logged[m]

\* A group is gone where it was founded, and a node has another one of its number.
NeverMistaken ==
    \A g \in ended :
        \/ \E n \in g.founders : g \notin dropped[n]
        \/ \A n \in Node : \A h \in taken[n] : h.number = g.number => h = g

\* A node that is none of the founders has taken a group, and leaves it.
NeverLeftByOthers == \A n \in Node : \A g \in dropped[n] : n \in g.founders

\* A replica has an end in its log that is not committed.
NeverUndecided == \A n \in Node : \A g \in logged[n] : g \in ended
=============================================================================
