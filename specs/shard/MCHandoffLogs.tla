---------------------------- MODULE MCHandoffLogs ----------------------------
(***************************************************************************)
(* Handoff over groups whose leaders admit requests to their logs.         *)
(*                                                                         *)
(* A write so passes two gates: the leader logs it only if its number is   *)
(* above its session's last one in the entries of *this group's* log that  *)
(* are not purged (Broadcast!Fresh), and whoever applies the log runs it   *)
(* only if its number is above that of the session's record, which moves   *)
(* with the partition (Handoff!Fresh).  It is one rule, and so the second  *)
(* gate opens only where the first one does.  The rule that Zab had at     *)
(* first, the next number of the session in this group's log, is a mutant: *)
(* a group that receives a partition would wait for numbers that went to   *)
(* another group's log, for ever.                                          *)
(*                                                                         *)
(* Logging and applying are one step: what is admitted to the log while    *)
(* the partition is the group's is applied before it leaves.               *)
(***************************************************************************)
EXTENDS MCHandoff

VARIABLES
    \* Each client's last number in the entries of the group's log that are not purged; 0: there is none.
    \* @type: GROUP -> (CLIENT -> Int);
    logged

logsVars == <<mcVars, logged>>

LogsInit == MCInit /\ logged = [g \in Group |-> [c \in Client |-> 0]]

\* The leader of g logs r (Broadcast!Fresh).
\* @type: (GROUP, $request) => Bool;
Admitted(g, r) == r.seq > logged[g][r.client]

\* @type: (GROUP, $request) => Bool;
LoggedWrite(g, r) ==
    /\ Admitted(g, r)
    /\ RecordedWrite(g, r)
    /\ logged' = [logged EXCEPT ![g][r.client] = r.seq]

\* A checkpoint covers the log of g, which is purged.
\* @type: GROUP => Bool;
Purge(g) ==
    /\ \E c \in Client : logged[g][c] # 0
    /\ logged' = [logged EXCEPT ![g] = [c \in Client |-> 0]]
    /\ UNCHANGED mcVars

LogsNext ==
    \/ (Sends \/ Handles \/ Coordinates \/ Calls) /\ UNCHANGED logged
    \/ \E g \in Group : Purge(g) \/ \E r \in requests : LoggedWrite(g, r)

\* A leader logs what it may; nobody has to purge.
LogsSpec ==
    /\ LogsInit /\ [][LogsNext]_logsVars
    /\ MoveFairness /\ AnswerFairness
    /\ \A g \in Group : WF_logsVars(\E r \in requests : LoggedWrite(g, r))

----------------------------------------------------------------------------

\* What the partition's records take for new is new to the log of the group that may run it.
NewIsAdmitted == \A g \in Group : \A r \in requests : CanWrite(g) /\ Fresh(g, r) => Admitted(g, r)
=============================================================================
