--------------------------- MODULE MCAppliedIndex ---------------------------
(***************************************************************************)
(* AppliedIndex within bounds.  Faults draw on budgets; no constraint.     *)
(***************************************************************************)
EXTENDS AppliedIndex, TLC

CONSTANTS
    \* How many entries the group agrees on.
    \* @type: Int;
    MaxLength,
    \* How many entries reach this replica that the group has not agreed on (yet or ever).
    \* @type: Int;
    MaxStrays,
    \* @type: Int;
    MaxCrashes,
    \* Checkpoints downloaded, intact or not; damaged ones among them.
    \* @type: Int;
    MaxInstalls,
    \* @type: Int;
    MaxDamages

VARIABLES
    \* @type: { strays: Int, crashes: Int, installs: Int, damages: Int };
    spent,
    \* The greatest position that this replica knew committed and had synced: it vouches for all up to there.
    \* @type: Int;
    durable

mcVars == <<vars, spent, durable>>

MCInit ==
    /\ Init
    /\ spent = [strays |-> 0, crashes |-> 0, installs |-> 0, damages |-> 0]
    /\ durable = 0

Min(a, b) == IF a < b THEN a ELSE b
Max(a, b) == IF a > b THEN a ELSE b

Bookkeep == durable' = Max(durable, Min(synced', committed'))

Budget == [strays |-> MaxStrays, crashes |-> MaxCrashes, installs |-> MaxInstalls, damages |-> MaxDamages]

Free == UNCHANGED spent
Costs(what) == spent[what] < Budget[what] /\ spent' = [spent EXCEPT ![what] = @ + 1]

\* An entry that the group has agreed on for this position is no stray.
CostsIfStray(e) == IF Last < Len(group) /\ e = group[Last + 1] THEN Free ELSE Last < MaxLength /\ Costs("strays")

\* Installs are bounded so that the full log matters too.  Positions are drawn one beyond what there is.
MCNext ==
    /\ \/ \E e \in Entry : Len(group) < MaxLength /\ Agree(e) /\ Free
       \/ \E e \in Entry : AppendEntry(e) /\ CostsIfStray(e)
       \/ \E i \in 0..(Len(group) + 1) : (LearnCommit(i) \/ AdvancePeer(i)) /\ Free
       \/ \E i \in 0..(Len(group) + 1) : StartDownload(i) /\ Costs("installs")
       \/ \E i \in 0..(Last + 1) : (TruncateLog(i) \/ PurgeLog(i)) /\ Free
       \/ (SyncLog \/ ApplyEntry \/ FlushMemtables \/ TakeCheckpoint \/ FinishDownload(TRUE)) /\ Free
       \/ \E k \in Moved : ForgetFiles(k) /\ Free
       \/ FinishDownload(FALSE) /\ Costs("damages")
       \/ (VerifyCheckpoint \/ SwitchManifest \/ ResetLog \/ FinishUnderLog \/ Restart) /\ Free
       \/ \E i \in 1..(Len(group) + 1) : SwitchUnderLog(i) /\ Costs("installs")
       \/ Crash /\ Costs("crashes")
    /\ Bookkeep

MCSpec == MCInit /\ [][MCNext]_mcVars

\* Fairness, as weak as can be: while anything can be done that is no fault, some of it is done.  Nothing
\* of that goes on for ever: the group's log is bounded, each step brings the replica nearer to it.
MCFairSpec == MCSpec /\ WF_mcVars(MCNext /\ UNCHANGED spent)

\* Sound: keys and families are compared for equality only, but for who is moved.
Symmetry == Permutations(Family) \cup Permutations(Key \ Moved)

----------------------------------------------------------------------------

\* How far a restart would come by itself: the store, and the log if it goes on there.
Recoverable == IF wal.first <= disk.zxid + 1 THEN Max(disk.zxid, Min(synced, Last)) ELSE disk.zxid

\* What the replica vouched for is on its disk.
DurableIsRecoverable == Recoverable >= durable

=============================================================================
