---------------------------- MODULE ZabReconfig ----------------------------
(***************************************************************************)
(* Zab with members that change: `Reconfig` at the level of messages.      *)
(*                                                                         *)
(* Zab asks for quorums by the log that they are to decide on: a leader by *)
(* its own, which is the history that it adopts, once it has pulled it; of *)
(* an entry, by the log up to that entry.  Here that log says who votes.   *)
(* IsConfigurationsQuorum replaces ZabState's IsQuorumBy (in the           *)
(* configuration: Zab is not changed for it, and a group whose members are *)
(* fixed is Zab as it was).  MayLog is one guard more for a leader that    *)
(* logs a change.                                                          *)
(*                                                                         *)
(* Changes are the requests of one session, Admin.  Its n-th request has   *)
(* the n-th configuration after the founders' one; whoever asks them sees  *)
(* to it that configurations in a row are adjacent (Reconfig!Adjacent).    *)
(*                                                                         *)
(* Why it is safe is Reconfig's subject.  Checked here is that Zab's steps *)
(* ask the right log at the right moment: with pulls, connections that     *)
(* break, and writes that are not on disk yet.  TraceZabReconfig holds     *)
(* what the core does against it.                                          *)
(***************************************************************************)
EXTENDS Zab

CONSTANTS
    \* @type: SESSION;
    Admin,
    \* The configurations, first the founders' one: of each, its voter sets, which are sets of voters.
    \* @type: Seq(Set(Set(SERVER)));
    Configurations

\* @type: Seq($entry) => Set(Int);
ChangesIn(h) == {i \in DOMAIN h : h[i].session = Admin}

\* The configuration of the log h: that of its last change, committed or not.
\* @type: Seq($entry) => Set(Set(SERVER));
ConfigurationOf(h) ==
    IF ChangesIn(h) = {} THEN Configurations[1]
    ELSE Configurations[1 + h[CHOOSE i \in ChangesIn(h) : \A j \in ChangesIn(h) : j <= i].seq]

\* @type: (Seq($entry), Set(SERVER)) => Bool;
IsConfigurationsQuorum(h, Q) == \A voterSet \in ConfigurationOf(h) : Cardinality(Q \cap voterSet) * 2 > Cardinality(voterSet)

\* The last change is committed; that the leader is established is ClientRequest's guard.
\* @type: SERVER => Bool;
Settled(l) == \A i \in ChangesIn(history[l]) : i <= lastCommitted[l]

\* Changes are logged in their order, each after the one before is committed.
\* @type: (SERVER, { session: SESSION, seq: Int }) => Bool;
MayLog(l, q) == q.session = Admin => Settled(l) /\ q.seq = 1 + Cardinality(ChangesIn(history[l]))

\* For Zab!ClientNext's requests.
LogRequest(l, q) == MayLog(l, q) /\ ClientRequest(l, q)
=============================================================================
