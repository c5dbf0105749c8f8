---------------------------- MODULE MCSuccession ----------------------------
(* Succession, exhaustively: from an epoch that all are in. *)
EXTENDS Succession, MCZabEpochs

First == CHOOSE s \in Server : TRUE

\* Epoch 1 is established, with nothing in it so far.
MCInit ==
    /\ acceptedEpoch = [s \in Server |-> 1]
    /\ currentEpoch = [s \in Server |-> 1]
    /\ history = [s \in Server |-> EmptyLog]
    /\ synced = [s \in Server |-> EmptyLog]
    /\ promisedTo = [s \in Server |-> [e \in Epoch |-> IF e = 1 THEN {First} ELSE {}]]
    /\ promisedCurrent = [s \in Server |-> [e \in Epoch |-> 0]]
    /\ promisedHistory = [s \in Server |-> [e \in Epoch |-> EmptyLog]]
    /\ acked = [s \in Server |-> [e \in Epoch |-> IF e = 1 THEN 0 ELSE -1]]
    /\ leaders = [e \in Epoch |-> IF e = 1 THEN {First} ELSE {}]
    /\ initial = [e \in Epoch |-> EmptyLog]
    /\ broadcast = [e \in Epoch |-> 0]
    /\ successors = [e \in Epoch |-> {}]

\* Later: its leader has proposed, and left it to a successor; one lacks that.
Second == CHOOSE s \in Server : s # First
ResignedInit ==
    LET has(s) == s \in {First, Second}
        one(s) == [e \in Epoch |-> IF e = 1 /\ has(s) THEN 1 ELSE 0]
    IN /\ acceptedEpoch = [s \in Server |-> 1]
       /\ currentEpoch = [s \in Server |-> 1]
       /\ history = [s \in Server |-> one(s)]
       /\ synced = [s \in Server |-> one(s)]
       /\ promisedTo = [s \in Server |-> [e \in Epoch |-> IF e = 1 THEN {First} ELSE {}]]
       /\ promisedCurrent = [s \in Server |-> [e \in Epoch |-> 0]]
       /\ promisedHistory = [s \in Server |-> [e \in Epoch |-> EmptyLog]]
       /\ acked = [s \in Server |-> [e \in Epoch |-> IF e > 1 THEN -1 ELSE IF has(s) THEN 1 ELSE 0]]
       /\ leaders = [e \in Epoch |-> IF e = 1 THEN {First} ELSE {}]
       /\ initial = [e \in Epoch |-> EmptyLog]
       /\ broadcast = [e \in Epoch |-> IF e = 1 THEN 1 ELSE 0]
       /\ successors = [e \in Epoch |-> IF e = 1 THEN {Second} ELSE {}]

\* What is proposed in the last epoch concerns no other.
Proposes(e) == TRUE
NotInTheLast(e) == e < MaxEpoch

Others == UNCHANGED successors

MCSuccessionNext ==
    \E s \in Server :
        \/ synced[s] # history[s] /\ (Crash(s) \/ MCFsync(s)) /\ Others
        \/ \E e \in Epoch :
            \/ \E l \in Server : OwnPromiseFirst(s, l, e) /\ HandleNEWEPOCH(s, l, e) /\ Others
            \/ \E t \in Server, Q \in Quorum : CompleteDiscovery(s, e, t, Q) /\ Others
            \/ (MCPull(s, e) \/ MCHandleSYNC(s, e) \/ HandleNEWLEADER(s, e)) /\ Others
            \/ GoesOn(e) /\ Proposes(e) /\ MCPropose(s, e) /\ Others
            \/ \E t \in Server : Resign(s, e, t) \/ Join(s, t, e)
            \/ \E Q \in Quorum : Succeed(s, e, Q)

MCSuccessionSpec == MCInit /\ [][MCSuccessionNext]_successionVars

LaterSpec == ResignedInit /\ [][MCSuccessionNext]_successionVars

SymmetryOfOthers == Permutations(Server \ {First})

(* What must be reached. *)

\* The successor leads, and proposes.
NeverSucceeded == \A e \in Epoch : ~(e > 1 /\ broadcast[e - 1] > 0 /\ broadcast[e] > 0 /\ leaders[e] = successors[e - 1])
\* Another leads the epoch in which some have joined the successor.
NeverForestalled ==
    \A e \in Epoch : ~(e > 1 /\ Resigned(e - 1) /\ Led(e) /\ leaders[e] # successors[e - 1]
                       /\ \E s \in Server : promisedTo[s][e] = successors[e - 1])
\* A later epoch goes on from that of a successor.
NeverInherited == \A e \in Epoch : ~(e > 2 /\ Led(e) /\ Resigned(e - 2) /\ leaders[e - 1] = successors[e - 2] /\ initial[e] # EmptyLog)
=============================================================================
