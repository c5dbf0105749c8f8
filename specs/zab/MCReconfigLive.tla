--------------------------- MODULE MCReconfigLive ---------------------------
(***************************************************************************)
(* Liveness of Reconfig: when faults stop, a change of members ends, and   *)
(* the group serves; also when a member was lost before it, and another    *)
(* one after it.                                                           *)
(*                                                                         *)
(* Before `stable`, servers may be lost for good: those in Doomed at any   *)
(* time, of the others one, when the change is done.  Whoever leads does   *)
(* what is to do: an operator wants the members New, so the leader         *)
(* proposes Join when the newcomers have its log, and Leave when Join is   *)
(* committed, also one that a leader before it has proposed.  If too many  *)
(* of New are lost by then, the operator wants the members Old again.      *)
(*                                                                         *)
(* A new epoch begins when the leader of the last one is lost; who tries   *)
(* is a server that stays a member, whatever the others have heard.  Those *)
(* that were removed try, too, as often as there are epochs left, and stop *)
(* anywhere (no fairness): servers heed a candidate that votes by their    *)
(* own log, and no other, and leaders heed nobody.  Everything grows, so   *)
(* fairness of all steps together suffices.                                *)
(***************************************************************************)
EXTENDS MCReconfig

CONSTANTS
    \* Who may lead epoch 1.
    \* @type: Set(SERVER);
    FirstLeaders,
    \* Lost from the start.
    \* @type: Set(SERVER);
    Lost,
    \* May be lost at any time; newcomers, between Join and Leave.
    \* @type: Set(SERVER);
    Doomed,
    \* Were removed, and go on campaigning.
    \* @type: Set(SERVER);
    Disturbers,
    \* Whether one more may be lost when the change is done.
    \* @type: Bool;
    LostAfterwards

VARIABLES
    \* @type: Set(SERVER);
    lost,
    \* @type: Bool;
    stable

liveVars == <<vars, lost, stable>>

\* The voters of the log h.
VotersOf(h) == UNION {voterSet.voters : voterSet \in ConfigurationOf(h)}

\* What is committed of epoch e says that these are the members.
Decided(e, c) == committed[e] >= 0 /\ ConfigurationOf(Zab!LogOf(e, committed[e])) = c

ChangeIsDone == \E e \in Epoch : Decided(e, NewOnes)

\* Join is committed, and nothing of the kind proposed behind it.
IsBetween == \E e \in Epoch : Decided(e, Join) /\ ConfigurationOf(Zab!LeaderLog(e)) = Join

\* Back after Join: no leader has anything else in its log.
IsUndone ==
    \E e \in Epoch :
        /\ Decided(e, OldOnes) /\ LastChange(e, committed[e]) > 0
        /\ ConfigurationOf(Zab!LeaderLog(e)) = OldOnes /\ \A d \in Epoch : Zab!Led(d) => d <= e

LiveInit == Serving /\ lost = Lost /\ leaders[1] \subseteq FirstLeaders /\ stable = FALSE

Lose(s) ==
    /\ ~stable /\ s \notin lost
    /\ (s \in Doomed /\ (s \in Old \/ IsBetween)) \/ (LostAfterwards /\ ChangeIsDone /\ lost \cap New = {} /\ s \in New)
    /\ lost' = lost \cup {s}
    /\ UNCHANGED <<vars, stable>>

Stabilise == ~stable /\ stable' = TRUE /\ UNCHANGED <<vars, lost>>

----------------------------------------------------------------------------
\* Those that asked for promises of e.
Asking(e) == UNION {promisedTo[s][e] : s \in Server}

\* Whoever has promised a newer epoch leads no more.
LiveLeaders(e) == {l \in leaders[e] \ lost : acceptedEpoch[l] = e}

\* s deals with l, who wants to lead: it is a voter by the log of s.  A leader deals with nobody.
Heeds(s, l) == s = l \/ (l \in VotersOf(history[s]) /\ \A e \in Epoch : s \notin LiveLeaders(e))

