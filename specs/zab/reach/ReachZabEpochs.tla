--------------------------- MODULE ReachZabEpochs ---------------------------
(* States that ZabEpochs must be able to reach: each Never... below is false. *)
EXTENDS MCZabEpochs

\* The promises of a quorum are split between two prospective leaders.
NeverTwoCandidates ==
    \A e \in Epoch, s, t \in Server : promisedTo[s][e] = promisedTo[t][e] \/ promisedTo[s][e] = {} \/ promisedTo[t][e] = {}

\* A transaction is committed that the leader does not have on disk.
NeverCommittedWithoutLeader ==
    \A e \in Epoch : \A l \in leaders[e] : Committed(e, 1) => synced[l][e] > 0

\* A server has to cut off what a newer leader left out.
NeverTruncated == \A s \in Server, e \in Epoch : Led(e) /\ StillFollows(s, e) => IsPrefixOf(history[s], LeaderLog(e))

\* A server writes what it pulled, and does not lead yet.
NeverPulling == [][\A s \in Server, e \in Epoch : acceptedEpoch[s] = e /\ ~Led(e) => history'[s] = history[s]]_vars

\* A crash loses what was reported in a promise.
NeverForgotten == \A s \in Server, e \in Epoch : promisedTo[s][e] # {} => IsPrefixOf(promisedHistory[s][e], history[s])

\* A leader of epoch 2 starts from transactions of epoch 1.
NeverInherited == \A e \in Epoch : Led(e) => initial[e] = EmptyLog

\* A server joins late and gets proposals of the epoch before it adopts it.
NeverFetchedAhead == \A s \in Server : \A e \in Epoch : history[s][e] > 0 => currentEpoch[s] >= e

\* Both epochs commit a transaction.
NeverTwoCommits == ~(Committed(1, 1) /\ Committed(2, 1))
=============================================================================
