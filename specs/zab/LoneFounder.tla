---------------------------- MODULE LoneFounder ----------------------------
(***************************************************************************)
(* A group that one node founds alone, and that others may join.           *)
(*                                                                         *)
(* A founder whose log is empty cannot tell a new group from one that has  *)
(* gone on without it, its disk being another one.  Where several found a  *)
(* group, each is a witness for the others (Roster); who founds alone asks *)
(* those that have joined since:                                           *)
(*                                                                         *)
(*   - it looks for others before it founds the group (Looked);            *)
(*   - if anybody has something of the group, it never founds it again     *)
(*     (Hear), and waits to be taken in.                                   *)
(*                                                                         *)
(* So whoever has something must be proof that the group goes on without   *)
(* its founder, or that the founder has it on its disk: nobody is sent     *)
(* the founding before (MayTell).  Otherwise a founder that loses its      *)
(* power while it writes takes a learner for proof, and nobody ever leads. *)
(*                                                                         *)
(* What is abstracted: the learners never fail; what they have is on disk; *)
(* with them the group has quorums without its founder; whoever looks      *)
(* finds whoever is there, so the founder is not cut off for as long as it *)
(* looks (decision 68 says what happens then).                             *)
(*                                                                         *)
(* Source: none of the papers; docs/decisions/0068.                        *)
(***************************************************************************)
EXTENDS Integers

CONSTANTS
    \* Those that join.
    \* @type: Set(LEARNER);
    Learner

VARIABLES
    \* Whether the founder runs, and whether it leads.
    \* @type: Bool;
    up,
    \* @type: Bool;
    leads,
    \* How long the founder's log is, and how much of it is on its disk.
    \* @type: Int;
    log,
    \* @type: Int;
    synced,
    \* Whether it has heard, since its start, of somebody who has something.
    \* @type: Bool;
    heard,
    \* How much each learner has.
    \* @type: LEARNER -> Int;
    has,
    \* Whether the learners vote, and are a quorum without the founder.
    \* @type: Bool;
    grown,
    \* How much is committed.
    \* @type: Int;
    committed

vars == <<up, leads, log, synced, heard, has, grown, committed>>

Init ==
    /\ up = TRUE /\ leads = FALSE /\ heard = FALSE /\ grown = FALSE
    /\ log = 0 /\ synced = 0 /\ committed = 0
    /\ has = [l \in Learner |-> 0]

----------------------------------------------------------------------------
(* Founding. *)

\* l says that it has something.
Hear(l) ==
    /\ up /\ log = 0 /\ ~heard /\ has[l] > 0
    /\ heard' = TRUE
    /\ UNCHANGED <<up, leads, log, synced, has, grown, committed>>

\* It has looked for so long that it knows of whoever is there.
Looked == \A l \in Learner : has[l] > 0 => heard

MayFound == log = 0 /\ ~heard

Found ==
    /\ up /\ Looked /\ MayFound
    /\ log' = 1 /\ leads' = TRUE
    /\ UNCHANGED <<up, synced, heard, has, grown, committed>>

\* It remembers, and is the only one that votes.
LeadAgain ==
    /\ up /\ ~leads /\ log > 0 /\ ~grown
    /\ leads' = TRUE
    /\ UNCHANGED <<up, log, synced, heard, has, grown, committed>>

----------------------------------------------------------------------------
(* The group in service. *)

Fsync ==
    /\ up /\ synced < log
    /\ synced' = log
    /\ UNCHANGED <<up, leads, log, heard, has, grown, committed>>

\* By its own disk, as long as it votes alone.
Commit ==
    /\ leads /\ ~grown /\ committed < synced
    /\ committed' = synced
    /\ UNCHANGED <<up, leads, log, synced, heard, has, grown>>

Propose ==
    /\ leads /\ committed > 0
    /\ log' = log + 1
    /\ UNCHANGED <<up, leads, synced, heard, has, grown, committed>>

\* The founding is not sent before it is on disk.
MayTell == synced > 0

Tell(l) ==
    /\ leads /\ MayTell /\ has[l] < log
    /\ has' = [has EXCEPT ![l] = log]
    /\ UNCHANGED <<up, leads, log, synced, heard, grown, committed>>

\* The learners have everything, and vote from now on.
Grow ==
    /\ leads /\ ~grown /\ committed = log
    /\ \A l \in Learner : has[l] = log
    /\ grown' = TRUE
    /\ UNCHANGED <<up, leads, log, synced, heard, has, committed>>

----------------------------------------------------------------------------
(* What goes wrong. *)

LosePower ==
    /\ up
    /\ up' = FALSE /\ leads' = FALSE /\ heard' = FALSE /\ log' = synced
    /\ UNCHANGED <<synced, has, grown, committed>>

\* Its disk is replaced, which is allowed if a quorum remembers.
LoseDisk ==
    /\ ~up /\ grown
    /\ log' = 0 /\ synced' = 0
    /\ UNCHANGED <<up, leads, heard, has, grown, committed>>

Start ==
    /\ ~up
    /\ up' = TRUE
    /\ UNCHANGED <<leads, log, synced, heard, has, grown, committed>>

----------------------------------------------------------------------------
(* What must hold. *)

\* The group is never founded where something of it is committed: that would be another group.
FoundedOnce == [][committed > 0 => ~(log = 0 /\ log' = 1 /\ leads')]_vars

\* Whoever has something is proof.
WitnessesAreProof == \A l \in Learner : has[l] > 0 => grown \/ synced > 0

\* In the end somebody leads: the founder, or a learner that votes.
SomebodyLeads == <>[](leads \/ grown)
=============================================================================
