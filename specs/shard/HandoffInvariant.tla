-------------------------- MODULE HandoffInvariant --------------------------
(***************************************************************************)
(* Why Handoff is right: an inductive invariant.                           *)
(*                                                                         *)
(* IndInv holds initially, every step preserves it, and it implies         *)
(* NeverTwoOwners and OneHolder.  TLC tries it in `INDHandoff`, Apalache   *)
(* checks it in `APAHandoff`, and `proofs/coq` proves it for any number of *)
(* groups, keys, clients and messages; there its parts have the same names.*)
(*                                                                         *)
(* Three ideas carry it.                                                   *)
(*  1. Only one attempt can matter: the one under way at the holder has    *)
(*     the highest number of all (Highest), so any message or copy with an *)
(*     older number meets a group that has moved on.                       *)
(*  2. Of that attempt little can have been said (MsgAttempt): no         *)
(*     Activate before the switch, no Ready without a durable whole copy.  *)
(*  3. All copies, chunks and session tables anywhere are prefixes of what *)
(*     the holder has (Upto), so equal versions mean equal cells.          *)
(***************************************************************************)
EXTENDS Handoff

\* @type: ($cell, $cell) => Bool;
CellUpto(a, b) == a.version < b.version \/ a = b

\* @type: ($session, $session) => Bool;
SessionUpto(a, b) == a.seq < b.seq \/ a = b

\* s has an attempt under way, or decided and not yet taken up.
\* @type: GROUP => Bool;
Open(s) == phase[s] \in {Copying, Sealed} \/ \E d \in Group : InTransit(s, d)

\* d is past receiving in attempt e.
\* @type: (GROUP, Int) => Bool;
Reached(d, e) == epoch[d] > e \/ (epoch[d] = e /\ phase[d] # Receiving)

----------------------------------------------------------------------------
(* Groups *)

Highest == \A h, g \in Group : Holds(h) => epoch[g] <= epoch[h]

\* Everything is a prefix of what the holder has.
CopiesUpto ==
    \A h \in Group : Holds(h) =>
        /\ \A g \in Group : \A k \in Key : CellUpto(cells[g][k], cells[h][k])
        /\ \A g \in Group : \A c \in Client : SessionUpto(sessions[g][c], sessions[h][c])
        /\ \A k \in Key : CellUpto(EmptyCell, cells[h][k])
        /\ \A c \in Client : SessionUpto(NoSession, sessions[h][c])

\* Nobody but its destination takes part in an open attempt.
AttemptGroups ==
    \A s, g \in Group : Open(s) /\ g # s /\ epoch[g] = epoch[s] =>
        g = peer[s] /\ peer[g] = s /\ phase[g] \in {Receiving, Ready}

\* A copy that is ready in an open attempt is whole, and its source stands still.
AttemptCopy ==
    \A s, d \in Group : Open(s) /\ d # s /\ epoch[d] = epoch[s] /\ phase[d] = Ready =>
        /\ phase[s] \in {Sealed, Switched}
        /\ cells[d] = cells[s] /\ sessions[d] = sessions[s]

\* The other side of an attempt is another group.
PeersDiffer == \A g \in Group : phase[g] \notin {Absent, Serving} => peer[g] \in Group \ {g}

\* After the switch the destination never receives again in that attempt.
SwitchedReached == \A s \in Group : phase[s] = Switched => Reached(peer[s], epoch[s])

GroupInv ==
    /\ PeersDiffer /\ OneHolder /\ Highest /\ CopiesUpto
    /\ AttemptGroups /\ AttemptCopy /\ SwitchedReached

----------------------------------------------------------------------------
(* Messages, each by itself *)

\* @type: $msg => Bool;
MsgHighest(m) == \A h \in Group : Holds(h) => m.epoch <= epoch[h]

\* @type: $msg => Bool;
MsgUpto(m) ==
    \A h \in Group : Holds(h) =>
        /\ \A k \in DOMAIN m.file : CellUpto(m.file[k], cells[h][k])
        /\ \A c \in DOMAIN m.sessions : SessionUpto(m.sessions[c], sessions[h][c])

\* What can have been said in an open attempt: nothing of its end, and little too early.
\* @type: $msg => Bool;
MsgAttempt(m) ==
    \A s \in Group : Open(s) /\ m.epoch = epoch[s] =>
        \/ /\ m.src = s /\ m.dst = peer[s]
           /\ m.type \in {"Prepare", "Chunk", "Manifest", "Activate"}
           /\ m.type = "Activate" => phase[s] = Switched
           /\ m.type = "Manifest" =>
                /\ phase[s] \in {Sealed, Switched}
                /\ \A k \in Key : m.versions[k] = cells[s][k].version
                /\ m.sessions = sessions[s]
        \/ /\ m.src = peer[s] /\ m.dst = s
           /\ m.type \in {"Accept", "Ready"}
           /\ m.type = "Ready" =>
                /\ phase[s] \in {Sealed, Switched}
                /\ epoch[m.src] = epoch[s] /\ phase[m.src] = Ready

\* Activate means: its source switched, and its destination did not go back; if it still waits, it is the heir.
\* @type: $msg => Bool;
MsgActivate(m) ==
    m.type = "Activate" =>
        /\ Reached(m.dst, m.epoch)
        /\ phase[m.dst] = Ready /\ epoch[m.dst] = m.epoch => InTransit(m.src, m.dst)

\* @type: $msg => Bool;
MsgInv(m) ==
    /\ m.src # m.dst
    /\ m.type = "Manifest" => DOMAIN m.versions = Key /\ DOMAIN m.sessions = Client
    /\ MsgHighest(m) /\ MsgUpto(m) /\ MsgAttempt(m) /\ MsgActivate(m)

----------------------------------------------------------------------------
(* Clients *)

\* Every write that was sent has taken effect, or is its client's call under way.
\* @type: $request => Bool;
RequestInv(r) ==
    \A h \in Group : Holds(h) =>
        \/ r.seq <= sessions[h][r.client].seq
        \/ /\ calls[r.client].phase = Invoked
           /\ r.seq = calls[r.client].seq /\ r.op = calls[r.client].op

\* Sessions know of no call that was not made, and of no read.
ClientInv ==
    \A h \in Group : Holds(h) => \A c \in Client :
        /\ sessions[h][c].seq <= calls[c].seq
        /\ calls[c].phase = Invoked /\ sessions[h][c].seq = calls[c].seq => calls[c].op \in WriteOp

\* @type: $result => $cell;
CellOf(result) == [value |-> result.value, version |-> result.version]

\* Of what a client is told, or will be, the holder has nothing older.
AnswerInv ==
    \A h \in Group : Holds(h) => \A c \in Client :
        /\ calls[c].phase = Invoked /\ sessions[h][c].seq = calls[c].seq
            => CellUpto(CellOf(sessions[h][c].result), cells[h][calls[c].op.key])
        /\ calls[c].phase = Effective
            => CellUpto(CellOf(calls[c].result), cells[h][calls[c].op.key])

----------------------------------------------------------------------------

IndInv ==
    /\ TypeOK
    /\ GroupInv
    /\ \A m \in msgs : MsgInv(m)
    /\ \A r \in requests : RequestInv(r)
    /\ ClientInv /\ AnswerInv

\* What it is for.
Safety == NeverTwoOwners /\ OneHolder

=============================================================================
