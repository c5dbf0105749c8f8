---------------------------- MODULE MutSuccession ----------------------------
(* Succession with one guard weakened at a time. *)
EXTENDS MCSuccession

\* For GoesOn: the leader goes on after all, with updates that nobody waits for.
ProposesOn(e) == TRUE

\* For MayResign: what it proposed last may be committed, or not.
InDoubt(e) == TRUE

\* For HasAll: who is in the epoch joins, whatever it lacks.
Lacking(s, e) == synced[s] = history[s]

\* For HasAll: what is not on disk counts, too.
InMemory(s, e) == \A d \in Epoch : history[s][d] = LeaderLog(e)[d]

\* For MayJoin: who has promised the next epoch to somebody joins the successor all the same.
JoinsAll(s, e) == acceptedEpoch[s] \in {e, e + 1}

\* For Joined: the successor alone is enough.
Alone(t, e, Q) == t \in promisedTo[t][e + 1]
=============================================================================
