----------------------------- MODULE MCSessions -----------------------------
(* Sessions with bounds, and what must hold. *)
EXTENDS Sessions

CONSTANTS
    \* How far time goes.
    \* @type: Int;
    MaxTime,
    \* How many requests are logged.
    \* @type: Int;
    MaxLog,
    \* How many requests a session makes.
    \* @type: Int;
    MaxSeq,
    \* The replica that clients are answered by; it applies what is logged before more is. Others follow as they like.
    \* @type: SERVER;
    First,
    \* How far a leader's stamp may be behind the time that is applied.
    \* @type: Int;
    MaxBehind,
    \* Sessions whose clients lie about the time at which they were opened.
    \* @type: Set(SESSION);
    Lying

\* Values for Setting: one; two that differ in everything; such that the cap is never reached.
Settings == {[ttl |-> 2, cap |-> 1]}
TwoSettings == {[ttl |-> 2, cap |-> 1], [ttl |-> 4, cap |-> 2]}
WideSettings == {[ttl |-> 2, cap |-> 9]}

\* Whether requests are logged in vain: replaced where that is of interest.
Vain == {FALSE}
MayBeVain == BOOLEAN

HasApplied(r) == Len(replica[r].answers) = Len(log)

MCOpen == \E c \in Session \ Lying : Open(c, First)
MCOpenAnyhow == \E c \in Lying, time \in 0..MaxTime : OpenAnyhow(c, time)
MCAsk ==
    /\ Len(log) < MaxLog /\ HasApplied(First)
    /\ \E c \in Session, seq \in 1..MaxSeq, setting \in Setting,
          time \in Max2(0, replica[First].time - MaxBehind)..MaxTime :
           \E vain \in Vain : Ask(c, seq, time, setting, vain)
MCApply == \E r \in Server : Apply(r)
MCHear == \E c \in Session : client[c].seq < MaxSeq /\ Hear(c, First)

MCNext == MCOpen \/ MCOpenAnyhow \/ MCAsk \/ MCApply \/ MCHear

MCSpec == Init /\ [][MCNext]_vars

----------------------------------------------------------------------------

TypeOK ==
    /\ \A i \in DOMAIN log : log[i].session \in Session /\ log[i].seq \in 1..MaxSeq
    /\ \A r \in Server :
           /\ replica[r].time \in 0..MaxTime
           /\ replica[r].floor \in 0..MaxTime + 1
           /\ \A c \in Session : replica[r].records[c].seq \in 0..MaxSeq
           /\ \A i \in DOMAIN replica[r].answers : replica[r].answers[i] \in Refused..i
    /\ \A c \in Session : client[c].opened \in Unopened..MaxTime /\ client[c].seq \in 1..MaxSeq

IsSame(i, j) == log[i].session = log[j].session /\ log[i].seq = log[j].seq

\* No request is run twice.
RunOnce ==
    \A r \in Server : \A i, j \in DOMAIN replica[r].answers :
        IsSame(i, j) /\ replica[r].answers[i] = i /\ replica[r].answers[j] = j => i = j

\* Whoever asks again gets the same answer, unless it is TooOld or Stale.
SameAnswer ==
    \A r \in Server : \A i, j \in DOMAIN replica[r].answers :
        IsSame(i, j) /\ replica[r].answers[i] > 0 /\ replica[r].answers[j] > 0
            => replica[r].answers[i] = replica[r].answers[j]

\* Replicas that have applied as much agree in everything.
ReplicasAgree ==
    \A r, t \in Server :
        Len(replica[r].answers) = Len(replica[t].answers) => replica[r] = replica[t]

\* There are no more records than the leader said that logged the last request.
Bounded ==
    \A r \in Server :
        LET n == Len(replica[r].answers)
        IN n > 0 /\ replica[r].answers[n] = n => Cardinality(Recorded(replica[r])) <= log[n].cap

\* The closed generations are in order, each closed before the present one began, and hold records.
InOrder ==
    \A r \in Server :
        LET m == replica[r]
        IN /\ \A k \in DOMAIN m.closed :
                  /\ m.closed[k].number < m.present /\ m.closed[k].at <= m.began
                  /\ Of(m, m.closed[k].number) # {}
           /\ \A k, l \in DOMAIN m.closed :
                  k < l => m.closed[k].number < m.closed[l].number /\ m.closed[k].at <= m.closed[l].at
           /\ \A c \in Recorded(m) :
                  m.records[c].generation \in {m.present} \cup {m.closed[k].number : k \in DOMAIN m.closed}

\* What a retry is told is true: the result of the one run; or that there was a run; or that there was none.
FoundIsTrue ==
    \A r \in Server : \A i \in DOMAIN replica[r].answers :
        LET found == Found(replica[r], log[i])
            runs == {j \in DOMAIN replica[r].answers : IsSame(i, j) /\ replica[r].answers[j] = j}
        IN /\ found > 0 => runs = {found}
           /\ found = Stale => runs # {}
           /\ found = Refused => runs = {}

\* When entry i was applied.
TimeAt(i) ==
    LET stamps == {0} \cup {log[j].time : j \in {k \in 1..i : ~log[k].vain}}
    IN CHOOSE t \in stamps : \A u \in stamps : u <= t

\* A record is kept for as long as the leader says since its session's last request was run, if there are not too many.
KeptWhileUsed ==
    [][\A r \in Server : \A c \in Recorded(replica[r]) :
           LET n == Len(replica'[r].answers)
           IN c \notin Recorded(replica'[r]) =>
                  \/ TimeAt(n) >= TimeAt(replica[r].records[c].result) + log[n].ttl
                  \/ Cardinality(Recorded(replica[r]) \cup {log[n].session}) > log[n].cap]_vars

\* A session that was opened within that time is not too old, if there were not too many.
FreshIsServed ==
    \A r \in Server : \A i \in DOMAIN replica[r].answers :
        replica[r].answers[i] = TooOld =>
            \/ log[i].opened > TimeAt(i)
            \/ \E j \in 1..i : TimeAt(j) >= log[i].opened + log[j].ttl
            \/ \E j \in 1..i : log[j].cap < Cardinality(Session)
=============================================================================
