----------------------------- MODULE MutTokens -----------------------------
(* Each operator is Tokens' namesake in the configuration, done wrong. *)
EXTENDS MCTokens

ClosedRange(from, to) == {x \in Space : x = from \/ Clockwise(from, x) <= Clockwise(from, to)}

OpenRange(from, to) == {x \in Space : Clockwise(from, x) < Clockwise(from, to)}

Straight(a, b) == IF b > a THEN b - a ELSE Modulus

NoFullTurn(a, b) == (b + Modulus - a) % Modulus

FarthestPredecessor(ts, t) ==
    CHOOSE p \in ts : \A q \in ts : Clockwise(p, t) >= Clockwise(q, t)

TokenBefore(ts, x) == CHOOSE t \in ts : \A u \in ts : Clockwise(t, x) <= Clockwise(u, x)

FirstOnly(p, q) == p
=============================================================================
