---------------------------- MODULE SIMReconfig ----------------------------
(***************************************************************************)
(* Reconfig at random: four servers, changes of any kind in each of three  *)
(* epochs, and a disk that is lost.                                        *)
(*                                                                         *)
(* Left to itself a random run spends its epochs in no time.  So a new     *)
(* epoch is only asked for when the last one has committed a change, and   *)
(* then only sometimes.  A server that is down takes no step for a while:  *)
(* in each step one is drawn that takes it.                                *)
(***************************************************************************)
EXTENDS MCReconfig

CONSTANTS
    \* How many disks are lost.
    \* @type: Int;
    MaxLost

VARIABLES
    \* The disks that are lost: these voters take no more steps.
    \* @type: Set(SERVER);
    lost

simVars == <<vars, lost>>

Groups == {C \in SUBSET Server : Cardinality(C) >= 2}
AnyChanges == {{VoterSet(C), VoterSet(D)} : C, D \in Groups}

Dice(n) == RandomElement(1..n) = 1

\* A change is committed in epoch e.
Changed(e) == committed[e] > 0 /\ LastChange(e, committed[e]) > 0

\* e is asked for already, or the epoch before it has committed a change.
Timely(e) == (\E s \in Server : promisedTo[s][e] # {}) \/ (Changed(e - 1) /\ Dice(4))

\* Those that are left are a quorum by all that any leader has logged.
Lose(s) ==
    /\ Cardinality(lost) < MaxLost
    /\ lost' = lost \cup {s}
    /\ \A e \in Epoch : IsQuorum(Server \ lost', ConfigurationOf(Zab!LeaderLog(e)))
    /\ UNCHANGED vars

\* After Join one of its two voter sets stays, if can be one of which nobody is lost; else some members join.
Next(c) ==
    LET whole == {voterSet \in c : voterSet.voters \cap lost = {}}
    IN IF Cardinality(c) = 2 THEN {RandomElement(IF whole = {} THEN c ELSE whole)}
       ELSE c \cup {VoterSet(RandomElement({C \in Groups : C \cap lost = {}}))}

\* s does something of epoch e.
Steps(s, e) ==
    \/ \E d \in Epoch : Truncate(s, e, d) \/ Fetch(s, e, d)
    \/ HandleNEWLEADER(s, e)
    \/ s \notin leaders[e] /\ \E t \in Server : CompleteDiscovery(s, e, t, Supporters(s, e, t))
    \/ e > 1 /\ Timely(e) /\ \E l \in Server \ lost : (s = l \/ l \in promisedTo[l][e]) /\ HandleNEWEPOCH(s, l, e)

\* The leader of e does; something is left for that of the next.
Proposes(e) ==
    /\ broadcast[e] < MaxEntries \div MaxEpoch
    /\ \/ Dice(3) /\ Propose(e)
       \/ LET c == Next(ConfigurationOf(Zab!LeaderLog(e)))
          IN Settled(e) /\ c # ConfigurationOf(Zab!LeaderLog(e)) /\ Change(e, c)

SIMNext ==
    \* The dice are thrown again: without a step a behaviour would end.
    \/ UNCHANGED simVars
    \/ Dice(20) /\ \E s \in Old : Lose(s)
    \/ \E s \in {RandomElement(Server \ lost)}, e \in Epoch :
          (Steps(s, e) \/ Proposes(e)) /\ UNCHANGED lost

SIMSpec == Serving /\ lost = {} /\ [][SIMNext]_simVars

(* What these behaviours are for *)

ChangedLater == \E e \in Epoch : e > 2 /\ Changed(e) /\ Changed(e - 1)

\* What is committed of epoch e says that these vote.
VotersIn(e) == UNION {voterSet.voters : voterSet \in ConfigurationOf(Zab!LogOf(e, committed[e]))}

\* A leader that is no member any more.
RemovedLeader == \E e \in Epoch : Changed(e) /\ \E l \in leaders[e] : l \notin VotersIn(e)

\* Who has lost its disk has left, and another one has come.
LostIsReplaced ==
    \E e \in Epoch : Changed(e) /\ (\E s \in Old \cap lost : s \notin VotersIn(e)) /\ \E s \in VotersIn(e) : s \notin Old
=============================================================================
