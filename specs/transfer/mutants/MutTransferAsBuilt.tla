------------------------- MODULE MutTransferAsBuilt -------------------------
(* Each operator weakens the one it replaces in the configuration. *)
EXTENDS MCTransferAsBuilt

\* IsValidPermit: a permit of the epoch that a server was in counts, though it has told the next leader that it is idle.
OldPermitIsValid(s, m) == m.epoch = epoch[s] /\ m.run = run[s] + 1

\* NeverUsed: whoever restarts counts its compactions from the beginning.
StartsAtZero(s, r) == r = 0

\* Wins
AnyoneWins(s, Q) == TRUE

\* IsLatest: any epoch of the quorum is gone on from.
AnyEpochIsLatest(e, Q) == TRUE

\* IsTimely: a request to start an epoch is obeyed however late it comes.
AlwaysTimely(m, Q) == TRUE

\* MayGrant: the chosen successor as well.
GrantsSuccessor(l, s) ==
    s # l /\ ~Unknown(l, s) /\ (HoldsPermit(l, s) \/ (Work(heard[l][s].pressure) >= Threshold /\ CanSpare(l, s)))
=============================================================================
