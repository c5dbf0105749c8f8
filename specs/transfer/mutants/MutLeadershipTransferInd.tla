---------------------- MODULE MutLeadershipTransferInd ----------------------
(***************************************************************************)
(* The invariant without one of its parts is not inductive any more, or    *)
(* does not imply Safety; and one guard weakened breaks it.                *)
(***************************************************************************)
EXTENDS INDLeadershipTransfer

Anything == TRUE

\* A permit that is sent again is given a new number.
GrantRenumbered(l, s) ==
    /\ Staggered /\ Leads(l)
    /\ MayGrant(l, s)
    /\ LET r == heard[l][s].run + 1
       IN /\ granted' = [granted EXCEPT ![l][s] = r]
          /\ Send(Message("permit", l, s, epoch[l], r, 0))
    /\ UNCHANGED <<role, epoch, pressure, run, lag, target, wait, heard>>

=============================================================================
