------------------------------ MODULE MCRoster ------------------------------
(***************************************************************************)
(* Roster with bounds, and what must hold.                                 *)
(*                                                                         *)
(* Any number of disks may be replaced at a time, but not all: some member *)
(* remembers.  Whether the group goes on is another matter: with a         *)
(* majority gone it stops, which is what it must do.                       *)
(***************************************************************************)
EXTENDS Roster, TLC

CONSTANTS
    \* @type: Int;
    MaxEpoch,
    \* How many transactions are proposed, in all epochs.
    \* @type: Int;
    MaxTransactions,
    \* Whether several may try to lead an epoch.
    \* @type: Bool;
    Rivals,
    \* Whether entries may be written one by one; ZabEpochs has that, too.
    \* @type: Bool;
    Piecemeal,
    \* How many disks are replaced.
    \* @type: Int;
    MaxWipes

VARIABLES
    \* @type: Int;
    wipes

mcVars == <<vars, wipes>>

Epochs == 1..MaxEpoch
Disks == 1..(MaxWipes + 1)

\* The longest log that is known to be committed.
Agreed ==
    LET logs == {<<>>} \cup {Prefix(log[e], committed[e]) : e \in Epoch}
    IN CHOOSE h \in logs : \A g \in logs : Len(h) >= Len(g)

\* s has not forgotten: its disk is the one it was founded with, or one that was taken in.
Remembers(s) == IF RosterPlace(Agreed) = 0 THEN disk[s] = 1 ELSE RosterOf(Agreed)[s] = disk[s]

Transactions ==
    Cardinality({p \in Epoch \X (1..(2 * MaxWipes + MaxTransactions + 2)) :
        p[2] \in DOMAIN log[p[1]] /\ log[p[1]][p[2]].kind = "transaction" /\ log[p[1]][p[2]].epoch = p[1]})

Empty ==
    /\ disk = [s \in Server |-> 1]
    /\ acceptedEpoch = [s \in Server |-> 0]
    /\ currentEpoch = [s \in Server |-> 0]
    /\ history = [s \in Server |-> <<>>]
    /\ promises = {}
    /\ acked = [p \in Server \X Disks |-> [e \in Epoch |-> -1]]
    /\ leaders = [e \in Epoch |-> {}]
    /\ log = [e \in Epoch |-> <<>>]
    /\ initial = [e \in Epoch |-> 0]
    /\ committed = [e \in Epoch |-> 0]
    /\ wipes = 0

\* The group is founded, and all have the sealing.
Sealed ==
    LET h == <<Entry(0, "founding", [s \in Server |-> 1]), Entry(1, "sealing", [s \in Server |-> 1])>>
    IN /\ disk = [s \in Server |-> 1]
       /\ acceptedEpoch = [s \in Server |-> 1]
       /\ currentEpoch = [s \in Server |-> 1]
       /\ history = [s \in Server |-> h]
       /\ promises = {}
       /\ acked = [p \in Server \X Disks |-> [e \in Epoch |-> IF e = 1 /\ p[2] = 1 THEN 2 ELSE -1]]
       /\ \E l \in Server : leaders = [e \in Epoch |-> IF e = 1 THEN {l} ELSE {}]
       /\ log = [e \in Epoch |-> IF e = 1 THEN h ELSE <<>>]
       /\ initial = [e \in Epoch |-> IF e = 1 THEN 1 ELSE 0]
       /\ committed = [e \in Epoch |-> IF e = 1 THEN 2 ELSE 0]
       /\ wipes = 0

\* Two more moments from which much can happen; the protocol comes to them from Sealed.

