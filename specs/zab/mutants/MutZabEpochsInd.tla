-------------------------- MODULE MutZabEpochsInd --------------------------
(* ZabEpochs with a conjunct of the invariant missing, or a guard weakened: no longer inductive. *)
EXTENDS INDZabEpochs

\* Nobody notes which promises a leader had.
AnyDiscovered == \A e \in Epoch : broadcast[e] > 0 => Established(e)
WithoutLeadersDiscovered ==
    /\ TypeOK /\ EpochsInOrder /\ PromisesInOrder /\ AnyDiscovered /\ LogsMatch /\ AcknowledgementsBind
    /\ NothingSlipsIn

\* Acknowledgements bind the log, but what was reported in an ACK-E is not held against them.
ReportsDoNotBind == \A s \in Server : KeptUnlessLeftOut(s, currentEpoch[s], synced[s], acceptedEpoch[s])
WithoutReports ==
    /\ TypeOK /\ EpochsInOrder /\ PromisesInOrder /\ LeadersDiscovered /\ LogsMatch /\ ReportsDoNotBind
    /\ NothingSlipsIn

\* What was reported is held, but the log may forget what was acknowledged.
LogsDoNotBind ==
    \A s \in Server, e \in Epoch :
        promisedTo[s][e] # {} => KeptUnlessLeftOut(s, promisedCurrent[s][e], promisedHistory[s][e], e - 1)
WithoutLogs ==
    /\ TypeOK /\ EpochsInOrder /\ PromisesInOrder /\ LeadersDiscovered /\ LogsMatch /\ LogsDoNotBind
    /\ NothingSlipsIn

\* Promises to a newer leader do not keep a server from acknowledging to an older one.
FollowsAnyone(s, e) == TRUE

\* Any history of the quorum will do.
AnyHistory(s, e, Q) == TRUE

\* Cut off whatever there is.
CutAnything(g, t, h) == TRUE
=============================================================================
