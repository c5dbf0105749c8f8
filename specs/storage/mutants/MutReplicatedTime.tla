------------------------- MODULE MutReplicatedTime -------------------------
(* ReplicatedTime with one thing weakened at a time. *)
EXTENDS MCReplicatedTime

\* For Stamp: a leader trusts its own clock.
OwnClock(s) == clock[s]

\* For Stamp: a leader that knows nobody else's clock trusts its own.
OwnClockAtFirst(s) ==
    IF Reached(s) = Unknown THEN clock[s]
    ELSE Max2(Reached(s) - MaxSkew, Min2(clock[s], Reached(s) + MaxSkew))

\* For Stamp: a clock that is behind holds time up.
NotRaised(s) == IF Reached(s) = Unknown \/ (time = Unknown /\ ~Agree(s)) THEN time ELSE Min2(clock[s], Reached(s) + MaxSkew)

\* For Agree: time begins by any quorum of clocks.
AnyQuorum(s) == TRUE

\* For ReachedBy: it is enough that any clock has reached it.
ReachedByOne(s, c) == Past(s, c) # {}

\* For ReachedBy: all clocks must have reached it.
ReachedByAll(s, c) == Past(s, c) = Server

\* For Advanced: the last stamp is the time.
LastStamp(before, stamp) == stamp

\* For IsUnfit: nobody is.
NobodyIsUnfit(s) == FALSE

\* For IsUnfit: whoever differs at all.
AnyDifference(s) == Reached(s) # Unknown /\ clock[s] # time
=============================================================================
