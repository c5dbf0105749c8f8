------------------------------ MODULE ReplayMove ------------------------------
(***************************************************************************)
(* Random behaviours of Move, printed step by step, for the tables in Java *)
(* to follow (io.zabdb.conformance.move).                                  *)
(*                                                                         *)
(* Move!Next with budgets, and a variable that names the step taken; as in *)
(* ReplayZab each action has one successor only, and what there is to      *)
(* choose is drawn here.  After each step the group that took it is        *)
(* printed: what is committed, what its leader's log leads to, and what it *)
(* may do next, so that a guard that is too strict is found, too.          *)
(***************************************************************************)
EXTENDS Move, TLC

VARIABLES
    \* The step that led here: action, group, and what it was about.
    act,
    \* The messages that it brought.
    news,
    \* How many steps of each bounded kind are left.
    budget

replayVars == <<vars, act, news, budget>>

\* One group has all, each key a partition: so a destination meets numbers of others that are higher.
ReplayFirst == CHOOSE g \in Group : TRUE
ReplayOwner == [p \in {{k} : k \in Key} |-> ReplayFirst]
ReplayIndex == [g \in Group |-> IF g = ReplayFirst THEN 9 ELSE 0]
ReplayTime == [g \in Group |-> IF g = ReplayFirst THEN 0 ELSE 2]
ReplayAnywhere(g, r) == TRUE

Budgets ==
    [moves : {3, 9}, shardings : {0, 3}, aborts : {0, 2}, changes : {1, 4}, crashes : {0, 2},
     ends : {0, 1}, calls : {4, 10}, joins : {0, 2}, asks : {0, 2}]

\* One time in k: what would happen too often, were all steps drawn alike.
OneIn(k) == RandomElement(1..k) = 1
\* A set with one element of S drawn at random; none if S is empty.
Drawn(S) == IF S = {} THEN {} ELSE {RandomElement(S)}

ReplayInit ==
    /\ Init
    /\ act = [action |-> "Init"] /\ news = {}
    /\ budget \in Budgets

Did(action, g, about) == act' = [action |-> action, group |-> g, about |-> about] /\ news' = msgs' \ msgs
Free == UNCHANGED budget
Spend(kind) == budget[kind] > 0 /\ budget' = [budget EXCEPT ![kind] = @ - 1]

MaxTime == 4
Operations ==
    {Op("put", k, v, NoValue) : k \in Key, v \in Value}
    \cup {[Op("put", k, v, NoValue) EXCEPT !.ttl = 1] : k \in Key, v \in Value}
    \cup {[Op("put", k, v, NoValue) EXCEPT !.also = Key] : k \in Key, v \in Value}
    \cup {Op("cas", k, v, v) : k \in Key, v \in Value}
    \cup {Op("get", k, NoValue, NoValue) : k \in Key}

----------------------------------------------------------------------------

HasRoom(g) == g \notin dissolved /\ Len(tail[g]) < Window

KindOf == [Prepare |-> "Prepare", Base |-> "Stage", Catch |-> "Catch", Manifest |-> "Finish", Activate |-> "Activate",
           Cancel |-> "Cancel", Ready |-> "Switch", Done |-> "Release", TooLow |-> "Abort"]

\* The messages to g that may be acted upon.
Due(g) ==
    {m \in msgs : m.dst = g /\ m.type \in DOMAIN KindOf /\ g \notin dissolved
                  /\ Admissible(AtTail(g), Taken(KindOf[m.type], m))}

Handling(action, type, g, Step(_, _)) ==
    HasRoom(g) /\ \E m \in Drawn({n \in Due(g) : n.type = type}) : Step(g, m) /\ Did(action, g, m) /\ Free

MaySeal(g) == {p \in Parts(AtTail(g)) : CanSeal(AtTail(g), p, AtTail(g).parts[p].epoch)}
MayAbort(g) == {p \in Parts(AtTail(g)) : CanAbort(AtTail(g), p, AtTail(g).parts[p].epoch)}
MayBegin(g) == {p \in Parts(AtTail(g)) : CanBegin(AtTail(g), p)}

\* The ways to split or merge what g has.
News(g) ==
    LET P == Parts(AtTail(g))
        splits == UNION {{{q, p \ q} : q \in (SUBSET p) \ {{}, p}} : p \in P}
        merges == {{p \cup q} : p \in P, q \in P}
    IN {new \in splits \cup merges : CanBeginSharding(AtTail(g), {p \in P : p \subseteq UNION new}, new)}

\* Of the updates that were sent, those that g may log.
MayAdmit(g) == {r \in requests : AdmitsUpdate(AtTail(g), Entry(r.client, r.seq, r.op, 0, NoVersion))}

\* Leaders may repeat themselves with nothing new: else behaviours would end where the dice leave no other step.
ReplayNext ==
    \/ \E g \in Group :
        \/ Handling("HandlePrepare", "Prepare", g, HandlePrepare)
        \/ Handling("HandleBase", "Base", g, HandleBase)
        \/ Handling("HandleCatch", "Catch", g, HandleCatch)
        \/ Handling("HandleManifest", "Manifest", g, HandleManifest)
        \/ Handling("HandleActivate", "Activate", g, HandleActivate)
        \/ Handling("HandleReady", "Ready", g, HandleReady)
        \/ Handling("HandleDone", "Done", g, HandleDone)
        \/ Handling("HandleCancel", "Cancel", g, HandleCancel)
        \/ Handling("HandleTooLow", "TooLow", g, HandleTooLow)
        \/ OneIn(4) /\ HasRoom(g) /\ \E p \in Drawn(MaySeal(g)) : SealMove(g, p) /\ Did("SealMove", g, p) /\ Free
        \/ OneIn(20) /\ HasRoom(g) /\ \E p \in Drawn(MayAbort(g)) :
            AbortMove(g, p) /\ Did("AbortMove", g, p) /\ Spend("aborts")
        \/ OneIn(3) /\ HasRoom(g) /\ \E p \in Drawn(MayBegin(g)) : \E d \in Drawn(Group \ (dissolved \cup {g})) :
            BeginMove(g, p, d) /\ Did("BeginMove", g, <<p, d>>) /\ Spend("moves")
        \/ OneIn(6) /\ HasRoom(g) /\ \E new \in Drawn(News(g)) :
            Shard(g, "BeginSharding", new) /\ Did("BeginSharding", g, new) /\ Spend("shardings")
        \/ HasRoom(g) /\ \E new \in Drawn(Sharded(g)) :
            Shard(g, "CommitSharding", new) /\ Did("CommitSharding", g, new) /\ Free
        \/ OneIn(4) /\ HasRoom(g) /\ \E new \in Drawn(Sharded(g)) :
            Shard(g, "AbortSharding", new) /\ Did("AbortSharding", g, new) /\ Free
        \/ Commit(g) /\ Did("Commit", g, <<>>) /\ Free
        \/ OneIn(10) /\ tail[g] # <<>> /\ \E n \in Drawn(0..(Len(tail[g]) - 1)) :
            LeaderChange(g, n) /\ Did("LeaderChange", g, n) /\ Spend("changes")
        \/ OneIn(2) /\ CatchUp(g) /\ Did("CatchUp", g, <<>>) /\ Free
        \/ OneIn(20) /\ Join(g) /\ Did("Join", g, <<>>) /\ Spend("joins")
        \/ OneIn(20) /\ Crash(g) /\ Did("Crash", g, <<>>) /\ Spend("crashes")
        \/ OneIn(30) /\ Dissolve(g) /\ Did("Dissolve", g, <<>>) /\ Spend("ends")
        \/ OneIn(2) /\ HasRoom(g) /\ \E r \in Drawn(MayAdmit(g)) : \E t \in Drawn(AtTail(g).time..MaxTime) :
            Admit(g, r, t) /\ Did("Admit", g, UpdateCommand(r, t).entry[1]) /\ Free
        \/ \E c \in Drawn({x \in Client : calls[x].phase = Invoked /\ Knows(state[g], x)}) :
            AnswerUpdate(g, c) /\ Did("AnswerUpdate", g, <<c, calls[c].seq, calls[c].op.key, calls'[c].result>>) /\ Free
        \/ OneIn(2) /\ \E c \in Drawn({x \in Client : reads[x] = NoRead}) :
            ConfirmRead(g, c) /\ Did("ConfirmRead", g, reads'[c].index) /\ Free
    \/ \E c \in Client :
        \/ AnswerRead(c) /\ Did("AnswerRead", reads[c].group, <<calls[c].op.key, reads[c].index, calls'[c].result>>) /\ Free
        \/ Respond(c) /\ Did("Respond", Believed(c, calls[c].op.key), <<>>) /\ Free
        \/ Redirect(c) /\ Free
           /\ LET k == calls[c].op.key IN Did("Redirect", ring[c][k].group, <<k, ring[c][k].epoch, ring'[c][k]>>)
        \/ OneIn(10) /\ \E g \in Drawn(Group) : AskManager(c, g) /\ Did("AskManager", g, <<>>) /\ Spend("asks")
        \/ OneIn(2) /\ \E op \in Drawn(Operations) : Invoke(c, op) /\ Did("Invoke", Believed(c, op.key), <<>>) /\ Spend("calls")
    \/ \E g \in Drawn(Group \ dissolved) : Say /\ Did("Say", g, <<>>) /\ Free

ReplaySpec == ReplayInit /\ [][ReplayNext]_replayVars

----------------------------------------------------------------------------
(* What is printed *)

\* What g may do next.
May(g) ==
    [due |-> Cardinality(Due(g)),
     admit |-> {<<r.client, r.seq, r.op.key, KeysOf(r.op), r \in MayAdmit(g)>> : r \in requests},
     seal |-> MaySeal(g), abort |-> MayAbort(g), begin |-> MayBegin(g), shard |-> News(g),
     read |-> {k \in Key : MayRead(Seen(g), k)},
     heirs |-> [k \in Key |-> Correction(g, k)]]

Printed ==
    PrintT(ToString(
        IF act.action = "Init" THEN <<"step", TLCGet("level"), act>>
        ELSE <<"step", TLCGet("level"), act, news, act.group \in dissolved,
               state[act.group], AtTail(act.group), May(act.group)>>))

=============================================================================
