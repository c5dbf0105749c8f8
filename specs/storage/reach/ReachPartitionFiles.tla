------------------------- MODULE ReachPartitionFiles -------------------------
(***************************************************************************)
(* The interesting states of PartitionFiles are reached: each of these     *)
(* invariants must be violated.                                            *)
(***************************************************************************)
EXTENDS MCPartitionFiles

\* The whole move, with an update before the base, one behind it, and one at the destination; nothing of the source's log
\* is purged, it has nothing left, each replica has it, and no tree is left beside.
NeverMoved ==
    ~(source.phase = "absent" /\ purged = 0 /\ pin = [s \in Source |-> NoPin] /\ Len(history) = 3 /\ tree = [r \in Replica |-> NoTree]
        /\ \A r \in Replica : MayServe(r) /\ disk[r] = live[r] /\ live[r].pos = 3 /\ log[2].to = 1 /\ log[3].to = 2)

\* Behind a crash Stage is applied again, with the files that were promised before.
NeverTakenAgain ==
    ~(spent.crashes = 1 /\ \E r \in Replica : live[r].holds /\ ~disk[r].holds /\ live[r].record.phase = "staged" /\ tree[r].promised)

\* Half a directory was deleted at a start, and then there was a whole one.
NeverFetchedAnew ==
    ~(spent.crashes = 1 /\ spent.damages = 1 /\ tail.phase = "serving")

\* A file arrived damaged.
NeverDamaged == \A r \in Replica, f \in File : tree[r].data[f] # Damaged

\* A replica applied Stage without the files, and the partition is served.
NeverLacks == ~(tail.phase = "serving" /\ \E r \in Replica : Lacks(live[r]) /\ live[r].record.phase = "serving")

\* It took them from another one, and has what came since.
NeverTakenFromPeer ==
    ~(\E r \in Replica : MayServe(r) /\ tree[r].origin = Nobody /\ tree[r].promised /\ live[r].pos > tree[r].pos)

\* What it took was ahead of its log.
NeverAhead == ~(\E r \in Replica : live[r].holds /\ live[r].record.phase = "serving" /\ live[r].pos > live[r].record.pos)

\* Replicas began with different bases, and are at the same update.
NeverOfTwoBases ==
    ~(\E r, q \in Replica : tree[r].promised /\ tree[q].promised /\ tree[r].pos < tree[q].pos
        /\ live[r].holds /\ live[q].holds /\ live[r].pos = live[q].pos /\ tail.phase = "staged")

\* While the pinned checkpoint was being sent, a newer one was taken, and the log purged up to the pin, no further.
NeverPurgeHeld ==
    ~(\E r \in Replica, s \in Source :
        /\ tree[r].got # {} /\ tree[r].got # File /\ tree[r].origin = s /\ tree[r].pos = 1
        /\ checkpoint[s] = 2 /\ purged = 1)

\* A pin was given up, what was to be caught up with purged; the second attempt, from a newer base, came to its end.
NeverBegunAnew ==
    ~(source.phase = "absent" /\ source.attempt = 2 /\ spent.givenUp = 1 /\ purged = 1)

\* A crash sets a replica back behind the first attempt; the tree of the second is beside it.
NeverSetBack ==
    ~(tail.phase = "serving" /\ \E r \in Replica : live[r].record.attempt = 1 /\ live[r].record.phase = "receiving" /\ tree[r].attempt = 2)

\* An aborted attempt's copy is dropped in memory, and on disk not yet.
NeverDroppedInMemory ==
    ~(\E r \in Replica : disk[r].holds /\ disk[r].pos = 1 /\ live[r].record.phase = "absent" /\ source.phase = "serving")

\* A replica that was away has the partition by a checkpoint.
NeverInstalled ==
    ~(spent.installs = 1 /\ \E r \in Replica : MayServe(r) /\ tree[r] = NoTree /\ tail.phase = "serving" /\ live[r].pos = 1)

=============================================================================
