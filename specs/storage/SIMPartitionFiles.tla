-------------------------- MODULE SIMPartitionFiles --------------------------
(***************************************************************************)
(* PartitionFiles at random, with three replicas of the destination, two   *)
(* of the source, three attempts and every kind of fault.                  *)
(*                                                                         *)
(* Left to itself a random run ends each attempt in no time: the source    *)
(* may give up at any step, and fetching takes many.  So what ends the     *)
(* copying happens one time in twelve.                                     *)
(***************************************************************************)
EXTENDS MCPartitionFiles

EndsCopying ==
    /\ source.phase \in {"copying", "sealed"}
    /\ \/ source'.phase # source.phase /\ source'.phase # "switched"
       \/ spent'.givenUp > spent.givenUp

SIMNext ==
    \* The dice are thrown again: without a step a behaviour would end.
    \/ UNCHANGED mcVars
    \/ MCNext /\ (EndsCopying => RandomElement(1..12) = 1)

SIMSpec == MCInit /\ [][SIMNext]_mcVars

(* What these behaviours are for *)

Arrived == source.phase = "absent" /\ \A r \in Replica : MayServe(r) /\ live[r].pos = Len(history)
ArrivedLater == Arrived /\ source.attempt >= 2
ArrivedBehindCrash == Arrived /\ spent.crashes >= 2
CaughtUp == Arrived /\ \E i \in DOMAIN log : log[i].type = "Catch"
TwoBases == \E r, q \in Replica : tree[r].promised /\ tree[q].promised /\ tree[r].attempt = tree[q].attempt /\ tree[r].pos < tree[q].pos
Lacking == \E r \in Replica : Lacks(live[r])
FromPeer == \E r \in Replica : live[r].holds /\ tree[r].promised /\ tree[r].origin = Nobody
Installed == spent.installs > 0 /\ Arrived
\* The source's applied time was the later one, and came with the manifest; or it was the earlier one.
TimeShipped == tail.time = 1 /\ \A i \in DOMAIN log : log[i].type # "Tick"
TimeAhead == source.time = 0 /\ tail.time = 1 /\ \E i \in DOMAIN log : log[i].type = "Manifest"
GivenUp == spent.givenUp > 0 /\ purged > 0 /\ Arrived

=============================================================================
