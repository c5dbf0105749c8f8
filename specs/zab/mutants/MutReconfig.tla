---------------------------- MODULE MutReconfig ----------------------------
(* Reconfig with one guard weakened; the comment says what it replaces. *)
EXTENDS MCReconfig

CONSTANTS
    \* The disk that a member lost, and the one that it came back with.
    \* @type: Set(SERVER);
    Disks

\* For Adjacent: any configuration may follow any other.
AnyChange(c, d) == TRUE

\* The members change in one entry.
AtOnce == {OldOnes, NewOnes}

\* For Settled: a change does not wait until the one before is committed, so that Leave comes before Join is committed.
ChangesUnsettled(e) == Established(e)

\* For Settled: Raft's single-server changes, as first published. No entry of the own epoch need be committed.
ChangesBeforeEstablished(e) == Zab!Led(e) /\ (LastChange(e, broadcast[e]) = 0 \/ committed[e] >= LastChange(e, broadcast[e]))

\* Its scene, to which the protocol itself comes: four founded the group; a, which leads epoch 1, has logged that d is
\* removed, and nobody else has that; the others have promised epoch 2 to d, who will log that a is removed.
Everybody == {VoterSet(Server)}
InTurn == [e \in Epoch |-> IF e % 2 = 0 THEN New \ Old ELSE Old \ New]
Contended ==
    \E a \in Old \ New, d \in New \ Old :
        LET empty == Zab!EmptyLog
        IN /\ acceptedEpoch = [s \in Server |-> IF s = a THEN 1 ELSE 2]
           /\ currentEpoch = [s \in Server |-> 1]
           /\ history = [s \in Server |-> IF s = a THEN [empty EXCEPT ![1] = 1] ELSE empty]
           /\ promisedTo = [s \in Server |-> [e \in Epoch |->
                IF e = 1 THEN {a} ELSE IF e = 2 /\ s # a THEN {d} ELSE {}]]
           /\ promisedCurrent = [s \in Server |-> [e \in Epoch |-> IF e = 2 /\ s # a THEN 1 ELSE 0]]
           /\ promisedHistory = [s \in Server |-> [e \in Epoch |-> empty]]
           /\ acked = [s \in Server |-> [e \in Epoch |-> IF e > 1 THEN -1 ELSE IF s = a THEN 1 ELSE 0]]
           /\ leaders = [e \in Epoch |-> IF e = 1 THEN {a} ELSE {}]
           /\ initial = [e \in Epoch |-> empty]
           /\ broadcast = [e \in Epoch |-> IF e = 1 THEN 1 ELSE 0]
           /\ carried = [e \in Epoch |-> IF e = 1 THEN <<OldOnes>> ELSE <<>>]
           /\ committed = [e \in Epoch |-> IF e = 1 THEN 0 ELSE -1]
ContendedSpec == Contended /\ [][MCNext]_vars

\* For MayPropose.
ProposesAtOnce(e) == Zab!Led(e)

\* What is left of a configuration of two voter sets if one voter set is asked.
OnlyNew(c) == IF c = Join THEN NewOnes ELSE c
OnlyOld(c) == IF c = Join THEN OldOnes ELSE c

\* For Electorate: one of the two sides commits Join and what follows it.
CommitByNewAlone(h) == OnlyNew(ConfigurationOf(h))
CommitByOldAlone(h) == OnlyOld(ConfigurationOf(h))

\* For DecidingConfiguration: one of the two sides decides who leads.
DiscoveryByNewAlone(l, e, s) == OnlyNew(ConfigurationOf(promisedHistory[s][e]))
DiscoveryByOldAlone(l, e, s) == OnlyOld(ConfigurationOf(promisedHistory[s][e]))

\* For DecidingConfiguration: a server goes by the members it knows of, as with configuration files that are changed one
\* after the other (ZOOKEEPER-3829).
DiscoveryByOwnConfiguration(l, e, s) == ConfigurationOf(promisedHistory[l][e])

\* For Votes: a learner's vote counts.
LearnersCount(S, voterSet) == S

\* For Votes: a member's vote counts whatever disk it has.
AnyDisk(S, voterSet) ==
    IF Disks \cap voterSet.voters = {} THEN S \cap voterSet.voters
    ELSE (S \cap (voterSet.voters \ Disks))
         \cup (IF S \cap Disks = {} THEN {} ELSE {CHOOSE s \in Disks : s \in voterSet.voters})
=============================================================================
