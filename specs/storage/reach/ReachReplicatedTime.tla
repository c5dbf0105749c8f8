------------------------ MODULE ReachReplicatedTime ------------------------
(* States of ReplicatedTime that must be reached: each is said never to be. *)
EXTENDS MCReplicatedTime

\* A leader's clock is far ahead, and time went on without it.
NeverHeldBack == ~\E s \in Bad : Reached(s) # Unknown /\ clock[s] > now + MaxSkew /\ time = now /\ now > 0

\* A leader's clock is far behind, and its stamps are raised.
NeverRaised == ~\E s \in Bad : Reached(s) # Unknown /\ clock[s] < Stamp(s)

\* A leader that has started anew knows no quorum, while time has gone on.
NeverUnasked == ~\E s \in Server : Reached(s) = Unknown /\ time > 0

\* A leader knows a quorum of clocks that do not agree, and time has not begun.
NeverDisagreed == ~\E s \in Server : Reached(s) # Unknown /\ time = Unknown /\ Stamp(s) = Unknown
=============================================================================
