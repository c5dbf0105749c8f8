--------------------------- MODULE ReachSessions ---------------------------
(* States of Sessions that must be reached: each is said never to be. *)
EXTENDS MCSessions

Answers(i) == {replica[First].answers[k] : k \in {i} \cap DOMAIN replica[First].answers}

\* A request that was run is asked again when it is forgotten.
NeverTooOldAfterRun ==
    ~\E i, j \in DOMAIN log : IsSame(i, j) /\ i \in Answers(i) /\ TooOld \in Answers(j)

\* A request that was never run comes from a session that is forgotten.
NeverTooOldUnrun ==
    ~\E j \in DOMAIN log :
        /\ TooOld \in Answers(j) /\ log[j].opened <= TimeAt(j)
        /\ \A i \in DOMAIN log : IsSame(i, j) => i \notin Answers(i)

\* A client says that its session is of the future.
NeverAhead == ~\E j \in DOMAIN log : TooOld \in Answers(j) /\ log[j].opened > TimeAt(j)

\* A retry gets the first answer.
NeverAgain == ~\E i \in DOMAIN log : \E a \in Answers(i) : a > 0 /\ a < i

\* A request comes after the next one of its session.
NeverStale == ~\E i \in DOMAIN log : Stale \in Answers(i)

\* A retry is told that its first attempt, in a session that is known, was refused.
NeverRefused ==
    ~\E i \in DOMAIN replica[First].answers : Found(replica[First], log[i]) = Refused

\* A request that was refused when it was applied is run later.
NeverRunAfterAll ==
    ~\E i, j \in DOMAIN replica[First].answers : IsSame(i, j) /\ Refused \in Answers(i) /\ j \in Answers(j)

\* Something was forgotten because of its age, not of the cap.
NeverExpired == ~\E r \in Server : replica[r].floor > 0 /\ \A i \in DOMAIN log : log[i].cap > Cardinality(Session)

\* A session that was opened after something was forgotten is served.
NeverServedAfter ==
    ~\E i \in DOMAIN log : i \in Answers(i) /\ log[i].opened >= replica[First].floor /\ replica[First].floor > 0

\* Two generations are closed and not forgotten.
NeverTwoClosed == ~\E r \in Server : Len(replica[r].closed) >= 2
=============================================================================
