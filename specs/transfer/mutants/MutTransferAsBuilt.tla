------------------------- MODULE MutTransferAsBuilt -------------------------
(* Each operator weakens the one it replaces in the configuration. *)
EXTENDS MCTransferAsBuilt

\* IsValidPermit: a permit of the epoch that a server was in counts, though it has told the next leader that it is idle.
OldPermitIsValid(s, m) == m.epoch = epoch[s] /\ m.run = run[s] + 1

\* NeverUsed: whoever restarts counts its compactions from the beginning.
StartsAtZero(s, r) == r = 0

\* Wins
AnyoneWins(s, Q) == TRUE
=============================================================================
