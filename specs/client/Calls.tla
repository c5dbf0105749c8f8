------------------------------- MODULE Calls -------------------------------
(***************************************************************************)
(* What a client makes of the answers to an update, and what it may tell   *)
(* its caller: that it was done, and with which result; that it was not    *)
(* done, and never will be; or that this is not known.                     *)
(*                                                                         *)
(* A call takes a session that is idle and sends attempts, all with that   *)
(* session's number.  An attempt that the client has given up may still be *)
(* on its way: it may be logged at any later time.  So a call is unsure as *)
(* soon as it gives one up, and from then on                               *)
(* - its session is no other call's: the number may have been used;        *)
(* - TooOld does not let it take another session: it may have been done;   *)
(* - a refusal does not tell that it was not done.                         *)
(*                                                                         *)
(* Modelled: what Sessions has, as one replica sees it that answers when   *)
(* it has applied; attempts that are refused without being logged; retries *)
(* that are answered because their first attempt is in the log.            *)
(* Left out: which node is asked, for how long, and after which pause.     *)
(***************************************************************************)
EXTENDS Sessions

CONSTANTS
    \* Updates that callers ask for.
    \* @type: Set(CALL);
    Call,
    \* The replica that answers.
    \* @type: SERVER;
    Leader

VARIABLES
    \* Sessions that are open and have no call under way.
    \* @type: Set(SESSION);
    idle,
    \* What has become of each call: its state, its session, whether an attempt that it has given up may be done,
    \* and the result that its caller was told.
    \* @type: CALL -> { state: Str, session: Set(SESSION), unsure: Bool, told: Int };
    call,
    \* The attempts, in the order in which they were sent: entry is where it was logged, Never if it never will be,
    \* or Nowhere; an open one is waited for.
    \* @type: Seq({ call: CALL, session: SESSION, seq: Int, entry: Int, open: Bool });
    sent

callVars == <<idle, call, sent>>
allVars == <<vars, callVars>>

Nowhere == 0
Never == -1

----------------------------------------------------------------------------
(* State *)

NoCall == [state |-> "new", session |-> {}, unsure |-> FALSE, told |-> 0]

\* @type: CALL => Set(Int);
OpenOf(k) == {n \in DOMAIN sent : sent[n].call = k /\ sent[n].open}

IsUnderWay(k) == call[k].state = "under way"

IsLogged(n) == sent[n].entry > 0
IsApplied(i) == i \in DOMAIN replica[Leader].answers

\* Attempts of the same session with the same number.
IsTwin(n, m) == sent[n].session = sent[m].session /\ sent[n].seq = sent[m].seq

\* The attempts of a call that has ended are waited for no more.
\* @type: (CALL) => Seq({ call: CALL, session: SESSION, seq: Int, entry: Int, open: Bool });
WithoutWaiting(k) == [n \in DOMAIN sent |-> IF sent[n].call = k THEN [sent[n] EXCEPT !.open = FALSE] ELSE sent[n]]

----------------------------------------------------------------------------
(* The client's rules *)

\* Whether a call that hears the answer of attempt n, and of no other, may have been done by another attempt.
MayBeDone(k, n) == call[k].unsure \/ OpenOf(k) \ {n} # {}

\* A session that is forgotten may be replaced: no attempt before this one may have been done.
MayReplace(k, n) == ~MayBeDone(k, n)

\* No attempt is in a log, or will come there.
IsUnused(k) == ~call[k].unsure /\ OpenOf(k) = {}

\* Then the number is the next call's, and the caller is told so.
GivenBack(k) == IF IsUnused(k) THEN call[k].session ELSE {}
Expiry(k) == IF IsUnused(k) THEN "not done" ELSE "unknown"

\* What the caller is told of a call whose attempt n was refused.
Refusal(k, n) == IF MayBeDone(k, n) THEN "unknown" ELSE "not done"

----------------------------------------------------------------------------
(* Steps *)

CallsInit ==
    /\ Init
    /\ idle = {}
    /\ call = [k \in Call |-> NoCall]
    /\ sent = <<>>

\* @type: SESSION => Bool;
OpenSession(c) ==
    /\ Open(c, Leader)
    /\ idle' = idle \cup {c}
    /\ UNCHANGED <<call, sent>>

\* What others may not take while a call has session c.
\* @type: SESSION => Set(SESSION);
Held(c) == {c}

\* @type: (CALL, SESSION) => Bool;
Take(k, c) ==
    /\ call[k].state \in {"new", "forgotten"} /\ c \in idle
    /\ idle' = idle \ Held(c)
    /\ call' = [call EXCEPT ![k].state = "under way", ![k].session = {c}]
    /\ UNCHANGED <<vars, sent>>

\* @type: (CALL, SESSION) => Bool;
Send(k, c) ==
    /\ IsUnderWay(k) /\ c \in call[k].session
    /\ sent' = Append(sent, [call |-> k, session |-> c, seq |-> client[c].seq, entry |-> Nowhere, open |-> TRUE])
    /\ UNCHANGED <<vars, idle, call>>

\* A leader logs an attempt, perhaps long after it was sent.
\* @type: (Int, Int, { ttl: Int, cap: Int }, Bool) => Bool;
Land(n, time, setting, vain) ==
    /\ sent[n].entry = Nowhere
    /\ Ask(sent[n].session, sent[n].seq, time, setting, vain)
    /\ sent' = [sent EXCEPT ![n].entry = Len(log) + 1]
    /\ UNCHANGED <<idle, call>>

ApplyNext ==
    /\ Apply(Leader)
    /\ UNCHANGED callVars

\* A node says that the attempt was not logged, and will not be: it does not lead, or has too much to do.
TurnAway(n) ==
    /\ sent[n].open /\ sent[n].entry = Nowhere
    /\ sent' = [sent EXCEPT ![n].entry = Never, ![n].open = FALSE]
    /\ UNCHANGED <<vars, idle, call>>

\* The client gives the attempt up: its connection is cut, or it is silent for too long.
GiveUp(n) ==
    /\ sent[n].open
    /\ sent' = [sent EXCEPT ![n].open = FALSE]
    /\ call' = [call EXCEPT ![sent[n].call].unsure = TRUE]
    /\ UNCHANGED <<vars, idle>>

\* The call ends with what its caller is told; its session is used again only if it is in `again`.
\* @type: (CALL, Str, Int, Set(SESSION)) => Bool;
End(k, state, told, again) ==
    /\ call' = [call EXCEPT ![k].state = state, ![k].told = told]
    /\ sent' = WithoutWaiting(k)
    /\ idle' = idle \cup again

\* Attempt n is answered that it was done; the session comes to its next number.
Done(n, result) ==
    LET k == sent[n].call
        c == sent[n].session
    IN /\ End(k, "done", result, {c})
       /\ client' = [client EXCEPT ![c].seq = @ + 1]
       /\ UNCHANGED <<log, replica>>

\* It is answered TooOld: the call takes another session if it may.
Forgotten(n) ==
    LET k == sent[n].call
    IN /\ IF MayReplace(k, n)
          THEN /\ call' = [call EXCEPT ![k].state = "forgotten", ![k].session = {}]
               /\ sent' = [sent EXCEPT ![n].open = FALSE]
               /\ UNCHANGED idle
          ELSE End(k, "unknown", 0, {})
       /\ UNCHANGED vars

\* The answer a to attempt n.
Answer(n, a) ==
    LET k == sent[n].call
    IN CASE a > 0 -> Done(n, a)
         [] a = TooOld -> Forgotten(n)
         [] OTHER -> End(k, Refusal(k, n), 0, {}) /\ UNCHANGED vars

\* From the entry that it was logged as.
Hears(n) ==
    /\ sent[n].open /\ IsLogged(n) /\ IsApplied(sent[n].entry)
    /\ Answer(n, replica[Leader].answers[sent[n].entry])

\* A twin m of attempt n is in the log: n is not logged, and answered from the state.
HearsFound(n, m) ==
    /\ sent[n].open /\ sent[n].entry = Nowhere
    /\ IsTwin(n, m) /\ IsLogged(m) /\ IsApplied(sent[m].entry)
    /\ Answer(n, Found(replica[Leader], log[sent[m].entry]))

\* Its time is up.
Expire(k) ==
    /\ IsUnderWay(k)
    /\ End(k, Expiry(k), 0, GivenBack(k))
    /\ UNCHANGED vars

CallsNext ==
    \/ \E c \in Session : OpenSession(c) \/ \E k \in Call : Take(k, c) \/ Send(k, c)
    \/ \E n \in DOMAIN sent, time \in Nat, setting \in Setting, vain \in BOOLEAN : Land(n, time, setting, vain)
    \/ ApplyNext
    \/ \E n \in DOMAIN sent : TurnAway(n) \/ GiveUp(n) \/ Hears(n) \/ \E m \in DOMAIN sent : HearsFound(n, m)
    \/ \E k \in Call : Expire(k)

CallsSpec == CallsInit /\ [][CallsNext]_allVars

----------------------------------------------------------------------------
(* Safety *)

\* The entries that ran the call, in whichever session.
\* @type: CALL => Set(Int);
Runs(k) == {sent[n].entry : n \in {m \in DOMAIN sent : sent[m].call = k}} \cap
               {i \in DOMAIN replica[Leader].answers : replica[Leader].answers[i] = i}

OncePerCall == \A k \in Call : Cardinality(Runs(k)) <= 1

DoneIsDone == \A k \in Call : call[k].state = "done" => Runs(k) = {call[k].told}

\* Now, and whatever comes later.
NotDoneStays == \A k \in Call : call[k].state = "not done" => Runs(k) = {}

\* A session goes on only when its client has heard: nobody waits for a number below.
NobodyIsStale ==
    \A n \in DOMAIN sent :
        sent[n].open /\ IsLogged(n) /\ IsApplied(sent[n].entry) => replica[Leader].answers[sent[n].entry] # Stale

=============================================================================
