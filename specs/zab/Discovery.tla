----------------------------- MODULE Discovery -----------------------------
(***************************************************************************)
(* Phase 1 of Zab: a prospective leader learns a quorum's epochs, proposes *)
(* a newer one, and finds the latest history in the quorum.                *)
(*                                                                         *)
(*   follower                      leader                                  *)
(*      |---- CEPOCH(accepted) ------>|   until a quorum                   *)
(*      |<--- NEWEPOCH(e) ------------|   acceptedEpoch written first      *)
(*      |---- ACKEPOCH(current,zxid)->|   acceptedEpoch written first      *)
(*      |<--- PULL(zxid) -------------|   to the one with the latest       *)
(*      |---- PULLED(mode, entries) ->|   history, if not the leader itself*)
(*                                                                         *)
(* Who tries to lead is up to an arbitrary oracle: any server may Lead at  *)
(* any time, any other may Follow it.  Elections and planned transfers     *)
(* (`LeadershipTransfer`) choose among these steps; none can do harm.      *)
(*                                                                         *)
(* An epoch belongs to one leader: a server acknowledges each epoch at     *)
(* most once as the first time, and only first acknowledgements make the   *)
(* quorum.  A server that already promised the epoch (it lost its          *)
(* connection, say) may join again, and counts for nothing in discovery.   *)
(*                                                                         *)
(* Source: Zab (DSN 2011), section IV, phase 1.                            *)
(***************************************************************************)
EXTENDS ZabState

\* The oracle names s a prospective leader.
\* @type: SERVER => Bool;
Lead(s) ==
    /\ role[s] = LOOKING
    /\ role' = [role EXCEPT ![s] = LEADING]
    /\ UNCHANGED <<epochVars, logVars, phase, leader, pending, lastCommitted, voteVars, syncVars, reads, msgs>>

\* The oracle has f follow l: it connects and reports its promise.
\* @type: (SERVER, SERVER) => Bool;
Follow(f, l) ==
    /\ role[f] = LOOKING
    /\ role[l] = LEADING
    /\ role' = [role EXCEPT ![f] = FOLLOWING]
    /\ leader' = [leader EXCEPT ![f] = l]
    /\ msgs' = Send(f, l, Message("CEPOCH", acceptedEpoch[f], ZeroZxid), msgs)
    /\ UNCHANGED <<epochVars, logVars, phase, pending, lastCommitted, voteVars, syncVars, reads>>

\* The leader has written its own promise of the epoch, and so may make it known.
\* @type: SERVER => Bool;
ProposedEpoch(l) == ackEpoch[l][l].state # "none"

\* What a leader takes f to have on disk, and who has answered its read, when f's connection is new.
\* @type: (SERVER, SERVER) => Int;
AckedAnew(l, f) == 0
\* @type: (SERVER, SERVER) => Set(SERVER);
AnsweredAnew(l, f) == reads[l].acks \ {f}

\* A connection is new: what the leader knew of f over an old one is void.
\* @type: (SERVER, SERVER) => Bool;
HandleCEPOCH(l, f) ==
    /\ Receives(l, f, "CEPOCH")
    /\ cepoch' = [cepoch EXCEPT ![l][f] = Head(msgs[f][l]).epoch]
    /\ ackEpoch' = [ackEpoch EXCEPT ![l][f] = NoVote]
    /\ forwarding' = [forwarding EXCEPT ![l] = @ \ {f}]
    /\ ackLeader' = [ackLeader EXCEPT ![l] = @ \ {f}]
    /\ acked' = [acked EXCEPT ![l][f] = AckedAnew(l, f)]
    /\ reads' = [reads EXCEPT ![l].acks = AnsweredAnew(l, f)]
    /\ msgs' = IF ProposedEpoch(l)
               THEN SendAll(l, {f}, [s \in Server |-> <<Message("NEWEPOCH", acceptedEpoch[l], ZeroZxid)>>], Received(l, f))
               ELSE Received(l, f)
    /\ UNCHANGED <<epochVars, logVars, roleVars, pending, lastCommitted>>

\* @type: SERVER => Set(SERVER);
Reported(l) == {l} \cup {f \in Server : cepoch[l][f] >= 0}

\* A quorum's promises are known, so that every epoch that was ever completed is.
\* @type: SERVER => Bool;
EpochsReported(l) == IsQuorumBy(history[l], Reported(l))

\* The least epoch above all that the leader and those that reported to it have promised.
\* @type: SERVER => Int;
NewEpoch(l) ==
    1 + (CHOOSE e \in {acceptedEpoch[l]} \cup {cepoch[l][f] : f \in Reported(l) \ {l}} :
            \A f \in Reported(l) \ {l} : e >= cepoch[l][f] /\ e >= acceptedEpoch[l])

\* An epoch is picked once.
\* @type: SERVER => Bool;
NoEpochYet(l) == ~ProposedEpoch(l) /\ pending[l] = NoPending

\* With a quorum's promises known, the leader picks the epoch and starts writing its own promise.
\* @type: SERVER => Bool;
ProposeEpoch(l) ==
    /\ role[l] = LEADING
    /\ NoEpochYet(l)
    /\ EpochsReported(l)
    /\ pending' = [pending EXCEPT ![l] = [field |-> "acceptedEpoch", epoch |-> NewEpoch(l), upTo |-> 0]]
    /\ UNCHANGED <<epochVars, logVars, roleVars, lastCommitted, voteVars, syncVars, reads, msgs>>

\* @type: (SERVER, Str) => $vote;
VoteOf(s, state) == [state |-> state, epoch |-> currentEpoch[s], zxid |-> LastZxid(history[s])]

\* The leader's promise is on disk: the epoch is proposed, and the leader votes for itself.
\* @type: SERVER => Bool;
LeaderPersistAcceptedEpoch(l) ==
    /\ role[l] = LEADING
    /\ pending[l].field = "acceptedEpoch"
    /\ acceptedEpoch' = [acceptedEpoch EXCEPT ![l] = pending[l].epoch]
    /\ pending' = [pending EXCEPT ![l] = NoPending]
    /\ ackEpoch' = [ackEpoch EXCEPT ![l][l] = VoteOf(l, "first")]
    /\ msgs' = SendAll(l, Reported(l) \ {l},
                       [f \in Server |-> <<Message("NEWEPOCH", pending[l].epoch, ZeroZxid)>>], msgs)
    /\ UNCHANGED <<currentEpoch, logVars, roleVars, lastCommitted, cepoch, syncVars, reads>>

