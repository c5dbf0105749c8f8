------------------------------- MODULE MCMove -------------------------------
(***************************************************************************)
(* Move in finite models.  Each turns a part of it on, and does that       *)
(* exhaustively: moves with logs that are cut, reads at replicas that lag, *)
(* splits and merges, several groups, expiry, redirects.                   *)
(*                                                                         *)
(* Bounded are actions, never states: attempts, calls, splits and merges,  *)
(* faults.  The ghosts are those of MCHandoff.                             *)
(***************************************************************************)
EXTENDS Move, TLC

CONSTANTS
    \* The highest number that an attempt begins with.
    MaxNumber,
    MaxCalls,
    \* Splits and merges begun.
    MaxShardings,
    \* Crashes that lose messages; where clients follow redirects, rings of the manager that lead them astray.
    MaxFaults,
    \* The last stamp.
    MaxTime,
    \* Whether attempts are given up for no reason.
    Aborts,
    \* Whether groups may be dissolved.
    Dissolves,
    \* Whether clients follow redirects.  If not, what they sent may be at any group, and that at any time.
    Redirects,
    \* The operations that clients choose from.
    MCOperation

VARIABLES
    \* Every acknowledged version, of whatever an answer said: key, version, value.
    acked,
    \* The newest acknowledged when c's call began.
    floor,
    \* How often c's n-th call was run.
    effects,
    shardings,
    faults

ghosts == <<acked, floor, effects>>
mcVars == <<vars, ghosts, shardings, faults>>

\* Attempts, and places in the log of a group: more than there can be.
MCPlaces == 30
MCVersion == {n * MCPlaces + i : n \in 0..MaxNumber, i \in 1..(MCPlaces - 1)}

(* Who owns what to begin with, and how long the logs are *)

\* One partition, of some group.
Whole == [p \in {Key} |-> CHOOSE g \in Group : TRUE]
\* Each key a partition: all of one group, or each of another.
Together == [p \in {{k} : k \in Key} |-> CHOOSE g \in Group : TRUE]
Ahead == [g \in Group |-> IF g = FirstOwner[CHOOSE p \in DOMAIN FirstOwner : TRUE] THEN 9 ELSE 0]
\* Groups that own something have given away something else before, by an attempt with number 1.
FoundedBefore(P, n, t) ==
    [index |-> n, time |-> t, floor |-> IF P = {} THEN 0 ELSE 1,
     parts |-> [p \in P |-> Record(Serving, 0, 0, NoGroup, NoSessions)],
     cells |-> [k \in Key |-> NoCell],
     heirs |-> [k \in Key |-> Nobody]]
NoTime == [g \in Group |-> 0]
OthersLater == [g \in Group |-> IF Ahead[g] > 0 THEN 0 ELSE 2]
Apart == CHOOSE f \in [{{k} : k \in Key} -> Group] : \A p, q \in DOMAIN f : p # q => f[p] # f[q]

Put(k, v) == Op("put", k, v, NoValue)
Get(k) == Op("get", k, NoValue, NoValue)
PutFor(k, v, ttl) == [Put(k, v) EXCEPT !.ttl = ttl]
PutsOnly == {Put(k, v) : k \in Key, v \in Value}
PutsAndGets == PutsOnly \cup {Get(k) : k \in Key}
Checks == {Op("cas", k, v, NoValue) : k \in Key, v \in Value} \cup {Op("delete", k, NoValue, NoValue) : k \in Key}
\* Updates of one key.
PutOne == {Put(CHOOSE k \in Key : TRUE, v) : v \in Value}
\* Both keys at once; cells that last for one tick, and what tells whether they are there.
Batches == {[o EXCEPT !.also = Key] : o \in PutsOnly}
Passing == {PutFor(k, v, 1) : k \in Key, v \in Value}
PassingAndChecks == Passing \cup {Op("cas", k, v, v) : k \in Key, v \in Value} \cup {Get(k) : k \in Key}
NoOperation == {}

Anywhere(g, r) == TRUE

MCInit ==
    /\ Init
    /\ acked = {} /\ floor = [c \in Client |-> <<0, 0, 0>>]
    /\ effects = [c \in Client |-> [n \in 1..MaxCalls |-> 0]]
    /\ shardings = 0 /\ faults = 0

RECURSIVE SumOf(_)
SumOf(S) == IF S = {} THEN 0 ELSE LET c == CHOOSE x \in S : TRUE IN calls[c].seq + SumOf(S \ {c})
CallsMade == SumOf(Client)

\* Of one version first the value is seen, then, perhaps, that it has expired.
Age(result) == <<result.version[1], result.version[2], IF result.value = NoValue THEN 1 ELSE 0>>
Older(a, b) == \/ Later(<<b[1], b[2]>>, <<a[1], a[2]>>)
               \/ <<a[1], a[2]>> = <<b[1], b[2]>> /\ a[3] < b[3]

AckedAge(k) ==
    LET ages == {<<0, 0, 0>>} \cup {Age(a.result) : a \in {b \in acked : b.key = k}}
    IN CHOOSE a \in ages : \A b \in ages : ~Older(a, b)

RecordAnswer(c) ==
    /\ acked' = acked \cup {[key |-> calls[c].op.key, result |-> calls'[c].result]}
    /\ UNCHANGED <<floor, effects>>

