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

\* Budgets spent: n leaders were named, nothing else happened.
Led(n) == spent = [k \in DOMAIN Budgets |-> IF k = "leads" THEN n ELSE 0]

EstablishedInit == (\E l \in Server : EstablishedBy(l)) /\ Led(1)
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

Diverged ==
    \E x, y, z \in Server : \E c \in Session :
        Cardinality({x, y, z}) = 3 /\ DivergedAs(x, y, z, c)

DivergedInit == Diverged /\ Led(2)
DivergedSpec == DivergedInit /\ [][MCNext]_mcVars

(***************************************************************************)
(* Deposed: l led epoch 1 and logged an entry; m has been established in   *)
(* epoch 2 with f, without that entry.  l does not know, and still leads.  *)
(* With round = 1, an answer of f to an earlier read is under way to l.    *)
(***************************************************************************)
\* @type: (SERVER, SERVER, SERVER, SESSION, Int) => Bool;
DeposedAs(l, m, f, c, round) ==
    LET entry == [epoch |-> 1, counter |-> 1, session |-> c, seq |-> 1]
        pong == [Message("PONG", 1, ZeroZxid) EXCEPT !.round = round]
    IN
    /\ acceptedEpoch = [s \in Server |-> IF s = l THEN 1 ELSE 2]
    /\ currentEpoch = [s \in Server |-> IF s = l THEN 1 ELSE 2]
    /\ history = [s \in Server |-> IF s = l THEN <<entry>> ELSE <<>>]
    /\ synced = [s \in Server |-> IF s = l THEN 1 ELSE 0]
    /\ checkpoint = [s \in Server |-> 0]
    /\ role = [s \in Server |-> IF s = f THEN FOLLOWING ELSE LEADING]
    /\ phase = [s \in Server |-> BROADCAST]
    /\ leader = [s \in Server |-> IF s = f THEN m ELSE s]
    /\ pending = [s \in Server |-> NoPending]
    /\ lastCommitted = [s \in Server |-> 0]
    /\ cepoch = [s \in Server |-> [d \in Server |->
            IF s = l /\ d # l THEN 0 ELSE IF s = m /\ d = f THEN 1 ELSE -1]]
    /\ ackEpoch = [s \in Server |-> [d \in Server |->
            IF s = l THEN [state |-> "first", epoch |-> 0, zxid |-> ZeroZxid]
            ELSE IF s = m /\ d # l THEN [state |-> "first", epoch |-> 1, zxid |-> ZeroZxid] ELSE NoVote]]
    /\ forwarding = [s \in Server |-> IF s = l THEN {m, f} ELSE IF s = m THEN {f} ELSE {}]
    /\ ackLeader = [s \in Server |-> IF s = l THEN Server ELSE IF s = m THEN {m, f} ELSE {}]
    /\ acked = [s \in Server |-> [d \in Server |-> IF s = l /\ d = l THEN 1 ELSE 0]]
    /\ reads = [s \in Server |-> [round |-> IF s = l THEN round ELSE 0, index |-> 0, acks |-> {}, active |-> FALSE]]
    /\ msgs = [s \in Server |-> [d \in Server |-> IF round > 0 /\ s = f /\ d = l THEN <<pong>> ELSE <<>>]]
    /\ log = <<>>
    /\ primary = [e \in Epoch |-> IF e = 1 THEN {l} ELSE IF e = 2 THEN {m} ELSE {}]
    /\ initial = [e \in Epoch |-> <<>>]
    /\ proposed = [e \in Epoch |-> IF e = 1 THEN <<entry>> ELSE <<>>]
    /\ asked = [s \in Server |-> 0]
    /\ staleRead = FALSE

\* @type: Int => Bool;
Deposed(round) ==
    \E l, m, f \in Server : \E c \in Session :
        Cardinality({l, m, f}) = 3 /\ DeposedAs(l, m, f, c, round)

DeposedSpec == Deposed(0) /\ Led(2) /\ [][MCNext]_mcVars
DeposedReaderInit == Deposed(1) /\ spent = [k \in DOMAIN Budgets |-> IF k = "leads" THEN 2 ELSE IF k = "reads" THEN 1 ELSE 0]
DeposedReaderSpec == DeposedReaderInit /\ [][MCNext]_mcVars

(***************************************************************************)
(* Contested: l and m have both picked epoch 1.  f has promised it to l,   *)
(* which has the quorum, and has lost its connection.                      *)
(***************************************************************************)
\* @type: (SERVER, SERVER, SERVER) => Bool;
ContestedAs(l, m, f) ==
    /\ acceptedEpoch = [s \in Server |-> 1]
    /\ currentEpoch = [s \in Server |-> 0]
    /\ history = [s \in Server |-> <<>>]
    /\ synced = [s \in Server |-> 0]
    /\ checkpoint = [s \in Server |-> 0]
    /\ role = [s \in Server |-> IF s = f THEN LOOKING ELSE LEADING]
    /\ phase = [s \in Server |-> DISCOVERY]
    /\ leader = [s \in Server |-> s]
    /\ pending = [s \in Server |-> NoPending]
    /\ lastCommitted = [s \in Server |-> 0]
    /\ cepoch = [s \in Server |-> [d \in Server |-> IF s # f /\ d = f THEN 0 ELSE -1]]
    /\ ackEpoch = [s \in Server |-> [d \in Server |->
            IF (s = l /\ d \in {l, f}) \/ (s = m /\ d = m)
            THEN [state |-> "first", epoch |-> 0, zxid |-> ZeroZxid] ELSE NoVote]]
    /\ forwarding = [s \in Server |-> {}]
    /\ ackLeader = [s \in Server |-> {}]
    /\ acked = [s \in Server |-> [d \in Server |-> 0]]
    /\ reads = [s \in Server |-> [round |-> 0, index |-> 0, acks |-> {}, active |-> FALSE]]
    /\ msgs = [s \in Server |-> [d \in Server |-> <<>>]]
    /\ log = <<>>
    /\ primary = [e \in Epoch |-> {}]
    /\ initial = [e \in Epoch |-> <<>>]
    /\ proposed = [e \in Epoch |-> <<>>]
    /\ asked = [s \in Server |-> 0]
    /\ staleRead = FALSE

Contested ==
    \E l, m, f \in Server : Cardinality({l, m, f}) = 3 /\ ContestedAs(l, m, f)

ContestedSpec == Contested /\ Led(2) /\ [][MCNext]_mcVars
(***************************************************************************)
(* Behind: l leads epoch 1 with d; two entries are logged and committed.   *)
(* f lost its connection before that, and has nothing.                     *)
(***************************************************************************)
\* @type: (SERVER, SERVER, SERVER, SESSION) => Bool;
BehindAs(l, d, f, c) ==
    LET entries == [n \in 1..2 |-> [epoch |-> 1, counter |-> n, session |-> c, seq |-> n]]
        length == [s \in Server |-> IF s = f THEN 0 ELSE 2]
    IN
    /\ acceptedEpoch = [s \in Server |-> 1]
    /\ currentEpoch = [s \in Server |-> 1]
    /\ history = [s \in Server |-> IF s = f THEN <<>> ELSE entries]
    /\ synced = length
    /\ checkpoint = [s \in Server |-> 0]
    /\ role = [s \in Server |-> IF s = l THEN LEADING ELSE IF s = d THEN FOLLOWING ELSE LOOKING]
    /\ phase = [s \in Server |-> IF s = f THEN DISCOVERY ELSE BROADCAST]
    /\ leader = [s \in Server |-> IF s = f THEN f ELSE l]
    /\ pending = [s \in Server |-> NoPending]
    /\ lastCommitted = length
    /\ cepoch = [s \in Server |-> [m \in Server |-> IF s = l /\ m # l THEN 0 ELSE -1]]
    /\ ackEpoch = [s \in Server |-> [m \in Server |->
            IF s = l THEN [state |-> "first", epoch |-> 0, zxid |-> ZeroZxid] ELSE NoVote]]
    /\ forwarding = [s \in Server |-> IF s = l THEN Others(l) ELSE {}]
    /\ ackLeader = [s \in Server |-> IF s = l THEN Server ELSE {}]
    /\ acked = [s \in Server |-> [m \in Server |-> IF s = l THEN length[m] ELSE 0]]
    /\ reads = [s \in Server |-> [round |-> 0, index |-> 0, acks |-> {}, active |-> FALSE]]
    /\ msgs = [s \in Server |-> [m \in Server |-> <<>>]]
    /\ log = entries
    /\ primary = [e \in Epoch |-> IF e = 1 THEN {l} ELSE {}]
    /\ initial = [e \in Epoch |-> <<>>]
    /\ proposed = [e \in Epoch |-> IF e = 1 THEN entries ELSE <<>>]
    /\ asked = [s \in Server |-> 0]
    /\ staleRead = FALSE

Behind ==
    \E l, d, f \in Server : \E c \in Session :
        Cardinality({l, d, f}) = 3 /\ BehindAs(l, d, f, c)

BehindInit == Behind /\ spent = [k \in DOMAIN Budgets |-> IF k \in {"leads", "disconnects"} THEN 1 ELSE 0]
BehindSpec == BehindInit /\ [][MCNext]_mcVars

=============================================================================
