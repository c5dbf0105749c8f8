------------------------------ MODULE Reconfig ------------------------------
(***************************************************************************)
(* Members that change: who votes is part of the log.                      *)
(*                                                                         *)
(* An entry may carry a configuration: one voter set or several, each a    *)
(* set of voters with a number of seats.  A quorum has more than half of   *)
(* the seats of every voter set.  The configuration of a log is that of    *)
(* its last such entry, committed or not.  It alone says                   *)
(*                                                                         *)
(*   - who commits that entry, and those behind it, up to the next         *)
(*     configuration;                                                      *)
(*   - who must have promised an epoch that is to begin with this log.     *)
(*                                                                         *)
(* Two guards make this safe, whatever the configurations are:             *)
(*                                                                         *)
(*   Settled   a leader logs a configuration when it is established, and   *)
(*             the last configuration in its log is committed;             *)
(*   Adjacent  any quorum of the one meets any quorum of the other.        *)
(*                                                                         *)
(* A change of members from C to D, whatever C and D are, takes two        *)
(* entries: Join, with the voter sets C and D, then Leave, with D alone    *)
(* (or with C: the change is undone).  Who is in no voter set, but fetches *)
(* and acknowledges, is a learner.  The other known ways are               *)
(* configurations, too:                                                    *)
(*                                                                         *)
(*   - one voter more or less in one entry, as in Raft;                    *)
(*   - `Roster`: a disk retired leaves its seat empty, {a, b} of 3 seats,  *)
(*     and one admitted takes it; a founding needs all.  (There the last   *)
(*     roster of a leader's log commits all of it; here an entry is        *)
(*     committed by the configuration in force at its place, so that what  *)
(*     is committed is a matter of logs and acknowledgements alone.        *)
(*     MCRosterReconfig checks that there is no other difference.)         *)
(*                                                                         *)
(* MCReconfigAdjacent's assumptions say that all of these are adjacent.    *)
(*                                                                         *)
(* A voter is a disk, as in Roster: the first incarnation of a member that *)
(* lost its disk takes no more steps, though what it said may be under way *)
(* still, and the next one is another voter.  So nothing here speaks of    *)
(* incarnations, and what replaces one member by another replaces an       *)
(* incarnation by the next (mutants AnyDisk, AnyDiskLeads: without that).  *)
(*                                                                         *)
(* The rest is `ZabEpochs`, whose header says why channels need no         *)
(* modelling; what is written is on disk at once here, so that a crash is  *)
(* no step.  Its actions are used as they are, for they name               *)
(* no quorum.  Any server may try to lead here, also a learner, or one     *)
(* that was removed: safety does not care who leads.                       *)
(*                                                                         *)
(* Source: Raft (Ongaro 2014), sections 4.1 and 4.3; Dynamic               *)
(* Reconfiguration of Primary/Backup Clusters (ATC 2012), for operations   *)
(* behind a change that is under way.                                      *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
    \* @type: Set(SERVER);
    Server,
    \* Epochs a leader may propose: positive numbers.
    \* @type: Set(Int);
    Epoch,
    \* The configuration of a log that names none.
    \* @type: $configuration;
    Founders

\* @typeAlias: configuration = Set({ voters: Set(SERVER), seats: Int });
ReconfigAliases == TRUE

VARIABLES
    (* As in ZabEpochs *)
    acceptedEpoch, currentEpoch, history,
    promisedTo, promisedCurrent, promisedHistory,
    acked,
    leaders, initial, broadcast,
    \* What each proposal of each epoch's leader carries: a configuration, or Nothing.
    \* @type: Int -> Seq($configuration);
    carried,
    \* The last counter of each epoch that is committed: 0 is the initial history, -1 nothing.
    \* @type: Int -> Int;
    committed

\* The protocol without its quorums, and without memory: what is written is on disk.
Zab == INSTANCE ZabEpochs WITH Quorum <- {}, Log <- {}, synced <- history

diskVars == <<acceptedEpoch, currentEpoch, history>>
promiseVars == <<promisedTo, promisedCurrent, promisedHistory>>
vars == <<diskVars, promiseVars, acked, leaders, initial, broadcast, carried, committed>>

----------------------------------------------------------------------------
(* Configurations *)

\* @type: $configuration;
Nothing == {}

\* @type: Set(SERVER) => { voters: Set(SERVER), seats: Int };
VoterSet(voters) == [voters |-> voters, seats |-> Cardinality(voters)]

\* Those of S whose votes count in a voter set.
\* @type: (Set(SERVER), { voters: Set(SERVER), seats: Int }) => Set(SERVER);
Votes(S, voterSet) == S \cap voterSet.voters

\* @type: (Set(SERVER), $configuration) => Bool;
IsQuorum(S, c) == \A voterSet \in c : Cardinality(Votes(S, voterSet)) * 2 > voterSet.seats

\* Any quorum of c meets any of d, for those that P leaves over are none.
\* @type: ($configuration, $configuration) => Bool;
Adjacent(c, d) == \A P \in SUBSET Server : IsQuorum(P, c) => ~IsQuorum(Server \ P, d)

\* The counter of the last configuration among the first n proposals of epoch e; 0: there is none.
\* @type: (Int, Int) => Int;
LastChange(e, n) ==
    LET places == {k \in 1..n : carried[e][k] # Nothing}
    IN IF places = {} THEN 0 ELSE CHOOSE k \in places : \A j \in places : j <= k

\* The configuration of the log h.
\* @type: $log => $configuration;
ConfigurationOf(h) ==
    LET changed == {e \in Epoch : LastChange(e, h[e]) > 0}
    IN IF changed = {} THEN Founders
       ELSE LET e == CHOOSE e \in changed : \A d \in changed : d <= e
            IN carried[e][LastChange(e, h[e])]

----------------------------------------------------------------------------
(* Commitment *)

\* Who commits the last entry of h: the configuration of h, so that a configuration has part in its own commitment.
\* @type: $log => $configuration;
Electorate(h) == ConfigurationOf(h)

\* How far the log of e's leader is committed, a being what was acknowledged.
\* @type: (Int, SERVER -> Int -> Int) => Int;
CommitPoint(e, a) ==
    LET found == {k \in 0..broadcast[e] : IsQuorum({s \in Server : a[s][e] >= k}, Electorate(Zab!LogOf(e, k)))}
    IN IF found = {} THEN -1 ELSE CHOOSE k \in found : \A j \in found : j <= k

\* @type: Int => Bool;
Established(e) == committed[e] >= 0

----------------------------------------------------------------------------
(* Phase 1: whose promises suffice to begin epoch e with the history of s. *)

\* @type: (SERVER, Int, SERVER) => $configuration;
DecidingConfiguration(l, e, s) == ConfigurationOf(promisedHistory[s][e])

\* @type: (SERVER, Int, SERVER, Set(SERVER)) => Bool;
CompleteDiscovery(l, e, s, Q) ==
    /\ IsQuorum(Q, DecidingConfiguration(l, e, s))
    /\ Zab!CompleteDiscovery(l, e, s, Q)
    /\ UNCHANGED <<carried, committed>>

----------------------------------------------------------------------------
(* Phase 3: proposals *)

\* The leader of e proposes an entry that carries c.
\* @type: (Int, $configuration) => Bool;
Extend(e, c) ==
    /\ broadcast' = [broadcast EXCEPT ![e] = @ + 1]
    /\ carried' = [carried EXCEPT ![e] = Append(@, c)]
    /\ UNCHANGED <<diskVars, promiseVars, acked, leaders, initial, committed>>

\* A leader proposes after its initial history is committed; so there is one.
\* @type: Int => Bool;
MayPropose(e) == Established(e)

\* A transaction.  It does not wait for a change that is under way.
\* @type: Int => Bool;
Propose(e) == MayPropose(e) /\ Extend(e, Nothing)

\* The last configuration in the leader's log is committed, and so is the initial history: else the leader of an older
\* epoch, which has another change in its log, could still come back by that (Raft's bug of 2015).
\* @type: Int => Bool;
Settled(e) == committed[e] >= LastChange(e, broadcast[e])

\* @type: (Int, $configuration) => Bool;
Change(e, c) ==
    /\ Settled(e)
    /\ Adjacent(ConfigurationOf(Zab!LeaderLog(e)), c)
    /\ Extend(e, c)

----------------------------------------------------------------------------
(* What a server does by itself asks no quorum. *)

HandleNEWEPOCH(s, l, e) == Zab!HandleNEWEPOCH(s, l, e) /\ UNCHANGED <<carried, committed>>

\* A log changes entry by entry: the last one, of epoch d, is cut off, or the next one written.  What the leader has, too,
\* is not cut off.
\* @type: (SERVER, Int, Int, Int) => Bool;
Write(s, e, d, n) ==
    LET h == [history[s] EXCEPT ![d] = @ + n]
    IN Zab!HandleSYNC(s, e, h, h)

\* An acknowledgement may commit something.
Acknowledged(e) == committed' = [committed EXCEPT ![e] = CommitPoint(e, acked')] /\ UNCHANGED carried

Truncate(s, e, d) == Write(s, e, d, -1) /\ UNCHANGED <<carried, committed>>

\* An entry of a SYNC; or a PROPOSE: whoever has adopted the epoch acknowledges it.
Fetch(s, e, d) == Write(s, e, d, 1) /\ Acknowledged(e)

HandleNEWLEADER(s, e) == Zab!HandleNEWLEADER(s, e) /\ Acknowledged(e)

Init ==
    /\ Zab!Init
    /\ carried = [e \in Epoch |-> <<>>]
    /\ committed = [e \in Epoch |-> -1]

=============================================================================
