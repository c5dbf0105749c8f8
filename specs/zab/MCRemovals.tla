----------------------------- MODULE MCRemovals -----------------------------
(* Members that are removed, and come back, with bounds. *)
EXTENDS Removals

CONSTANTS
    \* How many rosters are logged, those that are lost included.
    \* @type: Int;
    MaxRosters,
    \* How many disks a node may have had.
    \* @type: Int;
    MaxDisks,
    \* How many disks are lost.
    \* @type: Int;
    MaxWipes

VARIABLES
    \* @type: Int;
    rosters,
    \* @type: Int;
    wipes

mcVars == <<vars, rosters, wipes>>

Disks == 1..MaxDisks

Changes ==
    /\ rosters < MaxRosters
    /\ (\E S \in SUBSET Node : Join(S) \/ Leave(S)) \/ (\E n \in Node : Dismiss(n))
    /\ rosters' = rosters + 1 /\ UNCHANGED wipes

\* What a replica does by itself.
\* @type: Int => Bool;
GoesOn(n) == Log(n) \/ Apply(n) \/ Note(n) \/ Drop(n)

MCNext ==
    \/ Changes
    \/ (Commit \/ Lose \/ \E n \in Node : GoesOn(n)) /\ UNCHANGED <<rosters, wipes>>
    \/ \E n \in Node :
         \/ drawn[n] < MaxDisks /\ (Take(n) \/ Begin(n)) /\ UNCHANGED <<rosters, wipes>>
         \/ wipes < MaxWipes /\ Wipe(n) /\ wipes' = wipes + 1 /\ UNCHANGED rosters

MCInit == Init /\ rosters = 1 /\ wipes = 0
MCSpec == MCInit /\ [][MCNext]_mcVars

MCFairSpec == MCSpec /\ \A n \in Node : WF_mcVars(GoesOn(n) /\ UNCHANGED <<rosters, wipes>>)

\* A replica that follows nobody is told.
MCToldSpec == MCSpec /\ \A n \in Node : WF_mcVars((Note(n) \/ Drop(n)) /\ UNCHANGED <<rosters, wipes>>)

\* Others are silent.
\* @type: Int => Bool;
NobodyTells(n) == FALSE

RemovedGo == \A n \in Node : MustGo(n, 1) ~> disk[n] # 1
=============================================================================
