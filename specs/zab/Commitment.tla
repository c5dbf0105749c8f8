----------------------------- MODULE Commitment -----------------------------
(***************************************************************************)
(* When the leader of an epoch commits.  A is the set of servers that are  *)
(* known to be in the epoch, K[s] how many entries s is known to have on   *)
(* disk.  Whatever step adds to either must see whether that commits       *)
(* something: an acknowledgement, the leader's own sync, a late follower,  *)
(* and the leader's own entry into its epoch.  (The last was forgotten at  *)
(* first; MCZabLive found a request that waited for ever.)                 *)
(***************************************************************************)
EXTENDS Discovery

\* @type: (SERVER, Set(SERVER), SERVER -> Int) => Set(Int);
OnDiskAtQuorum(l, A, K) ==
    {n \in DOMAIN history[l] : IsQuorumBy(Prefix(history[l], n), {s \in A : K[s] >= n})}

\* The new commit point. Entries of earlier epochs were committed when the leader was established;
\* before that, counting replicas proves nothing (see MutZab).
\* @type: (SERVER, Set(SERVER), SERVER -> Int) => Int;
CommitPoint(l, A, K) ==
    IF phase[l] = BROADCAST /\ \E n \in OnDiskAtQuorum(l, A, K) : n > lastCommitted[l]
    THEN CHOOSE n \in OnDiskAtQuorum(l, A, K) : \A o \in OnDiskAtQuorum(l, A, K) : n >= o
    ELSE lastCommitted[l]

\* @type: (SERVER, Int, Set(SERVER), SERVER -> SERVER -> Seq($msg)) => Bool;
CommitUpTo(l, n, A, channels) ==
    /\ lastCommitted' = [lastCommitted EXCEPT ![l] = n]
    /\ msgs' = IF n > lastCommitted[l]
               THEN SendAll(l, A \ {l},
                       [f \in Server |-> <<Message("COMMIT", acceptedEpoch[l], ZxidAt(history[l], n))>>], channels)
               ELSE channels

\* What l knows to be on disk everywhere, once f has said that it holds everything up to z.
\* @type: (SERVER, SERVER, $zxid) => SERVER -> Int;
Counted(l, f, z) == [acked[l] EXCEPT ![f] = CountUpTo(history[l], z)]

=============================================================================
