------------------------- MODULE MCChangingMembers -------------------------
(* ChangingMembers with bounds, and what must hold. *)
EXTENDS ChangingMembers, TLC

CONSTANTS
    \* @type: Int;
    MaxEpoch,
    \* @type: Set(SERVER);
    Old,
    \* @type: Set(SERVER);
    New

OldOnes == {Old}
NewOnes == {New}
Join == {Old, New}

\* Join; then Leave, or back.
Next(c) == IF c = OldOnes THEN {Join} ELSE IF c = Join THEN {OldOnes, NewOnes} ELSE {}

Permits == \E s \in Server : Grant(s) \/ Start(s) \/ CompactFreely(s)
Relief == \E s \in Server : Finish(s) \/ Report(s) \/ Follow(s)
Changes == (\E c \in Next(configuration) : Change(c)) \/ Commit
Transfers == (\E s \in Server : BeginTransfer(s)) \/ HandOver
Starts == epoch < MaxEpoch /\ leader = Nobody /\ \E Q \in SUBSET Server : TakeOffice(target, Q)
Elections == epoch < MaxEpoch /\ \E s \in Server, Q \in SUBSET Server : TakeOffice(s, Q)

MCNext == Permits \/ Relief \/ Changes \/ Transfers \/ Starts \/ Elections

MCSpec == Init /\ [][MCNext]_vars

\* Without elections, a removed leader must go by itself.
MustTransfer == MustLeave /\ \E s \in Server : BeginTransfer(s)

QuietNext == (Permits /\ leader = Nobody) \/ Relief \/ Changes \/ MustTransfer \/ HandOver \/ Starts
LiveSpec ==
    /\ Init /\ [][QuietNext]_vars
    /\ WF_vars(Relief) /\ WF_vars(MustTransfer) /\ WF_vars(HandOver /\ MustLeave) /\ WF_vars(Starts)

----------------------------------------------------------------------------
TypeOK ==
    /\ leader \in Server \cup {Nobody} /\ target \in Server \cup {Nobody}
    /\ joined \in [Server -> 0..epoch]
    /\ Voters(configuration) \subseteq Server
    /\ idle \subseteq Server /\ compacting \subseteq Server

\* A quorum of members is free of heavy compactions, whoever they are, and whatever becomes of a change.
QuorumIsFree == \A c \in Possible : IsQuorum(Server \ compacting, c)

\* Nobody that was removed is asked to lead.
TargetVotes == leader # Nobody /\ target # Nobody => target \in Voters(configuration)

\* A leader that was removed leads no more in the end.
RemovedLeaderLeaves ==
    (leader # Nobody /\ MustLeave /\ settled /\ epoch < MaxEpoch) ~> (leader # Nobody /\ leader \in Voters(configuration))

Symmetry == {p \in Permutations(Server) : {p[s] : s \in Old} = Old /\ {p[s] : s \in New} = New}
=============================================================================
