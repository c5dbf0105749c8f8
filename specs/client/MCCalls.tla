------------------------------ MODULE MCCalls ------------------------------
(* Calls with bounds.  Some time has passed, and sessions were forgotten; all that may be used are open. *)
EXTENDS Calls, TLC

CONSTANTS
    \* Sessions that were opened before the floor.
    Old,
    \* How many attempts are sent, and how many of them logged.
    MaxSent, MaxLog

\* Whoever makes another request forgets the sessions before.
Settings == {[ttl |-> 2, cap |-> 1]}

Now1 == 1

\* Whether requests are refused when they are applied: replaced where that is of interest.
Vain == {FALSE}
MayBeVain == BOOLEAN

Start ==
    [time |-> Now1, floor |-> Now1, present |-> 1, began |-> Now1, closed |-> <<>>,
     records |-> [c \in Session |-> NoRecord], answers |-> <<>>]

MCInit ==
    /\ log = <<>>
    /\ replica = [r \in Server |-> Start]
    /\ client = [c \in Session |-> [opened |-> IF c \in Old THEN 0 ELSE Now1, seq |-> 1]]
    /\ idle = Session
    /\ call = [k \in Call |-> NoCall]
    /\ sent = <<>>

HasAppliedAll == Len(replica[Leader].answers) = Len(log)

MCSend == Len(sent) < MaxSent /\ \E k \in Call, c \in Session : Send(k, c)

MCLand ==
    /\ Len(log) < MaxLog
    /\ \E n \in DOMAIN sent, setting \in Setting, vain \in Vain : Land(n, Now1, setting, vain)

\* Applying commutes with what clients do: nothing is lost if it comes first.
MCNext ==
    IF ~HasAppliedAll THEN ApplyNext
    ELSE \/ \E k \in Call, c \in Session : Take(k, c)
         \/ MCSend \/ MCLand
         \/ \E n \in DOMAIN sent : TurnAway(n) \/ GiveUp(n) \/ Hears(n) \/ \E m \in DOMAIN sent : HearsFound(n, m)
         \/ \E k \in Call : Expire(k)

MCSpec == MCInit /\ [][MCNext]_allVars

Symmetry == Permutations(Session \ Old) \cup Permutations(Call)

----------------------------------------------------------------------------

TypeOK ==
    /\ idle \subseteq Session
    /\ \A k \in Call :
           /\ call[k].state \in {"new", "under way", "forgotten", "done", "not done", "unknown"}
           /\ Cardinality(call[k].session) <= 1
           /\ IsUnderWay(k) => call[k].session # {} /\ call[k].session \cap idle = {}
    /\ \A n \in DOMAIN sent : sent[n].entry \in Never..Len(log)

\* Sessions allows it all, within the bounds.
SessionsNext ==
    \/ \E c \in Session : Hear(c, Leader)
    \/ \E c \in Session, seq \in 1..MaxSent, setting \in Setting, vain \in Vain : Ask(c, seq, Now1, setting, vain)
    \/ Apply(Leader)

RefinesSessions == [][SessionsNext]_vars

----------------------------------------------------------------------------
(* What must be reached *)

\* @type: CALL => Set(Int);
AttemptsOf(k) == {n \in DOMAIN sent : sent[n].call = k}

\* A call whose session was forgotten is done in another.
DoneInAnother == \E k \in Call : call[k].state = "done" /\ Cardinality({sent[n].session : n \in AttemptsOf(k)}) = 2

\* A number that was not used is the next call's, which is done.
NumberReused ==
    \E k, l \in Call, n, m \in DOMAIN sent :
        /\ call[k].state = "not done" /\ call[l].state = "done"
        /\ sent[n].call = k /\ sent[m].call = l /\ IsTwin(n, m)

\* A call that was done is forgotten, and unsure.
UnknownAndDone == \E k \in Call : call[k].state = "unknown" /\ Runs(k) # {}

\* An attempt is applied when its call has ended.
Late ==
    \E k \in Call, n \in DOMAIN sent :
        call[k].state = "unknown" /\ sent[n].call = k /\ IsLogged(n) /\ ~IsApplied(sent[n].entry)

\* A call that was refused was not done; another, refused too, may have been.
RefusedNotDone == \E k \in Call : call[k].state = "not done" /\ \E n \in AttemptsOf(k) : IsLogged(n)
RefusedAndDone ==
    \E k \in Call :
        /\ call[k].state = "unknown" /\ Runs(k) # {}
        /\ \E n \in AttemptsOf(k) :
               IsLogged(n) /\ IsApplied(sent[n].entry) /\ replica[Leader].answers[sent[n].entry] = Refused
=============================================================================
