----------------------------- MODULE ZabStarts -----------------------------
(***************************************************************************)
(* Reachable states from which checks of what comes later can start, so    *)
(* that they need not explore each time how a group comes to life.  That   *)
(* they are reachable is checked itself (reach/Zab_Start*.cfg).            *)
(***************************************************************************)
EXTENDS MCZab

\* @type: SERVER => Set(SERVER);
Others(l) == Server \ {l}

(***************************************************************************)
(* Established: l leads epoch 1, and everybody follows; nothing is logged. *)
(***************************************************************************)
\* @type: SERVER => Bool;
EstablishedBy(l) ==
    /\ acceptedEpoch = [s \in Server |-> 1]
    /\ currentEpoch = [s \in Server |-> 1]
    /\ history = [s \in Server |-> <<>>]
    /\ synced = [s \in Server |-> 0]
    /\ checkpoint = [s \in Server |-> 0]
    /\ role = [s \in Server |-> IF s = l THEN LEADING ELSE FOLLOWING]
    /\ phase = [s \in Server |-> BROADCAST]
    /\ leader = [s \in Server |-> l]
    /\ pending = [s \in Server |-> NoPending]
    /\ lastCommitted = [s \in Server |-> 0]
    /\ cepoch = [s \in Server |-> [f \in Server |-> IF s = l /\ f # l THEN 0 ELSE -1]]
    /\ ackEpoch = [s \in Server |-> [f \in Server |->
            IF s = l THEN [state |-> "first", epoch |-> 0, zxid |-> ZeroZxid] ELSE NoVote]]
    /\ forwarding = [s \in Server |-> IF s = l THEN Others(l) ELSE {}]
    /\ ackLeader = [s \in Server |-> IF s = l THEN Server ELSE {}]
    /\ acked = [s \in Server |-> [f \in Server |-> 0]]
    /\ reads = [s \in Server |-> [round |-> 0, index |-> 0, acks |-> {}, active |-> FALSE]]
    /\ msgs = [s \in Server |-> [d \in Server |-> <<>>]]
    /\ log = <<>>
    /\ primary = [e \in Epoch |-> IF e = 1 THEN {l} ELSE {}]
    /\ initial = [e \in Epoch |-> <<>>]
    /\ proposed = [e \in Epoch |-> <<>>]
    /\ asked = [s \in Server |-> 0]
    /\ staleRead = FALSE
    /\ spent = [k \in DOMAIN Budgets |-> IF k = "leads" THEN 1 ELSE 0]

EstablishedInit == \E l \in Server : EstablishedBy(l)
EstablishedSpec == EstablishedInit /\ [][MCNext]_mcVars

(***************************************************************************)
(* Diverged: three servers, two epochs gone.  x led epoch 1 and logged an  *)
(* entry that nobody else has.  z led epoch 2 with y, without that entry;  *)
(* z has adopted the epoch, y has only promised it.  All are LOOKING.      *)
(***************************************************************************)
\* @type: (SERVER, SERVER, SERVER, SESSION) => Bool;
DivergedAs(x, y, z, c) ==
    LET entry == [epoch |-> 1, counter |-> 1, session |-> c, seq |-> 1]
    IN
    /\ acceptedEpoch = [s \in Server |-> IF s = x THEN 1 ELSE 2]
    /\ currentEpoch = [s \in Server |-> IF s = z THEN 2 ELSE 1]
    /\ history = [s \in Server |-> IF s = x THEN <<entry>> ELSE <<>>]
    /\ synced = [s \in Server |-> IF s = x THEN 1 ELSE 0]
    /\ checkpoint = [s \in Server |-> 0]
    /\ role = [s \in Server |-> LOOKING]
    /\ phase = [s \in Server |-> DISCOVERY]
    /\ leader = [s \in Server |-> s]
    /\ pending = [s \in Server |-> NoPending]
    /\ lastCommitted = [s \in Server |-> 0]
    /\ cepoch = [s \in Server |-> [f \in Server |-> -1]]
    /\ ackEpoch = [s \in Server |-> [f \in Server |-> NoVote]]
    /\ forwarding = [s \in Server |-> {}]
    /\ ackLeader = [s \in Server |-> {}]
    /\ acked = [s \in Server |-> [f \in Server |-> 0]]
    /\ reads = [s \in Server |-> [round |-> 0, index |-> 0, acks |-> {}, active |-> FALSE]]
    /\ msgs = [s \in Server |-> [d \in Server |-> <<>>]]
    /\ log = <<>>
    /\ primary = [e \in Epoch |-> IF e = 1 THEN {x} ELSE {}]
    /\ initial = [e \in Epoch |-> <<>>]
    /\ proposed = [e \in Epoch |-> IF e = 1 THEN <<entry>> ELSE <<>>]
    /\ asked = [s \in Server |-> 0]
    /\ staleRead = FALSE
    /\ spent = [k \in DOMAIN Budgets |-> IF k = "leads" THEN 2 ELSE 0]

DivergedInit ==
    \E x, y, z \in Server : \E c \in Session :
        Cardinality({x, y, z}) = 3 /\ DivergedAs(x, y, z, c)
DivergedSpec == DivergedInit /\ [][MCNext]_mcVars
=============================================================================
