-------------------------- MODULE ReachSplitMerge --------------------------
(* Interesting states of SplitMerge, each denied: the denial must fail. *)
EXTENDS MCSplitMerge

Committed(i) == \E j \in Decision(i) : log[j].kind = "commit"
Aborted(i) == \E j \in Decision(i) : log[j].kind = "abort"
Begun == {i \in DOMAIN log : log[i].kind = "begin"}

NeverSplit == \A i \in Begun : Committed(i) => IsMerge(log[i].op)
NeverMerged == \A i \in Begun : Committed(i) => ~IsMerge(log[i].op)
NeverAborted == \A i \in Begun : ~Aborted(i)

\* A write between a replica's snapshot and its end of rebuilding, to be copied over or not.
NeverWrittenBesideRebuild ==
    \A r \in Replica : \A o \in ops[r] : o.id \in DOMAIN rebuilding[r] =>
        \A p \in o.new : \A k \in Key : files[r][p][k] = NoCell

\* A write after the commit and before the switch.
NeverWrittenBeforeSwitch ==
    \A r \in Replica : serving[r] \ table[r] # {} => log[applied[r]].kind # "write"

\* One replica reads from the new files while another reads from the old.
NeverSwitchedApart ==
    \A r, s \in Replica : applied[r] = applied[s] /\ serving[r] # serving[s] => Lacks(r) # {} \/ Lacks(s) # {}

NeverCommittedWithoutOne == \A i \in DOMAIN log : log[i].kind = "commit" => log[i].op.without = {}

\* A replica that missed the rebuild had been through it, wrongly held for failed.
NeverFinishedInVain ==
    \A r \in Replica : \A o \in ops[r] : applied[r] < Len(log) /\ NextCommand(r).kind = "commit" =>
        ~(r \in NextCommand(r).op.without /\ Finished(r, o))

\* A replica has lost its copy, or has replicated it again.
NeverLacking == \A r \in Replica : Lacks(r) = {}
NeverReplicatedAnew == \A r \in Replica : \A p \in serving[r] : ~Missed(r, p)

NeverMustAbort == \A r \in Replica : \A o \in ops[r] : ~MustAbort(o)

\* A new coordinator has taken over an operation.
NeverReelected ==
    \A m, n \in msgs : m.id = n.id => m.dst = n.dst

\* Two coordinators, two decisions.
NeverDecidedTwice ==
    \A i, j \in DOMAIN log :
        i # j /\ log[i].kind \in {"commit", "abort"} /\ log[j].kind \in {"commit", "abort"} => log[i].op.id # log[j].op.id

\* A begin that comes to nothing, as another was logged before it.
NeverOvertaken == \A i, j \in Begun : i < j /\ log[i].op.old \cap log[j].op.old # {} => Decision(i) # {} /\ \A d \in Decision(i) : d < j

NeverTwoAtOnce == \A r \in Replica : Cardinality(ops[r]) < 2

\* The writes of a split meet the median: both halves hold a cell.
NeverHalved ==
    \A i \in Begun : IsMerge(log[i].op) \/ \E p \in log[i].op.new : TrueSize(p, i) = 0
=============================================================================