\* A follower promises no epoch older than the last one it promised.
\* @type: (SERVER, Int) => Bool;
NotOlder(f, e) == e >= acceptedEpoch[f]

\* A promise made before is not made a second time: it was given to whoever asked first.
\* @type: (SERVER, Int) => Bool;
Promised(f, e) == e = acceptedEpoch[f]

\* @type: (SERVER, Str) => $msg;
AckEpoch(f, mode) ==
    [Message("ACKEPOCH", currentEpoch[f], LastZxid(history[f])) EXCEPT !.mode = mode]

\* A new epoch is first written, then acknowledged; one already promised is acknowledged at once,
\* as "again". An older one is refused: the follower hangs up and looks for another leader.
\* @type: (SERVER, SERVER) => Bool;
HandleNEWEPOCH(f, l) ==
    /\ Receives(f, l, "NEWEPOCH")
    /\ LET e == Head(msgs[l][f]).epoch
       IN IF ~NotOlder(f, e)
          THEN /\ LeaveRole(f)
               /\ UNCHANGED <<epochVars, logVars, lastCommitted>>
          ELSE IF Promised(f, e)
          THEN /\ phase' = [phase EXCEPT ![f] = SYNCHRONIZATION]
               /\ msgs' = Send(f, l, AckEpoch(f, "again"), Received(f, l))
               /\ UNCHANGED <<epochVars, logVars, role, leader, pending, lastCommitted, voteVars, syncVars, reads>>
          ELSE /\ pending' = [pending EXCEPT ![f] = [field |-> "acceptedEpoch", epoch |-> e, upTo |-> 0]]
               /\ msgs' = Received(f, l)
               /\ UNCHANGED <<epochVars, logVars, roleVars, lastCommitted, voteVars, syncVars, reads>>

\* The follower's promise is on disk: it says so, and how recent its history is.
\* @type: SERVER => Bool;
FollowerPersistAcceptedEpoch(f) ==
    /\ role[f] = FOLLOWING
    /\ pending[f].field = "acceptedEpoch"
    /\ acceptedEpoch' = [acceptedEpoch EXCEPT ![f] = pending[f].epoch]
    /\ pending' = [pending EXCEPT ![f] = NoPending]
    /\ phase' = [phase EXCEPT ![f] = SYNCHRONIZATION]
    /\ msgs' = Send(f, leader[f], AckEpoch(f, "first"), msgs)
    /\ UNCHANGED <<currentEpoch, logVars, role, leader, lastCommitted, voteVars, syncVars, reads>>

----------------------------------------------------------------------------
(* The latest history in the quorum *)

\* Only servers that promised this epoch to this leader make the quorum.
\* @type: $vote => Bool;
Counts(vote) == vote.state = "first"

\* @type: SERVER => Set(SERVER);
Voters(l) == {s \in Server : Counts(ackEpoch[l][s])}

\* Histories are compared by the epoch in which they were adopted, then by their last zxid.
\* @type: ($vote, $vote) => Bool;
NotLater(v, w) == v.epoch < w.epoch \/ (v.epoch = w.epoch /\ ZxidLeq(v.zxid, w.zxid))

\* The voters whose history is the latest.
\* @type: SERVER => Set(SERVER);
Latest(l) == {s \in Voters(l) : \A v \in Voters(l) : NotLater(ackEpoch[l][v], ackEpoch[l][s])}

\* The leader's own history is the initial history of its epoch.
\* @type: SERVER => Bool;
Adopted(l) == pending[l].field = "currentEpoch" \/ l \in ackLeader[l]

\* A quorum has promised the epoch to this leader, and so to no other.  (Only leaders have votes: LeaderLeads, in MCZab.)
\* @type: SERVER => Bool;
PromisedByQuorum(l) == phase[l] = DISCOVERY /\ IsQuorumBy(history[l], Voters(l))

\* The leader lacks the latest history: it asks one that has it for the difference.
\* @type: (SERVER, SERVER) => Bool;
PullHistory(l, f) ==
    /\ PromisedByQuorum(l)
    /\ f \in Latest(l) /\ l \notin Latest(l)
    /\ Open(l, f, msgs)
    /\ phase' = [phase EXCEPT ![l] = SYNCHRONIZATION]
    /\ msgs' = Send(l, f, Message("PULL", acceptedEpoch[l], LastZxid(history[l])), msgs)
    /\ UNCHANGED <<epochVars, logVars, role, leader, pending, lastCommitted, voteVars, syncVars, reads>>

=============================================================================
