-------------------------- MODULE MCRosterReconfig --------------------------
(***************************************************************************)
(* Roster is an instance of Reconfig: the voters are disks; a disk that is *)
(* retired leaves its seat empty, and one that is admitted takes it.  Each *)
(* step of Roster is one of Reconfig, or none, but that Roster writes      *)
(* several entries of a log at once.                                       *)
(*                                                                         *)
(* What is committed is read from logs and acknowledgements here, as       *)
(* Reconfig does it: each entry by the configuration at its place.  Roster *)
(* keeps what a leader has found, and the leader counts by its last roster *)
(* alone.  Both say the same of that roster and of what stands behind it,  *)
(* and of nothing else do guards ask.  Before it they may differ: so that  *)
(* what Roster calls committed survives, MCRoster's models check.          *)
(***************************************************************************)
EXTENDS MCRoster

VARIABLES
    \* What is on a disk that was replaced, from then on; nobody reads it any more.
    \* @type: <<SERVER, Int>> -> { accepted: Int, current: Int, log: Int -> Int };
    relics

rosterVars == <<vars, relics>>

Voters == Server \X Disks

\* How many entries of each epoch are in h.  The founding is of none.
LogIn(h) == [e \in Epoch |-> Cardinality({i \in DOMAIN h : h[i].epoch = e})]

Present(s) == [accepted |-> acceptedEpoch[s], current |-> currentEpoch[s], log |-> LogIn(history[s])]
OnDisk(p) == IF p[2] = disk[p[1]] THEN Present(p[1]) ELSE relics[p]

RelicsInit == relics = [p \in Voters |-> [accepted |-> 0, current |-> 0, log |-> LogIn(<<>>)]]
Keeps ==
    relics' = [p \in Voters |-> IF p[2] = disk[p[1]] /\ p[2] # disk'[p[1]] THEN Present(p[1]) ELSE relics[p]]

RosterNext == MCNext /\ Keeps
SealedRosterSpec == Sealed /\ RelicsInit /\ [][RosterNext]_<<mcVars, relics>>
ReplacedRosterSpec == Replaced /\ RelicsInit /\ [][RosterNext]_<<mcVars, relics>>

----------------------------------------------------------------------------
Seated(disks) == {<<s, disks[s]>> : s \in {t \in Server : disks[t] # Nobody}}

\* The founding needs all.
FoundersOf(disks) == {[voters |-> Seated(disks), seats |-> 2 * Cardinality(Server) - 1]}

\* What an entry of a leader says of who votes.
Carried(entry) ==
    IF entry.kind = "transaction" THEN {} ELSE {[voters |-> Seated(entry.disks), seats |-> Cardinality(Server)]}

\* To Reconfig a candidate is a name.
NameOf(l) == <<l, 1>>
PromisesOf(p, e) == {m \in promises : m.from = p[1] /\ m.disk = p[2] /\ m.epoch = e}
PromiseOf(p, e) == CHOOSE m \in PromisesOf(p, e) : TRUE

Proposed(e) == Len(log[e]) - initial[e]

\* The k-th proposal of e is acknowledged by a quorum of those that vote there; 0: the initial history.
IsAcknowledged(e, k) ==
    LET n == initial[e] + k
        h == Prefix(log[e], n)
        d == RosterOf(h)
    IN IsQuorum(h, {s \in Server : d[s] # Nobody /\ acked[s, d[s]][e] >= n}, d)

CommittedIn(e) ==
    LET found == {k \in 0..Proposed(e) : IsAcknowledged(e, k)}
    IN IF found = {} THEN -1 ELSE CHOOSE k \in found : \A j \in found : j <= k

Abstract == INSTANCE Reconfig WITH
    Server <- Voters,
    Founders <- FoundersOf([s \in Server |-> 1]),
    acceptedEpoch <- [p \in Voters |-> OnDisk(p).accepted],
    currentEpoch <- [p \in Voters |-> OnDisk(p).current],
    history <- [p \in Voters |-> OnDisk(p).log],
    promisedTo <- [p \in Voters |-> [e \in Epoch |-> {NameOf(m.to) : m \in PromisesOf(p, e)}]],
    promisedCurrent <- [p \in Voters |-> [e \in Epoch |-> IF PromisesOf(p, e) = {} THEN 0 ELSE PromiseOf(p, e).current]],
    promisedHistory <- [p \in Voters |-> [e \in Epoch |->
        LogIn(IF PromisesOf(p, e) = {} THEN <<>> ELSE PromiseOf(p, e).history)]],
    acked <- [p \in Voters |-> [e \in Epoch |-> IF acked[p][e] = -1 THEN -1 ELSE acked[p][e] - initial[e]]],
    leaders <- [e \in Epoch |-> {NameOf(l) : l \in leaders[e]}],
    initial <- [e \in Epoch |-> LogIn(Prefix(log[e], initial[e]))],
    broadcast <- [e \in Epoch |-> Proposed(e)],
    carried <- [e \in Epoch |-> [k \in 1..Proposed(e) |-> Carried(log[e][initial[e] + k])]],
    committed <- [e \in Epoch |-> CommittedIn(e)]

\* Reconfig's Truncate and Fetch write one entry each.
Writes(p, e) ==
    LET h == OnDisk(p)'.log
    IN Abstract!Zab!HandleSYNC(p, e, h, h) /\ Abstract!Acknowledged(e)

\* Steps are tried where what they write has changed.
Step(e) ==
    \/ \E p \in Voters :
         \/ OnDisk(p).accepted' # OnDisk(p).accepted /\ \E l \in Server : Abstract!HandleNEWEPOCH(p, NameOf(l), e)
         \/ OnDisk(p).log' # OnDisk(p).log /\ Writes(p, e)
         \/ OnDisk(p).current' # OnDisk(p).current /\ Abstract!HandleNEWLEADER(p, e)
    \/ /\ leaders'[e] # leaders[e]
       /\ \E l \in Server, p \in Voters : \E Q \in SUBSET {q \in Voters : PromisesOf(q, e) # {}} :
            Abstract!CompleteDiscovery(NameOf(l), e, p, Q)
    \/ /\ leaders'[e] = leaders[e] /\ log'[e] # log[e]
       /\ \/ Abstract!Propose(e)
          \/ Abstract!Change(e, Carried(log'[e][Len(log'[e])]))

RefinesReconfig == [][(\E e \in Epoch : Step(e)) \/ UNCHANGED Abstract!vars]_rosterVars

=============================================================================
