---------------------------- MODULE MutSessions ----------------------------
(* Sessions with one thing weakened at a time. *)
EXTENDS MCSessions

\* For RaisedFloor: a generation is dropped, and the floor stays.
NoFloor(m, g) == m.floor

\* For RaisedFloor: it does not cover what was opened when the generation was closed.
FloorTooLow(m, g) == Max2(m.floor, g.at)

\* For RaisedFloor: it rises to the present, as if all had been forgotten.
FloorIsNow(m, g) == m.time + 1

\* For IsForgotten: a session without a record is new.
UnknownIsNew(m, e) == FALSE

\* For IsAhead: clients open their sessions when they say they did.
AnyFuture(m, e) == FALSE

\* For Now: replicas go by their clocks, which show the time of what was logged last.
LocalClock(r, m) == Max2(m.time, log[Len(log)].time)

\* For Kept: a replica goes by its own settings.
OwnSettings(r, e) == IF r = First THEN [ttl |-> e.ttl, cap |-> e.cap] ELSE [ttl |-> 9, cap |-> 9]

\* For IsOver: there is no cap.
NoCap(m, cap) == FALSE

\* For IsExpired: a generation expires as soon as it is closed.
AtOnce(m, g, ttl) == TRUE

\* For Refreshed: a record stays in the generation of its session's first request.
NotRefreshed(m, e) ==
    IF m.records[e.session] = NoRecord THEN m.present ELSE m.records[e.session].generation

\* For IsRetry: a retry is run.
RetriesRun(m, e) == FALSE

\* For IsRetry: whatever is not new gets the last result.
LastResult(m, e) == m.records[e.session].seq >= e.seq

\* For IsPast: a number below the last one is run.
PastRuns(m, e) == FALSE

\* For WasRefused: whatever is below, or above, the last request is taken for done.
TakenForDone(m, e) == FALSE

\* For Tidy: generations stay without records.
Untidy(m) == m
=============================================================================
