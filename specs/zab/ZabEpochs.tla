------------------------------ MODULE ZabEpochs ------------------------------
(***************************************************************************)
(* Why Zab is safe: the protocol without its messages, and an inductive    *)
(* invariant.                                                              *)
(*                                                                         *)
(* `Zab` says how replicas talk.  This module says what they must write    *)
(* down, and why that suffices.  An invariant of `Zab` that is inductive   *)
(* would be pages of channel contents; here it is six conjuncts.           *)
(*                                                                         *)
(* Modelled: what each server has on disk (acceptedEpoch, currentEpoch,    *)
(* the log as far as it is synced), what of the log it has beside that,    *)
(* and what it ever vouched for: its ACK-Es and its acknowledgements, which*)
(* nobody can take back.  Of a leader, the initial history and the number  *)
(* of proposals it has sent.                                               *)
(*                                                                         *)
(* Abstracted, and why that is sound:                                      *)
(*   - Channels.  A message, once sent, can be received at any later time, *)
(*     any number of times, or never: whoever may act on it reads the      *)
(*     monotone record of its sending.  Order within a connection is kept  *)
(*     by appending proposals in sequence.                                 *)
(*   - Roles.  A server that crashed, or left its role, is one that takes  *)
(*     no step of that role any more.  All that Crash does is to lose what *)
(*     was not synced; that matters, for it may have been reported before. *)
(*   - Acknowledgements.  An entry that is on disk at a server that is in  *)
(*     the epoch of its leader counts as acknowledged at once.             *)
(*   - The leader's own copy.  To its log the leader is a follower like    *)
(*     any other, but that it begins with all of it in memory; a commit    *)
(*     need not include it.                                                *)
(*   - Transactions.  An epoch has one leader (proved here: Leadership),   *)
(*     so a zxid names one transaction, and a log is a sequence of zxids.  *)
(*   - Gaps.  A log never holds a zxid without the epoch's earlier ones.   *)
(*     So it is written here as the number of entries it has of each       *)
(*     epoch: <<2, 0, 1>> stands for (1,1) (1,2) (3,1).                    *)
(*                                                                         *)
(* Zab's NEWLEADER has a zxid too: counter 0 of its epoch.  So ACK-LD is   *)
(* the acknowledgement of (e,0), acknowledgements are cumulative, and one  *)
(* number per server and epoch records them all.  "The initial history is  *)
(* committed" reads "(e,0) is committed".                                  *)
(*                                                                         *)
(* `Zab` implements this (RefinesZabEpochs, in `MCZabRefines`): each step  *)
(* there is one here, or none.                                             *)
(*                                                                         *)
(* Source: Zab (DSN 2011), section IV for the steps, section V for what    *)
(* they guarantee.  Reading order: actions, Safety, IndInv.  `INDZabEpochs`*)
(* tries the invariant on random states, `APAZabEpochs` has Apalache try   *)
(* all states, for small constants, and `proofs/coq` proves it for any     *)
(* number of servers, epochs and entries; there all has the same names.    *)
(***************************************************************************)
EXTENDS Integers

CONSTANTS
    \* @type: Set(SERVER);
    Server,
    \* The majorities; nothing is used of them but that any two meet.
    \* @type: Set(Set(SERVER));
    Quorum,
    \* Epochs a leader may propose: positive numbers.  0 is the epoch of those that know none.
    \* @type: Set(Int);
    Epoch,
    \* The logs there may be: [Epoch -> Nat], or what a model makes do with.
    \* @type: Set(Int -> Int);
    Log

ASSUME QuorumsMeet == \A Q1, Q2 \in Quorum : Q1 \cap Q2 # {}
ASSUME EpochsArePositive == \A e \in Epoch : e > 0

\* @typeAlias: log = Int -> Int;
ZabEpochs_aliases == TRUE

VARIABLES
    \* On disk at each server (the paper's f.p and f.a).
    \* @type: SERVER -> Int;
    acceptedEpoch,
    \* @type: SERVER -> Int;
    currentEpoch,
    \* The log (h_f), and the part of it that is on disk.
    \* @type: SERVER -> $log;
    history,
    \* @type: SERVER -> $log;
    synced,

    \* What each server said in ACK-E(e): to which leader (nobody: not sent), and its currentEpoch and history then.
    \* @type: SERVER -> Int -> Set(SERVER);
    promisedTo,
    \* @type: SERVER -> Int -> Int;
    promisedCurrent,
    \* @type: SERVER -> Int -> $log;
    promisedHistory,

    \* The last counter each server acknowledged in each epoch: 0 is ACK-LD, -1 nothing.
    \* @type: SERVER -> Int -> Int;
    acked,

    \* Of each epoch: who completed discovery, with which initial history, and how much it has proposed since.
    \* @type: Int -> Set(SERVER);
    leaders,
    \* @type: Int -> $log;
    initial,
    \* @type: Int -> Int;
    broadcast

\* @type: <<SERVER -> Int, SERVER -> Int>>;
epochVars == <<acceptedEpoch, currentEpoch>>
\* @type: <<SERVER -> Int -> Set(SERVER), SERVER -> Int -> Int, SERVER -> Int -> $log>>;
promiseVars == <<promisedTo, promisedCurrent, promisedHistory>>
\* @type: <<Int -> Set(SERVER), Int -> $log, Int -> Int>>;
leaderVars == <<leaders, initial, broadcast>>
vars == <<acceptedEpoch, currentEpoch, history, synced, promisedTo, promisedCurrent, promisedHistory, acked,
          leaders, initial, broadcast>>

----------------------------------------------------------------------------
(* Logs *)

\* @type: $log;
EmptyLog == [e \in Epoch |-> 0]

\* g is a prefix of h: where g has fewer entries of an epoch, it ends.
\* @type: ($log, $log) => Bool;
IsPrefixOf(g, h) ==
    \A e \in Epoch : /\ g[e] <= h[e]
                     /\ g[e] < h[e] => \A d \in Epoch : d > e => g[d] = 0

\* @type: ($log, $log) => Bool;
OneExtendsTheOther(g, h) == IsPrefixOf(g, h) \/ IsPrefixOf(h, g)

\* The last zxid of g is not above that of h.
\* @type: ($log, $log) => Bool;
EndsNoLater(g, h) ==
    \A e \in Epoch : g[e] > 0 => \/ h[e] >= g[e]
                                 \/ \E d \in Epoch : d > e /\ h[d] > 0

\* h is on the way from g to t: what t lacks is cut off from the end of g, then what g lacks is written.
\* @type: ($log, $log, $log) => Bool;
OnTheWay(g, t, h) == IsPrefixOf(h, g) \/ IsPrefixOf(h, t)

----------------------------------------------------------------------------
(* Leaders *)

\* @type: Int => Bool;
Led(e) == leaders[e] # {}

\* What the log is once counter k of epoch e is in it: the leader's initial history, then its first k proposals.
\* @type: (Int, Int) => $log;
LogOf(e, k) == [initial[e] EXCEPT ![e] = k]

\* The leader's own view of the log.
\* @type: Int => $log;
LeaderLog(e) == LogOf(e, broadcast[e])

\* A quorum vouches for counter k of epoch e.  Only acknowledgements *of the epoch's own leader* count:
\* that a quorum happens to hold an entry means nothing.
\* @type: (Int, Int) => Bool;
Committed(e, k) == k >= 0 /\ \E Q \in Quorum : \A s \in Q : acked[s][e] >= k

\* Phase 2 is complete: the initial history is committed.
\* @type: Int => Bool;
Established(e) == Committed(e, 0)

----------------------------------------------------------------------------
(* Guards *)

\* An epoch is promised once (DSN 2011, step f.1.1).
\* @type: (SERVER, Int) => Bool;
MayPromise(s, e) == e > acceptedEpoch[s]

\* A follower deals with the leader of the last epoch it promised, and with no older one.
\* @type: (SERVER, Int) => Bool;
StillFollows(s, e) == acceptedEpoch[s] = e

\* Of the ACK-Es of Q for e, that of s has the latest history: by currentEpoch, then by zxid (step l.1.2).
\* @type: (SERVER, Int, Set(SERVER)) => Bool;
HasLatestHistory(s, e, Q) ==
    \A t \in Q :
        \/ promisedCurrent[t][e] < promisedCurrent[s][e]
        \/ /\ promisedCurrent[t][e] = promisedCurrent[s][e]
           /\ EndsNoLater(promisedHistory[t][e], promisedHistory[s][e])

\* l may lead epoch e, starting from the history that s reported: a quorum Q promised e to l.
\* @type: (SERVER, Int, SERVER, Set(SERVER)) => Bool;
Discovered(l, e, s, Q) ==
    /\ \A t \in Q : l \in promisedTo[t][e]
    /\ s \in Q
    /\ HasLatestHistory(s, e, Q)

\* What g and t have in common is not cut off.
\* @type: ($log, $log, $log) => Bool;
KeepsCommon(g, t, h) == \A e \in Epoch : h[e] >= g[e] \/ h[e] >= t[e]

\* On NEWLEADER a follower acknowledges after the initial history is on its disk.
\* @type: (SERVER, Int) => Bool;
HasInitialHistory(s, e) ==
    /\ IsPrefixOf(initial[e], synced[s])
    /\ IsPrefixOf(history[s], LeaderLog(e))

\* A leader proposes after its initial history is committed (step l.3.1).
\* @type: Int => Bool;
MayPropose(e) == Established(e)

----------------------------------------------------------------------------
(* The log of a server *)

\* s is in the epoch of the leader that it follows.
\* @type: SERVER => Bool;
InEpoch(s) == currentEpoch[s] \in Epoch /\ StillFollows(s, currentEpoch[s])

\* s has d on disk.  What it has there of its leader's proposals, it acknowledges.
\* @type: (SERVER, $log) => Bool;
WriteDisk(s, d) ==
    /\ synced' = [synced EXCEPT ![s] = d]
    /\ acked' = IF InEpoch(s) THEN [acked EXCEPT ![s][currentEpoch[s]] = d[currentEpoch[s]]] ELSE acked

\* s brings its log in line with t, as far as h, of which d is on disk: at least what was, and stays.
\* @type: (SERVER, $log, $log, $log) => Bool;
Install(s, t, h, d) ==
    /\ OnTheWay(history[s], t, h) /\ KeepsCommon(history[s], t, h)
    /\ IsPrefixOf(d, h) /\ KeepsCommon(synced[s], h, d)
    /\ history' = [history EXCEPT ![s] = h]
    /\ WriteDisk(s, d)

----------------------------------------------------------------------------
(* Phase 1, discovery *)

\* s, asked by NEWEPOCH(e) of the prospective leader l, writes acceptedEpoch and answers ACK-E.
\* @type: (SERVER, SERVER, Int) => Bool;
HandleNEWEPOCH(s, l, e) ==
    /\ MayPromise(s, e)
    /\ acceptedEpoch' = [acceptedEpoch EXCEPT ![s] = e]
    /\ promisedTo' = [promisedTo EXCEPT ![s][e] = {l}]
    /\ promisedCurrent' = [promisedCurrent EXCEPT ![s][e] = currentEpoch[s]]
    /\ promisedHistory' = [promisedHistory EXCEPT ![s][e] = history[s]]
    /\ UNCHANGED <<currentEpoch, history, synced, acked, leaderVars>>

\* l, having the promises of a quorum, writes some of the latest history among them, that of s.  It may find a later
\* one before it decides.
\* @type: (SERVER, Int, SERVER, Set(SERVER), $log, $log) => Bool;
Pull(l, e, s, Q, h, d) ==
    /\ Discovered(l, e, s, Q)
    /\ StillFollows(l, e) /\ currentEpoch[l] # e
    /\ Install(l, promisedHistory[s][e], h, d)
    /\ UNCHANGED <<epochVars, promiseVars, leaderVars>>

\* l decides on its initial history: that of s, the latest of a quorum.
\* @type: (SERVER, Int, SERVER, Set(SERVER)) => Bool;
CompleteDiscovery(l, e, s, Q) ==
    /\ l \notin leaders[e]
    /\ Discovered(l, e, s, Q)
    /\ leaders' = [leaders EXCEPT ![e] = @ \cup {l}]
    /\ initial' = [initial EXCEPT ![e] = promisedHistory[s][e]]
    /\ UNCHANGED <<epochVars, history, synced, promiseVars, acked, broadcast>>

----------------------------------------------------------------------------
(* Phase 2, synchronisation.  It may stop anywhere between two of these steps, and be resumed, or *)
(* begun anew with the leader of a later epoch.                                                   *)

\* s writes some of its leader's log (SYNC; a PROPOSE is one entry more of it).  DIFF and TRUNC put nothing more on
\* disk, the checkpoint of a SNAP is there at once.
\* @type: (SERVER, Int, $log, $log) => Bool;
HandleSYNC(s, e, h, d) ==
    /\ Led(e) /\ StillFollows(s, e)
    /\ Install(s, LeaderLog(e), h, d)
    /\ UNCHANGED <<epochVars, promiseVars, leaderVars>>

\* s writes currentEpoch, and only then acknowledges NEWLEADER: ACK-LD.
\* @type: (SERVER, Int) => Bool;
HandleNEWLEADER(s, e) ==
    /\ Led(e) /\ StillFollows(s, e) /\ currentEpoch[s] # e
    /\ HasInitialHistory(s, e)
    /\ currentEpoch' = [currentEpoch EXCEPT ![s] = e]
    /\ acked' = [acked EXCEPT ![s][e] = synced[s][e]]
    /\ UNCHANGED <<acceptedEpoch, history, synced, promiseVars, leaderVars>>

----------------------------------------------------------------------------
(* Phase 3, broadcast *)

\* l has the log of its epoch, and goes by no later one.
\* @type: (SERVER, Int) => Bool;
StillLeads(l, e) ==
    /\ l \in leaders[e] /\ StillFollows(l, e)
    /\ \A d \in Epoch : history[l][d] = LeaderLog(e)[d]

\* The established leader of e proposes its next transaction.
\* @type: (SERVER, Int) => Bool;
Propose(l, e) ==
    /\ StillLeads(l, e) /\ MayPropose(e)
    /\ broadcast' = [broadcast EXCEPT ![e] = @ + 1]
    /\ history' = [history EXCEPT ![l][e] = @ + 1]
    /\ UNCHANGED <<epochVars, synced, promiseVars, acked, leaders, initial>>

\* More of the log of s comes to disk: up to d.
\* @type: (SERVER, $log) => Bool;
Fsync(s, d) ==
    /\ IsPrefixOf(synced[s], d) /\ IsPrefixOf(d, history[s])
    /\ WriteDisk(s, d)
    /\ UNCHANGED <<epochVars, history, promiseVars, leaderVars>>

----------------------------------------------------------------------------
(* Faults *)

\* What s finds on its disk when it comes back.
\* @type: SERVER => $log;
Recovered(s) == synced[s]

\* s crashes and comes back.
\* @type: SERVER => Bool;
Crash(s) ==
    /\ history' = [history EXCEPT ![s] = Recovered(s)]
    /\ UNCHANGED <<epochVars, synced, promiseVars, acked, leaderVars>>

----------------------------------------------------------------------------
Init ==
    /\ acceptedEpoch = [s \in Server |-> 0]
    /\ currentEpoch = [s \in Server |-> 0]
    /\ history = [s \in Server |-> EmptyLog]
    /\ synced = [s \in Server |-> EmptyLog]
    /\ promisedTo = [s \in Server |-> [e \in Epoch |-> {}]]
    /\ promisedCurrent = [s \in Server |-> [e \in Epoch |-> 0]]
    /\ promisedHistory = [s \in Server |-> [e \in Epoch |-> EmptyLog]]
    /\ acked = [s \in Server |-> [e \in Epoch |-> -1]]
    /\ leaders = [e \in Epoch |-> {}]
    /\ initial = [e \in Epoch |-> EmptyLog]
    /\ broadcast = [e \in Epoch |-> 0]

Next ==
    \/ \E e \in Epoch :
        \/ \E s, l \in Server : HandleNEWEPOCH(s, l, e)
        \/ \E l, s \in Server, Q \in Quorum :
            CompleteDiscovery(l, e, s, Q) \/ \E h, d \in Log : Pull(l, e, s, Q, h, d)
        \/ \E s \in Server : HandleNEWLEADER(s, e) \/ \E h, d \in Log : HandleSYNC(s, e, h, d)
        \/ \E l \in Server : Propose(l, e)
    \/ \E s \in Server : Crash(s) \/ \E d \in Log : Fsync(s, d)

Spec == Init /\ [][Next]_vars

----------------------------------------------------------------------------
(* Safety *)

TypeOK ==
    /\ acceptedEpoch \in [Server -> {0} \cup Epoch]
    /\ currentEpoch \in [Server -> {0} \cup Epoch]
    /\ history \in [Server -> [Epoch -> Nat]]
    /\ synced \in [Server -> [Epoch -> Nat]]
    /\ promisedTo \in [Server -> [Epoch -> SUBSET Server]]
    /\ promisedCurrent \in [Server -> [Epoch -> {0} \cup Epoch]]
    /\ promisedHistory \in [Server -> [Epoch -> [Epoch -> Nat]]]
    /\ \A s \in Server, e \in Epoch : acked[s][e] \in Nat \/ acked[s][e] = -1
    /\ leaders \in [Epoch -> SUBSET Server]
    /\ initial \in [Epoch -> [Epoch -> Nat]]
    /\ broadcast \in [Epoch -> Nat]

\* An epoch has at most one leader (the paper's claim that at most one process calls ready(e)).
Leadership == \A e \in Epoch : \A l1, l2 \in leaders[e] : l1 = l2

\* What is committed is in the initial history of every later leader: it is never lost.
CommittedSurvives ==
    \A e, f \in Epoch : \A s \in Server :
        e < f /\ Led(f) /\ Committed(e, acked[s][e]) => IsPrefixOf(LogOf(e, acked[s][e]), initial[f])

\* Any two committed logs are the same as far as both go (Agreement and TotalOrder; PrefixConsistency).
CommittedAgree ==
    \A e, f \in Epoch : \A s, t \in Server :
        Committed(e, acked[s][e]) /\ Committed(f, acked[t][f])
            => OneExtendsTheOther(LogOf(e, acked[s][e]), LogOf(f, acked[t][f]))

\* Whoever vouched for what is committed still has it, and a crash does not take it.
CommittedIsKept ==
    \A e \in Epoch : \A s, t \in Server :
        Committed(e, acked[t][e]) /\ acked[s][e] >= acked[t][e] => IsPrefixOf(LogOf(e, acked[t][e]), synced[s])

\* PrimaryIntegrity, in two halves.  A leader proposes nothing before its initial history is committed;
ProposedWhenEstablished == \A e \in Epoch : broadcast[e] > 0 => Established(e)

\* and then nothing older is ever added behind it.  This is why the currentEpoch of a history counts before its
\* zxids: by zxids alone, a proposal that an established leader has left out could come back.
EstablishedIsFinal ==
    \A e, f \in Epoch :
        e < f /\ Led(f) /\ Established(e) => \A d \in Epoch : d < e => initial[f][d] = initial[e][d]

Safety ==
    /\ Leadership
    /\ CommittedSurvives
    /\ CommittedAgree
    /\ CommittedIsKept
    /\ ProposedWhenEstablished
    /\ EstablishedIsFinal

----------------------------------------------------------------------------
(* The inductive invariant: what is true of any state in which Safety can  *)
(* go on for ever.  Each conjunct is one thing a newcomer has to know.     *)

\* 1. Epochs at a server.  currentEpoch is the last epoch whose NEWLEADER it acknowledged.
EpochsInOrder ==
    \A s \in Server :
        /\ currentEpoch[s] <= acceptedEpoch[s]
        /\ \A c \in Epoch : currentEpoch[s] = c => acked[s][c] >= 0
        /\ \A e \in Epoch : acked[s][e] >= 0 => /\ e <= currentEpoch[s]
                                                /\ Led(e)
                                                /\ acked[s][e] <= broadcast[e]

\* 2. Promises.  An ACK-E goes to one leader, and reports the currentEpoch of its time: after it, the server
\* acknowledges nothing more in any older epoch (the paper's invariant of phase 1).
PromisesInOrder ==
    \A s \in Server, e \in Epoch :
        promisedTo[s][e] # {} =>
            /\ \A l1, l2 \in promisedTo[s][e] : l1 = l2
            /\ e <= acceptedEpoch[s]
            /\ promisedCurrent[s][e] < e
            /\ \A c \in Epoch : promisedCurrent[s][e] = c => acked[s][c] >= 0
            /\ \A c \in Epoch : c < e /\ acked[s][c] >= 0 => c <= promisedCurrent[s][e]

\* 3. Leaders.  Whoever leads has the promises of a quorum, and started from the latest history among them.
LeadersDiscovered ==
    \A e \in Epoch :
        /\ \A l \in leaders[e] :
             \E Q \in Quorum, s \in Server : Discovered(l, e, s, Q) /\ initial[e] = promisedHistory[s][e]
        /\ broadcast[e] > 0 => Established(e)

\* Every entry of h was proposed by the leader of its epoch, and what stands before it in h is what stood before
\* it in that leader's log.  So a zxid determines all that precedes it.
\* @type: $log => Bool;
Matches(h) ==
    \A e \in Epoch :
        h[e] > 0 => /\ Led(e)
                    /\ h[e] <= broadcast[e]
                    /\ \A d \in Epoch : d < e => h[d] = initial[e][d]

\* @type: ($log, Int) => Bool;
HasNoEntryAbove(h, e) == \A d \in Epoch : d > e => h[d] = 0

\* 4. Logs.  Every log, wherever, is made of leaders' logs; it has no entry newer than its owner's promises.  What is
\* on disk is the beginning of the log.
LogsMatch ==
    /\ \A s \in Server : IsPrefixOf(synced[s], history[s])
    /\ \A s \in Server : Matches(history[s]) /\ HasNoEntryAbove(history[s], acceptedEpoch[s])
    /\ \A s \in Server, e \in Epoch :
         promisedTo[s][e] # {} => Matches(promisedHistory[s][e]) /\ HasNoEntryAbove(promisedHistory[s][e], e - 1)
    /\ \A e \in Epoch : Led(e) => Matches(initial[e]) /\ HasNoEntryAbove(initial[e], e - 1)

\* What s reported is the latest history of a quorum that promised e to one leader: it may begin with that.
\* @type: (Int, SERVER) => Bool;
MayBegin(e, s) == \E l \in Server, Q \in Quorum : Discovered(l, e, s, Q)

\* An entry that s acknowledged in epoch c is in h, or some epoch in c+1 .. a might begin without it (and then it is
\* committed nowhere).  Of the entries of one epoch only the first missing needs looking at.
\* @type: (SERVER, Int, $log, Int) => Bool;
KeptUnlessLeftOut(s, c, h, a) ==
    c \in Epoch =>
        \A e \in Epoch :
            \/ h[e] >= LogOf(c, acked[s][c])[e]
            \/ \E f \in Epoch, t \in Server : c < f /\ f <= a /\ promisedHistory[t][f][e] <= h[e] /\ MayBegin(f, t)

\* 5. Acknowledgements bind.  What a server acknowledged stays on its disk, and was in the log it reported in any
\* later ACK-E, unless a leader it had promised to follow by then could begin without it.  This is the heart of the
\* proof: a committed entry was acknowledged by a quorum, a later leader's quorum meets it, hence the entry is in a
\* history reported to that leader; and the latest history of its quorum cannot lack it, for that would have been
\* left out by a leader in between, which is the same claim for a smaller epoch.
AcknowledgementsBind ==
    /\ \A s \in Server : KeptUnlessLeftOut(s, currentEpoch[s], synced[s], acceptedEpoch[s])
    /\ \A s \in Server, e \in Epoch :
         promisedTo[s][e] # {} => KeptUnlessLeftOut(s, promisedCurrent[s][e], promisedHistory[s][e], e - 1)

\* Of epochs before c, h has no more than the initial history of c, unless an epoch in c+1 .. a might begin with more.
\* @type: (Int, $log, Int) => Bool;
NoMoreUnlessAdded(c, h, a) ==
    c \in Epoch =>
        \A e \in Epoch :
            e < c => \/ h[e] <= initial[c][e]
                     \/ \E f \in Epoch, t \in Server :
                            c < f /\ f <= a /\ promisedHistory[t][f][e] >= h[e] /\ MayBegin(f, t)

\* 6. Adopting an epoch binds the other way too: nothing older comes back behind its initial history, in the log
\* or in what is reported, unless a later leader could begin with it (which the same reasoning as above excludes, if
\* the epoch is established).
NothingSlipsIn ==
    /\ \A s \in Server : NoMoreUnlessAdded(currentEpoch[s], history[s], acceptedEpoch[s])
    /\ \A s \in Server, e \in Epoch :
         promisedTo[s][e] # {} => NoMoreUnlessAdded(promisedCurrent[s][e], promisedHistory[s][e], e - 1)

\* Base, step and implication: Init => IndInv, IndInv /\ Next => IndInv', IndInv => Safety.
IndInv ==
    /\ TypeOK
    /\ EpochsInOrder
    /\ PromisesInOrder
    /\ LeadersDiscovered
    /\ LogsMatch
    /\ AcknowledgementsBind
    /\ NothingSlipsIn
=============================================================================
