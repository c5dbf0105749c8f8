---------------------------- MODULE ReachElection ----------------------------
(***************************************************************************)
(* The interesting states of Election are reached: each of these           *)
(* invariants must be violated.                                            *)
(***************************************************************************)
EXTENDS MCElection

\* A heavy vote lacks a lot, and one that weighs less leads at once.
NeverPassedOver ==
    \A s \in voters :
        ~(leader \in CaughtUp(voters) /\ turn = 0 /\ weight[s] > weight[leader] /\ ~NearlyCaughtUp(s, voters))

\* Somebody leads who lacks a lot, since nobody else comes forward.
NeverFarBehind == leader # Nobody => TrulyLacks(leader, Best(voters)) <= MaxLag

\* A long tail that nobody adopted looks like a whole history.
NeverTailOfOldEpoch ==
    \A s \in voters : ~(leader # Nobody /\ Length(s) >= Length(Best(voters)) /\ TrulyLacks(s, Best(voters)) > MaxLag)

=============================================================================
