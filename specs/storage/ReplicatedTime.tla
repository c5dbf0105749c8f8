--------------------------- MODULE ReplicatedTime ---------------------------
(***************************************************************************)
(* The time by which a group's cells and sessions expire.  A leader stamps *)
(* each command; the applied time is the highest stamp so far, the same at *)
(* all replicas, and never goes back.  What it has passed is gone for      *)
(* good, so no single clock may move it at will.                           *)
(*                                                                         *)
(* Replicas tell each other their clocks.  A leader knows which time a     *)
(* quorum of clocks has reached: with a minority of bad clocks, at least   *)
(* one good clock has reached it, too.  Its own clock counts only within   *)
(* MaxSkew of that.  If it does not know the clocks of a quorum yet, time  *)
(* stands still: it stamps with the applied time.                          *)
(*                                                                         *)
(* Time begins where a quorum of clocks agree.  Otherwise, of a quorum     *)
(* that is just known, one clock that is days behind would say when it     *)
(* begins, and what is written then would expire when time catches up.     *)
(*                                                                         *)
(* Modelled: clocks, what replicas know of each other's, stamps.  Good     *)
(* clocks show the true time `now`; bad ones show anything, and jump.      *)
(* What is known of a clock is what it once showed (it may be old); the    *)
(* code adds the time that has passed since then by its monotonic clock,   *)
(* which a good clock has counted, too.                                    *)
(* Left out: the log; any replica may lead at any time, several at once;   *)
(* and changes of members: Server are those that vote.  A quorum is needed *)
(* for one thing only, that a good clock is among it, and while members    *)
(* change it has a majority of the old ones and one of the new ones.       *)
(***************************************************************************)
EXTENDS Integers, FiniteSets

CONSTANTS
    \* @type: Set(SERVER);
    Server,
    \* Those with bad clocks.
    \* @type: Set(SERVER);
    Bad,
    \* How far a leader's own clock may be from a quorum's and still count.
    \* @type: Int;
    MaxSkew,
    \* What bad clocks may show.
    \* @type: Set(Int);
    Wrong

VARIABLES
    \* The true time.
    \* @type: Int;
    now,
    \* What the clock of each replica shows.
    \* @type: SERVER -> Int;
    clock,
    \* What each replica knows of the others' clocks; Unknown: nothing yet.
    \* @type: SERVER -> SERVER -> Int;
    known,
    \* The applied time; Unknown: nothing was applied yet.
    \* @type: Int;
    time

vars == <<now, clock, known, time>>

Unknown == -1

ASSUME 2 * Cardinality(Bad) < Cardinality(Server)

IsQuorum(Q) == Cardinality(Q) * 2 > Cardinality(Server)

Min2(a, b) == IF a < b THEN a ELSE b
Max2(a, b) == IF a < b THEN b ELSE a

----------------------------------------------------------------------------
(* What a leader makes of the clocks *)

\* The clock of t as s knows it; its own it reads.
\* @type: (SERVER, SERVER) => Int;
Reading(s, t) == IF t = s THEN clock[s] ELSE known[s][t]

\* Those whose clocks are known to have reached c.
\* @type: (SERVER, Int) => Set(SERVER);
Past(s, c) == {t \in Server : Reading(s, t) # Unknown /\ Reading(s, t) >= c}

\* @type: (SERVER, Int) => Bool;
ReachedBy(s, c) == IsQuorum(Past(s, c))

\* Times that a quorum of clocks has reached.
\* @type: SERVER => Set(Int);
Candidates(s) == {c \in {Reading(s, t) : t \in Server} \ {Unknown} : ReachedBy(s, c)}

\* The latest of them; Unknown while there is none.
\* @type: SERVER => Int;
Reached(s) ==
    IF Candidates(s) = {} THEN Unknown
    ELSE CHOOSE c \in Candidates(s) : \A d \in Candidates(s) : d <= c

\* Those whose clocks are known to be close behind c, or there.
\* @type: (SERVER, Int) => Set(SERVER);
Near(s, c) == {t \in Server : Reading(s, t) # Unknown /\ Reading(s, t) >= c - MaxSkew /\ Reading(s, t) <= c}

\* A quorum of clocks agree about the time.
\* @type: SERVER => Bool;
Agree(s) == \E t \in Server : IsQuorum(Near(s, Reading(s, t)))

\* What s would stamp a command with: its own clock, within MaxSkew of the time that a quorum has reached.
\* Unknown: it refuses the command.
\* @type: SERVER => Int;
Stamp(s) ==
    IF Reached(s) = Unknown \/ (time = Unknown /\ ~Agree(s)) THEN time
    ELSE Max2(Reached(s) - MaxSkew, Min2(clock[s], Reached(s) + MaxSkew))

\* s must not lead while another can: its clock is further than that away.
\* @type: SERVER => Bool;
IsUnfit(s) ==
    Reached(s) # Unknown /\ (clock[s] > Reached(s) + MaxSkew \/ clock[s] < Reached(s) - MaxSkew)

\* @type: (Int, Int) => Int;
Advanced(before, stamp) == Max2(before, stamp)

----------------------------------------------------------------------------
(* Steps *)

Init ==
    /\ now = 0
    /\ clock \in [Server -> Wrong \cup {0}]
    /\ \A s \in Server \ Bad : clock[s] = 0
    /\ known = [s \in Server |-> [t \in Server |-> Unknown]]
    /\ time = Unknown

\* Time goes on; bad clocks jump, ahead and back.
Tick ==
    /\ now' = now + 1
    /\ clock' \in [Server -> Wrong \cup {now + 1}]
    /\ \A s \in Server \ Bad : clock'[s] = now + 1
    /\ UNCHANGED <<known, time>>

\* t tells s its clock.
\* @type: (SERVER, SERVER) => Bool;
Tell(s, t) ==
    /\ s # t
    /\ known' = [known EXCEPT ![s][t] = clock[t]]
    /\ UNCHANGED <<now, clock, time>>

\* s starts again, and knows nothing.
\* @type: SERVER => Bool;
Restart(s) ==
    /\ known' = [known EXCEPT ![s] = [t \in Server |-> Unknown]]
    /\ UNCHANGED <<now, clock, time>>

\* A command that s has stamped is applied.
\* @type: SERVER => Bool;
Apply(s) ==
    /\ Stamp(s) # Unknown
    /\ time' = Advanced(time, Stamp(s))
    /\ UNCHANGED <<now, clock, known>>

Next ==
    \/ Tick
    \/ \E s, t \in Server : Tell(s, t)
    \/ \E s \in Server : Restart(s) \/ Apply(s)

Spec == Init /\ [][Next]_vars

=============================================================================
