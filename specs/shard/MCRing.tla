------------------------------- MODULE MCRing -------------------------------
(* Ring with a bounded number of rearrangements, so that it is finite and,  *)
(* for liveness, so that rearranging stops.                                 *)
EXTENDS Ring

CONSTANTS
    \* @type: Int;
    MaxChanges,
    \* The points that clients ask for.
    \* @type: Set(Int);
    Asked

VARIABLES
    \* @type: Int;
    changes

\* Two tokens, the second partition around the circle's end.
\* @type: (NODE, NODE) => Int -> NODE;
TwoTokens(g, h) == [t \in {0, 2} |-> IF t = 0 THEN g ELSE h]
MCFirstOwner == LET g == CHOOSE g \in Group : TRUE
                    h == CHOOSE h \in Group : h # g
                IN TwoTokens(g, h)

mcVars == <<vars, changes>>
MCInit == Init /\ changes = 0

MCNext ==
    \/ changes < MaxChanges /\ Rearrange /\ changes' = changes + 1
    \/ /\ React /\ UNCHANGED changes
       /\ \A c \in Client : wanted'[c] \in Asked \cup {NoKey}

MCSpec == MCInit /\ [][MCNext]_mcVars /\ Fairness
=============================================================================
