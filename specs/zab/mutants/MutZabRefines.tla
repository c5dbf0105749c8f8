--------------------------- MODULE MutZabRefines ---------------------------
(* Zab with one guard weakened: some step is none of ZabEpochs. *)
EXTENDS MCZabRefines

\* For PromisedByQuorum: the leader goes on with its own promise alone.
NoQuorumOfPromises(l) == role[l] = LEADING /\ phase[l] = DISCOVERY /\ l \in Voters(l)

\* For HistoryOnDisk: currentEpoch is written and acknowledged before the history.
EpochBeforeHistory(s) == TRUE
=============================================================================
