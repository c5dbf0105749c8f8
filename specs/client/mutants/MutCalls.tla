------------------------------ MODULE MutCalls ------------------------------
(* Calls with one rule weakened at a time. *)
EXTENDS MCCalls

\* For MayReplace: a forgotten session is replaced although an attempt that was given up may have been run.
ReplacedUnsure(k, n) == OpenOf(k) \ {n} = {}

\* For MayReplace: it is replaced although another attempt is under way.
ReplacedOpen(k, n) == ~call[k].unsure

\* For Refusal: what was refused was not done, whatever was given up.
RefusedUnsure(k, n) == IF OpenOf(k) \ {n} = {} THEN "not done" ELSE "unknown"

\* For Refusal: what was refused was not done, whatever is under way.
RefusedOpen(k, n) == IF call[k].unsure THEN "unknown" ELSE "not done"

\* For GivenBack: the number is used again although an attempt with it may come.
GivenBackUnsure(k) == call[k].session

\* For Expiry: whatever was not answered was not done.
ExpiredIsNotDone(k) == "not done"

\* For Expire: a session goes on to its next number though nobody has heard of this one.
ExpireGoesOn(k) ==
    /\ IsUnderWay(k)
    /\ End(k, "unknown", 0, call[k].session)
    /\ client' = [c \in Session |-> IF c \in call[k].session THEN [client[c] EXCEPT !.seq = @ + 1] ELSE client[c]]
    /\ UNCHANGED <<log, replica>>

\* For Held: two calls take one session.
Shared(c) == {}

\* For MCInit: the first attempt of a call was run, and forgotten for a second call; it is open, or was given up.
Ran(open) ==
    \E c, d \in Session, k, l \in Call :
        LET Entry(s) == [session |-> s, seq |-> 1, opened |-> Now1, time |-> Now1, ttl |-> 2, cap |-> 1, vain |-> FALSE]
            Attempt(m, s, i, isOpen) == [call |-> m, session |-> s, seq |-> 1, entry |-> i, open |-> isOpen]
        IN /\ c # d /\ k # l
           /\ log = <<Entry(c), Entry(d)>>
           /\ replica = [r \in Server |-> Applied(r, Applied(r, Start, Entry(c)), Entry(d))]
           /\ client = [s \in Session |-> [opened |-> Now1, seq |-> IF s = d THEN 2 ELSE 1]]
           /\ idle = Session \ {c}
           /\ call = (k :> [NoCall EXCEPT !.state = "under way", !.session = {c}, !.unsure = ~open]) @@
                     (l :> [NoCall EXCEPT !.state = "done", !.session = {d}, !.told = 2])
           /\ sent = <<Attempt(k, c, 1, open), Attempt(l, d, 2, FALSE)>>
RanAndOpen == Ran(TRUE)
RanAndGivenUp == Ran(FALSE)
=============================================================================
