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
=============================================================================
