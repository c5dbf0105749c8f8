-------------------------- MODULE MutReconfigLive --------------------------
(* Reconfig with one thing weakened, so that it may wait for ever; the comment says what it replaces. *)
EXTENDS MCReconfigLive

\* For Due: Leave is left to the leader that proposed Join.
LeaveByItsOwn(e) ==
    LET c == ConfigurationOf(Zab!LeaderLog(e))
    IN IF c = OldOnes THEN {Join} ELSE IF c = Join /\ LastChange(e, broadcast[e]) > 0 THEN {NewOnes} ELSE {}

\* For Heeds: servers deal with whoever wants to lead.
HeedsAnybody(s, l) == TRUE

\* For Electorate: those that left are still asked.
LeftAreAsked(h) == IF ConfigurationOf(h) = NewOnes THEN Join ELSE ConfigurationOf(h)

\* For Settles: Leave is proposed, whoever is lost.
GoesOn == NewOnes

\* For CaughtUp: whoever is named is joined, there or not.
JoinsUnprepared(e) == TRUE
=============================================================================
