---------------------------- MODULE MCZabRefines ----------------------------
(***************************************************************************)
(* Zab implements ZabEpochs: each step of Zab is a step there, or none.    *)
(* So what is proved there, for any number of servers, epochs and entries, *)
(* holds of Zab, as far as this model goes.                                *)
(*                                                                         *)
(* What a server ever vouched for, and who ever led with what, is not in   *)
(* Zab's state any more when the messages are gone.  It is kept here in    *)
(* three ghosts, computed from the state before and after each step of     *)
(* MCZab.  All else is read from Zab's own variables; a log is counted     *)
(* epoch by epoch.                                                         *)
(***************************************************************************)
EXTENDS MCZab

VARIABLES
    \* Of each server and epoch: to whom it was promised, with which currentEpoch and history.
    \* @type: SERVER -> Int -> { to: Set(SERVER), current: Int, history: Int -> Int };
    promised,
    \* How much of an epoch a server had on disk when it was last in it; -1: it never was.
    \* @type: SERVER -> Int -> Int;
    vouched,
    \* Of each epoch: who began it, with which history, and how much was proposed in it.
    \* @type: Int -> { leaders: Set(SERVER), initial: Int -> Int, broadcast: Int };
    begun

refinesVars == <<mcVars, promised, vouched, begun>>

\* How many of the first n entries of h are of each epoch.
LogIn(h, n) == [e \in Epoch |-> Cardinality({i \in 1..n : h[i].epoch = e})]

InMemory(s) == LogIn(history[s], Len(history[s]))
OnDisk(s) == LogIn(history[s], Min2(synced[s], Len(history[s])))

NoLog == [e \in Epoch |-> 0]

RefinesInit ==
    /\ MCInit
    /\ promised = [s \in Server |-> [e \in Epoch |-> [to |-> {}, current |-> 0, history |-> NoLog]]]
    /\ vouched = [s \in Server |-> [e \in Epoch |-> -1]]
    /\ begun = [e \in Epoch |-> [leaders |-> {}, initial |-> NoLog, broadcast |-> 0]]

\* s writes a promise.
Promises(s, e) == acceptedEpoch'[s] = e /\ acceptedEpoch[s] # e

\* s is in epoch e after this step, and so has acknowledged what it has on disk, or may any time.
Adopts(s, e) == currentEpoch'[s] = e /\ acceptedEpoch'[s] = e

\* l completes discovery.
Begins(l, e) ==
    /\ acceptedEpoch[l] = e /\ role[l] = LEADING
    /\ pending[l].field # "currentEpoch" /\ pending'[l].field = "currentEpoch"

\* l proposes.
Proposes(l, e) ==
    /\ acceptedEpoch[l] = e /\ role[l] = LEADING /\ phase[l] = BROADCAST
    /\ Len(history'[l]) > Len(history[l])

Record ==
    /\ promised' = [s \in Server |-> [e \in Epoch |->
            IF Promises(s, e) THEN [to |-> {leader[s]}, current |-> currentEpoch[s], history |-> InMemory(s)]
            ELSE promised[s][e]]]
    /\ vouched' = [s \in Server |-> [e \in Epoch |-> IF Adopts(s, e) THEN OnDisk(s)'[e] ELSE vouched[s][e]]]
    /\ begun' = [e \in Epoch |->
            [leaders |-> begun[e].leaders \cup {l \in Server : Begins(l, e)},
             initial |-> IF \E l \in Server : Begins(l, e) THEN InMemory(CHOOSE l \in Server : Begins(l, e))
                         ELSE begun[e].initial,
             broadcast |-> begun[e].broadcast + (IF \E l \in Server : Proposes(l, e) THEN 1 ELSE 0)]]

RefinesNext == MCNext /\ Record
RefinesSpec == RefinesInit /\ [][RefinesNext]_refinesVars

----------------------------------------------------------------------------
Majorities == {Q \in SUBSET Server : IsQuorum(Q) /\ \A s \in Q : ~IsQuorum(Q \ {s})}

Logs == [Epoch -> 0..MaxEntries]

Abstract == INSTANCE ZabEpochs WITH
    Quorum <- Majorities,
    Log <- Logs,
    history <- [s \in Server |-> InMemory(s)],
    synced <- [s \in Server |-> OnDisk(s)],
    promisedTo <- [s \in Server |-> [e \in Epoch |-> promised[s][e].to]],
    promisedCurrent <- [s \in Server |-> [e \in Epoch |-> promised[s][e].current]],
    promisedHistory <- [s \in Server |-> [e \in Epoch |-> promised[s][e].history]],
    acked <- vouched,
    leaders <- [e \in Epoch |-> begun[e].leaders],
    initial <- [e \in Epoch |-> begun[e].initial],
    broadcast <- [e \in Epoch |-> begun[e].broadcast]

\* All that the abstract variables are made of.
seen == <<acceptedEpoch, currentEpoch, history, synced, promised, vouched, begun>>

\* Most steps change none of that; they are not tried as every step there is.
RefinesZabEpochs == Abstract!Init /\ [][UNCHANGED seen \/ Abstract!Next]_seen

=============================================================================
