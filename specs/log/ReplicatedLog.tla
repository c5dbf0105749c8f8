---------------------------- MODULE ReplicatedLog ----------------------------
(***************************************************************************)
(* What a replica group promises: an agreed, durable, totally ordered      *)
(* sequence of entries, written by one primary per epoch.                  *)
(*                                                                         *)
(* Everything above a group (the storage, sharding, handoff) stands on     *)
(* this module alone; `Zab` refines it.                                    *)
(*                                                                         *)
(* Modelled: who was the primary of an epoch, with which history it        *)
(* started, what it broadcast, what has been agreed (committed), and how   *)
(* far each replica has delivered it.                                      *)
(* Abstracted: servers, messages, disks, quorums: everything about how.    *)
(*                                                                         *)
(* Sources: ACaZoo, section III; Junqueira, Reed and Serafini, Zab (DSN    *)
(* 2011), section III, whose properties of primary order are stated here,  *)
(* once, for every module that needs them.                                 *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets, Prefixes

CONSTANTS
    \* @type: Set(SERVER);
    Replica,
    \* Epochs, numbered from 1.
    \* @type: Set(Int);
    Epoch,
    \* What clients ask to be logged.
    \* @type: Set({ session: SESSION, seq: Int });
    Request

\* An entry is identified by its zxid = (epoch, counter); it carries a request.
\* @typeAlias: entry = { epoch: Int, counter: Int, session: SESSION, seq: Int };
ReplicatedLogAliases == TRUE

VARIABLES
    \* The agreed sequence. It only ever grows.
    \* @type: Seq($entry);
    log,
    \* What each replica has delivered since it last started.
    \* @type: SERVER -> Seq($entry);
    delivered,
    \* The established primaries of each epoch; a set, so that "at most one" is a property.
    \* @type: Int -> Set(SERVER);
    primary,
    \* The history with which the primary of each epoch started (I_e in the paper).
    \* @type: Int -> Seq($entry);
    initial,
    \* What the primary of each epoch has broadcast, in this order (beta_e).
    \* @type: Int -> Seq($entry);
    proposed

\* @type: <<Seq($entry), SERVER -> Seq($entry), Int -> Set(SERVER), Int -> Seq($entry), Int -> Seq($entry)>>;
logVars == <<log, delivered, primary, initial, proposed>>

----------------------------------------------------------------------------

\* @type: Int => Bool;
Established(e) == primary[e] # {}

\* All that epoch e may ever contain: where its primary started, then what it broadcast.
\* @type: Int => Seq($entry);
HistoryOf(e) == initial[e] \o proposed[e]

LogInit ==
    /\ log = <<>>
    /\ delivered = [r \in Replica |-> <<>>]
    /\ primary = [e \in Epoch |-> {}]
    /\ initial = [e \in Epoch |-> <<>>]
    /\ proposed = [e \in Epoch |-> <<>>]

\* A later epoch's history h goes on where epoch f started, with nothing older than f.
\* @type: (Seq($entry), Int) => Bool;
Continues(h, f) ==
    /\ IsPrefix(initial[f], h)
    /\ \A i \in DOMAIN h : i > Len(initial[f]) => h[i].epoch >= f

\* The same seen from the earlier epoch e: the established epoch f went on where h ends.
\* @type: (Seq($entry), Int, Int) => Bool;
StartsBefore(h, e, f) ==
    /\ IsPrefix(h, initial[f])
    /\ \A i \in DOMAIN initial[f] : i > Len(h) => initial[f][i].epoch >= e

\* h contains all that earlier epochs may have agreed on, and no later epoch started without it.
\* @type: (Int, Seq($entry)) => Bool;
LegalStart(e, h) ==
    /\ \A f \in Epoch : f < e /\ Established(f) => Continues(h, f)
    /\ \A f \in Epoch : f > e /\ Established(f) => StartsBefore(h, e, f)
    /\ Comparable(log, h)
    /\ \A i \in DOMAIN log : log[i].epoch < e => i \in DOMAIN h /\ h[i] = log[i]

\* Histories that consist of what earlier primaries broadcast.
\* @type: Int => Set(Seq($entry));
PossibleStarts(e) ==
    {<<>>} \cup UNION {{Prefix(HistoryOf(f), n) : n \in {0} \cup DOMAIN HistoryOf(f)} : f \in {f \in Epoch : f < e}}

\* r becomes the primary of epoch e with history h, which is thereby agreed, and delivers it.
\* A primary may learn of its establishment after a later epoch began: then h is no news.
\* @type: (SERVER, Int) => Bool;
Establish(r, e) ==
    /\ ~Established(e)
    /\ \E h \in PossibleStarts(e) :
        /\ LegalStart(e, h)
        /\ initial' = [initial EXCEPT ![e] = h]
        /\ log' = Longer(log, h)
        /\ delivered' = [delivered EXCEPT ![r] = h]
    /\ primary' = [primary EXCEPT ![e] = {r}]
    /\ UNCHANGED proposed

\* The entry holds the request.
\* @type: ($entry, { session: SESSION, seq: Int }) => Bool;
Holds(entry, q) == entry.session = q.session /\ entry.seq = q.seq

\* A request that is logged, and not agreed yet, is not logged again. One that is agreed may be: who applies
\* the log sees that it is a retry (client/Sessions).
\* @type: (Int, { session: SESSION, seq: Int }) => Bool;
FirstTime(e, q) ==
    LET h == HistoryOf(e)
    IN \A i \in DOMAIN h : Holds(h[i], q) => i \in DOMAIN log /\ log[i] = h[i]

\* The primary of e broadcasts a request as its next entry.
\* @type: (Int, { session: SESSION, seq: Int }) => Bool;
Broadcast(e, q) ==
    /\ Established(e)
    /\ FirstTime(e, q)
    /\ proposed' = [proposed EXCEPT ![e] =
            Append(@, [epoch |-> e, counter |-> Len(@) + 1, session |-> q.session, seq |-> q.seq])]
    /\ UNCHANGED <<log, delivered, primary, initial>>

