----------------------- MODULE APALeadershipTransfer -----------------------
(***************************************************************************)
(* LeadershipTransfer for Apalache: the invariant of PermitInvariant is    *)
(* inductive for three servers, any epochs and runs, and any three         *)
(* messages.  Base, step and implication together prove Safety at every    *)
(* depth.  (Bounded says it again of the first steps.)                     *)
(***************************************************************************)
\* @apalache Base: --cinit=ConstInit --init=IndStart --next=IndNext --inv=IndInv --length=0
\* @apalache Step: --cinit=ConstInit --init=IndInit --next=IndNext --inv=IndInv --length=1 --tuning-options=search.invariantFilter=1->.* [deep]
\* @apalache Implication: --cinit=ConstInit --init=IndInit --next=IndNext --inv=Safety --length=0 [full]
\* @apalache Bounded: --cinit=ConstInit --init=IndStart --next=IndNext --inv=Safety --length=2 [full]
EXTENDS PermitInvariant, Apalache

ConstInit ==
    /\ Server = {"s1_OF_SERVER", "s2_OF_SERVER", "s3_OF_SERVER"}
    /\ Nobody = "nobody_OF_SERVER"
    /\ Place = [s \in {"s1_OF_SERVER", "s2_OF_SERVER", "s3_OF_SERVER"} |->
                    IF s = "s1_OF_SERVER" THEN 0 ELSE IF s = "s2_OF_SERVER" THEN 1 ELSE 2]
    /\ Policy \in {"RANDOM", "ROUND_ROBIN", "COLDEST"}
    /\ Staggered = TRUE
    /\ MaxPressure = 3 /\ Threshold = 2 /\ Hysteresis = 1
    /\ MaxLag = 1 /\ MinInterval = 1

\* Any state of the right type that satisfies the invariant, with at most three messages.
IndInit ==
    /\ role \in [Server -> {"leader", "follower", "down"}]
    /\ epoch \in [Server -> Nat]
    /\ pressure \in [Server -> 0..MaxPressure]
    /\ run \in [Server -> Nat]
    /\ unfit \in SUBSET Server
    /\ lag \in [Server -> 0..Behind]
    /\ target \in [Server -> Server \cup {Nobody}]
    /\ wait \in [Server -> 0..MinInterval]
    /\ \E r \in [Server \X Server -> Int], p \in [Server \X Server -> 0..(Unfit + MaxPressure)] :
        heard = [l \in Server |-> [s \in Server |-> [run |-> r[l, s], pressure |-> p[l, s]]]]
    /\ \E g \in [Server \X Server -> Nat] : granted = [l \in Server |-> [s \in Server |-> g[l, s]]]
    /\ msgs = Gen(3)
    /\ under \in [Server -> Nat]
    /\ TypeOK /\ IndInv

=============================================================================
