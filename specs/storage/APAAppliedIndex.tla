-------------------------- MODULE APAAppliedIndex --------------------------
(* AppliedIndex for Apalache: constants, and all that holds of states. *)
\* @apalache Bounded: --cinit=ConstInit --inv=Safety --length=5 [full]
EXTENDS AppliedIndex

ConstInit ==
    /\ Family = {"f1_OF_FAMILY", "f2_OF_FAMILY"}
    /\ Key = {"k1_OF_KEY"}
    /\ Moved = {}
    /\ Retention = 1

Safety ==
    /\ RecoveredStateIsAPrefix /\ CheckpointIsAPrefix /\ CheckpointIsFlushed
    /\ NothingNeededIsPurged /\ FilesForReplay /\ LogAgreesWithStore

=============================================================================
