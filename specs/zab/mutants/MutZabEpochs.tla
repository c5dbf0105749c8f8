---------------------------- MODULE MutZabEpochs ----------------------------
(* ZabEpochs with one guard weakened.  The configurations say what each breaks. *)
EXTENDS MCZabEpochs

\* The epoch already promised may be promised again, to somebody else.
PromiseAgain(s, e) == e >= acceptedEpoch[s]

\* Any history of the quorum will do.
AnyHistory(s, e, Q) == TRUE

\* The greatest zxid wins, whatever the currentEpoch of its server.
GreatestZxid(s, e, Q) == \A t \in Q : EndsNoLater(promisedHistory[t][e], promisedHistory[s][e])

\* Promises to a newer leader do not keep a server from following an older one.
FollowAnyone(s, e) == TRUE

\* Synchronisation cuts off what the leader has, too.
CutAnything(g, t, h) == TRUE

\* currentEpoch before history: NEWLEADER is acknowledged as soon as it comes.
AtOnce(s, e) == TRUE

\* Commit by counting who holds an entry, in whatever epoch they are.
HeldByQuorum(e, k) ==
    k >= 0 /\ \E Q \in Quorum : \A s \in Q : IF k = 0 THEN acked[s][e] >= 0 ELSE synced[s][e] >= k

\* A leader proposes without waiting for its initial history to be committed.
ProposeAtOnce(e) == TRUE

\* A log is brought in line by way of logs that neither side ever had.
Anywhere(g, t, h) == TRUE

\* Whoever led the epoch once proposes in it, whatever its log is by now.
LedOnce(l, e) == l \in leaders[e]

\* A server acknowledges in the epoch that it adopted last, though it has promised a later one.
InAnOlderEpoch(s) == currentEpoch[s] \in Epoch

\* A crash takes what is on disk, too.
NothingIsFound(s) == EmptyLog

----------------------------------------------------------------------------
\* Where some mutants start, lest the search be long; the protocol gets there, and IndInv holds there.  In epoch 1, a
\* alone holds what it proposed; epoch 2 was established without it.
ProposalLeftOut ==
    \E a, b, c \in Server :
        /\ a # b /\ b # c /\ a # c
        /\ acceptedEpoch = [s \in Server |-> IF s = a THEN 1 ELSE 2]
        /\ currentEpoch = [s \in Server |-> IF s = a THEN 1 ELSE 2]
        /\ history = [s \in Server |-> IF s = a THEN [EmptyLog EXCEPT ![1] = 1] ELSE EmptyLog]
        /\ synced = history
        /\ promisedTo = [s \in Server |-> [e \in Epoch |-> IF e = 1 /\ s # c THEN {a}
                                                           ELSE IF e = 2 /\ s # a THEN {b} ELSE {}]]
        /\ promisedCurrent = [s \in Server |-> [e \in Epoch |-> IF e = 2 /\ s = b THEN 1 ELSE 0]]
        /\ promisedHistory = [s \in Server |-> [e \in Epoch |-> EmptyLog]]
        /\ acked = [s \in Server |-> [e \in Epoch |-> IF e = 1 /\ s = a THEN 1
                                                       ELSE IF (e = 1 /\ s = b) \/ (e = 2 /\ s # a) THEN 0 ELSE -1]]
        /\ leaders = [e \in Epoch |-> IF e = 1 THEN {a} ELSE IF e = 2 THEN {b} ELSE {}]
        /\ initial = [e \in Epoch |-> EmptyLog]
        /\ broadcast = [e \in Epoch |-> IF e = 1 THEN 1 ELSE 0]
        /\ IndInv

SpecFromThere == ProposalLeftOut /\ [][MCNext]_vars
=============================================================================