\* More of what the primary of e broadcast becomes agreed, unless a later epoch began without it.
\* The primary is the first to deliver it.
\* @type: (Int, Int) => Bool;
Commit(e, n) ==
    /\ Established(e)
    /\ IsPrefix(log, HistoryOf(e))
    /\ \A f \in Epoch : f > e /\ Established(f) => n <= Len(initial[f]) /\ Prefix(HistoryOf(e), n) = Prefix(initial[f], n)
    /\ log' = Prefix(HistoryOf(e), n)
    /\ \E r \in primary[e] : delivered' = [delivered EXCEPT ![r] = log']
    /\ UNCHANGED <<primary, initial, proposed>>

\* A replica delivers more of the agreed sequence, without a gap.
\* @type: (SERVER, Int) => Bool;
Deliver(r, n) ==
    /\ delivered' = [delivered EXCEPT ![r] = Prefix(log, n)]
    /\ UNCHANGED <<log, primary, initial, proposed>>

\* A replica restarts and will deliver again from an earlier point (its last checkpoint).
\* @type: (SERVER, Int) => Bool;
Recover(r, n) ==
    /\ delivered' = [delivered EXCEPT ![r] = Prefix(@, n)]
    /\ UNCHANGED <<log, primary, initial, proposed>>

LogNext ==
    \/ \E e \in Epoch :
        \/ \E r \in Replica : Establish(r, e)
        \/ \E q \in Request : Broadcast(e, q)
        \/ \E n \in DOMAIN HistoryOf(e) : n > Len(log) /\ Commit(e, n)
    \/ \E r \in Replica :
        \/ \E n \in DOMAIN log : n > Len(delivered[r]) /\ Deliver(r, n)
        \/ \E n \in {0} \cup DOMAIN delivered[r] : n < Len(delivered[r]) /\ Recover(r, n)

LogSpec == LogInit /\ [][LogNext]_logVars

----------------------------------------------------------------------------
(* The properties, each over all replicas, entries and epochs.             *)

\* The sequences somebody has observed: what each replica delivered, and the
\* agreed sequence itself, which some replica once delivered.
Observed == {log} \cup {delivered[r] : r \in Replica}

\* At most one primary was ever established in an epoch.
Leadership2 == \A e \in Epoch : Cardinality(primary[e]) <= 1

\* Any two replicas' deliveries agree as far as both go.
PrefixConsistency == \A s, t \in Observed : Comparable(s, t)

\* What is delivered was broadcast by the primary of its epoch, and is delivered once.
Integrity ==
    \A s \in Observed :
        /\ NoDuplicates(s)
        /\ \A i \in DOMAIN s : s[i].epoch \in Epoch /\ s[i] \in Range(proposed[s[i].epoch])

\* If one replica delivers a and another b, then one of them delivers both.
Agreement ==
    \A s, t \in Observed : \A a \in Range(s), b \in Range(t) :
        a \in Range(t) \/ b \in Range(s)

\* If some replica delivers a before b, every replica that delivers b delivers a before it.
TotalOrder ==
    \A s, t \in Observed : \A a, b \in Range(s) :
        Before(s, a, b) /\ b \in Range(t) => Before(t, a, b)

\* Entries of one primary are delivered in the order in which it broadcast them, without gaps.
LocalPrimaryOrder ==
    \A s \in Observed, e \in Epoch : \A a, b \in Range(proposed[e]) :
        Before(proposed[e], a, b) /\ b \in Range(s) => Before(s, a, b)

\* Entries of an earlier primary are delivered before those of a later one.
GlobalPrimaryOrder ==
    \A s \in Observed : \A a, b \in Range(s) :
        a.epoch < b.epoch => Before(s, a, b)

\* Before a primary broadcasts, it has delivered all that is ever delivered of earlier primaries.
PrimaryIntegrity ==
    \A e \in Epoch : proposed[e] # <<>> =>
        \A s \in Observed : \A b \in Range(s) :
            b.epoch < e => b \in Range(initial[e])

\* No request is logged again in a history before it is agreed.
LoggedOnce ==
    \A e \in Epoch :
        LET h == HistoryOf(e)
        IN \A i, j \in DOMAIN h : i < j /\ Holds(h[j], h[i]) => i \in DOMAIN log /\ log[i] = h[i]

\* What has been agreed (and so may have been acknowledged) is never lost.
NothingAgreedIsLost == [][IsPrefix(log, log')]_logVars

=============================================================================
