------------------------------ MODULE MCMoveLive ------------------------------
(***************************************************************************)
(* What must come true in Move when faults have ended: groups and clients  *)
(* go on, and the configuration manager tells at least something true.     *)
(***************************************************************************)
EXTENDS MCMove

\* Following redirects, who asks g comes to the group whose copy of k counts.
RECURSIVE Leads(_, _)
Leads(g, k) ==
    Holds(g, k) \/ (g \notin dissolved /\ Correction(g, k).group # NoGroup /\ Leads(Correction(g, k).group, k))

\* The manager is as far behind as it may be: it names the first owner as long as redirects lead on from there.
Named(k) ==
    LET first == FirstOwner[CHOOSE p \in DOMAIN FirstOwner : k \in p]
    IN IF Leads(first, k) THEN first ELSE Holder(k)

Informed(c) == Redirects /\ Refused(c) /\ AskManager(c, Named(calls[c].op.key))
\* Or it is away.
NotInformed(c) == FALSE

Informing == (\E c \in Client : Informed(c)) /\ UNCHANGED ghosts /\ Bounds

\* For liveness: leaders change only so often.
Cutting ==
    /\ faults < MaxFaults /\ faults' = faults + 1
    /\ \E g \in Group : \E n \in 0..(Len(tail[g]) - 1) : LeaderChange(g, n)
    /\ UNCHANGED <<ghosts, shardings>>

LiveNext ==
    \/ Handling \/ Deciding \/ BeginsSharding \/ Committing \/ Cutting \/ Applying
    \/ Admitting \/ Calling \/ Informing \/ Failing \/ Repeating \/ Dissolving

\* What the leader of g does by itself: it acts on messages, seals, gives up a move to a group that is no more, ends
\* splits and merges, logs updates; and commits.
Works(g) ==
    \/ Handled(g) \/ Commit(g) \/ CatchUp(g)
    \/ \E p \in Parts(AtTail(g)) : SealMove(g, p) \/ (ForNobody(g, p) /\ AbortMove(g, p))
    \/ \E new \in Sharded(g) : Shard(g, "CommitSharding", new)
    \/ \E r \in requests : Admit(g, r, AtTail(g).time)

\* One fairness for all that a group or a client does: nothing of it can happen more than so often.
Fairness ==
    /\ WF_vars(Say)
    /\ \A g \in Group : WF_vars(Works(g))
    /\ \A c \in Client : WF_vars((ClientStep(c) /\ ~Respond(c)) \/ Informed(c))

FairSpec == MCInit /\ [][LiveNext]_mcVars /\ Fairness
=============================================================================
