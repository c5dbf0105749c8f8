----------------------------- MODULE Ownership -----------------------------
(***************************************************************************)
(* Who may answer for a key: the token flags of ElasCass, made strict.     *)
(*                                                                         *)
(* Every group keeps two flags for every partition: readable (it may       *)
(* answer reads) and writable (it may answer writes).  ElasCass (section   *)
(* 4.2, Figure 4) moves a partition from n_a to n_b like this:             *)
(*                                                                         *)
(*               t0          (copy)         t3               t4            *)
(*     n_a   rw      rw                rw        rw              --        *)
(*     n_b   --      -w                -w        rw              rw        *)
(*                                                                         *)
(* and waits longer than a gossip round between the switches.  Between t0  *)
(* and t4 both nodes take writes, between t3 and t4 both answer reads: a   *)
(* client may read at n_a what another has already overwritten at n_b.     *)
(* Here at most one group answers at any moment, whatever the delays:      *)
(*                                                                         *)
(*               Seal          Give            Take                        *)
(*     n_a   rw        r-             --              --                   *)
(*     n_b   --        --      --, heir        rw                          *)
(*                                                                         *)
(* Copying needs no flag and comes before Seal.  Until Give the move may   *)
(* be undone (Unseal); from then on it must be finished: n_b is the heir,  *)
(* the only group that may ever answer next.  The price is a pause: of     *)
(* writes from Seal to Take, of reads from Give to Take.                   *)
(*                                                                         *)
(* This is a contract: `Handoff` refines it, with messages and crashes.    *)
(* Abstracted: the data, and how a group knows what another one did.       *)
(* Which keys a partition has is fixed here; `SplitMerge` changes that     *)
(* within one group, where no flag moves.                                  *)
(***************************************************************************)

CONSTANTS
    \* @type: Set(GROUP);
    Group,
    \* "Nobody", for a partition without an heir.
    \* @type: GROUP;
    NoGroup,
    \* @type: Set(PARTITION);
    Partition,
    \* @type: Set(KEY);
    Key,
    \* The partition of each key.
    \* @type: KEY -> PARTITION;
    PartitionOf

VARIABLES
    \* T_{i,r} of the paper: the group may answer reads of the partition.
    \* @type: GROUP -> (PARTITION -> Bool);
    readable,
    \* T_{i,w}: the group may answer writes.
    \* @type: GROUP -> (PARTITION -> Bool);
    writable,
    \* The group that was given the partition and has not taken it yet.
    \* @type: PARTITION -> GROUP;
    heir

\* @type: <<GROUP -> (PARTITION -> Bool), GROUP -> (PARTITION -> Bool), PARTITION -> GROUP>>;
vars == <<readable, writable, heir>>

TypeOK ==
    /\ readable \in [Group -> [Partition -> BOOLEAN]]
    /\ writable \in [Group -> [Partition -> BOOLEAN]]
    /\ heir \in [Partition -> Group \cup {NoGroup}]

\* Every partition starts with one owner, which may read and write.
Init ==
    \E owner \in [Partition -> Group] :
        /\ readable = [g \in Group |-> [p \in Partition |-> owner[p] = g]]
        /\ writable = readable
        /\ heir = [p \in Partition |-> NoGroup]

----------------------------------------------------------------------------
(* What the flags mean *)

\* @type: (GROUP, KEY) => Bool;
MayAnswerRead(g, k) == readable[g][PartitionOf[k]]

\* @type: (GROUP, KEY) => Bool;
MayAnswerWrite(g, k) == writable[g][PartitionOf[k]]

\* @type: (GROUP, KEY) => Bool;
MayAnswer(g, k) == MayAnswerRead(g, k) \/ MayAnswerWrite(g, k)

----------------------------------------------------------------------------
(* How they switch in a move.  Guards have names: `mutants/` weakens each. *)

\* @type: (GROUP, PARTITION) => Bool;
CanSeal(g, p) == writable[g][p]

\* The owner stops answering writes, so that its copy stands still.
\* @type: (GROUP, PARTITION) => Bool;
Seal(g, p) ==
    /\ CanSeal(g, p)
    /\ writable' = [writable EXCEPT ![g][p] = FALSE]
    /\ UNCHANGED <<readable, heir>>

\* @type: (GROUP, PARTITION) => Bool;
CanUnseal(g, p) == readable[g][p] /\ ~writable[g][p]

\* The move is given up: the owner answers writes again.
\* @type: (GROUP, PARTITION) => Bool;
Unseal(g, p) ==
    /\ CanUnseal(g, p)
    /\ writable' = [writable EXCEPT ![g][p] = TRUE]
    /\ UNCHANGED <<readable, heir>>

\* @type: (GROUP, GROUP, PARTITION) => Bool;
CanGive(g, h, p) == readable[g][p] /\ ~writable[g][p] /\ h # g

\* The switch: the owner stops answering and names its heir, in one step.
\* @type: (GROUP, GROUP, PARTITION) => Bool;
Give(g, h, p) ==
    /\ CanGive(g, h, p)
    /\ readable' = [readable EXCEPT ![g][p] = FALSE]
    /\ heir' = [heir EXCEPT ![p] = h]
    /\ UNCHANGED writable

\* @type: (GROUP, PARTITION) => Bool;
CanTake(h, p) == heir[p] = h

\* The heir learns that it is one, and answers.
\* @type: (GROUP, PARTITION) => Bool;
Take(h, p) ==
    /\ CanTake(h, p)
    /\ readable' = [readable EXCEPT ![h][p] = TRUE]
    /\ writable' = [writable EXCEPT ![h][p] = TRUE]
    /\ heir' = [heir EXCEPT ![p] = NoGroup]

Next ==
    \E g \in Group, p \in Partition :
        \/ Seal(g, p)
        \/ Unseal(g, p)
        \/ \E h \in Group : Give(g, h, p)
        \/ Take(g, p)

Spec == Init /\ [][Next]_vars

\* A pause ends: nothing stays sealed for ever, an heir takes what it was given.
Fairness ==
    \A g \in Group, p \in Partition :
        /\ WF_vars(Unseal(g, p) \/ \E h \in Group : Give(g, h, p))
        /\ WF_vars(Take(g, p))

FairSpec == Spec /\ Fairness

----------------------------------------------------------------------------
(* Properties *)

\* At every moment at most one group answers for a key.
NeverTwoOwners ==
    \A k \in Key : \A g, h \in Group : MayAnswer(g, k) /\ MayAnswer(h, k) => g = h

\* Who answers writes answers reads: a group reads its own writes.
WritersRead ==
    \A g \in Group, p \in Partition : writable[g][p] => readable[g][p]

\* @type: (GROUP, PARTITION) => Bool;
Holds(g, p) == readable[g][p] \/ heir[p] = g

\* Every partition is always recoverable: one group holds it, or is to take it.
OneHolder ==
    \A p \in Partition :
        /\ \E g \in Group : Holds(g, p)
        /\ \A g, h \in Group : Holds(g, p) /\ Holds(h, p) => g = h

\* Every pause of writes or reads ends.
PausesEnd ==
    \A p \in Partition : []<>(\E g \in Group : readable[g][p] /\ writable[g][p])

=============================================================================