\* A member tries to lead e, as whoever led before is lost, or was no member.
MayTry(l, e) == l \in Old \cap New /\ \A d \in Epoch : d < e => Asking(d) # {} /\ Asking(d) \subseteq lost \cup (Server \ New)

\* A server that was removed tries to lead e.
MayDisturb(l, e) == l \in Disturbers /\ ChangeIsDone

Promise(s, l, e) == s \notin lost /\ Heeds(s, l) /\ HandleNEWEPOCH(s, l, e)

\* l asks for promises of e, or is asking already.
Tries(l, e) == Asking(e) \subseteq {l} /\ (l \in promisedTo[l][e] \/ MayTry(l, e))

\* How a change ends: as it was asked for, or, if a majority of New is lost, as it was before.
Settles == IF IsQuorum(Server \ lost, NewOnes) THEN NewOnes ELSE OldOnes

\* What a leader has to do with the members.
Due(e) ==
    LET c == ConfigurationOf(Zab!LeaderLog(e))
    IN IF c = OldOnes THEN {Join} ELSE IF c = Join THEN {Settles} ELSE {}

\* The newcomers have the log: they are joined when they can vote at once, or else the group would wait for them.
CaughtUp(e) == \A s \in New \ Old : acked[s][e] >= committed[e]

Changes(e) == LiveLeaders(e) # {} /\ CaughtUp(e) /\ \E c \in Due(e) : Change(e, c)

\* A transaction of epoch e is among the first n proposals.
HasServed(e, n) == \E k \in 1..n : carried[e][k] = Nothing

\* When faults have stopped a client asks for something.
Serves(e) == stable /\ LiveLeaders(e) # {} /\ ~HasServed(e, broadcast[e]) /\ Propose(e)

\* Learners come to a leader by themselves.
Visits(s, e) ==
    /\ s \notin lost /\ s \notin VotersOf(history[s])
    /\ \E l \in LiveLeaders(e) : HandleNEWEPOCH(s, l, e)

Follows(s, e) ==
    /\ s \notin lost /\ LiveLeaders(e) # {}
    /\ \/ \E d \in Epoch : Truncate(s, e, d) \/ Fetch(s, e, d)
       \/ HandleNEWLEADER(s, e)

\* What is often possible comes first, for it is asked of each state whether something is.
Step(e) ==
    \/ \E s \in Server : Follows(s, e)
    \/ Serves(e) \/ Changes(e)
    \/ \E s \in Server : Visits(s, e)
    \/ \E s, l \in Server : l \notin lost /\ Tries(l, e) /\ (s = l \/ l \in promisedTo[l][e]) /\ Promise(s, l, e)
    \/ \E l \in (Old \cap New) \ (lost \cup leaders[e]), s \in Server : \E Q \in SUBSET {t \in Server : l \in promisedTo[t][e]} :
          CompleteDiscovery(l, e, s, Q)

Progress == \E e \in Epoch : Step(e) /\ UNCHANGED <<lost, stable>>

Disturbs ==
    /\ \E e \in Epoch, s, l \in Server :
         /\ l \notin lost /\ MayDisturb(l, e)
         /\ Asking(e) \subseteq {l} /\ (s = l \/ l \in promisedTo[l][e])
         /\ Promise(s, l, e)
    /\ UNCHANGED <<lost, stable>>

LiveNext == Progress \/ Disturbs \/ Stabilise \/ \E s \in Server : Lose(s)

LiveSpec == LiveInit /\ [][LiveNext]_liveVars /\ WF_liveVars(Progress) /\ WF_liveVars(Stabilise)

----------------------------------------------------------------------------
\* The members are those that the operator asked for.
ChangeEnds == <>[]ChangeIsDone

\* Or those that it had.
ChangeEndsOrIsUndone == <>[](ChangeIsDone \/ IsUndone)

\* What a client asked for after the faults is committed.
ServesInTheEnd == <>[](\E e \in Epoch : LiveLeaders(e) # {} /\ HasServed(e, committed[e]))
=============================================================================
