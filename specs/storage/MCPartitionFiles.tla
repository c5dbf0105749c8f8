-------------------------- MODULE MCPartitionFiles --------------------------
(***************************************************************************)
(* PartitionFiles within bounds.  Faults, and what nobody need do, draw on *)
(* budgets; no constraint.                                                 *)
(***************************************************************************)
EXTENDS PartitionFiles, TLC

CONSTANTS
    \* Updates of the partition, by either group.
    MaxUpdates,
    MaxAttempts,
    \* Commands of other partitions that come with a later time, crashes, damaged files, pins given up, installs, aborts,
    \* checkpoints.
    MaxTicks, MaxCrashes, MaxDamages, MaxGivenUp, MaxInstalls, MaxAborts, MaxCheckpoints

VARIABLES spent

mcVars == <<vars, spent>>

Budget ==
    [ticks |-> MaxTicks, crashes |-> MaxCrashes, damages |-> MaxDamages, givenUp |-> MaxGivenUp,
     installs |-> MaxInstalls, aborts |-> MaxAborts, checkpoints |-> MaxCheckpoints]

MCInit == Init /\ spent = [what \in DOMAIN Budget |-> 0]

Free == UNCHANGED spent
Costs(what) == spent[what] < Budget[what] /\ spent' = [spent EXCEPT ![what] = @ + 1]

\* One replica that is a quorum alone.
First == CHOOSE r \in Replica : TRUE
FirstAlone == {Q \in SUBSET Replica : First \in Q}
Each == {{r} : r \in Replica}
Majority == {Q \in SUBSET Replica : 2 * Cardinality(Q) > Cardinality(Replica)}

MayUpdate == Len(history) < MaxUpdates
MayBegin == source.attempt < MaxAttempts

MCMove ==
    \/ (UpdateAtSource \/ Update) /\ MayUpdate /\ Free
    \/ (TickAtSource \/ Tick) /\ Costs("ticks")
    \/ Begin /\ MayBegin /\ Free
    \/ (Seal \/ Switch \/ Release) /\ Free
    \/ Abort /\ IF spent.givenUp > 0 THEN Free ELSE Costs("aborts")
    \/ \E s \in Source :
        (TakeCheckpoint(s) /\ Costs("checkpoints")) \/ (Unpin(s) /\ Free) \/ (GiveUpPin(s) /\ pin' # pin /\ Costs("givenUp"))
    \/ \E i \in 1..Len(history) : (PurgeLog(i) \/ CatchUp(i)) /\ Free
    \/ \E e \in 1..source.attempt : Prepare(e) /\ Free
    \/ (Manifest \/ Activate \/ Cancel) /\ Free

MCReplica(r) ==
    \/ \E s \in Source : StartFetch(r, s) /\ Free
    \/ \E f \in File : (FetchFile(r, f, TRUE) /\ Free) \/ (FetchFile(r, f, FALSE) /\ Costs("damages"))
    \/ \E q \in Replica : (FetchFromPeer(r, q) /\ Free) \/ (Install(r, q) /\ Costs("installs"))
    \/ (Promise(r) \/ Forget(r) \/ Apply(r) \/ Adopt(r) \/ Flush(r)) /\ Free
    \/ Crash(r) /\ Costs("crashes")

MCNext ==
    \/ MCMove /\ UNCHANGED replicaVars
    \/ \E i \in 0..Len(history) : StageFetched(i) /\ Free
    \/ \E r \in Replica : MCReplica(r)

MCSpec == MCInit /\ [][MCNext]_mcVars

\* The replica that is a quorum alone keeps up with the log, memory and disk; so all is about the other, which may lack
\* what it likes.  (A replica that lags by itself is in the models of one.)
IsPrompt == live[First].zxid = Len(log) /\ disk[First] = live[First]

PromptNext ==
    \/ ~IsPrompt /\ (Apply(First) \/ Flush(First)) /\ Free
    \/ IsPrompt /\ MCNext

PromptSpec == MCInit /\ [][PromptNext]_mcVars

\* Fairness, as weak as can be: while anything can be done that draws on no budget, some of it is done.  (To abort does
\* not, once a pin was given up: what was to be caught up with may be gone.)
MCFairSpec == MCSpec /\ WF_mcVars(MCNext /\ Free)
PromptFairSpec == PromptSpec /\ WF_mcVars(PromptNext /\ Free)

\* The attempt ends well.
Arrives == Pending(source.attempt) ~> source.phase = "absent"

\* Sound: nothing chooses among them.
Symmetry == Permutations(Source) \cup Permutations(File)

\* Sound where a quorum is any majority: then nothing chooses among replicas either.
ReplicasAlike == Symmetry \cup Permutations(Replica)

=============================================================================