\* Epoch 2 was established by b and c, whose transaction is committed; a, which leads epoch 1, has not heard of it.
Deposed ==
    \E a, b, c \in Server :
        /\ a # b /\ b # c /\ a # c
        /\ LET all == [s \in Server |-> 1]
               h == <<Entry(0, "founding", all), Entry(1, "sealing", all)>>
               g == Append(h, Entry(2, "transaction", Strangers))
           IN /\ disk = all
              /\ acceptedEpoch = [s \in Server |-> IF s = a THEN 1 ELSE 2]
              /\ currentEpoch = [s \in Server |-> IF s = a THEN 1 ELSE 2]
              /\ history = [s \in Server |-> IF s = a THEN h ELSE g]
              /\ promises = {[from |-> s, disk |-> 1, to |-> b, epoch |-> 2, current |-> 1, history |-> h] : s \in {b, c}}
              /\ acked = [p \in Server \X Disks |-> [e \in Epoch |->
                    IF p[2] # 1 THEN -1 ELSE IF e = 1 THEN 2 ELSE IF e = 2 /\ p[1] # a THEN 3 ELSE -1]]
              /\ leaders = [e \in Epoch |-> IF e = 1 THEN {a} ELSE IF e = 2 THEN {b} ELSE {}]
              /\ log = [e \in Epoch |-> IF e = 1 THEN h ELSE IF e = 2 THEN g ELSE <<>>]
              /\ initial = [e \in Epoch |-> IF e = 1 THEN 1 ELSE IF e = 2 THEN 2 ELSE 0]
              /\ committed = [e \in Epoch |-> IF e = 1 THEN 2 ELSE IF e = 2 THEN 3 ELSE 0]
              /\ wipes = 0

\* c came back with a new disk, and a, which leads epoch 1, has admitted it.  The old disk had promised epoch 2 to c;
\* b has not got the admission yet.
Replaced ==
    \E a, b, c \in Server :
        /\ a # b /\ b # c /\ a # c
        /\ LET all == [s \in Server |-> 1]
               h == <<Entry(0, "founding", all), Entry(1, "sealing", all)>>
               r == Append(h, Entry(1, "retiring", [all EXCEPT ![c] = Nobody]))
               g == Append(r, Entry(1, "admitting", [all EXCEPT ![c] = 2]))
           IN /\ disk = [all EXCEPT ![c] = 2]
              /\ acceptedEpoch = [s \in Server |-> 1]
              /\ currentEpoch = [s \in Server |-> 1]
              /\ history = [s \in Server |-> IF s = a THEN g ELSE r]
              /\ promises = {[from |-> c, disk |-> 1, to |-> c, epoch |-> 2, current |-> 1, history |-> h]}
              /\ acked = [p \in Server \X Disks |-> [e \in Epoch |->
                    IF e # 1 THEN -1 ELSE CASE p = <<a, 1>> -> 4 [] p = <<b, 1>> -> 3 [] p = <<c, 1>> -> 2
                                            [] p = <<c, 2>> -> 3 [] OTHER -> -1]]
              /\ leaders = [e \in Epoch |-> IF e = 1 THEN {a} ELSE {}]
              /\ log = [e \in Epoch |-> IF e = 1 THEN g ELSE <<>>]
              /\ initial = [e \in Epoch |-> IF e = 1 THEN 1 ELSE 0]
              /\ committed = [e \in Epoch |-> IF e = 1 THEN 3 ELSE 0]
              /\ wipes = 1

Free == UNCHANGED wipes

\* As in Zab, a prospective leader promises the epoch first itself.
OwnPromiseFirst(s, l, e) ==
    /\ s = l \/ \E p \in promises : p.from = l /\ p.to = l /\ p.epoch = e
    /\ Rivals \/ \A p \in promises : p.epoch = e => p.to = l

MCHandleNEWEPOCH(e) == \E s, l \in Server : OwnPromiseFirst(s, l, e) /\ HandleNEWEPOCH(s, l, e) /\ Free
MCCompleteDiscovery(e) ==
    \E l \in Server : \E V \in Votes(l, e) : \E latest \in V :
        l \notin leaders[e] /\ CompleteDiscovery(l, e, V, latest) /\ Free
MCFound(e) ==
    \E l \in Server : \E V \in Votes(l, e) : l \notin leaders[e] /\ Found(l, e, V) /\ Free
MCHandleSYNC(e) ==
    \E s \in Server : \E n \in 0..Len(log[e]) : (Piecemeal \/ n = Len(log[e])) /\ HandleSYNC(s, e, n) /\ Free
MCHandleNEWLEADER(e) == \E s \in Server : HandleNEWLEADER(s, e) /\ Free
MCHandlePROPOSE(e) ==
    \E s \in Server : \E n \in DOMAIN log[e] : (Piecemeal \/ n = Len(log[e])) /\ HandlePROPOSE(s, e, n) /\ Free
MCCommit(e) == Commit(e) /\ Free
MCPropose(e) == Transactions < MaxTransactions /\ Propose(e) /\ Free
MCSeal(e) == Seal(e) /\ Free
MCRetire(e) == \E m \in Server : Retire(e, m) /\ Free
MCAdmit(e) == \E m \in Server : Admit(e, m) /\ Free
MCWipe ==
    /\ wipes < MaxWipes
    /\ \E s \in Server :
         /\ \E t \in Server \ {s} : Remembers(t)
         /\ Wipe(s, disk[s] + 1)
    /\ wipes' = wipes + 1

MCNext ==
    \/ MCWipe
    \/ \E e \in Epoch :
         \/ MCHandleNEWEPOCH(e) \/ MCCompleteDiscovery(e) \/ MCFound(e)
         \/ MCHandleSYNC(e) \/ MCHandleNEWLEADER(e)
         \/ MCHandlePROPOSE(e) \/ MCCommit(e) \/ MCPropose(e)
         \/ MCSeal(e) \/ MCRetire(e) \/ MCAdmit(e)

MCSpec == Empty /\ [][MCNext]_mcVars
SealedSpec == Sealed /\ [][MCNext]_mcVars
DeposedSpec == Deposed /\ [][MCNext]_mcVars
ReplacedSpec == Replaced /\ [][MCNext]_mcVars

----------------------------------------------------------------------------
TypeOK ==
    /\ disk \in [Server -> Disks]
    /\ acceptedEpoch \in [Server -> {0} \cup Epoch]
    /\ currentEpoch \in [Server -> {0} \cup Epoch]
    /\ \A p \in Server \X Disks : \A e \in Epoch : acked[p][e] \in -1..Len(log[e])
    /\ leaders \in [Epoch -> SUBSET Server]
    /\ \A e \in Epoch : initial[e] <= Len(log[e]) /\ committed[e] <= Len(log[e])

\* An epoch has at most one leader.
Leadership == \A e \in Epoch : Cardinality(leaders[e]) <= 1

\* What is committed is in the log of every later leader: it is never lost, whatever disks are replaced.
CommittedSurvives ==
    \A e, f \in Epoch : e < f /\ Led(f) => IsPrefix(Prefix(log[e], committed[e]), log[f])

\* Any two committed logs are the same as far as both go.
CommittedAgree ==
    \A e, f \in Epoch : Comparable(Prefix(log[e], committed[e]), Prefix(log[f], committed[f]))

\* Whoever is admitted holds the log up to the retirement before: it can do its part at once.
AdmittedHaveTheLog ==
    \A e \in Epoch : \A i \in DOMAIN log[e] :
        log[e][i].kind = "admitting" /\ log[e][i].epoch = e
            => \A m \in Server :
                 log[e][i].disks[m] # RosterOf(Prefix(log[e], i - 1))[m]
                     => acked[m, log[e][i].disks[m]][e] >= RosterPlace(Prefix(log[e], i - 1))

Symmetry == Permutations(Server)
=============================================================================
