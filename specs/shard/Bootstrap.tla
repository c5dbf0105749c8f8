----------------------------- MODULE Bootstrap -----------------------------
(***************************************************************************)
(* A replica group joins the store, or leaves it.                          *)
(*                                                                         *)
(*   out -> joining -> pulling -> member -> leaving -> out                 *)
(*                                                                         *)
(* Joining is ElasCass's pre-bootstrapping: the new group asks each        *)
(* heavily loaded owner for a small share of its partitions, serves each   *)
(* as soon as it has received it, and is a member of the store when the    *)
(* shares have come.  Pulling is post-bootstrapping: in the background,    *)
(* one at a time, it takes more as long as rule 4 allows.  A leaving group *)
(* moves its partitions out one by one and may go when it owns nothing.    *)
(*                                                                         *)
(* ElasCass replicates partitions to nodes one by one; in ZabDB a          *)
(* partition belongs to one replica group.  Its rules (3.2) become:        *)
(*   1  A partition is not moved while it is split or merged, nor the      *)
(*      reverse.  (As it stands.)                                          *)
(*   2  K replicas: K is the size of a group; each partition has exactly   *)
(*      one owner, and is moved, never duplicated.                         *)
(*   3  The heaviest loaded group gives first.  (As it stands.)            *)
(*   4  With R the mean number of partitions a group, the new one counted: *)
(*      the new group takes no more than R, and a group gives in the       *)
(*      background only while it owns more than R.                         *)
(*                                                                         *)
(* Modelled: both phases, the choice from the middle of the list sorted by *)
(* hits, decommissioning; crashes of any group and of the coordinator, who *)
(* forgets what it had planned.                                            *)
(* Abstracted: a group is up if it has a quorum.  A move is Handoff's:     *)
(* here it is started, copied, and switched from one owner to the other in *)
(* one step.  Splits and merges keep a partition busy and, the number of   *)
(* partitions entering only by the mean, do not change it (SplitMerge).    *)
(* The load of a group is the hits on what it owns.  Groups join and leave *)
(* one after another.                                                      *)
(*                                                                         *)
(* Source: ElasCass, sections 3.2 and 3.3.                                 *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets

CONSTANTS
    \* @type: Set(GROUP);
    Group,
    \* @type: Set(PARTITION);
    Partition,
    \* @type: PARTITION -> GROUP;
    FirstOwner,
    \* The partitions' hits (moving average of hit counts), to begin with.
    \* @type: Set(PARTITION -> Int);
    FirstHeat,
    \* @type: Int;
    MaxHeat,
    \* A group is heavily loaded above this, and this many percent of the average.
    \* @type: Int;
    HeavyLoad,
    \* @type: Int;
    HeavyPercent,
    \* A heavily loaded group's share: so many percent of its partitions, one at least.
    \* @type: Int;
    SharePercent

\* @typeAlias: move = { part: PARTITION, src: GROUP, dst: GROUP, copied: Bool };
BootstrapAliases == TRUE

VARIABLES
    \* Replicated state of each group: the partitions it serves.
    \* @type: GROUP -> Set(PARTITION);
    owns,
    \* @type: GROUP -> Str;
    status,
    \* @type: GROUP -> Bool;
    up,
    \* Moves under way.
    \* @type: Set($move);
    moves,
    \* Partitions that are being split or merged.
    \* @type: Set(PARTITION);
    sharding,
    \* @type: PARTITION -> Int;
    heat,
    \* The coordinator's plan of pre-bootstrapping, in memory only: is there one,
    \* and how many partitions each group has still to give.
    \* @type: Bool;
    planned,
    \* @type: GROUP -> Int;
    due

vars == <<owns, status, up, moves, sharding, heat, planned, due>>

----------------------------------------------------------------------------
(* Load and numbers *)

\* Hits on what g owns.
\* @type: GROUP => Int;
Load(g) == Cardinality({hit \in owns[g] \X (1..MaxHeat) : hit[2] <= heat[hit[1]]})

\* @type: Str => Set(GROUP);
With(s) == {g \in Group : status[g] = s}

\* The groups that the mean counts.
Counted == With("joining") \cup With("pulling") \cup With("member")

\* What g will own when the moves under way are done.
\* @type: GROUP => Int;
Holding(g) ==
    Cardinality(owns[g]) + Cardinality({m \in moves : m.dst = g}) - Cardinality({m \in moves : m.src = g})

\* n partitions a group are more than the mean (rule 4).
\* @type: Int => Bool;
AboveMean(n) == n * Cardinality(Counted) > Cardinality(Partition)

\* @type: GROUP => Bool;
MayTake(g) == ~AboveMean(Holding(g) + 1)
\* @type: GROUP => Bool;
MayGive(g) == AboveMean(Holding(g))

TotalLoad == Cardinality({hit \in Partition \X (1..MaxHeat) : hit[2] <= heat[hit[1]]})

\* Heavily loaded: above a threshold, and reasonably above the average.
\* @type: GROUP => Bool;
Heavy(g) ==
    /\ status[g] = "member"
    /\ Load(g) > HeavyLoad
    /\ Load(g) * Cardinality(With("member")) * 100 > TotalLoad * HeavyPercent

\* @type: GROUP => Int;
Share(g) == IF Cardinality(owns[g]) * SharePercent < 100 THEN 1 ELSE (Cardinality(owns[g]) * SharePercent) \div 100

----------------------------------------------------------------------------
(* Choice of a partition *)

\* @type: PARTITION => Bool;
Moving(p) == \E m \in moves : m.part = p

\* Rule 1, from either side.
\* @type: PARTITION => Bool;
MayMove(p) == p \notin sharding
\* @type: PARTITION => Bool;
MayShard(p) == ~Moving(p)

\* @type: GROUP => Set(PARTITION);
Movable(g) == {p \in owns[g] : MayMove(p) /\ ~Moving(p)}

\* How far p is from the middle of its owner's list: partitions hotter against colder.
\* @type: (GROUP, PARTITION) => Int;
OffMiddle(g, p) ==
    LET hotter == Cardinality({q \in owns[g] : heat[q] > heat[p]})
        colder == Cardinality({q \in owns[g] : heat[q] < heat[p]})
    IN IF hotter > colder THEN hotter - colder ELSE colder - hotter

\* From the middle of the list outwards: the first that can be moved.
\* @type: GROUP => Set(PARTITION);
Choices(g) == {p \in Movable(g) : \A q \in Movable(g) : OffMiddle(g, p) <= OffMiddle(g, q)}

----------------------------------------------------------------------------
NothingDue == [g \in Group |-> 0]

Init ==
    /\ owns = [g \in Group |-> {p \in Partition : FirstOwner[p] = g}]
    /\ status = [g \in Group |-> IF \E p \in Partition : FirstOwner[p] = g THEN "member" ELSE "out"]
    /\ up = [g \in Group |-> TRUE]
    /\ moves = {} /\ sharding = {}
    /\ heat \in FirstHeat
    /\ planned = FALSE /\ due = NothingDue

TypeOK ==
    /\ owns \in [Group -> SUBSET Partition]
    /\ status \in [Group -> {"out", "joining", "pulling", "member", "leaving"}]
    /\ up \in [Group -> BOOLEAN]
    /\ \A m \in moves : m.part \in Partition /\ {m.src, m.dst} \subseteq Group /\ m.copied \in BOOLEAN
    /\ sharding \subseteq Partition
    /\ heat \in [Partition -> 1..MaxHeat]
    /\ planned \in BOOLEAN
    /\ \A g \in Group : due[g] \in 0..Cardinality(Partition)

----------------------------------------------------------------------------
(* A move: Handoff's, in three steps *)

\* @type: (PARTITION, GROUP, GROUP) => Bool;
StartMove(p, src, dst) ==
    /\ up[src] /\ up[dst]
    /\ moves' = moves \cup {[part |-> p, src |-> src, dst |-> dst, copied |-> FALSE]}

\* @type: $move => Bool;
Copy(m) ==
    /\ m \in moves /\ ~m.copied /\ up[m.src] /\ up[m.dst]
    /\ moves' = (moves \ {m}) \cup {[m EXCEPT !.copied = TRUE]}
    /\ UNCHANGED <<owns, status, up, sharding, heat, planned, due>>

\* @type: $move => Bool;
Received(m) == m.copied

\* @type: $move => Set(PARTITION);
KeptBySource(m) == owns[m.src] \ {m.part}

\* The source gives in its log, the destination takes in its own.
\* @type: $move => Bool;
MaySwitch(m) == up[m.src] /\ up[m.dst]

\* The new owner answers from here on, and the old one does not.
\* @type: $move => Bool;
Switch(m) ==
    /\ m \in moves /\ Received(m) /\ MaySwitch(m)
    /\ owns' = [owns EXCEPT ![m.src] = KeptBySource(m), ![m.dst] = @ \cup {m.part}]
    /\ moves' = moves \ {m}
    /\ UNCHANGED <<status, up, sharding, heat, planned, due>>

\* With either end down the move is given up; the owner remains.
\* @type: $move => Bool;
AbortMove(m) ==
    /\ m \in moves /\ ~(up[m.src] /\ up[m.dst])
    /\ moves' = moves \ {m}
    /\ UNCHANGED <<owns, status, up, sharding, heat, planned, due>>

----------------------------------------------------------------------------
(* Bootstrapping *)

\* No other group is joining or leaving.
NoChangeUnderWay == \A g \in Group : status[g] \in {"out", "member"}

\* A new, empty group.
StartBootstrap(g) ==
    /\ status[g] = "out" /\ NoChangeUnderWay
    /\ status' = [status EXCEPT ![g] = "joining"]
    /\ planned' = FALSE /\ due' = NothingDue
    /\ UNCHANGED <<owns, up, moves, sharding, heat>>

\* The heavily loaded groups shall give their shares.
PlanShares(g) ==
    /\ status[g] = "joining" /\ ~planned
    /\ planned' = TRUE
    /\ due' = [d \in Group |-> IF Heavy(d) THEN Share(d) ELSE 0]
    /\ UNCHANGED <<owns, status, up, moves, sharding, heat>>

\* Nobody gives the last that it has: a hot group of one partition is to split it.
\* @type: GROUP => Bool;
HasMore(d) == Holding(d) > 1

\* Group d has a share to give to g, down or busy though it may be.
\* @type: (GROUP, GROUP) => Bool;
Owes(d, g) == due[d] > 0 /\ MayTake(g) /\ HasMore(d)

\* Heavily loaded groups give side by side, each one partition at a time.
\* @type: (GROUP, GROUP, PARTITION) => Bool;
PullShare(g, d, p) ==
    /\ status[g] = "joining" /\ planned /\ Owes(d, g)
    /\ p \in Choices(d)
    /\ \A m \in moves : m.src # d
    /\ StartMove(p, d, g)
    /\ due' = [due EXCEPT ![d] = @ - 1]
    /\ UNCHANGED <<owns, status, up, sharding, heat, planned>>

\* The groups whose shares are waited for: not those that are down.
\* @type: GROUP => Set(GROUP);
Owing(g) == {d \in Group : up[d] /\ Owes(d, g)}

\* The shares have come: g is a member of the store.
CompleteJoin(g) ==
    /\ status[g] = "joining" /\ planned /\ up[g]
    /\ moves = {} /\ Owing(g) = {}
    /\ status' = [status EXCEPT ![g] = "pulling"]
    /\ planned' = FALSE /\ due' = NothingDue
    /\ UNCHANGED <<owns, up, moves, sharding, heat>>

\* The groups that may give, and have something to give at present.
Donors == {d \in With("member") : up[d] /\ MayGive(d) /\ Movable(d) # {}}

\* Rule 3.
Heaviest(S) == {d \in S : \A e \in S : Load(d) >= Load(e)}

\* The rate limit of what goes on in the background.
MayStartMove == moves = {}

\* @type: (GROUP, GROUP, PARTITION) => Bool;
Pull(g, d, p) ==
    /\ status[g] = "pulling" /\ MayTake(g) /\ MayStartMove
    /\ d \in Heaviest(Donors) /\ p \in Choices(d)
    /\ StartMove(p, d, g)
    /\ UNCHANGED <<owns, status, up, sharding, heat, planned, due>>

\* @type: GROUP => Bool;
HasEnough(g) == ~MayTake(g) \/ \A d \in With("member") : ~MayGive(d)

EndBootstrap(g) ==
    /\ status[g] = "pulling" /\ moves = {} /\ HasEnough(g)
    /\ status' = [status EXCEPT ![g] = "member"]
    /\ UNCHANGED <<owns, up, moves, sharding, heat, planned, due>>

----------------------------------------------------------------------------
(* Decommissioning *)

\* Somebody must be there to take what g has.
\* @type: GROUP => Bool;
IsNotAlone(g) == With("member") # {g}

Decommission(g) ==
    /\ status[g] = "member" /\ NoChangeUnderWay
    /\ IsNotAlone(g)
    /\ status' = [status EXCEPT ![g] = "leaving"]
    /\ UNCHANGED <<owns, up, moves, sharding, heat, planned, due>>

\* @type: Set(GROUP) => Set(GROUP);
LeastLoaded(S) == {d \in S : \A e \in S : Load(d) <= Load(e)}

\* One by one, each to the group that is least loaded at that moment.
\* @type: (GROUP, GROUP, PARTITION) => Bool;
Drain(g, d, p) ==
    /\ status[g] = "leaving" /\ MayStartMove
    /\ d \in LeastLoaded({e \in With("member") : up[e]}) /\ p \in Movable(g)
    /\ StartMove(p, g, d)
    /\ UNCHANGED <<owns, status, up, sharding, heat, planned, due>>

\* @type: GROUP => Bool;
MayLeave(g) == owns[g] = {}

Leave(g) ==
    /\ status[g] = "leaving" /\ MayLeave(g)
    /\ status' = [status EXCEPT ![g] = "out"]
    /\ UNCHANGED <<owns, up, moves, sharding, heat, planned, due>>

----------------------------------------------------------------------------
(* The surroundings *)

Crash(g) ==
    /\ up[g]
    /\ up' = [up EXCEPT ![g] = FALSE]
    /\ UNCHANGED <<owns, status, moves, sharding, heat, planned, due>>

Recover(g) ==
    /\ ~up[g]
    /\ up' = [up EXCEPT ![g] = TRUE]
    /\ UNCHANGED <<owns, status, moves, sharding, heat, planned, due>>

\* The next coordinator finds status and moves in replicated state, and plans anew.
CrashCoordinator ==
    /\ planned
    /\ planned' = FALSE /\ due' = NothingDue
    /\ UNCHANGED <<owns, status, up, moves, sharding, heat>>

\* @type: (GROUP, PARTITION) => Bool;
BeginSharding(g, p) ==
    /\ up[g] /\ p \in owns[g] \ sharding /\ MayShard(p)
    /\ sharding' = sharding \cup {p}
    /\ UNCHANGED <<owns, status, up, moves, heat, planned, due>>

\* @type: PARTITION => Bool;
EndSharding(p) ==
    /\ p \in sharding
    /\ sharding' = sharding \ {p}
    /\ UNCHANGED <<owns, status, up, moves, heat, planned, due>>

\* @type: (PARTITION, Int) => Bool;
Hits(p, h) ==
    /\ heat' = [heat EXCEPT ![p] = h]
    /\ UNCHANGED <<owns, status, up, moves, sharding, planned, due>>

----------------------------------------------------------------------------
Change(g) == StartBootstrap(g) \/ Decommission(g)

Proceed(g) ==
    \/ PlanShares(g) \/ CompleteJoin(g) \/ EndBootstrap(g) \/ Leave(g)
    \/ \E d \in Group, p \in Partition : PullShare(g, d, p) \/ Pull(g, d, p) \/ Drain(g, d, p)

Move == \E m \in moves : Copy(m) \/ Switch(m) \/ AbortMove(m)

Next ==
    \/ \E g \in Group :
        \/ Change(g) \/ Proceed(g) \/ Crash(g) \/ Recover(g)
        \/ \E p \in Partition : BeginSharding(g, p)
    \/ Move
    \/ CrashCoordinator
    \/ \E p \in Partition : EndSharding(p) \/ \E h \in 1..MaxHeat : Hits(p, h)

\* What was begun goes on; who crashed recovers; sharding ends.
Fairness ==
    /\ \A g \in Group : WF_vars(Proceed(g)) /\ WF_vars(Recover(g))
    /\ WF_vars(Move)
    /\ \A p \in Partition : WF_vars(EndSharding(p))

Spec == Init /\ [][Next]_vars /\ Fairness

----------------------------------------------------------------------------
(* Safety *)

\* Rule 2: no partition without an owner, none with two.
OneOwner == \A p \in Partition : Cardinality({g \in Group : p \in owns[g]}) = 1

\* Rule 1: sharding and reallocation exclude each other.
ShardingExcludesMoves == \A m \in moves : m.part \notin sharding

\* A partition is in one move at a time, from its owner.
MovesAreExclusive ==
    \A m \in moves : m.part \in owns[m.src] /\ \A n \in moves : m # n => m.part # n.part

\* The new group's bound of rule 4.
NoMoreThanMean == \A g \in With("joining") \cup With("pulling") : Cardinality(owns[g]) > 0 => ~AboveMean(Cardinality(owns[g]))

\* Who is out of the store owns nothing and takes part in no move.
OutOwnsNothing ==
    \A g \in With("out") : owns[g] = {} /\ \A m \in moves : g \notin {m.src, m.dst}

\* In the background one move at a time; in pre-bootstrapping one a donor.
MovementLimited ==
    /\ With("joining") = {} => Cardinality(moves) <= 1
    /\ \A m, n \in moves : m # n => m.src # n.src

OneChangeAtATime == Cardinality({g \in Group : status[g] \in {"joining", "pulling", "leaving"}}) <= 1

\* The store never runs out of members.
MembersRemain == With("member") # {}

\* What a group owns is replicated state: it does not change while the group is down.
DownChangesNothing == [][ \A g \in Group : ~up[g] => owns'[g] = owns[g] ]_vars

\* A group serves only what it has received.
ServesOnlyReceived ==
    [][ \A g \in Group : \A p \in owns'[g] \ owns[g] :
            \E m \in moves : m.part = p /\ m.dst = g /\ m.copied ]_vars

\* The moves that a step starts.
Started == {m \in moves' : ~m.copied /\ m \notin moves}

\* Whoever gives goes on serving something.
GiversServeOn ==
    [][ \A m \in Started : status[m.src] = "member" =>
            \E p \in owns[m.src] : \A n \in moves' : n.part # p ]_vars

\* The givers' bound of rule 4.
GivesAboveMean ==
    [][ \A m \in Started : status[m.dst] = "pulling" => AboveMean(Cardinality(owns[m.src])) ]_vars

\* Rule 3: nobody who could give as well is loaded more heavily.
HeaviestGivesFirst ==
    [][ \A m \in Started : status[m.dst] = "pulling" =>
            \A d \in With("member") :
                \/ ~up[d] \/ ~AboveMean(Cardinality(owns[d])) \/ owns[d] \subseteq sharding
                \/ Load(d) <= Load(m.src) ]_vars

\* Only heavily loaded groups give before the new group serves.
OnlyHeavyGiveShares ==
    [][ \A g, d \in Group : due'[d] > due[d] =>
            Load(d) > HeavyLoad /\ \E e \in Group : status[e] = "member" /\ Load(e) < Load(d) ]_vars

\* Others in S are at least as hot as p, and others at most.
Inside(p, S) == \E h, c \in S \ {p} : h # c /\ heat[h] >= heat[p] /\ heat[c] <= heat[p]

\* Neither the hottest nor the coldest partition is chosen where it can be avoided.
FromTheMiddle ==
    [][ \A m \in Started : status[m.src] = "member" =>
            Inside(m.part, owns[m.src]) \/ \A q \in owns[m.src] \ sharding : ~Inside(q, owns[m.src]) ]_vars

\* A leaving group's partition goes to the least loaded.
LeastLoadedReceives ==
    [][ \A m \in Started : status[m.src] = "leaving" =>
            /\ status[m.dst] = "member"
            /\ \A d \in With("member") : up[d] => Load(m.dst) <= Load(d) ]_vars

\* What the new group has taken it does not give back.
NoReturn == [][ \A m \in Started : status[m.src] \in {"member", "leaving"} /\ status[m.dst] # "leaving" ]_vars

----------------------------------------------------------------------------
(* Liveness: if crashes and sharding stop *)

BootstrapEnds == \A g \in Group : status[g] \in {"joining", "pulling"} ~> status[g] \notin {"joining", "pulling"}

DecommissionEnds == \A g \in Group : status[g] = "leaving" ~> status[g] = "out"

\* The new group comes to own the mean number, as nearly as partitions can be counted.
BalanceReached ==
    \A g \in Group : status[g] = "pulling" ~>
        status[g] = "member" /\ Cardinality(owns[g]) = Cardinality(Partition) \div Cardinality(Counted)

\* When groups stop joining and leaving, nothing moves any more.
ComesToRest == <>[](moves = {} /\ NoChangeUnderWay)
=============================================================================
