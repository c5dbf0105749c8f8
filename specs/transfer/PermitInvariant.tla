-------------------------- MODULE PermitInvariant --------------------------
(***************************************************************************)
(* Why LeadershipTransfer keeps its promises at every depth: an invariant  *)
(* that every step preserves and that implies them.  It is the argument of *)
(* LeadershipTransfer's header, spelled out.  APALeadershipTransfer proves *)
(* it with Apalache, INDLeadershipTransfer tries it on random states.      *)
(*                                                                         *)
(* One ghost: the epoch of the permit under which a server compacts.       *)
(* Staggered is taken to be TRUE.                                          *)
(***************************************************************************)
EXTENDS LeadershipTransfer

VARIABLES
    \* @type: SERVER -> Int;
    under

Bookkeep ==
    under' = [s \in Server |-> IF run'[s] % 2 = 0 THEN 0
                               ELSE IF Compacting(s) THEN under[s] ELSE epoch[s]]

IndStart == Init /\ under = [s \in Server |-> 0]

IndNext == Next /\ Bookkeep

----------------------------------------------------------------------------
(* Epochs: the newest one has a quorum, and nobody has heard of a newer. *)

LatestHasQuorum ==
    \E s \in Server :
        /\ \A x \in Server : epoch[x] <= epoch[s]
        /\ {x \in Server : epoch[x] = epoch[s]} \in Quorums

MessagesComeFromThePast ==
    \A m \in msgs :
        /\ m.src # m.dst /\ m.epoch <= epoch[m.src]
        /\ m.type = "report" => m.run <= run[m.src]

(* Transfers: whoever asked another to start an epoch has resigned. *)

StartsAreFinal ==
    \A m \in msgs : m.type = "start" =>
        /\ \A l \in Server : Leads(l) => epoch[l] # m.epoch
        /\ \A n \in msgs : n.type = "start" /\ n.epoch = m.epoch => n.dst = m.dst

(* Permits. *)

\* What a leader knows of a server, it was told in its own epoch.
ReportsAreOfTheEpoch ==
    \A l, s \in Server : Leads(l) /\ l # s /\ ~Unknown(l, s) =>
        epoch[s] >= epoch[l] /\ heard[l][s].run <= run[s]

\* A permit is for the next compaction, at most; and its leader remembers it.
PermitsAreRemembered ==
    /\ \A l, s \in Server : Leads(l) =>
        /\ granted[l][s] # 0 => l # s /\ granted[l][s] % 2 = 1 /\ ~Unknown(l, s)
        /\ epoch[s] = epoch[l] => granted[l][s] <= run[s] + 1
    /\ \A m \in msgs : m.type = "permit" =>
        /\ m.run % 2 = 1 /\ m.epoch <= epoch[m.dst]
        /\ m.epoch = epoch[m.dst] => m.run <= run[m.dst] + 1
        /\ \A l \in Server : Leads(l) /\ epoch[l] = m.epoch => l = m.src /\ granted[l][m.dst] >= m.run

\* Server s has gone on from run r to a compaction, or past one, that a leader of epoch e had to permit.
\* @type: (SERVER, Int, Int) => Bool;
WentOn(s, r, e) ==
    /\ r % 2 = 0 /\ r < run[s]
    /\ epoch[s] = e \/ (Compacting(s) /\ under[s] <= e)

\* Whoever seems idle and is not, for all it told or is about to tell, holds a permit: so leaders take no busy server for idle.
NoneIsIdleByMistake ==
    \A l, s \in Server : Leads(l) /\ l # s =>
        /\ ~Unknown(l, s) /\ WentOn(s, heard[l][s].run, epoch[l]) => HoldsPermit(l, s)
        /\ \A m \in msgs :
            m.type = "report" /\ m.src = s /\ m.epoch = epoch[l] /\ WentOn(s, m.run, epoch[l]) => granted[l][s] > m.run

\* Server s may start to compact in its epoch.
\* @type: SERVER => Bool;
MayStart(s) ==
    \/ \E m \in msgs : m.type = "permit" /\ m.dst = s /\ IsValidPermit(s, m)
    \/ \E l \in Server : Leads(l) /\ epoch[l] = epoch[s] /\ granted[l][s] = run[s] + 1

Permitted == {s \in Server : Compacting(s) \/ MayStart(s)}

\* The epoch of its permit.
\* @type: SERVER => Int;
PermitEpoch(s) == IF Compacting(s) THEN under[s] ELSE epoch[s]

\* The heart of it: the leader of each permit counted all whom its own or an older epoch permits anything, and all who
\* have not reached that epoch.
PermitsAreCounted ==
    \A s \in Permitted :
        Cardinality({x \in Server : epoch[x] < PermitEpoch(s) \/ (x \in Permitted /\ PermitEpoch(x) <= PermitEpoch(s))}) <= Spare

\* The next leader is not about to compact.
SuccessorsAreFree ==
    /\ \A l \in Server : Leads(l) /\ target[l] # Nobody =>
        target[l] # l /\ epoch[target[l]] >= epoch[l] /\ (epoch[target[l]] = epoch[l] => target[l] \notin Permitted)
    /\ \A m \in msgs : m.type = "start" =>
        epoch[m.dst] >= m.epoch /\ (epoch[m.dst] = m.epoch => m.dst \notin Permitted)

LeadersAreFree == \A l \in Server : Leads(l) => l \notin Permitted

IndInv ==
    /\ LatestHasQuorum /\ OneLeaderPerEpoch
    /\ MessagesComeFromThePast /\ StartsAreFinal
    /\ ReportsAreOfTheEpoch /\ PermitsAreRemembered
    /\ NoneIsIdleByMistake /\ PermitsAreCounted
    /\ SuccessorsAreFree /\ LeadersAreFree

Safety ==
    /\ OneLeaderPerEpoch /\ AtMostOneTransfer
    /\ NeverAQuorumCompacts /\ LeaderDoesNotCompact /\ SuccessorDoesNotCompact

=============================================================================
