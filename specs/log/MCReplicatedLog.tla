--------------------------- MODULE MCReplicatedLog ---------------------------
(* ReplicatedLog with bounds: how many entries an epoch broadcasts. *)
EXTENDS ReplicatedLog, TLC

CONSTANTS
    \* @type: Set(SESSION);
    Session,
    \* @type: Int;
    MaxSeq,
    \* @type: Int;
    MaxProposals,
    \* How many entries of a history may be retries of agreed ones.
    \* @type: Int;
    MaxRepeats

MCRequest == [session : Session, seq : 1..MaxSeq]

\* How many entries of a history hold a request that one before them holds.
Repeated(h) == Cardinality({j \in DOMAIN h : \E i \in 1..(j - 1) : Holds(h[j], h[i])})

\* The bounds limit an action, not the state space: what is agreed can still be delivered.
MCBroadcast(e, q) ==
    /\ Len(proposed[e]) < MaxProposals
    /\ Broadcast(e, q)
    /\ \A f \in Epoch : Repeated(HistoryOf(f))' <= MaxRepeats

MCNext ==
    \/ \E e \in Epoch :
        \/ \E r \in Replica : Establish(r, e)
        \/ \E q \in Request : MCBroadcast(e, q)
        \/ \E n \in (Len(log) + 1)..Len(HistoryOf(e)) : Commit(e, n)
    \/ \E r \in Replica :
        \/ \E n \in (Len(delivered[r]) + 1)..Len(log) : Deliver(r, n)
        \/ \E n \in 0..(Len(delivered[r]) - 1) : Recover(r, n)

MCSpec == LogInit /\ [][MCNext]_logVars

Entry == [epoch : Epoch, counter : 1..MaxProposals, session : Session, seq : 1..MaxSeq]

TypeOK ==
    /\ Range(log) \subseteq Entry
    /\ DOMAIN delivered = Replica /\ \A r \in Replica : Range(delivered[r]) \subseteq Entry
    /\ primary \in [Epoch -> SUBSET Replica]
    /\ DOMAIN initial = Epoch /\ \A e \in Epoch : Range(initial[e]) \subseteq Entry
    /\ DOMAIN proposed = Epoch /\ \A e \in Epoch : Range(proposed[e]) \subseteq Entry

\* The log of the last primary: as far as it is agreed, and behind that.
LastPrimaries == {e \in Epoch : Established(e) /\ \A f \in Epoch : Established(f) => f <= e}
Leader == INSTANCE LeaderLog WITH
    agreed <- log,
    tail <- IF LastPrimaries = {} THEN <<>> ELSE Suffix(HistoryOf(CHOOSE e \in LastPrimaries : TRUE), Len(log))
RefinesLeaderLog == Leader!Spec

Symmetry == Permutations(Replica) \cup Permutations(Session)
=============================================================================
