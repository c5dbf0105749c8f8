------------------------------- MODULE Roster -------------------------------
(***************************************************************************)
(* Disks that are replaced.  Zab counts members, and takes for granted     *)
(* that a member never forgets what it vouched for.  A member whose disk   *)
(* was wiped has forgotten: its vote may bring a leader to power that      *)
(* lacks what the old disk had acknowledged.                               *)
(*                                                                         *)
(* So a vote is that of a disk.  Each disk has a number, drawn when it is  *)
(* first used.  The roster, which is part of the replicated log, names for *)
(* each member the disk that counts, or none:                              *)
(*                                                                         *)
(*   founding   entry 1 of every log: the disks of all members             *)
(*   sealing    behind it, once all members have it on disk                *)
(*   retiring   a member has come with another disk: its old one counts no *)
(*              more, and the new one not yet                              *)
(*   admitting  the retirement is committed, and the new disk has caught   *)
(*              up: from now on the new disk counts                        *)
(*                                                                         *)
(* As with changes of members in Raft, what stands in the log takes effect *)
(* at once, committed or not: a leader counts by the last roster in its    *)
(* log, a prospective leader by that of the latest history among the       *)
(* promises.  That suffices, for a leader logs a roster only when the one  *)
(* before is committed, and two rosters in a row have no two quorums apart *)
(* from each other: a quorum stays a majority of all members, and the      *)
(* member in question is in at most one of the two.  To retire and to      *)
(* admit in one entry would be wrong (mutant RetiresAndAdmitsAtOnce).      *)
(*                                                                         *)
(* A group is founded by all its members.  Whoever is empty cannot tell a  *)
(* new group from one that it has forgotten; but if all are empty, and     *)
(* none remembers, there is nothing to lose.  The founding counts once all *)
(* members have it on disk, and nothing is proposed before that: so a      *)
(* member that remembers anything of a group in service remembers this.    *)
(*                                                                         *)
(* Level of abstraction: that of ZabEpochs, whose header says why channels *)
(* need no modelling; but what is written is on disk at once here, so that *)
(* a crash is no step.  What a disk promised or acknowledged is a record   *)
(* that stays when the disk is gone, for it may be under way; a            *)
(* leader goes on even when its own disk is replaced, for its process may  *)
(* not have noticed.  Logs are sequences here: a roster's place matters.   *)
(*                                                                         *)
(* Source: the recovery of Viewstamped Replication (Liskov, Cowling 2012), *)
(* section 4.3, for the problem; Raft (Ongaro 2014), section 4, for rosters*)
(* in the log.                                                             *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets, Prefixes

CONSTANTS
    \* @type: Set(SERVER);
    Server,
    \* Epochs a leader may propose: positive numbers.
    \* @type: Set(Int);
    Epoch

\* The disk of each member; Nobody: none counts.
\* @typeAlias: disks = SERVER -> Int;
\* A transaction has no disks of interest: those of the roster before it.
\* @typeAlias: entry = { epoch: Int, kind: Str, disks: $disks };
\* @typeAlias: promise = { from: SERVER, disk: Int, to: SERVER, epoch: Int, current: Int, history: Seq($entry) };
RosterAliases == TRUE

VARIABLES
    \* The number of the disk that each server has now; disks that come later have higher numbers.
    \* @type: SERVER -> Int;
    disk,
    (* On that disk *)
    \* @type: SERVER -> Int;
    acceptedEpoch,
    \* @type: SERVER -> Int;
    currentEpoch,
    \* @type: SERVER -> Seq($entry);
    history,
    (* Sent *)
    \* @type: Set($promise);
    promises,
    \* How much of the log of an epoch's leader each disk acknowledged; -1: it has not adopted the epoch.
    \* @type: <<SERVER, Int>> -> (Int -> Int);
    acked,
    (* Of each epoch: who completed discovery, the leader's log, how much of it was there at first, and how much the *)
    (* leader knows to be committed.                                                                                 *)
    \* @type: Int -> Set(SERVER);
    leaders,
    \* @type: Int -> Seq($entry);
    log,
    \* @type: Int -> Int;
    initial,
    \* @type: Int -> Int;
    committed

diskVars == <<disk, acceptedEpoch, currentEpoch, history>>
leaderVars == <<leaders, log, initial, committed>>
vars == <<diskVars, promises, acked, leaderVars>>

----------------------------------------------------------------------------
(* Rosters *)

Nobody == 0

\* @type: (Int, Str, $disks) => $entry;
Entry(e, kind, disks) == [epoch |-> e, kind |-> kind, disks |-> disks]

\* Before the first roster all are strangers.
\* @type: $disks;
Strangers == [s \in Server |-> Nobody]

\* The place of the last roster in h; 0: there is none.
\* @type: Seq($entry) => Int;
RosterPlace(h) ==
    LET places == {i \in DOMAIN h : h[i].kind # "transaction"}
    IN IF places = {} THEN 0 ELSE CHOOSE i \in places : \A j \in places : i >= j

\* @type: Seq($entry) => $disks;
RosterOf(h) == IF RosterPlace(h) = 0 THEN Strangers ELSE h[RosterPlace(h)].disks

\* The founding has not been sealed.
\* @type: Seq($entry) => Bool;
Founding(h) == RosterPlace(h) > 0 /\ h[RosterPlace(h)].kind = "founding"

\* The vote of s with disk d counts by a roster.
\* @type: ($disks, SERVER, Int) => Bool;
Counts(disks, s, d) == disks[s] = d

\* @type: Set(SERVER) => Bool;
IsMajority(Q) == Cardinality(Q) * 2 > Cardinality(Server)

\* Whoever founds a group, all members must take part.
\* @type: Set(SERVER) => Bool;
FoundersSuffice(Q) == Q = Server

\* The servers Q, with the disks d, are a quorum by the last roster of h.
\* @type: (Seq($entry), Set(SERVER), SERVER -> Int) => Bool;
IsQuorum(h, Q, d) ==
    LET counted == {s \in Q : Counts(RosterOf(h), s, d[s])}
    IN IF Founding(h) THEN FoundersSuffice(counted) ELSE IsMajority(counted)

----------------------------------------------------------------------------
(* Leaders *)

\* @type: Int => Bool;
Led(e) == leaders[e] # {}

\* Those that count have acknowledged the first n entries of the log of e's leader.
\* @type: (Int, Int) => Bool;
AcknowledgedByQuorum(e, n) ==
    LET d == RosterOf(log[e])
    IN IsQuorum(log[e], {s \in Server : d[s] # Nobody /\ acked[s, d[s]][e] >= n}, d)

\* Phase 2 is complete: the initial history is committed.
\* @type: Int => Bool;
Established(e) == Led(e) /\ committed[e] >= initial[e]

\* The last roster in the log of e's leader is committed, so that the next may be logged.
\* @type: Int => Bool;
RosterSettled(e) == committed[e] >= RosterPlace(log[e])

----------------------------------------------------------------------------
(* Phase 1, discovery *)

\* The last zxid of g is not above that of h; within an epoch, logs are prefixes of each other.
\* @type: (Seq($entry), Seq($entry)) => Bool;
EndsNoLater(g, h) ==
    IF g = <<>> THEN TRUE
    ELSE IF h = <<>> THEN FALSE
    ELSE g[Len(g)].epoch < h[Len(h)].epoch \/ (g[Len(g)].epoch = h[Len(h)].epoch /\ Len(g) <= Len(h))

\* @type: ($promise, $promise) => Bool;
NotLater(p, q) == p.current < q.current \/ (p.current = q.current /\ EndsNoLater(p.history, q.history))

\* s, asked by the prospective leader l, promises the epoch.
\* @type: (SERVER, SERVER, Int) => Bool;
HandleNEWEPOCH(s, l, e) ==
    /\ e > acceptedEpoch[s]
    /\ acceptedEpoch' = [acceptedEpoch EXCEPT ![s] = e]
    /\ promises' = promises \cup {[from |-> s, disk |-> disk[s], to |-> l, epoch |-> e,
                                   current |-> currentEpoch[s], history |-> history[s]]}
    /\ UNCHANGED <<disk, currentEpoch, history, acked, leaderVars>>

\* What l may go by: promises to it, one of each server.
\* @type: (SERVER, Int) => Set(Set($promise));
Votes(l, e) ==
    {V \in SUBSET {p \in promises : p.to = l /\ p.epoch = e} : \A p, q \in V : p.from = q.from => p = q}

\* The roster that decides which of the promises V count, latest being one of the latest among them.
\* @type: (Set($promise), $promise) => Seq($entry);
DecidingHistory(V, latest) == latest.history

\* l begins from the latest history of a quorum.
\* @type: (SERVER, Int, Set($promise), $promise) => Bool;
CompleteDiscovery(l, e, V, latest) ==
    LET d == [s \in Server |-> IF \E p \in V : p.from = s THEN (CHOOSE p \in V : p.from = s).disk ELSE Nobody]
    IN /\ \A p \in V : NotLater(p, latest)
       /\ IsQuorum(DecidingHistory(V, latest), {p.from : p \in V}, d)
       /\ leaders' = [leaders EXCEPT ![e] = @ \cup {l}]
       /\ log' = [log EXCEPT ![e] = latest.history]
       /\ initial' = [initial EXCEPT ![e] = Len(latest.history)]
       /\ UNCHANGED <<diskVars, promises, acked, committed>>

\* Nobody remembers anything, and these are all members: l begins with a log that founds the group.
\* @type: (SERVER, Int, Set($promise)) => Bool;
Found(l, e, V) ==
    LET d == [s \in Server |-> IF \E p \in V : p.from = s THEN (CHOOSE p \in V : p.from = s).disk ELSE Nobody]
    IN /\ \A p \in V : p.history = <<>>
       /\ FoundersSuffice({p.from : p \in V})
       /\ leaders' = [leaders EXCEPT ![e] = @ \cup {l}]
       /\ log' = [log EXCEPT ![e] = <<Entry(0, "founding", d)>>]
       /\ initial' = [initial EXCEPT ![e] = 1]
       /\ UNCHANGED <<diskVars, promises, acked, committed>>

----------------------------------------------------------------------------
(* Phase 2, synchronization *)

\* @type: (SERVER, Int) => Bool;
Follows(s, e) == Led(e) /\ acceptedEpoch[s] = e

\* The first n entries that s has in common with the leader; at least so many, for logs agree up to some entry.
\* @type: (SERVER, Int) => Int;
InCommon(s, e) ==
    CHOOSE n \in 0..Min2(Len(history[s]), Len(log[e])) :
        /\ Prefix(history[s], n) = Prefix(log[e], n)
        /\ n < Min2(Len(history[s]), Len(log[e])) => history[s][n + 1] # log[e][n + 1]

\* What the leader's log lacks is cut off, and what is missing then written, up to entry n of it.
\* @type: (SERVER, Int, Int) => Bool;
HandleSYNC(s, e, n) ==
    /\ Follows(s, e) /\ currentEpoch[s] # e
    /\ n >= InCommon(s, e)
    /\ history[s] # Prefix(log[e], n)
    /\ history' = [history EXCEPT ![s] = Prefix(log[e], n)]
    /\ UNCHANGED <<disk, acceptedEpoch, currentEpoch, promises, acked, leaderVars>>

\* s adopts the epoch; whether that counts is the leader's to say.
\* @type: (SERVER, Int) => Bool;
HandleNEWLEADER(s, e) ==
    /\ Follows(s, e) /\ currentEpoch[s] # e
    /\ IsPrefix(history[s], log[e]) /\ Len(history[s]) >= initial[e]
    /\ currentEpoch' = [currentEpoch EXCEPT ![s] = e]
    /\ acked' = [acked EXCEPT ![s, disk[s]][e] = Len(history[s])]
    /\ UNCHANGED <<disk, acceptedEpoch, history, promises, leaderVars>>

----------------------------------------------------------------------------
(* Phase 3, broadcast *)

\* s writes proposals, up to entry n, and acknowledges them.
\* @type: (SERVER, Int, Int) => Bool;
HandlePROPOSE(s, e, n) ==
    /\ Follows(s, e) /\ currentEpoch[s] = e
    /\ n > Len(history[s])
    /\ history' = [history EXCEPT ![s] = Prefix(log[e], n)]
    /\ acked' = [acked EXCEPT ![s, disk[s]][e] = n]
    /\ UNCHANGED <<disk, acceptedEpoch, currentEpoch, promises, leaderVars>>

\* The leader of e finds as many entries to be committed as can be.
\* @type: Int => Bool;
Commit(e) ==
    LET found == {n \in DOMAIN log[e] : n >= initial[e] /\ AcknowledgedByQuorum(e, n)}
    IN /\ Led(e)
       /\ \E n \in found : /\ n > committed[e]
                            /\ \A m \in found : m <= n
                            /\ committed' = [committed EXCEPT ![e] = n]
       /\ UNCHANGED <<diskVars, promises, acked, leaders, log, initial>>

\* @type: (Int, Str, $disks) => Bool;
AppendEntry(e, kind, disks) ==
    /\ log' = [log EXCEPT ![e] = Append(@, Entry(e, kind, disks))]
    /\ UNCHANGED <<diskVars, promises, acked, leaders, initial, committed>>

\* A client's transaction. The founding comes first.
\* @type: Int => Bool;
Propose(e) ==
    /\ Established(e) /\ ~Founding(log[e])
    /\ AppendEntry(e, "transaction", Strangers)

\* All members have the founding on disk.
\* @type: Int => Bool;
Seal(e) ==
    /\ Established(e) /\ Founding(log[e])
    /\ AppendEntry(e, "sealing", RosterOf(log[e]))

\* m has come with a disk that the roster does not name: the one it names is gone.
\* @type: (Int, SERVER) => Bool;
Retire(e, m) ==
    LET d == RosterOf(log[e])
    IN /\ Established(e) /\ ~Founding(log[e]) /\ RosterSettled(e)
       /\ d[m] \notin {Nobody, disk[m]}
       /\ AppendEntry(e, "retiring", [d EXCEPT ![m] = Nobody])

\* m holds what was logged up to the retirement of its old disk.  Safety does not need it: to be admitted with an
\* empty log would only make the group wait for m whenever it needs m's vote.
\* @type: (Int, SERVER) => Bool;
CaughtUp(e, m) == acked[m, disk[m]][e] >= RosterPlace(log[e])

\* @type: (Int, SERVER) => Bool;
Admit(e, m) ==
    LET d == RosterOf(log[e])
    IN /\ Established(e) /\ RosterSettled(e)
       /\ d[m] = Nobody
       /\ CaughtUp(e, m)
       /\ AppendEntry(e, "admitting", [d EXCEPT ![m] = disk[m]])

----------------------------------------------------------------------------
(* Faults *)

\* The disk of s is replaced by an empty one, numbered so. A log that is gone is the same: without it
\* a replica does not use what else it finds.
\* @type: (SERVER, Int) => Bool;
Wipe(s, number) ==
    /\ number > disk[s]
    /\ disk' = [disk EXCEPT ![s] = number]
    /\ acceptedEpoch' = [acceptedEpoch EXCEPT ![s] = 0]
    /\ currentEpoch' = [currentEpoch EXCEPT ![s] = 0]
    /\ history' = [history EXCEPT ![s] = <<>>]
    /\ UNCHANGED <<promises, acked, leaderVars>>

=============================================================================
