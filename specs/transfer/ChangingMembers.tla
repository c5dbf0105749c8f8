--------------------------- MODULE ChangingMembers ---------------------------
(***************************************************************************)
(* Permits and transfers of a group whose members change.                  *)
(*                                                                         *)
(* `LeadershipTransfer` promises that a quorum is always free of heavy     *)
(* compactions, and `Reconfig` changes what a quorum is.  This module says *)
(* what the one must ask of the other:                                     *)
(*                                                                         *)
(*   - a permit leaves a quorum free of every configuration that may come  *)
(*     to be in force: while a change is not committed, of the one before, *)
(*     too;                                                                *)
(*   - a change waits until those that may be compacting can be spared by  *)
(*     the new configuration, too; newcomers that were not heard of may    *)
(*     be;                                                                 *)
(*   - who is removed keeps its place among those that may be compacting,  *)
(*     for the change may be undone;                                       *)
(*   - a transfer to a server that is removed is given up;                 *)
(*   - a leader that was removed hands over, hot or not.                   *)
(*                                                                         *)
(* Abstracted: the log (a leader's last configuration, whether it is       *)
(* committed, and the one before it), pressure (anybody may ask for a      *)
(* permit at any time), lag, and the numbers of runs by which              *)
(* LeadershipTransfer knows old reports: a report here tells the present.  *)
(* A removed server follows on, as learners do, and needs permits like     *)
(* members; who has not joined any epoch yet compacts when it likes, and   *)
(* tells so when it joins.                                                 *)
(***************************************************************************)
EXTENDS Integers, FiniteSets

CONSTANTS
    \* @type: Set(SERVER);
    Server,
    \* @type: SERVER;
    Nobody,
    \* The configuration at first.  A configuration is a set of voter sets, a voter set a set of voters.
    \* @type: Set(Set(SERVER));
    Founders

VARIABLES
    \* The newest leader, or Nobody after it has handed over; and its epoch.
    \* @type: SERVER;
    leader,
    \* @type: Int;
    epoch,
    \* The last epoch that each server joined; 0: none.
    \* @type: SERVER -> Int;
    joined,
    \* The last configuration in the leader's log, the one before, and whether the last one is committed.
    \* @type: Set(Set(SERVER));
    configuration,
    \* @type: Set(Set(SERVER));
    previous,
    \* @type: Bool;
    settled,
    \* To whom the leader is handing over, or whom it has asked to lead.
    \* @type: SERVER;
    target,
    \* Those that may not be compacting for all that the leader knows are busy; these are not.
    \* @type: Set(SERVER);
    idle,
    \* Permits that were given and not used: to whom, and in which epoch.
    \* @type: Set(<<SERVER, Int>>);
    permits,
    \* @type: Set(SERVER);
    compacting

vars == <<leader, epoch, joined, configuration, previous, settled, target, idle, permits, compacting>>

----------------------------------------------------------------------------
\* @type: (Set(SERVER), Set(Set(SERVER))) => Bool;
IsQuorum(S, c) == \A voterSet \in c : Cardinality(S \cap voterSet) * 2 > Cardinality(voterSet)

\* @type: Set(Set(SERVER)) => Set(SERVER);
Voters(c) == UNION c

\* The configurations that may come to be in force: a change that is not committed may be lost with its leader.
Possible == IF settled THEN {configuration} ELSE {configuration, previous}

----------------------------------------------------------------------------
(* Permits *)

\* The group can do without s, whatever becomes of a change that is under way.
\* @type: SERVER => Bool;
CanSpare(s) == \A c \in Possible : IsQuorum(idle \ {s}, c)

\* @type: SERVER => Bool;
Grant(s) ==
    /\ leader # Nobody /\ s # leader /\ s # target
    /\ joined[s] = epoch /\ s \in idle
    /\ CanSpare(s)
    /\ idle' = idle \ {s}
    /\ permits' = permits \cup {<<s, epoch>>}
    /\ UNCHANGED <<leader, epoch, joined, configuration, previous, settled, target, compacting>>

\* @type: SERVER => Bool;
Start(s) ==
    /\ <<s, joined[s]>> \in permits /\ s # leader
    /\ permits' = permits \ {<<s, joined[s]>>}
    /\ compacting' = compacting \cup {s}
    /\ UNCHANGED <<leader, epoch, joined, configuration, previous, settled, target, idle>>

\* A newcomer compacts before it joins.
\* @type: SERVER => Bool;
CompactFreely(s) ==
    /\ joined[s] = 0
    /\ compacting' = compacting \cup {s}
    /\ UNCHANGED <<leader, epoch, joined, configuration, previous, settled, target, idle, permits>>

\* @type: SERVER => Bool;
Finish(s) ==
    /\ s \in compacting
    /\ compacting' = compacting \ {s}
    /\ UNCHANGED <<leader, epoch, joined, configuration, previous, settled, target, idle, permits>>

\* s tells the leader that it does not compact; it has used its permit.
\* @type: SERVER => Bool;
Report(s) ==
    /\ leader # Nobody /\ joined[s] = epoch
    /\ s \notin compacting /\ <<s, epoch>> \notin permits /\ s \notin idle
    /\ idle' = idle \cup {s}
    /\ UNCHANGED <<leader, epoch, joined, configuration, previous, settled, target, permits, compacting>>

\* A server follows the leader; what it was permitted before is void.
\* @type: SERVER => Bool;
Follow(s) ==
    /\ leader # Nobody /\ joined[s] < epoch
    /\ joined' = [joined EXCEPT ![s] = epoch]
    /\ UNCHANGED <<leader, epoch, configuration, previous, settled, target, idle, permits, compacting>>

----------------------------------------------------------------------------
(* Changes of members *)

\* The new configuration has a quorum without all those that may be compacting.
\* @type: Set(Set(SERVER)) => Bool;
StaysFree(c) == IsQuorum(idle, c)

\* Those that the leader knows to be idle after it has logged c.
\* @type: Set(Set(SERVER)) => Set(SERVER);
IdleAfter(c) == idle

\* The transfer goes on if its target votes still.
\* @type: Set(Set(SERVER)) => SERVER;
TargetAfter(c) == IF target \in Voters(c) THEN target ELSE Nobody

\* @type: Set(Set(SERVER)) => Bool;
Change(c) ==
    /\ leader # Nobody /\ settled
    /\ StaysFree(c)
    /\ configuration' = c /\ previous' = configuration /\ settled' = FALSE
    /\ target' = TargetAfter(c)
    /\ idle' = IdleAfter(c)
    /\ UNCHANGED <<leader, epoch, joined, permits, compacting>>

Commit ==
    /\ leader # Nobody /\ ~settled
    /\ settled' = TRUE
    /\ UNCHANGED <<leader, epoch, joined, configuration, previous, target, idle, permits, compacting>>

----------------------------------------------------------------------------
(* Transfers *)

\* A leader that votes hands over when it is hot, which may be at any time; one that does not vote any more, always.
MustLeave == leader \notin Voters(configuration)

\* @type: SERVER => Bool;
BeginTransfer(s) ==
    /\ leader # Nobody /\ target = Nobody
    /\ s # leader /\ s \in Voters(configuration) /\ s \in idle
    /\ target' = s
    /\ UNCHANGED <<leader, epoch, joined, configuration, previous, settled, idle, permits, compacting>>

HandOver ==
    /\ leader # Nobody /\ target # Nobody
    /\ leader' = Nobody
    /\ UNCHANGED <<epoch, joined, configuration, previous, settled, target, idle, permits, compacting>>

\* s becomes leader, by the target's right or by an election; Q follow it. Only of those it knows what they do.
\* @type: (SERVER, Set(SERVER)) => Bool;
TakeOffice(s, Q) ==
    /\ s \in Q
    /\ \E c \in Possible :
         /\ s \in Voters(c) /\ IsQuorum(Q, c)
         /\ configuration' = c /\ previous' = c /\ settled' = TRUE
    /\ leader' = s /\ epoch' = epoch + 1 /\ target' = Nobody
    /\ joined' = [x \in Server |-> IF x \in Q THEN epoch + 1 ELSE joined[x]]
    /\ idle' = Q \ compacting
    /\ UNCHANGED <<permits, compacting>>

Init ==
    /\ leader \in Voters(Founders) /\ epoch = 1
    /\ joined = [s \in Server |-> IF s \in Voters(Founders) THEN 1 ELSE 0]
    /\ configuration = Founders /\ previous = Founders /\ settled = TRUE
    /\ target = Nobody
    /\ idle = Voters(Founders) /\ permits = {} /\ compacting = {}
=============================================================================
