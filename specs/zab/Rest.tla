-------------------------------- MODULE Rest --------------------------------
(***************************************************************************)
(* A group that has nothing to do rests: no heartbeats, until somebody has *)
(* something to say.                                                       *)
(*                                                                         *)
(* A node has replicas of many groups, and a heartbeat of each would cost  *)
(* most of what the node does.  So nodes tell each other, for all their    *)
(* groups together, that they are there: by words.  A leader whose group   *)
(* is quiet asks its followers to rest (Ask).  Who has everything, and     *)
(* hears the leader's node, rests and says so.  When all have said so, and *)
(* the leader hears all their nodes, it stops its heartbeat (GoToRest).    *)
(*                                                                         *)
(*   - Whoever misses the words of a node, or hears that it has started    *)
(*     again, wakes; a follower tells its leader (FollowerWakes,           *)
(*     LeaderWakes).                                                       *)
(*   - Any message but those wakes who gets it (HandleDown, HandleUp).     *)
(*   - A leader wakes now and then by itself (RestMustEnd), since a        *)
(*     connection may be lost at one end only while the nodes hear each    *)
(*     other; a follower that is not woken for long gives its leader up.   *)
(*   - An answer counts for the question that it was given to: a follower  *)
(*     that was woken since may not rest again (Fits).                     *)
(*                                                                         *)
(* Nothing that is unsafe follows from rest: an epoch's quorums are asked  *)
(* as ever.  What is at stake is time, so here are clocks: how long until  *)
(* a leader that is gone is given up, until one without followers knows    *)
(* it, and that nobody gives up one that is there.                         *)
(*                                                                         *)
(* What is abstracted: one leader; what the others do when they have given *)
(* it up is Zab's; all clocks run alike; a message takes less than a tick, *)
(* and a start more; members that vote and members that learn do the same; *)
(* compactions and fitness, which keep a replica awake, too.               *)
(*                                                                         *)
(* Source: none of the papers; docs/decisions/0076.                        *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
    \* @type: Set(FOLLOWER);
    Follower,
    \* After so many ticks without a message who is awake gives the other up.
    \* @type: Int;
    Patience,
    \* After so many ticks without a word a node counts as silent.
    \* @type: Int;
    WordPatience,
    \* A leader rests for so many ticks at most.
    \* @type: Int;
    RestLength,
    \* A follower that rests gives its leader up after so many.
    \* @type: Int;
    RestPatience

ASSUME WordPatience < Patience /\ RestLength + 1 < RestPatience

VARIABLES
    \* The leader's process: whether it runs, how often it has started; whether it leads.
    \* @type: Bool;
    alive,
    \* @type: Int;
    start,
    \* @type: Bool;
    leads,
    \* How many entries the leader has.
    \* @type: Int;
    log,
    \* How many each follower has, how many the leader knows it to have, and how many it knows to be committed.
    \* @type: FOLLOWER -> Int;
    has,
    \* @type: FOLLOWER -> Int;
    acked,
    \* @type: FOLLOWER -> Int;
    told,
    \* The ends of the connections: at the leader, at the follower; and to which start of the leader's process.
    \* @type: FOLLOWER -> Bool;
    serves,
    \* @type: FOLLOWER -> Bool;
    follows,
    \* What is on its way over them.
    \* @type: FOLLOWER -> Seq({ type: Str, n: Int });
    down,
    \* @type: FOLLOWER -> Seq({ type: Str, n: Int });
    up,
    \* Whether the leader rests, for how long, the number of its last question (0: it has asked none since it was
    \* woken), and who has said yes.
    \* @type: Bool;
    rests,
    \* @type: Int;
    slept,
    \* @type: Int;
    asked,
    \* @type: Int;
    questions,
    \* @type: Set(FOLLOWER);
    agreed,
    \* Whether a follower rests.
    \* @type: FOLLOWER -> Bool;
    resting,
    \* Ticks since a follower had a message, and since the leader had one of it.
    \* @type: FOLLOWER -> Int;
    silence,
    \* @type: FOLLOWER -> Int;
    silenceOf,
    \* Ticks since a follower had a word of the leader's node, and of which start that was; and the other way.
    \* @type: FOLLOWER -> Int;
    unheard,
    \* @type: FOLLOWER -> Int;
    heardStart,
    \* @type: FOLLOWER -> Int;
    unheardOf,
    \* Followers that nothing reaches, and that reach nobody.
    \* @type: Set(FOLLOWER);
    cut,
    \* For what must hold: ticks since the leader that a follower follows reached it, or something of it came; ticks since the
    \* leader's end of the connection was lost; ticks since the leader reached a quorum, or was reached; ticks for which
    \* nothing went wrong for a follower; whether one gave up although nothing had.
    \* @type: FOLLOWER -> Int;
    gone,
    \* @type: FOLLOWER -> Int;
    lost,
    \* @type: Int;
    alone,
    \* @type: FOLLOWER -> Int;
    fine,
    \* @type: Bool;
    needless

process == <<alive, start, leads>>
entries == <<log, has, acked, told>>
ends == <<serves, follows>>
channels == <<down, up>>
leaderRest == <<rests, slept, asked, questions, agreed>>
words == <<unheard, heardStart, unheardOf>>
clocks == <<silence, silenceOf>>
ghosts == <<gone, lost, alone, fine, needless>>

vars == <<process, entries, ends, channels, leaderRest, resting, clocks, words, cut, ghosts>>

Init ==
    /\ alive = TRUE /\ start = 1 /\ leads = TRUE
    /\ log = 0
    /\ has = [f \in Follower |-> 0] /\ acked = has /\ told = has
    /\ serves = [f \in Follower |-> TRUE] /\ follows = serves
    /\ down = [f \in Follower |-> <<>>] /\ up = down
    /\ rests = FALSE /\ slept = 0 /\ asked = 0 /\ questions = 0 /\ agreed = {}
    /\ resting = [f \in Follower |-> FALSE]
    /\ silence = [f \in Follower |-> 0] /\ silenceOf = silence
    /\ unheard = silence /\ unheardOf = silence
    /\ heardStart = [f \in Follower |-> 1]
    /\ cut = {}
    /\ gone = silence /\ lost = silence /\ alone = 0 /\ fine = silence /\ needless = FALSE

----------------------------------------------------------------------------
(* Who is a quorum, who is heard. *)

Served == {f \in Follower : serves[f]}

\* With the leader itself.
IsQuorum(followers) == 2 * (Cardinality(followers) + 1) > Cardinality(Follower) + 1

HearsLeader(f) == unheard[f] <= WordPatience

\* The node is the one that was heard when this connection was opened, and not started again since.
IsSameStart(f) == heardStart[f] = 1

HearsAll == \A f \in Served : unheardOf[f] <= WordPatience

\* A follower has everything, and knows it.
HasAll(f) == acked[f] = log /\ told[f] = log

HasQuorum == IsQuorum(Served)

Quiet == alive /\ leads /\ HasQuorum /\ \A f \in Served : HasAll(f)

Message(type, n) == [type |-> type, n |-> n]

\* A message more for all that are served.
SendAll(message) ==
    down' = [f \in Follower |-> IF serves[f] THEN Append(down[f], message) ELSE down[f]]

\* The leader no longer rests, and pings all, so that they do not either; it hears of all again before it judges them.
Wake(message) ==
    /\ rests' = FALSE /\ slept' = 0 /\ asked' = 0 /\ agreed' = {}
    /\ silenceOf' = IF rests THEN [f \in Follower |-> 0] ELSE silenceOf
    /\ UNCHANGED questions
    /\ SendAll(message)

----------------------------------------------------------------------------
(* Clients. *)

Write ==
    /\ alive /\ leads
    /\ log' = log + 1
    /\ Wake(Message("propose", log + 1))
    /\ UNCHANGED <<process, has, acked, told, ends, up, resting, silence, words, cut, ghosts>>

----------------------------------------------------------------------------
(* Messages. *)

\* Whether a follower may rest.
MayRest(f) == HearsLeader(f) /\ IsSameStart(f)

Answer(f, message) == up' = [up EXCEPT ![f] = Append(@, message)]

HandleDown(f) ==
    /\ follows[f] /\ f \notin cut /\ down[f] # <<>>
    /\ LET m == Head(down[f])
       IN
       /\ down' = [down EXCEPT ![f] = Tail(@)]
       /\ silence' = [silence EXCEPT ![f] = 0]
       /\ resting' = [resting EXCEPT ![f] = m.type = "rest" /\ MayRest(f)]
       /\ has' = [has EXCEPT ![f] = IF m.type = "propose" THEN m.n ELSE @]
       /\ CASE m.type = "propose" -> Answer(f, Message("ack", m.n))
            [] m.type = "ping" -> Answer(f, Message("pong", 0))
            [] m.type = "rest" /\ MayRest(f) -> Answer(f, m)
            [] OTHER -> UNCHANGED up
    /\ gone' = [gone EXCEPT ![f] = 0]
    /\ UNCHANGED
         <<process, log, acked, told, ends, leaderRest, silenceOf, words, cut, lost, alone, fine, needless>>

\* An answer to the last question, and nothing has happened since.
Fits(m) == asked > 0 /\ m.n = asked

\* What a leader hears: told stands for its COMMIT, which needs no answer.
HandleUp(f) ==
    /\ alive /\ leads /\ serves[f] /\ f \notin cut /\ up[f] # <<>>
    /\ LET m == Head(up[f])
       IN
       /\ up' = [up EXCEPT ![f] = Tail(@)]
       /\ IF m.type = "rest"
          THEN /\ agreed' = IF Fits(m) THEN agreed \union {f} ELSE agreed
               /\ silenceOf' = [silenceOf EXCEPT ![f] = 0]
               /\ UNCHANGED <<acked, told, rests, slept, asked, questions, down>>
          ELSE IF m.type = "wake" \/ rests
          THEN /\ Wake(Message("ping", 0))
               /\ UNCHANGED <<acked, told>>
          ELSE /\ acked' = [acked EXCEPT ![f] = IF m.type = "ack" THEN m.n ELSE @]
               /\ told' = [told EXCEPT ![f] = IF m.type = "ack" THEN m.n ELSE @]
               /\ down' =
                    IF m.type = "ack" THEN [down EXCEPT ![f] = Append(@, Message("commit", m.n))] ELSE down
               /\ silenceOf' = [silenceOf EXCEPT ![f] = 0]
               /\ UNCHANGED leaderRest
    /\ alone' = 0
    /\ UNCHANGED <<process, log, has, ends, resting, silence, words, cut, gone, lost, fine, needless>>

----------------------------------------------------------------------------
(* To rest, and to wake. *)

Ask ==
    /\ Quiet /\ HearsAll /\ ~rests /\ asked = 0
    /\ questions' = questions + 1 /\ asked' = questions + 1 /\ agreed' = {}
    /\ SendAll(Message("rest", questions + 1))
    /\ UNCHANGED <<process, entries, ends, up, rests, slept, resting, clocks, words, cut, ghosts>>

\* All that are served have said that they rest.
AllAgree == Served \subseteq agreed

GoToRest ==
    /\ Quiet /\ HearsAll /\ ~rests /\ asked > 0 /\ AllAgree
    /\ rests' = TRUE /\ slept' = 0
    /\ UNCHANGED
         <<process, entries, ends, channels, asked, questions, agreed, resting, clocks, words, cut, ghosts>>

FollowerMustWake(f) == follows[f] /\ resting[f] /\ ~MayRest(f)

\* It has been without its leader's words for so long already.
SilenceAtWaking == WordPatience + 1

\* Its leader may not have missed anything.
TellLeader(f) == Answer(f, Message("wake", 0))

FollowerWakes(f) ==
    /\ FollowerMustWake(f)
    /\ resting' = [resting EXCEPT ![f] = FALSE]
    /\ silence' = [silence EXCEPT ![f] = SilenceAtWaking]
    /\ TellLeader(f)
    /\ UNCHANGED <<process, entries, ends, down, leaderRest, silenceOf, words, cut, ghosts>>

LeaderMustWake == rests /\ ~HearsAll

RestMustEnd == rests /\ slept >= RestLength

LeaderWakes ==
    /\ alive /\ leads /\ (LeaderMustWake \/ RestMustEnd)
    /\ Wake(Message("ping", 0))
    /\ UNCHANGED <<process, entries, ends, up, resting, silence, words, cut, ghosts>>

----------------------------------------------------------------------------
(* Giving up. *)

PatienceOf(f) == IF resting[f] THEN RestPatience ELSE Patience

MustGiveUp(f) == follows[f] /\ silence[f] > PatienceOf(f)

\* The leader's end is closed, too, if that reaches it.
GiveUp(f) ==
    /\ MustGiveUp(f)
    /\ follows' = [follows EXCEPT ![f] = FALSE]
    /\ resting' = [resting EXCEPT ![f] = FALSE]
    /\ needless' = (needless \/ fine[f] > Patience)
    /\ IF f \in cut \/ ~serves[f]
       THEN UNCHANGED <<serves, down, leaderRest, silenceOf>>
       ELSE /\ serves' = [serves EXCEPT ![f] = FALSE]
            /\ rests' = FALSE /\ slept' = 0 /\ asked' = 0 /\ agreed' = {}
            /\ silenceOf' = IF rests THEN [g \in Follower |-> 0] ELSE silenceOf
            /\ down' =
                 [g \in Follower |-> IF serves[g] /\ g # f THEN Append(down[g], Message("ping", 0)) ELSE <<>>]
            /\ UNCHANGED questions
    /\ up' = [up EXCEPT ![f] = <<>>]
    /\ UNCHANGED <<process, entries, silence, words, cut, gone, lost, alone, fine>>

IsHopeless == ~IsQuorum({f \in Served : silenceOf[f] <= Patience})

MustStepDown == alive /\ leads /\ ~rests /\ IsHopeless

\* Some followers hear of it; what waits for the deaf is lost.
Resign(hear, deaf) ==
    /\ leads' = FALSE
    /\ serves' = [f \in Follower |-> FALSE]
    /\ follows' = [f \in Follower |-> follows[f] /\ f \notin hear]
    /\ resting' = [f \in Follower |-> resting[f] /\ f \notin hear]
    /\ down' = [f \in Follower |-> IF f \in hear \union deaf THEN <<>> ELSE down[f]]
    /\ up' = [f \in Follower |-> <<>>]
    /\ rests' = FALSE /\ slept' = 0 /\ asked' = 0 /\ agreed' = {} /\ UNCHANGED questions
    /\ UNCHANGED <<entries, clocks, words, cut, ghosts>>

StepDown ==
    /\ MustStepDown
    /\ Resign(Follower \ cut, {})
    /\ UNCHANGED <<alive, start>>

----------------------------------------------------------------------------
(* Time. *)

IsDelivered(f) ==
    \/ f \in cut
    \/ /\ ~follows[f] \/ down[f] = <<>>
       /\ ~(alive /\ leads /\ serves[f]) \/ up[f] = <<>>

\* What must be done now is done before time goes on.
NothingIsDue ==
    /\ \A f \in Follower : IsDelivered(f) /\ ~FollowerMustWake(f) /\ ~MustGiveUp(f)
    /\ ~(alive /\ leads /\ (LeaderMustWake \/ RestMustEnd)) /\ ~MustStepDown

\* Who has answered is woken by what is sent to all behind the question.
VoidQuestion == asked' = 0 /\ agreed' = {}

Reaches(f) == alive /\ f \notin cut

\* The process that f follows is there, and reaches it.
IsThere(f) == Reaches(f) /\ start = 1

\* A tick: all that reach each other have each other's words, but those whom the leader's miss, and those whose own
\* miss the leader; a leader that is awake pings.
Tick(missed, missing) ==
    /\ NothingIsDue
    /\ unheard' = [f \in Follower |-> IF Reaches(f) /\ f \notin missed THEN 0 ELSE unheard[f] + 1]
    /\ heardStart' = [f \in Follower |-> IF Reaches(f) /\ f \notin missed THEN start ELSE heardStart[f]]
    /\ unheardOf' = [f \in Follower |-> IF Reaches(f) /\ f \notin missing THEN 0 ELSE unheardOf[f] + 1]
    /\ silence' = [f \in Follower |-> IF follows[f] THEN silence[f] + 1 ELSE 0]
    /\ silenceOf' = [f \in Follower |-> IF serves[f] /\ leads /\ ~rests THEN silenceOf[f] + 1 ELSE 0]
    /\ slept' = IF rests THEN slept + 1 ELSE 0
    /\ IF alive /\ leads /\ ~rests
       THEN SendAll(Message("ping", 0)) /\ VoidQuestion
       ELSE UNCHANGED <<down, asked, agreed>>
    /\ gone' = [f \in Follower |-> IF follows[f] /\ ~IsThere(f) THEN gone[f] + 1 ELSE 0]
    /\ lost' = [f \in Follower |-> IF follows[f] /\ IsThere(f) /\ ~serves[f] THEN lost[f] + 1 ELSE 0]
    /\ alone' = IF leads /\ ~IsQuorum({f \in Served : Reaches(f) /\ follows[f]}) THEN alone + 1 ELSE 0
    /\ fine' =
         [f \in Follower |->
            IF follows[f] /\ serves[f] /\ IsThere(f) THEN (IF fine[f] > Patience THEN fine[f] ELSE fine[f] + 1) ELSE 0]
    /\ UNCHANGED
         <<process, entries, ends, up, rests, questions, resting, cut, needless>>

----------------------------------------------------------------------------
(* What goes wrong. *)

\* The process ends. Of those that it reaches, hear are told by its node, which may have lost its power; what waited
\* for the others is lost with it.
Crash(hear) ==
    /\ alive /\ hear \subseteq Follower \ cut
    /\ alive' = FALSE
    /\ Resign(hear, cut)
    /\ UNCHANGED start

\* It starts again, and leads nobody. Somebody has missed it, or nobody.
Restart ==
    /\ ~alive /\ start = 1
    /\ alive' = TRUE /\ start' = 2
    /\ UNCHANGED <<leads, entries, ends, channels, leaderRest, resting, clocks, words, cut, ghosts>>

Cut(f) ==
    /\ f \notin cut
    /\ cut' = cut \union {f}
    /\ UNCHANGED <<process, entries, ends, channels, leaderRest, resting, clocks, words, ghosts>>

Heal(f) ==
    /\ f \in cut
    /\ cut' = cut \ {f}
    /\ UNCHANGED <<process, entries, ends, channels, leaderRest, resting, clocks, words, ghosts>>

\* The leader's end of a connection is lost, and the follower is not told.
LoseEnd(f) ==
    /\ alive /\ leads /\ serves[f]
    /\ serves' = [serves EXCEPT ![f] = FALSE]
    /\ rests' = FALSE /\ slept' = 0 /\ asked' = 0 /\ agreed' = {} /\ UNCHANGED questions
    /\ silenceOf' = IF rests THEN [g \in Follower |-> 0] ELSE silenceOf
    /\ down' =
         [g \in Follower |-> IF serves[g] /\ g # f THEN Append(down[g], Message("ping", 0)) ELSE <<>>]
    /\ up' = [up EXCEPT ![f] = <<>>]
    /\ UNCHANGED <<process, entries, follows, resting, silence, words, cut, ghosts>>

----------------------------------------------------------------------------

Next ==
    \/ Write \/ Ask \/ GoToRest \/ LeaderWakes \/ StepDown \/ Restart
    \/ \E missed, missing \in SUBSET Follower : Tick(missed, missing)
    \/ \E hear \in SUBSET Follower : Crash(hear)
    \/ \E f \in Follower :
         HandleDown(f) \/ HandleUp(f) \/ FollowerWakes(f) \/ GiveUp(f) \/ Cut(f) \/ Heal(f) \/ LoseEnd(f)

----------------------------------------------------------------------------
(* What must hold. *)

\* A leader that is gone is given up as soon as if its heartbeats were missed.
GoneIsNoticed == \A f \in Follower : gone[f] <= Patience + 1

\* One whose end of the connection is lost is given up once it should have woken its follower.
LostIsNoticed == \A f \in Follower : lost[f] <= RestPatience + 1

\* A leader that reaches no quorum knows it: by words, and then by heartbeats.
AloneIsNoticed == alone <= WordPatience + Patience + 2

\* Nobody gives up a leader that is there, and that it reaches.
PeaceIsKept == ~needless

\* While a leader rests nobody waits for its heartbeat: whoever does has said so.
NobodyWaits ==
    \A f \in Served :
        rests /\ follows[f] /\ f \notin cut /\ up[f] = <<>> /\ down[f] = <<>>
        => resting[f] \/ MustGiveUp(f)
=============================================================================