Ran(g, c) ==
    effects' = IF c.kind = "Update" /\ Admissible(state[g], c)
               THEN [effects EXCEPT ![c.entry[1].client][c.entry[1].seq] = @ + 1] ELSE effects

Bounds == UNCHANGED <<shardings, faults>>

Handling == (\E g \in Group : Handled(g)) /\ UNCHANGED ghosts /\ Bounds

\* The destination of p has been dissolved.
ForNobody(g, p) == AtTail(g).parts[p].peer \in dissolved

Deciding ==
    /\ \E g \in Group :
        \/ \E p \in Parts(AtTail(g)) :
            \/ SealMove(g, p)
            \/ (Aborts \/ ForNobody(g, p)) /\ AbortMove(g, p)
            \/ NextNumber(AtTail(g), p) <= MaxNumber /\ \E d \in Group : BeginMove(g, p, d)
        \/ \E new \in Sharded(g) : Shard(g, "CommitSharding", new) \/ Shard(g, "AbortSharding", new)
    /\ UNCHANGED ghosts /\ Bounds

BeginsSharding ==
    /\ shardings < MaxShardings /\ shardings' = shardings + 1
    /\ \E g \in Group : \E p \in Parts(AtTail(g)) : Split(g, p) \/ \E q \in Parts(AtTail(g)) : Merge(g, p, q)
    /\ UNCHANGED <<ghosts, faults>>

Committing ==
    /\ \E g \in Group : Commit(g) /\ Ran(g, Head(tail[g]))
    /\ UNCHANGED <<acked, floor>> /\ Bounds

Changing == (\E g \in Group : \E n \in 0..(Len(tail[g]) - 1) : LeaderChange(g, n)) /\ UNCHANGED ghosts /\ Bounds

Applying == Lags /\ (\E g \in Group : CatchUp(g) \/ Join(g)) /\ UNCHANGED ghosts /\ Bounds

Admitting ==
    /\ \E g \in Group, r \in requests, t \in 0..MaxTime :
        /\ t >= AtTail(g).time
        /\ Admit(g, r, t)
        /\ IF Window = 0 THEN Ran(g, UpdateCommand(r, t)) ELSE UNCHANGED effects
    /\ UNCHANGED <<acked, floor>> /\ Bounds

Calling ==
    /\ \E c \in Client :
        \/ \E op \in MCOperation :
            /\ CallsMade < MaxCalls /\ Invoke(c, op)
            /\ floor' = [floor EXCEPT ![c] = AckedAge(op.key)] /\ UNCHANGED <<acked, effects>>
        \/ (\E g \in Group : AnswerUpdate(g, c)) /\ RecordAnswer(c)
        \/ AnswerRead(c) /\ RecordAnswer(c)
        \/ Respond(c) /\ UNCHANGED ghosts
        \/ (\E g \in Group : ConfirmRead(g, c)) /\ UNCHANGED ghosts
        \/ Redirects /\ Redirect(c) /\ UNCHANGED ghosts
    /\ Bounds

Failing ==
    /\ faults < MaxFaults /\ faults' = faults + 1
    /\ \E g \in Group : IF Redirects THEN \E c \in Client : AskManager(c, g) ELSE Crash(g)
    /\ UNCHANGED <<ghosts, shardings>>

\* Nobody has anything new to say but when messages were lost.
Repeating == MaxFaults > 0 /\ Say /\ UNCHANGED ghosts /\ Bounds

Dissolving == Dissolves /\ (\E g \in Group : Dissolve(g)) /\ UNCHANGED ghosts /\ Bounds

MCNext ==
    \/ Handling \/ Deciding \/ BeginsSharding \/ Committing \/ Changing \/ Applying
    \/ Admitting \/ Calling \/ Failing \/ Repeating \/ Dissolving

MCSpec == MCInit /\ [][MCNext]_mcVars

----------------------------------------------------------------------------

\* What a client was told of is still there, or was overwritten since.
NoAcknowledgedWriteLost ==
    \A a \in acked :
        LET cell == state[Holder(a.key)].cells[a.key]
        IN \/ Later(cell.version, a.result.version)
           \/ /\ cell.version = a.result.version
              /\ a.result.value \in {cell.value, NoValue}

\* A call reports at least what was acknowledged when it began.
NoStaleAnswer == \A c \in Client : calls[c].phase = Effective => ~Older(Age(calls[c].result), floor[c])

\* However often an update arrives, at whichever group.
UpdatesRunOnce == \A c \in Client : \A n \in DOMAIN effects[c] : effects[c][n] <= 1

TypeOK ==
    /\ \A g \in Group :
        /\ Parts(state[g]) \subseteq Partition
        /\ \A p \in Parts(state[g]) :
            LET r == state[g].parts[p]
            IN /\ r.phase \in {Serving} \cup Moving \cup Copies
               /\ r.peer \in Group \cup {NoGroup} /\ (r.phase = Serving) = (r.peer = NoGroup)
               /\ r.move <= r.epoch /\ r.epoch <= MaxNumber
    /\ \A m \in msgs : {m.src, m.dst} \subseteq Group /\ m.src # m.dst /\ m.part \in Partition /\ m.epoch \in 1..MaxNumber
    /\ \A c \in Client : calls[c].phase \in {Idle, Invoked, Effective}

Symmetry == Permutations(Client)
=============================================================================
