----------------------------- MODULE ReachRing -----------------------------
(* Interesting states of Ring, each denied: the denial must fail. *)
EXTENDS MCRing

NeverRedirected ==
    \A m \in msgs : m.type = "WrongOwner" => m.ring.version <= known[m.dst].version

NeverServedInSpiteOfOldRing ==
    \A m \in msgs : m.type = "Served" => known[m.dst] = ring

NeverOvertaken ==
    \A m \in msgs : m.type = "CompareAndSet" => FromPresentRing(m)

NeverNobodyServes ==
    \A m \in msgs : m.type = "WrongOwner" => \E g \in Group : Owns(g, m.key)

NeverOneToken == \A g \in Group : Covered(owned[g]) = Space => \E p, q \in owned[g] : p # q

NeverRingFarBehind == \A x \in Space : owned[Route(ring, x)] # {}

\* A client was sent on by the heir of another group.
NeverFollowed ==
    \A m \in msgs : m.type = "WrongOwner" /\ m.heir # NoGroup => named[m.dst] = NoGroup

\* A group has forgotten whom it gave the key, and its ring is news to the client.
NeverForgotten ==
    \A m \in msgs :
        m.type = "WrongOwner" /\ m.heir = NoGroup => MoveIn(m.ring, m.key) <= MoveIn(known[m.dst], m.key)

\* The ring names the heir, and does not know of the move to it.
NeverRingLeadsBack ==
    \A g \in Group : \A x \in Space : heir[g][x] # NoGroup /\ Route(known[g], x) = heir[g][x] => CanForget(g, x)
=============================================================================
