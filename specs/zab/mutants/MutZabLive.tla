----------------------------- MODULE MutZabLive -----------------------------
(* Zab with one thing weakened, so that it may wait for ever; the comment says what it replaces. *)
EXTENDS MCZabLive

\* For LeaderPersistCurrentEpoch: the leader's late entry into its epoch commits nothing.
LateEntryCommitsNothing(l) ==
    /\ role[l] = LEADING
    /\ pending[l].field = "currentEpoch"
    /\ HistoryOnDisk(l)
    /\ currentEpoch' = [currentEpoch EXCEPT ![l] = pending[l].epoch]
    /\ pending' = [pending EXCEPT ![l] = NoPending]
    /\ ackLeader' = [ackLeader EXCEPT ![l] = @ \cup {l}]
    /\ acked' = [acked EXCEPT ![l][l] = synced[l]]
    /\ UNCHANGED <<acceptedEpoch, logVars, roleVars, lastCommitted, voteVars, forwarding, reads, msgs>>

\* For AdoptedByQuorum: the leader waits for everybody.
AdoptedByAll(l) == ackLeader[l] = Server

\* For ThisRound: the leader waits for answers to the round behind the one that it began.
NextRound(l, m) == reads[l].active /\ m.round > reads[l].round
=============================================================================
