----------------------------- MODULE ReachMove -----------------------------
(* States of Move that must be reachable: each "Never" below has to fail. *)
EXTENDS MCMoveLive

PhaseOf(g, p) == IF p \in Parts(state[g]) THEN state[g].parts[p].phase ELSE "absent"
Logged(g, kind) == \E n \in DOMAIN tail[g] : tail[g][n].kind = kind
Heard(type) == \E m \in msgs : m.type = type

\* Nobody answers: the source has switched, the destination does not know yet.
NeverInTransit == \A k \in Key, g \in Group : ~IsHeir(g, k)

\* The partition moved on, or back, with a second attempt.
NeverMovedTwice == \A g \in Group : \A p \in Parts(state[g]) : ~(PhaseOf(g, p) = Serving /\ state[g].parts[p].move = 2)

\* An update waits while a Seal that may yet be lost is in the log.
NeverHeldByTail ==
    \A g \in Group, c \in Client :
        ~(Logged(g, "Seal") /\ ~Logged(g, "Update") /\ calls[c].phase = Invoked /\ effects[c][calls[c].seq] = 0)

\* A Seal is behind an update in the log.
NeverSealBehindUpdate ==
    \A g \in Group : ~\E n, i \in DOMAIN tail[g] : n < i /\ tail[g][n].kind = "Update" /\ tail[g][i].kind = "Seal"

\* A switch is in a log, and may be lost.
NeverSwitchLogged == \A g \in Group : ~Logged(g, "Switch")

\* An update in doubt has moved: the destination, which did not run it, knows what became of it.
NeverInDoubtMoved ==
    ~\E c \in Client, g \in Group : \E p \in Parts(state[g]) :
        calls[c].phase = Invoked /\ PhaseOf(g, p) = Serving /\ state[g].parts[p].move = 1 /\ Knows(state[g], c)

\* An update is shipped by itself, behind a base.
NeverCaughtUp == \A g \in Group : ~Logged(g, "Catch")

\* A key was written by two groups.
NeverWrittenByBoth ==
    \A k \in Key : ~(state[Holder(k)].cells[k].version[1] = 1 /\ \E a \in acked : a.result.version[1] = 0)

\* An attempt was given up when all was ready for the switch.
NeverAbortedReady ==
    \A g, h \in Group, p \in Partition :
        ~(PhaseOf(g, p) = Serving /\ PhaseOf(h, p) = Ready /\ state[g].parts[p].epoch = state[h].parts[p].epoch)

\* A destination had forgotten the number, and said so.
NeverTooLow == ~Heard("TooLow")

\* A replica of the source believes that it serves, and so does the destination.
NeverLagsBehindMove ==
    \A g, h \in Group, k \in Key : ~(g # h /\ Owns(h, k) /\ MayRead(replica[g], k))

\* A member of a group joined while it gives a partition away; between Prepare and Activate, while it receives one.
JoinedIn(phases) == \E g \in Group : replica[g] = Empty /\ \E p \in Parts(state[g]) : PhaseOf(g, p) \in phases
NeverJoinedGiving == ~JoinedIn({Sealed})
NeverJoinedReceiving == ~JoinedIn({Ready})

\* A read that was confirmed before the switch is answered after it.
NeverReadAcrossMove ==
    \A c \in Client, g \in Group :
        ~(reads[c].group = g /\ calls[c].phase = Effective /\ ~Owns(g, calls[c].op.key))

\* The halves of a partition have different owners.
NeverHalvesApart ==
    \A g, h \in Group, k, l \in Key :
        ~(g # h /\ shardings > 0 /\ PhaseOf(g, {k}) = Serving /\ PhaseOf(h, {l}) = Serving)

\* What came by a move is merged with what did not.
NeverMergedHistories ==
    \A g \in Group : ~(PhaseOf(g, Key) = Serving /\ state[g].parts[Key].move > 0 /\ shardings > 0
                       /\ \E k \in Key : state[g].cells[k].version[1] = state[g].parts[Key].move)

\* A split was given up.
NeverUnsplit == \A g \in Group : ~(shardings > 0 /\ PhaseOf(g, Key) = Copying)

\* The destination gave the partition on and was dissolved, and the source still waits for it.
NeverWaitsForDissolved ==
    \A g \in Group : \A p \in Parts(state[g]) : ~(PhaseOf(g, p) = Switched /\ state[g].parts[p].peer \in dissolved)

\* A move begins to a group that was dissolved before.
NeverBeginsForDissolved ==
    [][\A g \in Group : \A p \in Parts(state'[g]) :
        LET r == state'[g].parts[p]
        IN r.phase = Copying /\ r.peer \in dissolved => p \in Parts(state[g]) /\ state[g].parts[p] = r]_vars

\* A cell has expired at the source, and moves.
NeverExpiredMoves ==
    ~\E a \in acked, g \in Group :
        a.result.value = NoValue /\ a.result.version # NoVersion /\ \E p \in Parts(state[g]) : PhaseOf(g, p) = Ready

\* A client followed a redirect to a group to which the partition came by a second move.
NeverRedirected == \A c \in Client, k \in Key : ring[c][k].epoch = 0
NeverRedirectedTwice == \A c \in Client, k \in Key : ring[c][k].epoch < 2

\* A client was refused: by a group that never had the key; by one that gave it away and has forgotten to whom.
RefusedBy(g, c) == calls[c].phase = Invoked /\ Refused(c) /\ Believed(c, calls[c].op.key) = g /\ g \notin dissolved
NeverRefusedByStranger == \A g \in Group, c \in Client : ~(RefusedBy(g, c) /\ Seen(g).floor = 0)
NeverRefusedByForgetful == \A g \in Group, c \in Client : ~(RefusedBy(g, c) /\ Seen(g).floor > 0)

\* A batch waits whose keys no partition holds together any more.
NeverBatchWaits ==
    \A c \in Client :
        LET op == calls[c].op
        IN ~(calls[c].phase = Invoked /\ \A g \in Group : Around(state[g], KeysOf(op)) = {} /\ ~Knows(state[g], c))

\* A crash has lost what a leader said, and would say again.
NeverLost == Spoken(Views(state, replica), {}, dissolved) \subseteq msgs

\* A replica that lagged has caught up with what was written, and answers a read with it.
NeverReadWritten == \A c \in Client : ~(calls[c].phase = Effective /\ IsRead(calls[c].op) /\ calls[c].result.value # NoValue)

\* Two partitions have become one.
NeverMerged == \A g \in Group : \A p \in Parts(state[g]) : Cardinality(p) < 2

=============================================================================
