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

\* For CanForget, in models that are about something else.
ForgetNothing(g, x) == FALSE

MCSpec == MCInit /\ [][MCNext]_mcVars /\ Fairness

\* The CM may be away at any time, for any time, for ever: what depends on it may happen and need not.
\* Only moves take keys from clients; splits and merges are in MCSpec.
AwayNext ==
    \/ /\ changes < MaxChanges /\ changes' = changes + 1
       /\ \E g, h \in Group : \E p \in owned[g] : Release(g, p, h)
    \/ /\ React /\ UNCHANGED changes
       /\ \A c \in Client : wanted'[c] \in Asked \cup {NoKey}

AwaySpec == MCInit /\ [][AwayNext]_mcVars /\ FairnessWithoutCM

\* One token, so that a move is of the whole circle: each move is one that the client's key is in.
OneToken == [t \in {0} |-> CHOOSE g \in Group : TRUE]
=============================================================================
