--------------------------- MODULE ReachReconfig ---------------------------
(* States that Reconfig must be able to reach: each Never... below is false. *)
EXTENDS MCReconfig

\* What is committed of epoch e says that these are the members.
Decided(e, c) == committed[e] >= 0 /\ ConfigurationOf(Zab!LogOf(e, committed[e])) = c

\* The members have changed.
NeverChanged == \A e \in Epoch : ~Decided(e, NewOnes)

\* Join is committed, and then undone.
NeverUndone == \A e \in Epoch : ~(Decided(e, OldOnes) /\ \E k \in 1..committed[e] : carried[e][k] = Join)

\* Join and Leave are of two leaders.
NeverAcross == \A e \in Epoch : ~(Zab!Led(e) /\ ConfigurationOf(initial[e]) = Join /\ Decided(e, NewOnes))

\* One who is no member any more leads, and commits.
NeverLedFromOutside ==
    \A e \in Epoch : \A l \in leaders[e] :
        ~(Decided(e, NewOnes) /\ committed[e] > LastChange(e, committed[e]) /\ l \notin New)

\* A transaction behind Join is committed with it, having waited for nobody.
NeverPipelined ==
    \A e \in Epoch :
        LET last == LastChange(e, broadcast[e])
        IN ~(last > 0 /\ committed[e] < last /\ broadcast[e] > last)

\* A learner has everything, and nothing is committed by it.
NeverLearns ==
    \A e \in Epoch : \A s \in Server \ Old : ~(acked[s][e] > committed[e] /\ committed[e] >= 0)

\* An old disk and the new one have promised the same epoch to two servers.
NeverTwoPromises ==
    \A e \in Epoch : \A s \in Old \ New, t \in New \ Old :
        promisedTo[s][e] # {} /\ promisedTo[t][e] # {} => promisedTo[s][e] = promisedTo[t][e]
=============================================================================
