------------------------------- MODULE SIMMove -------------------------------
(***************************************************************************)
(* Move at random, with three groups, two keys, two clients.               *)
(*                                                                         *)
(* Left to itself a random run gives up each attempt that it begins, and   *)
(* loses what it has logged.  So these are drawn seldom, and a step that   *)
(* leads on is preferred.  Seldom is decided by the state, not by chance,  *)
(* or TLC could not print a run.                                           *)
(***************************************************************************)
EXTENDS MCMove

RECURSIVE IndexOf(_)
IndexOf(S) == IF S = {} THEN 0 ELSE LET g == CHOOSE x \in S : TRUE IN state[g].index + IndexOf(S \ {g})

\* So much was committed by now, by all groups, that it is time: at about one place in n.
Seldom(n) == IndexOf(Group) % n = 0

Aborting ==
    /\ \E g \in Group : \E p \in Parts(AtTail(g)) : AbortMove(g, p)
    /\ UNCHANGED ghosts /\ Bounds

SIMNext ==
    \/ Handling \/ Deciding \/ Committing \/ Applying \/ Admitting \/ Calling
    \/ Seldom(4) /\ BeginsSharding
    \/ Seldom(20) /\ (Aborting \/ Changing \/ Failing \/ Dissolving)
    \/ faults > 0 /\ Repeating

SIMSpec == MCInit /\ [][SIMNext]_mcVars

(* What these behaviours are for *)

OnItsWay == \E k \in Key, g \in Group : IsHeir(g, k)
Moved == \E g \in Group : \E p \in Parts(state[g]) : state[g].parts[p].phase = Serving /\ state[g].parts[p].move >= 1
MovedTwice == \E g \in Group : \E p \in Parts(state[g]) : state[g].parts[p].phase = Serving /\ state[g].parts[p].move >= 2
SplitOrMerged == shardings > 0
=============================================================================
