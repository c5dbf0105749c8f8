--------------------------- MODULE MutReplicatedLog ---------------------------
(* ReplicatedLog with one thing weakened at a time; the comment says what it replaces. *)
EXTENDS MCReplicatedLog

\* For Established: a second primary may be established in an epoch.
NeverEstablished(r, e) ==
    /\ \E h \in PossibleStarts(e) :
        /\ LegalStart(e, h)
        /\ initial' = [initial EXCEPT ![e] = h]
        /\ log' = Longer(log, h)
        /\ delivered' = [delivered EXCEPT ![r] = h]
    /\ primary' = [primary EXCEPT ![e] = @ \cup {r}]
    /\ UNCHANGED proposed

\* For LegalStart: a primary starts with any history that goes on with what is agreed.
OnlyAgreed(e, h) == Comparable(log, h)

\* For LegalStart: a primary starts with any history.
AnyStart(e, h) == TRUE

\* For FirstTime: retries are logged again.
EveryTime(e, q) == TRUE

\* For Deliver: a replica leaves out an entry.
DeliverWithGap(r, n) ==
    /\ delivered' = [delivered EXCEPT ![r] = SubSeq(log, 2, n)]
    /\ UNCHANGED <<log, primary, initial, proposed>>

\* For Deliver: a replica delivers what its primary proposed, agreed or not.
DeliverProposed(r, n) ==
    /\ \E e \in Epoch : delivered' = [delivered EXCEPT ![r] = HistoryOf(e)]
    /\ UNCHANGED <<log, primary, initial, proposed>>

\* For Deliver: a replica delivers an entry twice.
DeliverTwice(r, n) ==
    /\ delivered' = [delivered EXCEPT ![r] = Append(Prefix(log, n), log[n])]
    /\ UNCHANGED <<log, primary, initial, proposed>>

\* For Deliver: a replica delivers in the opposite order.
DeliverReversed(r, n) ==
    /\ delivered' = [delivered EXCEPT ![r] = [i \in 1..n |-> log[n + 1 - i]]]
    /\ UNCHANGED <<log, primary, initial, proposed>>

\* For Commit: what is agreed is taken from an epoch whatever was agreed before.
CommitAnything(e, n) ==
    /\ Established(e)
    /\ log' = Prefix(HistoryOf(e), n)
    /\ \E r \in primary[e] : delivered' = [delivered EXCEPT ![r] = log']
    /\ UNCHANGED <<primary, initial, proposed>>
=============================================================================
