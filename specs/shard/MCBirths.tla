------------------------------ MODULE MCBirths ------------------------------
(* Births with bounds. *)
EXTENDS Births, FiniteSets

CONSTANTS
    \* How many groups all nodes together take.
    \* @type: Int;
    MaxTaken

\* @type: Int;
Takings == Cardinality({p \in Node \X Groups : p[2] \in taken[p[1]]})

\* A node that has died begins again with what is on its disk.
\* @type: Int => Int;
DrawnBefore(n) == drawn[n]

\* @type: Int => Bool;
Crash(n) ==
    /\ drawn' = [drawn EXCEPT ![n] = DrawnBefore(n)]
    /\ UNCHANGED <<taken, founded>>

MCNext == Next \/ \E n \in Node : Crash(n)

MCSpec == Init /\ [][MCNext]_vars

FewTakings == Takings <= MaxTaken
=============================================================================
