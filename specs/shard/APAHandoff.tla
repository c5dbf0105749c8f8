---------------------------- MODULE APAHandoff ----------------------------
(***************************************************************************)
(* Handoff for Apalache: two groups, one key, one client; any epochs.      *)
(*                                                                         *)
(* IndInv is inductive in three runs: it holds initially, every step from  *)
(* any state of it leads to one (from states with two messages and two     *)
(* requests at once: it speaks of each by itself), and it implies Safety.  *)
(***************************************************************************)
\* @apalache Bounded: --cinit=ConstInit --init=Init --inv=Safety --length=4 [deep]
\* @apalache IndInit: --cinit=ConstInit --init=Init --inv=IndInv --length=0
\* @apalache IndStep: --cinit=ConstInit --init=IndInit --inv=IndInv --length=1 --tuning-options=search.invariantFilter=1->.* [full]
\* @apalache IndSafe: --cinit=ConstInit --init=IndInit --inv=Safety --length=0 [deep]
EXTENDS HandoffInvariant, Apalache

ConstInit ==
    /\ Group = {"a_OF_GROUP", "b_OF_GROUP"}
    /\ NoGroup = "nobody_OF_GROUP"
    /\ Key = {"k_OF_KEY"}
    /\ Value = {"v_OF_VALUE"}
    /\ NoValue = "none_OF_VALUE"
    /\ Client = {"c_OF_CLIENT"}
    /\ Version = 1..9

IndInit ==
    /\ phase = Gen(2) /\ epoch = Gen(2) /\ peer = Gen(2)
    /\ cells = Gen(2) /\ sessions = Gen(2)
    /\ calls = Gen(1)
    /\ msgs = Gen(2) /\ requests = Gen(2)
    /\ IndInv
=============================================================================
