------------------------------ MODULE LeaderLog ------------------------------
(***************************************************************************)
(* What `Move` uses of a replica group: the log of the present leader.     *)
(*                                                                         *)
(*    [ agreed .................. ][ tail: may be lost with the leader ]   *)
(*                                                                         *)
(* What is agreed only grows, by what comes next in the leader's log.  A   *)
(* new leader has all that is agreed, and of the tail of the leader before *)
(* it the beginning, or nothing; never anything else, such as the tail of  *)
(* a leader of long ago.                                                   *)
(*                                                                         *)
(* `ReplicatedLog` promises so much (MCReplicatedLog); so does a group     *)
(* whose members change, whoever leads it (MCReconfigLeads).  In `Move`,   *)
(* `state` is what the agreed commands lead to; Propose is Log, Commit     *)
(* and LeaderChange are GoOn.  That a member may have applied less, or     *)
(* nothing, is `replica` there.                                            *)
(***************************************************************************)
EXTENDS Prefixes

VARIABLES
    agreed,
    tail

leaderVars == <<agreed, tail>>

Init == agreed = <<>> /\ tail = <<>>

\* The leader logs one more command.
Log == agreed' = agreed /\ Len(tail') = Len(tail) + 1 /\ IsPrefix(tail, tail')

\* A new leader has the first n of the tail, and the first m of these are agreed thereby; or the same leader goes on.
GoOn(n, m) ==
    /\ agreed' = agreed \o Prefix(tail, m)
    /\ tail' = SubSeq(tail, m + 1, n)

Next == Log \/ \E n \in 0..Len(tail) : \E m \in 0..n : GoOn(n, m)

Spec == Init /\ [][Next]_leaderVars
=============================================================================
