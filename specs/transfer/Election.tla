------------------------------- MODULE Election -------------------------------
(***************************************************************************)
(* Who should try to lead.  Zab is safe whoever does, and adopts the best  *)
(* history of a quorum; but a leader that lacks a lot of it has to fetch   *)
(* that first, and nobody is served meanwhile.  So of those that are       *)
(* nearly caught up the vote of most weight wins (ACaZoo, section III),    *)
(* and who lacks more comes after all of these, whatever it weighs.        *)
(*                                                                         *)
(* Members introduce themselves, and each decides by what it has heard, so *)
(* what a member lacks must be told from what two members say: how long    *)
(* their histories are, with which entry they end, and how much they know  *)
(* to be committed.  Two histories that end in entries of the same epoch   *)
(* are one a prefix of the other, so their lengths tell.  Of others it is  *)
(* certain only that what is committed in the worse is part of the better: *)
(* a long tail that nobody adopted makes nobody caught up.                 *)
(*                                                                         *)
(* No livelock: members stand one after the other, the best first; one     *)
(* that does not come forward holds the next one up for a turn, no more.   *)
(*                                                                         *)
(* Modelled: any histories that Zab can leave behind, any weights, whom    *)
(* the one that stands has heard, and members that do not come forward.    *)
(* Abstracted: notifications (who is in `voters` was heard); turns are     *)
(* half an election timeout.                                               *)
(* Source: ACaZoo, section III; the rule about histories is ours.          *)
(* Read: what a member says; the order; the actions; properties.           *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
    \* @type: Set(SERVER);
    Server,
    \* No server.
    \* @type: SERVER;
    Nobody,
    \* Each server's number: the last thing that decides.
    \* @type: SERVER -> Int;
    Place,
    \* Who is nearly caught up lacks at most this many entries.
    \* @type: Int;
    MaxLag

ASSUME Nobody \notin Server /\ MaxLag >= 0

VARIABLES
    \* The epochs of a server's entries, in order.  An entry is known by its epoch and its number in that.
    \* @type: SERVER -> Seq(Int);
    history,
    \* The epoch whose initial history it adopted last.
    \* @type: SERVER -> Int;
    currentEpoch,
    \* How many entries it knows to be committed.
    \* @type: SERVER -> Int;
    committed,
    \* The weight of its vote.
    \* @type: SERVER -> Int;
    weight,
    \* Those that are heard and do not come forward.
    \* @type: Set(SERVER);
    away,
    \* How many turns have passed.
    \* @type: Int;
    turn,
    \* Who came forward, or Nobody; and whom it had heard, itself included.
    \* @type: SERVER;
    leader,
    \* @type: Set(SERVER);
    voters

\* @type: <<SERVER -> Seq(Int), SERVER -> Int, SERVER -> Int, SERVER -> Int, Set(SERVER), Int, SERVER, Set(SERVER)>>;
vars == <<history, currentEpoch, committed, weight, away, turn, leader, voters>>

QuorumSize == Cardinality(Server) \div 2 + 1
Quorums == {Q \in SUBSET Server : Cardinality(Q) >= QuorumSize}

----------------------------------------------------------------------------
(* What a member says *)

\* @type: SERVER => Int;
Length(s) == Len(history[s])

\* The epoch of its last entry; 0 if it has none.
\* @type: SERVER => Int;
LastEpoch(s) == IF Length(s) = 0 THEN 0 ELSE history[s][Length(s)]

\* The number of its last entry in that epoch.
\* @type: SERVER => Int;
LastCounter(s) == Cardinality({n \in 1..Length(s) : history[s][n] = LastEpoch(s)})

----------------------------------------------------------------------------
(* The order *)

\* Zab's order of histories: that of t is later.
\* @type: (SERVER, SERVER) => Bool;
Later(t, s) ==
    \/ currentEpoch[t] > currentEpoch[s]
    \/ /\ currentEpoch[t] = currentEpoch[s]
       /\ \/ LastEpoch(t) > LastEpoch(s)
          \/ LastEpoch(t) = LastEpoch(s) /\ LastCounter(t) > LastCounter(s)

\* The best history in Q.
\* @type: Set(SERVER) => SERVER;
Best(Q) == CHOOSE b \in Q : \A q \in Q : ~Later(q, b)

\* At most so many entries of the best history does s lack.
\* @type: (SERVER, SERVER) => Int;
Lacks(s, best) ==
    LET shared == IF LastEpoch(s) = LastEpoch(best) THEN Length(s) ELSE committed[s]
    IN IF Length(best) > shared THEN Length(best) - shared ELSE 0

\* @type: (SERVER, Set(SERVER)) => Bool;
NearlyCaughtUp(s, Q) == Lacks(s, Best(Q)) <= MaxLag

\* @type: (SERVER, SERVER) => Bool;
LaterOrHigher(t, s) == Later(t, s) \/ (~Later(s, t) /\ Place[t] > Place[s])

\* Of two that are nearly caught up the one of more weight; else that with the later history.
\* @type: (SERVER, SERVER, Set(SERVER)) => Bool;
IsBetter(t, s, Q) ==
    IF NearlyCaughtUp(t, Q) # NearlyCaughtUp(s, Q)
    THEN NearlyCaughtUp(t, Q)
    ELSE IF NearlyCaughtUp(s, Q)
         THEN weight[t] > weight[s] \/ (weight[t] = weight[s] /\ LaterOrHigher(t, s))
         ELSE LaterOrHigher(t, s)

\* How many of those in Q are better.
\* @type: (SERVER, Set(SERVER)) => Int;
Rank(s, Q) == Cardinality({t \in Q \ {s} : IsBetter(t, s, Q)})

----------------------------------------------------------------------------
(* The actions *)

\* Server s has heard Q, and those that are better have had their turns.
\* @type: (SERVER, Set(SERVER)) => Bool;
Lead(s, Q) ==
    /\ leader = Nobody /\ s \notin away
    /\ s \in Q /\ Q \in Quorums
    /\ turn >= Rank(s, Q)
    /\ leader' = s
    /\ voters' = Q
    /\ UNCHANGED <<history, currentEpoch, committed, weight, away, turn>>

Turn ==
    /\ leader = Nobody /\ turn < Cardinality(Server)
    /\ turn' = turn + 1
    /\ UNCHANGED <<history, currentEpoch, committed, weight, away, leader, voters>>

Next == Turn \/ \E s \in Server, Q \in Quorums : Lead(s, Q)

\* A turn that comes passes; and who has heard everybody and has its turn comes forward.
Fairness == WF_vars(Turn) /\ WF_vars(\E s \in Server : Lead(s, Server))

----------------------------------------------------------------------------
(* What Zab sees to *)

\* @type: (SERVER, SERVER) => Int;
Common(s, t) ==
    LET n == IF Length(s) < Length(t) THEN Length(s) ELSE Length(t)
        same == {m \in 0..n : \A i \in 1..m : history[s][i] = history[t][i]}
    IN CHOOSE m \in same : \A o \in same : o <= m

\* Histories that Zab can leave behind: those that end in one epoch are prefixes of each other; nobody has entries of
\* an epoch later than the one it has adopted or fetches; what is committed is part of every later history.
OfZab ==
    /\ \A s \in Server : committed[s] <= Length(s) /\ LastEpoch(s) <= currentEpoch[s]
    /\ \A s, t \in Server :
        /\ LastEpoch(s) = LastEpoch(t) /\ Length(s) <= Length(t) => Common(s, t) = Length(s)
        /\ ~Later(s, t) => committed[s] <= Common(s, t)

----------------------------------------------------------------------------
(* Safety.  Said of the histories themselves, not of what members can tell of them. *)

TypeOK ==
    /\ leader \in Server \cup {Nobody} /\ voters \subseteq Server
    /\ turn \in 0..Cardinality(Server)
    /\ OfZab

\* @type: (SERVER, SERVER) => Int;
TrulyLacks(s, best) == Length(best) - Common(s, best)

\* Nobody is taken to be caught up who is not.
NobodyIsOverrated ==
    \A Q \in Quorums : \A s \in Q : NearlyCaughtUp(s, Q) => TrulyLacks(s, Best(Q)) <= MaxLag

\* Those that are beyond doubt: what they have ends in the same epoch as the best history.
\* @type: Set(SERVER) => Set(SERVER);
CaughtUp(Q) == {s \in Q : LastEpoch(s) = LastEpoch(Best(Q)) /\ TrulyLacks(s, Best(Q)) <= MaxLag}

\* Who lacks a lot leads only if those that do not have all had their turn.
OnlyNearlyCaughtUpWins ==
    leader # Nobody =>
        TrulyLacks(leader, Best(voters)) <= MaxLag \/ turn >= Cardinality(CaughtUp(voters))

\* Of those that are nearly caught up, nobody leads ahead of one of more weight.
WeightDecides ==
    leader \in CaughtUp(voters) => turn >= Cardinality({s \in CaughtUp(voters) : weight[s] > weight[leader]})

----------------------------------------------------------------------------
(* Liveness *)

\* As long as anybody comes forward, there is someone who leads.
SomeoneComesForward == away # Server => <>(leader # Nobody)

=============================================================================
