------------------------- MODULE MCReconfigAdjacent -------------------------
(* Which configurations are adjacent, of all that four servers can form. *)
EXTENDS MCReconfig

\* Whatever the members are, these may follow each other: Join, Leave; one voter more, or less; and what Roster has:
\* a founding, which needs all, and the sealing; a seat that is left empty, and taken by another disk.
Members == SUBSET Server \ {{}}
Follow(c, d) == Adjacent(c, d) /\ Adjacent(d, c)
ASSUME JoinAndLeave == \A C, D \in Members : Follow({VoterSet(C)}, {VoterSet(C), VoterSet(D)})
ASSUME OneMoreOrLess == \A C \in Members : \A s \in Server \ C : Follow({VoterSet(C)}, {VoterSet(C \cup {s})})
ASSUME Sealing == \A C \in Members : Follow({[voters |-> C, seats |-> 2 * Cardinality(C) - 1]}, {VoterSet(C)})
ASSUME RetiringAndAdmitting ==
    \A C \in Members : \A s \in C : Follow({VoterSet(C)}, {[voters |-> C \ {s}, seats |-> Cardinality(C)]})
=============================================================================
