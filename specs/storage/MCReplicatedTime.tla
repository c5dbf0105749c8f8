-------------------------- MODULE MCReplicatedTime --------------------------
(* ReplicatedTime with bounds, and what must hold. *)
EXTENDS ReplicatedTime

CONSTANTS
    \* Those that hear of others' clocks. They meet in the applied time alone.
    \* @type: Set(SERVER);
    Asking,
    \* How far the true time goes.
    \* @type: Int;
    MaxNow

MCTick == now < MaxNow /\ Tick
MCTell == \E s \in Asking, t \in Server : Tell(s, t)
MCRestart == \E s \in Asking : Restart(s)
MCApply == \E s \in Server : Apply(s)

MCNext == MCTick \/ MCTell \/ MCRestart \/ MCApply

MCSpec == Init /\ [][MCNext]_vars

TypeOK ==
    /\ now \in 0..MaxNow
    /\ \A s \in Server : clock[s] \in Wrong \cup 0..MaxNow
    /\ \A s, t \in Server : known[s][t] \in Wrong \cup (0..MaxNow) \cup {Unknown}
    /\ time \in Nat \cup {Unknown}

\* A minority of bad clocks moves time no further ahead than MaxSkew.
TimeIsBounded == time <= now + MaxSkew

\* What a leader takes for the time of a quorum, a good clock has reached.
ReachedByAGoodClock == \A s \in Server : Reached(s) <= now

\* Whoever knows all good clocks as they are now stamps no older than that, less MaxSkew: time goes on.
StampsKeepUp ==
    \A s \in Server :
        (\A t \in Server \ Bad : Reading(s, t) = now) => Stamp(s) >= now - MaxSkew

\* A good clock makes nobody unfit who knows the good clocks as they are.
GoodClocksAreFit ==
    \A s \in Server \ Bad :
        (\A t \in Server \ Bad : Reading(s, t) = now) => ~IsUnfit(s)

\* A bad clock that is too far ahead makes unfit.
BadClocksAreUnfit ==
    \A s \in Bad : Reached(s) # Unknown /\ clock[s] > now + MaxSkew => IsUnfit(s)

\* The first stamp is no further behind than all good clocks, as the leader knows them, by more than two bounds.
BeginsByAGoodClock ==
    \A s \in Server :
        time = Unknown /\ Stamp(s) # Unknown =>
            \E t \in Server \ Bad :
                Reading(s, t) # Unknown /\ Stamp(s) >= Reading(s, t) - 2 * MaxSkew

TimeNeverGoesBack == [][time' >= time]_vars
=============================================================================
