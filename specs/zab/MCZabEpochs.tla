---------------------------- MODULE MCZabEpochs ----------------------------
(* ZabEpochs, exhaustively: a bound on proposals, and majorities for quorums. *)
EXTENDS ZabEpochs, FiniteSets, TLC

CONSTANTS
    \* @type: Int;
    MaxEpoch,
    \* How many transactions a leader proposes.
    \* @type: Int;
    MaxCounter

\* The least majorities; whatever a larger set can do, they can.
Majorities == {Q \in SUBSET Server : Cardinality(Q) = (Cardinality(Server) \div 2) + 1}

Epochs == 1..MaxEpoch

\* Whether several may try to lead an epoch.
Rivals == TRUE
NoRivals == FALSE

\* A prospective leader asks others after it has promised the epoch to itself, as in Zab, where the new epoch is
\* made known with the leader's own acceptedEpoch written.  Safety needs no such thing (APAZabEpochs goes without).
OwnPromiseFirst(s, l, e) ==
    /\ s = l \/ l \in promisedTo[l][e]
    /\ Rivals \/ \A t \in Server : promisedTo[t][e] \subseteq {l}

\* The logs that what is proposed suffices for.
Logs == [Epoch -> 0..MaxCounter]

\* Whether what is installed may stay in memory for a while; if not, only a leader's proposals do.
Delays == TRUE
NoDelays == FALSE

\* What s may install when it brings its log in line with t, and what of that be on disk.
LogsFor(s, t) == {h \in Log : OnTheWay(history[s], t, h) /\ KeepsCommon(history[s], t, h)}
DisksFor(s, h) == IF Delays THEN {d \in Log : IsPrefixOf(d, h) /\ KeepsCommon(synced[s], h, d)} ELSE {h}

MCPull(l, e) ==
    /\ StillFollows(l, e) /\ currentEpoch[l] # e
    /\ \E s \in {s \in Server : \E Q \in Quorum : Discovered(l, e, s, Q)} :
        LET Q == CHOOSE Q \in Quorum : Discovered(l, e, s, Q)
        IN \E h \in LogsFor(l, promisedHistory[s][e]) \ {history[l]} : \E d \in DisksFor(l, h) : Pull(l, e, s, Q, h, d)
MCHandleSYNC(s, e) ==
    /\ Led(e) /\ StillFollows(s, e)
    /\ \E h \in LogsFor(s, LeaderLog(e)) \ {history[s]} : \E d \in DisksFor(s, h) : HandleSYNC(s, e, h, d)
MCPropose(l, e) == broadcast[e] < MaxCounter /\ Propose(l, e)
MCFsync(s) == \E d \in Log \ {synced[s]} : Fsync(s, d)

\* ZabEpochs!Next; the conditions are asked before the logs are enumerated.
MCNext ==
    \E s \in Server :
        \/ synced[s] # history[s] /\ (Crash(s) \/ MCFsync(s))
        \/ \E e \in Epoch :
            \/ \E l \in Server : OwnPromiseFirst(s, l, e) /\ HandleNEWEPOCH(s, l, e)
            \/ \E t \in Server, Q \in Quorum : CompleteDiscovery(s, e, t, Q)
            \/ MCPull(s, e) \/ MCHandleSYNC(s, e) \/ HandleNEWLEADER(s, e) \/ MCPropose(s, e)

MCSpec == Init /\ [][MCNext]_vars

\* No action tells servers apart, and nothing is chosen among them.
Symmetry == Permutations(Server)
=============================================================================
