------------------------------ MODULE ReachZab ------------------------------
(* Interesting states of Zab that have models of their own; each invariant here must be violated. *)
EXTENDS ZabSights

(* The starts of ZabStarts *)

NeverStartDiverged == ~Diverged
NeverStartDeposed == ~Deposed(0)
NeverStartDeposedReader == ~Deposed(1)
NeverStartContested == ~Contested
NeverStartBehind == ~Behind

(* Discovery and synchronization *)

\* A server that promised a later epoch was asked to join an older one, and has left; the three connections that broke
\* before were those by which both leaders came to be and it came to know them.
NeverRefused ==
    ~\E l, f \in Server : role[l] = LEADING /\ role[f] = LOOKING /\ cepoch[l][f] > acceptedEpoch[l]

(* Broadcast *)

\* A quorum without the leader commits, and everybody knows.
NeverTour ==
    ~\E l \in Server : role[l] = LEADING /\ synced[l] = 0 /\ \A s \in Server : lastCommitted[s] = 1

=============================================================================
