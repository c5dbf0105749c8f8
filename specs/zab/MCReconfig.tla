----------------------------- MODULE MCReconfig -----------------------------
(***************************************************************************)
(* Reconfig with bounds, and what must hold: Zab's promises, over          *)
(* configurations that change.                                             *)
(***************************************************************************)
EXTENDS Reconfig, TLC

CONSTANTS
    \* @type: Int;
    MaxEpoch,
    \* How many entries are proposed, in all epochs.
    \* @type: Int;
    MaxEntries,
    \* The members before and after a change.
    \* @type: Set(SERVER);
    Old,
    \* @type: Set(SERVER);
    New,
    \* The configurations that may be proposed.
    \* @type: Set($configuration);
    Plan,
    \* Who may try to lead each epoch.
    \* @type: Int -> Set(SERVER);
    Candidates,
    \* Whether several may.
    \* @type: Bool;
    Rivals

Epochs == 1..MaxEpoch

Entries == Cardinality({p \in Epoch \X (1..MaxEntries) : p[2] <= broadcast[p[1]]})

(* Plans *)
OldOnes == {VoterSet(Old)}
NewOnes == {VoterSet(New)}
Join == {VoterSet(Old), VoterSet(New)}

\* From Old to New by two entries; to give up between them; and back again.
Jointly == {OldOnes, Join, NewOnes}

\* One voter more or less at a time.
OneByOne == {{VoterSet(C)} : C \in SUBSET Server \ {{}}}

(* Candidates *)
Anyone == [e \in Epoch |-> Server]
OldOnesFirst == [e \in Epoch |-> IF e < MaxEpoch THEN Old ELSE New]
OnlyOldOnes == [e \in Epoch |-> Old]

\* Who takes steps; in the configurations, Up <- New: who is to be replaced is lost.
Up == Server

----------------------------------------------------------------------------
\* As in MCZabEpochs, a prospective leader promises the epoch first itself.
MCHandleNEWEPOCH(e) ==
    \E l \in Candidates[e] \cap Up, s \in Up :
        /\ s = l \/ l \in promisedTo[l][e]
        /\ Rivals \/ \A t, m \in Server : m \in promisedTo[t][e] => m = l
        /\ HandleNEWEPOCH(s, l, e)

\* Of those that promised e to l, all whose history is not later than that of s: if any of them suffice, these do.
Supporters(l, e, s) == {t \in Server : l \in promisedTo[t][e] /\ Zab!HasLatestHistory(s, e, {t})}

MCCompleteDiscovery(e) ==
    \E l \in Up \ leaders[e], s \in Server : CompleteDiscovery(l, e, s, Supporters(l, e, s))

MCNext ==
    \E e \in Epoch :
        \/ MCHandleNEWEPOCH(e) \/ MCCompleteDiscovery(e)
        \/ \E s \in Up, d \in Epoch : Truncate(s, e, d) \/ Fetch(s, e, d)
        \/ \E s \in Up : HandleNEWLEADER(s, e)
        \/ Entries < MaxEntries /\ (Propose(e) \/ \E c \in Plan : c # ConfigurationOf(Zab!LeaderLog(e)) /\ Change(e, c))

MCSpec == Init /\ [][MCNext]_vars

\* Epoch 1 is established by all founders, of whom one leads.
Serving ==
    LET members == UNION {voterSet.voters : voterSet \in Founders}
        epochOf == [s \in Server |-> IF s \in members THEN 1 ELSE 0]
    IN /\ acceptedEpoch = epochOf /\ currentEpoch = epochOf
       /\ history = [s \in Server |-> Zab!EmptyLog]
       /\ \E l \in members :
            /\ leaders = [e \in Epoch |-> IF e = 1 THEN {l} ELSE {}]
            /\ promisedTo = [s \in Server |-> [e \in Epoch |-> IF e = 1 /\ s \in members THEN {l} ELSE {}]]
       /\ promisedCurrent = [s \in Server |-> [e \in Epoch |-> 0]]
       /\ promisedHistory = [s \in Server |-> [e \in Epoch |-> Zab!EmptyLog]]
       /\ acked = [s \in Server |-> [e \in Epoch |-> IF e = 1 /\ s \in members THEN 0 ELSE -1]]
       /\ initial = [e \in Epoch |-> Zab!EmptyLog]
       /\ broadcast = [e \in Epoch |-> 0]
       /\ carried = [e \in Epoch |-> <<>>]
       /\ committed = [e \in Epoch |-> IF e = 1 THEN 0 ELSE -1]

ServingSpec == Serving /\ [][MCNext]_vars

----------------------------------------------------------------------------
(* To its clients a group is one server, which has acknowledged what is    *)
(* committed.  So what ZabEpochs promises is asked of that one.            *)
Group == "the group"
AsOne == INSTANCE ZabEpochs WITH
    Server <- {Group}, Quorum <- {{Group}}, Log <- {}, synced <- history, acked <- [g \in {Group} |-> committed]

TypeOK ==
    /\ Zab!TypeOK
    /\ \A e \in Epoch :
         carried[e] \in Seq(Plan \cup {Nothing}) /\ Len(carried[e]) = broadcast[e] /\ committed[e] = CommitPoint(e, acked)

Leadership == Zab!Leadership
CommittedSurvives == AsOne!CommittedSurvives
CommittedAgree == AsOne!CommittedAgree
ProposedWhenEstablished == AsOne!ProposedWhenEstablished
EstablishedIsFinal == AsOne!EstablishedIsFinal

\* The same, as those need it who build upon groups: the log of the last leader that was established.
RECURSIVE Flat(_, _)
Flat(h, e) == IF e = 0 THEN <<>> ELSE Flat(h, e - 1) \o [n \in 1..h[e] |-> <<e, n>>]
LastEpoch == CHOOSE e \in {0} \cup {f \in Epoch : Established(f)} : \A f \in Epoch : Established(f) => f <= e
Agreed == IF LastEpoch = 0 THEN <<>> ELSE Flat(Zab!LogOf(LastEpoch, committed[LastEpoch]), MaxEpoch)
Logged == IF LastEpoch = 0 THEN <<>> ELSE Flat(Zab!LeaderLog(LastEpoch), MaxEpoch)
Leader == INSTANCE LeaderLog WITH agreed <- Agreed, tail <- SubSeq(Logged, Len(Agreed) + 1, Len(Logged))
RefinesLeaderLog == Leader!Spec

\* Whoever vouched for what is committed still has it.
CommittedIsKept ==
    \A e \in Epoch, s \in Server : \A k \in 0..committed[e] :
        acked[s][e] >= k => Zab!IsPrefixOf(Zab!LogOf(e, k), history[s])

\* Those among whom no action and no configuration tells.
Symmetry == {p \in Permutations(Server) : {p[s] : s \in Old} = Old /\ {p[s] : s \in New} = New}
=============================================================================
