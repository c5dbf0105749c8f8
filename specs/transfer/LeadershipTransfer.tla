------------------------- MODULE LeadershipTransfer -------------------------
(***************************************************************************)
(* A leader steps aside before a heavy compaction would slow its group     *)
(* down, and compactions are staggered, so that a quorum is always free.   *)
(*                                                                         *)
(* Modelled: the compaction pressure of each replica, and reports of it    *)
(* that may be late, lost or doubled; the planned transfer (choose, drain, *)
(* hand over, start the next epoch; or abort); the permits with which a    *)
(* leader staggers the compactions of its followers; the small steps that  *)
(* replace a heavy compaction when nobody can take over; and, at any       *)
(* moment, crashes and unplanned elections.  And fitness: who cannot apply, *)
(* read, write or keep time says so in place of its pressure, and does not  *)
(* lead while somebody fit can; it hands over whatever the policy and the   *)
(* interval.                                                               *)
(*                                                                         *)
(* Abstracted:                                                             *)
(* - Zab.  Elect and StartEpoch stand for discovery and synchronisation:   *)
(*   a quorum moves to a higher epoch in one step and then holds the       *)
(*   leader's history.  Zab is safe whoever leads, so nothing here can     *)
(*   lose a write; what is at stake is how well the group is led.          *)
(* - The log: of it only `lag` is left, how far a replica is behind.       *)
(* - Time: Tick for the minimum interval; a timeout may strike any time.   *)
(* - Light compactions: pressure below Threshold disturbs nobody.  The     *)
(*   code takes as light what reads few bytes (transfer-heavy-bytes), and  *)
(*   foretells them: PressureLevels, CompactionForecast.                   *)
(*                                                                         *)
(* Why never a quorum compacts at once.  A heavy compaction needs a permit *)
(* of the leader of the epoch its replica is in.  A leader counts as busy  *)
(* whoever holds its permit, whoever told it that it compacts, and WHOEVER *)
(* HAS NOT YET REPORTED IN THE LEADER'S OWN EPOCH: an older leader may     *)
(* have permitted anything to those, and still may.  It permits no more    *)
(* than the group can spare, counting all of these.  A replica that joins  *)
(* an epoch leaves the permits it has not used behind, and reports the     *)
(* compaction it has under way.  So permits need no clock, no log entry    *)
(* and no hand-over from leader to leader; a replica that stays away       *)
(* occupies a place, as it should: it is no part of any free quorum.       *)
(*                                                                         *)
(* The rule of return: no leader has a home.  A leader that is not hot     *)
(* keeps leading, however cold the others are; who left because it was hot *)
(* is chosen again like anybody else, once a compaction has cooled it.     *)
(*                                                                         *)
(* Source: ACaZoo, sections III (weighted votes) and IV-B (threshold,      *)
(* RANDOM and round robin).  Ours: COLDEST, permits, the planned           *)
(* transfer, hysteresis, small steps, fitness.                             *)
(* Read: the state; pressure and weights; permits; transfer; epochs.       *)
(***************************************************************************)
EXTENDS Integers, FiniteSets

CONSTANTS
    \* @type: Set(SERVER);
    Server,
    \* No server.
    \* @type: SERVER;
    Nobody,
    \* The fixed sequence of the ROUND_ROBIN policy: each server's place, 0 to N-1.
    \* @type: SERVER -> Int;
    Place,
    \* How a leader chooses its successor: "RANDOM", "ROUND_ROBIN" or "COLDEST".
    \* @type: Str;
    Policy,
    \* Whether heavy compactions need a permit.  ACaZoo had none: FALSE.
    \* @type: Bool;
    Staggered,
    \* At this pressure RocksDB stops writes.
    \* @type: Int;
    MaxPressure,
    \* From this pressure on, a compaction is heavy and due.
    \* @type: Int;
    Threshold,
    \* A successor is cooler than Threshold by at least this much.
    \* @type: Int;
    Hysteresis,
    \* A caught-up follower lacks at most this many writes (those in the pipeline).
    \* @type: Int;
    MaxLag,
    \* Ticks that a leader lets pass before it begins a transfer.
    \* @type: Int;
    MinInterval

ASSUME /\ Nobody \notin Server
       /\ Policy \in {"RANDOM", "ROUND_ROBIN", "COLDEST"}
       /\ 0 < Threshold /\ Threshold <= MaxPressure
       /\ 0 < Hysteresis /\ Hysteresis <= Threshold

(* @typeAlias: message = { type: Str, src: SERVER, dst: SERVER, epoch: Int, run: Int, pressure: Int };
   @typeAlias: report = { run: Int, pressure: Int };
*)
LeadershipTransferAliases == TRUE

VARIABLES
    \* "leader" (or believes it), "follower", "down".
    \* @type: SERVER -> Str;
    role,
    \* The latest epoch joined.  Survives a crash.
    \* @type: SERVER -> Int;
    epoch,
    \* The compaction work that has piled up, in levels.  Survives a crash.
    \* @type: SERVER -> Int;
    pressure,
    \* Starts and ends of heavy compactions so far: odd while one runs.  Survives a crash.
    \* @type: SERVER -> Int;
    run,
    \* Those that are not fit to lead: a full or damaged disk, a clock that is off ...
    \* @type: Set(SERVER);
    unfit,
    \* How many writes a server lacks, as the newest leader knows it from acknowledgements.
    \* @type: SERVER -> Int;
    lag,
    \* At a leader: the server it is handing over to, or Nobody.
    \* @type: SERVER -> SERVER;
    target,
    \* At a leader: the ticks until it may begin a transfer.
    \* @type: SERVER -> Int;
    wait,
    \* At a leader: the latest report of each server in its epoch.
    \* @type: SERVER -> SERVER -> $report;
    heard,
    \* At a leader: the newest run it permitted to each server, or 0.
    \* @type: SERVER -> SERVER -> Int;
    granted,
    \* The messages under way.
    \* @type: Set($message);
    msgs

\* @type: <<SERVER -> Str, SERVER -> Int, SERVER -> Int, SERVER -> Int, Set(SERVER), SERVER -> Int, SERVER -> SERVER, SERVER -> Int, SERVER -> SERVER -> $report, SERVER -> SERVER -> Int, Set($message)>>;
vars == <<role, epoch, pressure, run, unfit, lag, target, wait, heard, granted, msgs>>

----------------------------------------------------------------------------
(* The state *)

QuorumSize == Cardinality(Server) \div 2 + 1
Quorums == {Q \in SUBSET Server : Cardinality(Q) >= QuorumSize}

\* How many servers the group can spare.
Spare == Cardinality(Server) - QuorumSize

Behind == MaxLag + 1      \* too far behind to take over
Unfit == MaxPressure + 1  \* who reports this much, or more, is not fit to lead

Unheard == [run |-> -1, pressure |-> 0]
NoReports == [s \in Server |-> Unheard]
NoPermits == [s \in Server |-> 0]

\* @type: (Str, SERVER, SERVER, Int, Int, Int) => $message;
Message(type, src, dst, e, r, p) ==
    [type |-> type, src |-> src, dst |-> dst, epoch |-> e, run |-> r, pressure |-> p]

\* @type: $message => Bool;
MessageOK(m) ==
    /\ m.type \in {"report", "permit", "start"}
    /\ m.src \in Server /\ m.dst \in Server /\ m.src # m.dst
    /\ m.epoch \in Nat /\ m.run \in Nat
    /\ m.pressure \in 0..(Unfit + MaxPressure)

TypeOK ==
    /\ role \in [Server -> {"leader", "follower", "down"}]
    /\ epoch \in [Server -> Nat]
    /\ pressure \in [Server -> 0..MaxPressure]
    /\ run \in [Server -> Nat]
    /\ unfit \subseteq Server
    /\ lag \in [Server -> 0..Behind]
    /\ target \in [Server -> Server \cup {Nobody}]
    /\ wait \in [Server -> 0..MinInterval]
    /\ \A l, s \in Server :
        /\ heard[l][s].run >= -1 /\ heard[l][s].pressure \in 0..(Unfit + MaxPressure)
        /\ granted[l][s] \in Nat
    /\ \A m \in msgs : MessageOK(m)

\* @type: SERVER => Bool;
Leads(s) == role[s] = "leader"

\* A leader that a quorum follows: of all leaders, the newest.
\* @type: SERVER => Bool;
Serves(s) == Leads(s) /\ {x \in Server : epoch[x] = epoch[s]} \in Quorums

\* @type: SERVER => Bool;
Compacting(s) == run[s] % 2 = 1

\* @type: $message => Bool;
Send(m) == msgs' = msgs \cup {m}

\* Message m is received, perhaps not for the last time.
\* @type: $message => Bool;
Receive(m) == m \in msgs /\ (msgs' = msgs \ {m} \/ msgs' = msgs)

----------------------------------------------------------------------------
(* Pressure and weights *)

\* @type: SERVER => Bool;
Hot(s) == pressure[s] >= Threshold

\* @type: Int => Bool;
Cool(p) == p + Hysteresis <= Threshold

\* What s tells of itself: its pressure, and whether it is fit.
\* @type: SERVER => Int;
Level(s) == IF s \in unfit THEN Unfit + pressure[s] ELSE pressure[s]

\* The pressure of one who tells so.
\* @type: Int => Int;
Work(level) == level % Unfit

\* The weight of a vote (ACaZoo, section III): none while compacting, else the less the hotter; the unfit come
\* after all others that do not compact, but somebody leads even if nobody is fit.
\* @type: SERVER => Int;
Weight(s) == IF Compacting(s) THEN 0 ELSE IF s \in unfit THEN 1 ELSE Unfit + 1 - pressure[s]

\* Only these two steps change `unfit`; Next says so.
\* @type: SERVER => Bool;
FallIll(s) ==
    /\ role[s] # "down" /\ s \notin unfit
    /\ unfit' = unfit \cup {s}
    /\ UNCHANGED <<role, epoch, pressure, run, lag, target, wait, heard, granted, msgs>>

\* @type: SERVER => Bool;
Recover(s) ==
    /\ s \in unfit
    /\ unfit' = unfit \ {s}
    /\ UNCHANGED <<role, epoch, pressure, run, lag, target, wait, heard, granted, msgs>>

\* Writes, and the flushes that follow, leave more to compact.
\* @type: SERVER => Bool;
Grow(s) ==
    /\ role[s] # "down" /\ pressure[s] < MaxPressure
    /\ pressure' = [pressure EXCEPT ![s] = @ + 1]
    /\ UNCHANGED <<role, epoch, run, lag, target, wait, heard, granted, msgs>>

\* A follower tells its leader of its pressure and compactions: with every acknowledgement.
\* @type: (SERVER, SERVER) => Bool;
SendReport(s, l) ==
    /\ role[s] = "follower" /\ Leads(l) /\ epoch[s] = epoch[l]
    /\ Send(Message("report", s, l, epoch[s], run[s], Level(s)))
    /\ UNCHANGED <<role, epoch, pressure, run, lag, target, wait, heard, granted>>

\* A report of another epoch says nothing.  Within an epoch the order does not matter: an outdated
\* report can make a free place look taken, until the next report, but never the other way round.
\* @type: (SERVER, $message) => Bool;
IsNews(l, m) == m.epoch = epoch[l]

\* @type: (SERVER, $message) => Bool;
HandleReport(l, m) ==
    /\ m.type = "report" /\ m.dst = l /\ Leads(l)
    /\ IsNews(l, m)
    /\ Receive(m)
    /\ heard' = [heard EXCEPT ![l][m.src] = [run |-> m.run, pressure |-> m.pressure]]
    /\ UNCHANGED <<role, epoch, pressure, run, lag, target, wait, granted>>

----------------------------------------------------------------------------
(* Permits: staggered compaction *)

\* Leader l has not heard of s in its own epoch.
\* @type: (SERVER, SERVER) => Bool;
Unknown(l, s) == heard[l][s].run < 0

\* Leader l permitted s a compaction whose start it has not heard of.
\* @type: (SERVER, SERVER) => Bool;
HoldsPermit(l, s) == granted[l][s] > heard[l][s].run

\* Those that may be compacting, for all that leader l knows.
\* @type: SERVER => Set(SERVER);
Busy(l) ==
    {s \in Server :
        IF s = l THEN Compacting(l)
        ELSE Unknown(l, s) \/ HoldsPermit(l, s) \/ heard[l][s].run % 2 = 1}

\* The group can spare s too.
\* @type: (SERVER, SERVER) => Bool;
CanSpare(l, s) == s \notin Busy(l) /\ Cardinality(Busy(l)) < Spare

\* A permit under way may be sent again, as it was: it names its run, and permits nothing twice.
\* The chosen successor gets none.
\* @type: (SERVER, SERVER) => Bool;
MayGrant(l, s) ==
    /\ s # l /\ s # target[l] /\ ~Unknown(l, s)
    /\ \/ HoldsPermit(l, s)
       \/ Work(heard[l][s].pressure) >= Threshold /\ CanSpare(l, s)

\* @type: (SERVER, SERVER) => Bool;
GrantPermit(l, s) ==
    /\ Staggered /\ Leads(l)
    /\ MayGrant(l, s)
    /\ LET r == IF HoldsPermit(l, s) THEN granted[l][s] ELSE heard[l][s].run + 1
       IN /\ granted' = [granted EXCEPT ![l][s] = r]
          /\ Send(Message("permit", l, s, epoch[l], r, 0))
    /\ UNCHANGED <<role, epoch, pressure, run, lag, target, wait, heard>>

\* A permit is for this epoch and for the next compaction, or it is void.
\* @type: (SERVER, $message) => Bool;
IsValidPermit(s, m) == m.epoch = epoch[s] /\ m.run = run[s] + 1

\* Whoever is permitted compacts, even if it has cooled: only a report of its end frees the place.
\* @type: (SERVER, $message) => Bool;
StartCompaction(s, m) ==
    /\ m.type = "permit" /\ m.dst = s /\ role[s] = "follower"
    /\ IsValidPermit(s, m)
    /\ Receive(m)
    /\ run' = [run EXCEPT ![s] = m.run]
    /\ UNCHANGED <<role, epoch, pressure, lag, target, wait, heard, granted>>

\* Without staggering a follower compacts when it likes.
\* @type: SERVER => Bool;
CompactFreely(s) ==
    /\ ~Staggered /\ role[s] = "follower" /\ Hot(s) /\ ~Compacting(s)
    /\ run' = [run EXCEPT ![s] = @ + 1]
    /\ UNCHANGED <<role, epoch, pressure, lag, target, wait, heard, granted, msgs>>

\* @type: SERVER => Bool;
FinishCompaction(s) ==
    /\ role[s] # "down" /\ Compacting(s)
    /\ run' = [run EXCEPT ![s] = @ + 1]
    /\ pressure' = [pressure EXCEPT ![s] = 0]
    /\ UNCHANGED <<role, epoch, lag, target, wait, heard, granted, msgs>>

----------------------------------------------------------------------------
(* The planned transfer *)

\* Leader l could hand over to s: it is caught up, does not compact, and is cool; for a leader that is
\* not fit, hot ones will do.
\* @type: (SERVER, SERVER) => Bool;
IsFit(l, s) ==
    /\ s # l /\ s \notin Busy(l)
    /\ lag[s] <= MaxLag
    /\ IF l \in unfit THEN heard[l][s].pressure < Unfit ELSE Cool(heard[l][s].pressure)

\* @type: SERVER => Set(SERVER);
Candidates(l) == {s \in Server : IsFit(l, s)}

\* How far s comes after l in the sequence of servers.
\* @type: (SERVER, SERVER) => Int;
Distance(l, s) == (Place[s] - Place[l] + Cardinality(Server)) % Cardinality(Server)

\* RANDOM: any candidate.  ROUND_ROBIN: the next (section IV-B).  COLDEST: one of least pressure.
\* @type: SERVER => Set(SERVER);
Choice(l) ==
    {s \in Candidates(l) :
        \A c \in Candidates(l) :
            /\ Policy = "ROUND_ROBIN" => Distance(l, s) <= Distance(l, c)
            /\ Policy = "COLDEST" => heard[l][s].pressure <= heard[l][c].pressure}

\* One mover at a time, hot, and not too soon; who is not fit does not wait.
\* @type: SERVER => Bool;
MayTransfer(l) == Leads(l) /\ target[l] = Nobody /\ (l \in unfit \/ (Hot(l) /\ wait[l] = 0))

\* Leader l chooses s, and admits no more writes.
\* @type: (SERVER, SERVER) => Bool;
BeginTransfer(l, s) ==
    /\ MayTransfer(l) /\ s \in Choice(l)
    /\ target' = [target EXCEPT ![l] = s]
    /\ UNCHANGED <<role, epoch, pressure, run, lag, wait, heard, granted, msgs>>

\* The target fell behind (a lost connection counts), began to compact, or is hot; that it is hot does not matter
\* to a leader that is not fit itself.
\* @type: (SERVER, SERVER) => Bool;
IsUnfit(l, s) ==
    \/ lag[s] > MaxLag \/ s \in Busy(l)
    \/ heard[l][s].pressure >= (IF l \in unfit THEN Unfit ELSE Threshold)

\* An operator wishes for another leader: at any pressure of l, at any time, and by no policy; only one that
\* would be given up at once is out of the question.
\* @type: (SERVER, SERVER) => Bool;
MayRequest(l, s) == Leads(l) /\ target[l] = Nobody /\ s # l /\ ~IsUnfit(l, s)

\* @type: (SERVER, SERVER) => Bool;
RequestTransfer(l, s) ==
    /\ MayRequest(l, s)
    /\ target' = [target EXCEPT ![l] = s]
    /\ UNCHANGED <<role, epoch, pressure, run, lag, wait, heard, granted, msgs>>

\* Back to work; the next attempt waits.
\* @type: SERVER => Bool;
GiveUpTransfer(l) ==
    /\ target' = [target EXCEPT ![l] = Nobody]
    /\ wait' = [wait EXCEPT ![l] = MinInterval]
    /\ UNCHANGED <<role, epoch, pressure, run, lag, heard, granted, msgs>>

\* @type: SERVER => Bool;
AbortTransfer(l) ==
    /\ Leads(l) /\ target[l] # Nobody
    /\ IsUnfit(l, target[l])
    /\ GiveUpTransfer(l)

\* The drain takes too long.
\* @type: SERVER => Bool;
TimeOutTransfer(l) ==
    /\ Leads(l) /\ target[l] # Nobody
    /\ GiveUpTransfer(l)

\* @type: SERVER => Bool;
IsDrained(l) == lag[target[l]] = 0 /\ ~IsUnfit(l, target[l])

\* The target has everything: leader l resigns and asks it to start the next epoch.
\* There is no way back from here within this epoch; if the message is lost, an election follows.
\* @type: SERVER => Bool;
HandOver(l) ==
    /\ Leads(l) /\ target[l] # Nobody
    /\ IsDrained(l)
    /\ Send(Message("start", l, target[l], epoch[l], 0, 0))
    /\ role' = [role EXCEPT ![l] = "follower"]
    /\ target' = [target EXCEPT ![l] = Nobody]
    /\ wait' = [wait EXCEPT ![l] = 0]
    /\ heard' = [heard EXCEPT ![l] = NoReports]
    /\ granted' = [granted EXCEPT ![l] = NoPermits]
    /\ UNCHANGED <<epoch, pressure, run, lag>>

\* A leader whose transfer is under way admits nothing; nor does RocksDB under MaxPressure.
\* @type: SERVER => Bool;
Admits(l) == Serves(l) /\ target[l] = Nobody /\ pressure[l] < MaxPressure

\* @type: SERVER => Bool;
Write(l) ==
    /\ Admits(l)
    /\ lag' = [s \in Server |-> IF s = l \/ lag[s] = Behind THEN lag[s] ELSE lag[s] + 1]
    /\ UNCHANGED <<role, epoch, pressure, run, target, wait, heard, granted, msgs>>

\* Server s acknowledges all that its leader has.
\* @type: SERVER => Bool;
CatchUp(s) ==
    /\ role[s] = "follower" /\ lag[s] > 0
    /\ \E l \in Server : Serves(l) /\ epoch[l] = epoch[s]
    /\ lag' = [lag EXCEPT ![s] = 0]
    /\ UNCHANGED <<role, epoch, pressure, run, target, wait, heard, granted, msgs>>

Tick ==
    /\ \E s \in Server : wait[s] > 0
    /\ wait' = [s \in Server |-> IF wait[s] > 0 THEN wait[s] - 1 ELSE 0]
    /\ UNCHANGED <<role, epoch, pressure, run, lag, target, heard, granted, msgs>>

\* Small steps keep writes going: at a hot leader that nobody can relieve, and at whoever is about to stop writes.
\* @type: SERVER => Bool;
MayStep(s) ==
    \/ pressure[s] = MaxPressure
    \/ Leads(s) /\ Hot(s) /\ target[s] = Nobody /\ Candidates(s) = {}

\* @type: SERVER => Bool;
CompactStep(s) ==
    /\ role[s] # "down" /\ ~Compacting(s)
    /\ MayStep(s)
    /\ pressure' = [pressure EXCEPT ![s] = @ - 1]
    /\ UNCHANGED <<role, epoch, run, lag, target, wait, heard, granted, msgs>>

----------------------------------------------------------------------------
(* Epochs: what Zab does for us, planned or not *)

\* What a new leader knows: it heard of Q when the epoch began.  (To know less, for a while, is as safe.)
\* @type: Set(SERVER) => (SERVER -> $report);
FirstReports(Q) ==
    [q \in Server |-> IF q \in Q THEN [run |-> run[q], pressure |-> Level(q)] ELSE Unheard]

\* Permits end with the epoch in which they were given: this leader, and others since, may have counted differently.
\* @type: SERVER => (SERVER -> Int);
FirstPermits(x) == NoPermits

\* @type: (SERVER, Set(SERVER), Int) => Bool;
TakeOffice(s, Q, e) ==
    /\ epoch' = [x \in Server |-> IF x \in Q THEN e ELSE epoch[x]]
    /\ role' = [x \in Server |-> IF x = s THEN "leader" ELSE IF x \in Q THEN "follower" ELSE role[x]]
    /\ lag' = [x \in Server |-> IF x \in Q THEN 0 ELSE Behind]
    /\ target' = [x \in Server |-> IF x \in Q THEN Nobody ELSE target[x]]
    /\ wait' = [x \in Server |-> IF x = s THEN MinInterval ELSE IF x \in Q THEN 0 ELSE wait[x]]
    /\ heard' = [x \in Server |->
                    IF x = s THEN FirstReports(Q)
                    ELSE IF x \in Q THEN NoReports ELSE heard[x]]
    /\ granted' = [x \in Server |-> IF x \in Q THEN FirstPermits(x) ELSE granted[x]]
    /\ UNCHANGED <<pressure, run>>

\* @type: (SERVER, Set(SERVER)) => Bool;
CanMeet(s, Q) == s \in Q /\ Q \in Quorums /\ \A q \in Q : role[q] # "down"

\* Nobody in Q has gone on to a later epoch than that of the request.
\* @type: ($message, Set(SERVER)) => Bool;
IsTimely(m, Q) == \A q \in Q : epoch[q] <= m.epoch

\* Who has become unfit meanwhile leaves it to an election.
\* @type: SERVER => Bool;
IsWilling(s) == s \notin unfit

\* The target of a transfer starts the next epoch at once.
\* @type: (SERVER, $message, Set(SERVER)) => Bool;
StartEpoch(s, m, Q) ==
    /\ m.type = "start" /\ m.dst = s /\ CanMeet(s, Q)
    /\ IsTimely(m, Q) /\ IsWilling(s)
    /\ Receive(m)
    /\ TakeOffice(s, Q, m.epoch + 1)

\* The vote of most weight wins (ACaZoo, section III), of those that are not behind (see Election).
\* @type: (SERVER, Set(SERVER)) => Bool;
Wins(s, Q) == \A q \in Q : Weight(s) >= Weight(q) \/ (Weight(s) > 0 /\ lag[q] > MaxLag)

\* Epoch e has been joined in Q, and no later one.
\* @type: (Int, Set(SERVER)) => Bool;
IsLatest(e, Q) == \A q \in Q : epoch[q] <= e

\* An unplanned election.
\* @type: (SERVER, Set(SERVER)) => Bool;
Elect(s, Q) ==
    /\ CanMeet(s, Q) /\ Wins(s, Q)
    /\ \E e \in {epoch[q] : q \in Q} : IsLatest(e, Q) /\ TakeOffice(s, Q, e + 1)
    /\ UNCHANGED msgs

\* A leader that has lost touch with s does not know what s has.
\* @type: SERVER => Int;
LostTouch(s) == Behind

\* What a server forgets when it crashes or joins another's epoch.
\* @type: SERVER => Bool;
Forget(s) ==
    /\ lag' = [lag EXCEPT ![s] = LostTouch(s)]
    /\ target' = [target EXCEPT ![s] = Nobody]
    /\ wait' = [wait EXCEPT ![s] = 0]
    /\ heard' = [heard EXCEPT ![s] = NoReports]
    /\ granted' = [granted EXCEPT ![s] = NoPermits]

\* Server s, perhaps a leader that missed its own end, joins the epoch of leader l.
\* @type: (SERVER, SERVER) => Bool;
Join(s, l) ==
    /\ role[s] # "down" /\ Leads(l) /\ epoch[s] < epoch[l]
    /\ epoch' = [epoch EXCEPT ![s] = epoch[l]]
    /\ role' = [role EXCEPT ![s] = "follower"]
    /\ Forget(s)
    /\ UNCHANGED <<pressure, run, msgs>>

\* A crash ends the compaction under way; its work remains.
\* @type: SERVER => Bool;
Crash(s) ==
    /\ role[s] # "down"
    /\ role' = [role EXCEPT ![s] = "down"]
    /\ run' = [run EXCEPT ![s] = IF Compacting(s) THEN @ + 1 ELSE @]
    /\ Forget(s)
    /\ UNCHANGED <<epoch, pressure, msgs>>

\* @type: SERVER => Bool;
Restart(s) ==
    /\ role[s] = "down"
    /\ role' = [role EXCEPT ![s] = "follower"]
    /\ UNCHANGED <<epoch, pressure, run, lag, target, wait, heard, granted, msgs>>

\* @type: $message => Bool;
Lose(m) ==
    /\ m \in msgs
    /\ msgs' = msgs \ {m}
    /\ UNCHANGED <<role, epoch, pressure, run, lag, target, wait, heard, granted>>

----------------------------------------------------------------------------
(* At first someone leads epoch 1, and has heard of everybody. *)

Init ==
    /\ pressure \in [Server -> 0..MaxPressure]
    /\ \E l \in Server :
        /\ role = [s \in Server |-> IF s = l THEN "leader" ELSE "follower"]
        /\ heard = [s \in Server |-> IF s = l THEN [x \in Server |-> [run |-> 0, pressure |-> pressure[x]]]
                                     ELSE NoReports]
    /\ epoch = [s \in Server |-> 1]
    /\ run = [s \in Server |-> 0]
    /\ unfit = {}
    /\ lag = [s \in Server |-> 0]
    /\ target = [s \in Server |-> Nobody]
    /\ wait = [s \in Server |-> 0]
    /\ granted = [s \in Server |-> NoPermits]
    /\ msgs = {}

\* @type: (SERVER, $message) => Bool;
Handle(s, m) ==
    \/ HandleReport(s, m)
    \/ StartCompaction(s, m)
    \/ \E Q \in Quorums : StartEpoch(s, m, Q)

\* What a server does by itself.
\* @type: SERVER => Bool;
Act(s) ==
    \/ AbortTransfer(s) \/ HandOver(s)
    \/ CatchUp(s) \/ CompactStep(s) \/ CompactFreely(s) \/ FinishCompaction(s)
    \/ \E x \in Server : SendReport(s, x) \/ GrantPermit(s, x) \/ BeginTransfer(s, x) \/ Join(s, x)

\* What befalls it.
\* @type: SERVER => Bool;
Suffer(s) ==
    \/ Write(s) \/ Grow(s) \/ TimeOutTransfer(s) \/ Crash(s) \/ Restart(s)
    \/ \E x \in Server : RequestTransfer(s, x)
    \/ \E Q \in Quorums : Elect(s, Q)

\* How fit it is.
\* @type: SERVER => Bool;
Ail(s) == FallIll(s) \/ Recover(s)

Next ==
    \/ /\ UNCHANGED unfit
       /\ \/ \E s \in Server : Act(s) \/ Suffer(s) \/ \E m \in msgs : Handle(s, m)
          \/ \E m \in msgs : Lose(m)
          \/ Tick
    \/ \E s \in Server : Ail(s)

Spec == Init /\ [][Next]_vars

----------------------------------------------------------------------------
(* Safety: states *)

OneLeaderPerEpoch ==
    \A s, t \in Server : Leads(s) /\ Leads(t) /\ epoch[s] = epoch[t] => s = t

\* A request to start the next epoch that can still succeed.
\* @type: $message => Bool;
IsLive(m) == m.type = "start" /\ \E Q \in Quorums : IsTimely(m, Q)

\* The transfers under way: who is to succeed, and to which epoch.
Transfers ==
    {<<epoch[l], target[l]>> : l \in {s \in Server : Serves(s) /\ target[s] # Nobody}}
        \cup {<<m.epoch, m.dst>> : m \in {x \in msgs : IsLive(x)}}

\* One in each group, whatever leaders and messages of older epochs are still about.
AtMostOneTransfer == Cardinality(Transfers) <= 1

NeverAQuorumCompacts ==
    Staggered => Cardinality({s \in Server : Compacting(s)}) <= Spare

\* No heavy compaction in place ...
LeaderDoesNotCompact ==
    Staggered => \A s \in Server : Leads(s) => ~Compacting(s)

\* ... nor at the successor, from its choice until it leads.
SuccessorDoesNotCompact ==
    Staggered => \A t \in Transfers : ~Compacting(t[2])

----------------------------------------------------------------------------
(* Safety: steps.  Said in terms of the state alone, not of the guards. *)

\* For all that leader l has heard, s is idle, caught up and cool; or hot, if l is not even fit.
\* @type: (SERVER, SERVER) => Bool;
SeemsFit(l, s) ==
    /\ s # l /\ heard[l][s].run >= 0 /\ heard[l][s].run % 2 = 0
    /\ granted[l][s] <= heard[l][s].run
    /\ lag[s] <= MaxLag
    /\ heard[l][s].pressure <= (IF l \in unfit THEN MaxPressure ELSE Threshold - Hysteresis)

\* @type: SERVER => Bool;
Begins(l) == target'[l] \notin {Nobody, target[l]}

\* @type: SERVER => Bool;
HandsOver(l) == target[l] # Nobody /\ \E m \in msgs' \ msgs : m.type = "start" /\ m.src = l

\* A transfer begins at a leader that is hot, towards a follower that is caught up, idle and cool; or at one that is
\* not fit, towards one that is.
\* (This and what follows, up to SuccessorIsNext, is about transfers that nobody asked for.)
SuccessorIsFit ==
    [][\A l \in Server : Begins(l) => (Hot(l) \/ l \in unfit) /\ SeemsFit(l, target'[l])]_vars

\* For all that leader l has heard, s is idle, caught up and not hot; or fit at least, if l is not.
\* @type: (SERVER, SERVER) => Bool;
SeemsAble(l, s) ==
    /\ s # l /\ heard[l][s].run >= 0 /\ heard[l][s].run % 2 = 0
    /\ granted[l][s] <= heard[l][s].run
    /\ lag[s] <= MaxLag
    /\ heard[l][s].pressure < (IF l \in unfit THEN Unfit ELSE Threshold)

\* Whoever is to succeed, asked for or not, is able to.
SuccessorIsAble ==
    [][\A l \in Server : Begins(l) => SeemsAble(l, target'[l])]_vars

\* Nobody who is down is to succeed: no transfer begins to it, none is handed over to it.
SuccessorIsUp ==
    [][\A l \in Server :
        /\ Begins(l) => role[target'[l]] # "down"
        /\ HandsOver(l) => role[target[l]] # "down"]_vars

\* COLDEST passes nobody over who is fit and colder.
SuccessorIsColdest ==
    [][\A l, s \in Server :
        Policy = "COLDEST" /\ Begins(l) /\ SeemsFit(l, s)
            => heard[l][target'[l]].pressure <= heard[l][s].pressure]_vars

\* ROUND_ROBIN skips nobody who is fit.
SuccessorIsNext ==
    [][\A l, s \in Server :
        Policy = "ROUND_ROBIN" /\ Begins(l) /\ SeemsFit(l, s)
            => Distance(l, target'[l]) <= Distance(l, s)]_vars

\* A leader resigns only to a server that lacks nothing, so the new epoch has nothing to wait for.
HandsOverEverything ==
    [][\A l \in Server : HandsOver(l) => lag[target[l]] = 0]_vars

\* While a transfer drains, nothing is admitted: else the drain might never end.
AdmitsNothingWhileDraining ==
    [][(\E s \in Server : lag'[s] > lag[s]) /\ UNCHANGED <<role, epoch>>
        => ~\E l \in Server : Serves(l) /\ target[l] # Nobody]_vars

\* Nobody who is not fit comes to lead beside a follower that is, and that could lead as well: who is behind could not
\* (Wins): the group would wait until it has fetched what it lacks.
FitOnesLead ==
    [][\A s \in Server :
        s \in unfit /\ ~Leads(s) /\ role'[s] = "leader"
            => \A q \in Server :
                   epoch'[q] = epoch'[s] => q \in unfit \/ Compacting(q) \/ lag[q] > MaxLag]_vars

\* A leader compacts in place, in a small step, only if nobody could relieve it or writes were about to stop.
StepsOnlyInNeed ==
    [][\A l, s \in Server :
        Leads(l) /\ pressure'[l] < pressure[l] /\ SeemsFit(l, s) => pressure[l] = MaxPressure]_vars

----------------------------------------------------------------------------
(* Liveness.  Fairness and the end of faults are the models' to state. *)

\* Server s could take over from l at once.
\* @type: (SERVER, SERVER) => Bool;
CouldRelieve(l, s) ==
    /\ s # l /\ role[s] = "follower" /\ epoch[s] = epoch[l]
    /\ Cool(pressure[s]) /\ ~Compacting(s) /\ s \notin unfit

\* No leader stays hot for ever beside a server that could relieve it.
HotLeaderIsRelieved ==
    \A l, s \in Server : []<>~(Serves(l) /\ Hot(l) /\ CouldRelieve(l, s))

\* Nor does one stay that is not fit, beside a server that is.
UnfitLeaderIsRelieved ==
    \A l, s \in Server :
        []<>~(/\ Serves(l) /\ l \in unfit
              /\ role[s] = "follower" /\ epoch[s] = epoch[l] /\ s \notin unfit /\ ~Compacting(s))

\* A compaction that is due runs.
EveryCompactionRuns == \A s \in Server : Hot(s) ~> ~Hot(s)

\* Writes do not stop because nobody is cold.
WritesNeverStop == \A s \in Server : pressure[s] = MaxPressure ~> (pressure[s] < MaxPressure \/ role[s] = "down")

\* A transfer ends: in a new epoch, or with the old leader back at work.
TransferEnds == \A s \in Server : target[s] # Nobody ~> target[s] = Nobody

\* And someone leads after it.
SomeoneLeads == []<>(\E s \in Server : Serves(s))

=============================================================================
