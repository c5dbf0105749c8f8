----------------------------- MODULE ReadPoints -----------------------------
(***************************************************************************)
(* Linearizable reads that any replica serves.                             *)
(*                                                                         *)
(*   replica                       leader                                  *)
(*      |---- question ------------->|   a round confirms it (Reads)         *)
(*      |<--- point -----------------|   how much was committed then         *)
(*   applies as much                                                       *)
(*   serves                                                                *)
(*                                                                         *)
(* A replica has one question under way at a time, for all reads that came *)
(* before it was put; those that come later wait for the next one.  A      *)
(* question may be lost, on its way or with its answer, or be answered     *)
(* when it was given up; then its reads are refused, and go elsewhere.     *)
(*                                                                         *)
(* One replica is enough here: others ask for themselves.  What a leader   *)
(* may answer is what `Reads` shows: at least all that was committed       *)
(* anywhere when it was asked.  Whether the replica may read a partition   *)
(* that moves, `Move` says (AnswerRead).                                   *)
(*                                                                         *)
(* Source: the papers read at the leader only (ACaZoo, section IV-B).      *)
(***************************************************************************)
EXTENDS Integers

CONSTANTS
    \* @type: Set(READ);
    Read

VARIABLES
    \* How many entries are committed, as far as anybody knows.
    \* @type: Int;
    committed,
    \* How many of them this replica has applied.
    \* @type: Int;
    applied,
    \* @type: READ -> { phase: Str, question: Int, point: Int };
    reads,
    \* The number of the last question, and whether it is under way.
    \* @type: { number: Int, active: Bool };
    question,
    \* @type: Set({ type: Str, number: Int, point: Int });
    msgs

vars == <<committed, applied, reads, question, msgs>>

New == [phase |-> "new", question |-> 0, point |-> 0]
Ended(r) == reads[r].phase \in {"served", "refused"}

----------------------------------------------------------------------------

Init ==
    /\ committed = 0 /\ applied = 0
    /\ reads = [r \in Read |-> New]
    /\ question = [number |-> 0, active |-> FALSE]
    /\ msgs = {}

Commit == committed' = committed + 1 /\ UNCHANGED <<applied, reads, question, msgs>>

Apply ==
    /\ applied < committed
    /\ applied' = applied + 1
    /\ UNCHANGED <<committed, reads, question, msgs>>

\* A client asks for read r.
Begin(r) ==
    /\ reads[r].phase = "new"
    /\ reads' = [reads EXCEPT ![r].phase = "waiting"]
    /\ UNCHANGED <<committed, applied, question, msgs>>

\* The next question, for all reads that wait.
Ask ==
    /\ ~question.active /\ \E r \in Read : reads[r].phase = "waiting"
    /\ LET n == question.number + 1
       IN /\ question' = [number |-> n, active |-> TRUE]
          /\ reads' = [r \in Read |-> IF reads[r].phase = "waiting" THEN [New EXCEPT !.phase = "asked", !.question = n] ELSE reads[r]]
          /\ msgs' = msgs \cup {[type |-> "QUESTION", number |-> n, point |-> 0]}
    /\ UNCHANGED <<committed, applied>>

\* Whoever leads has been confirmed since the question came.
Confirm(m) ==
    /\ m.type = "QUESTION"
    /\ msgs' = (msgs \ {m}) \cup {[m EXCEPT !.type = "POINT", !.point = committed]}
    /\ UNCHANGED <<committed, applied, reads, question>>

Lose(m) == msgs' = msgs \ {m} /\ UNCHANGED <<committed, applied, reads, question>>

\* An answer to a question that was given up says too little to those that wait for another.
IsCurrent(m) == question.active /\ m.number = question.number

\* The question was put after the read had come.
Covers(r) == reads[r].phase = "asked" /\ reads[r].question = question.number

HandlePoint(m) ==
    /\ m.type = "POINT"
    /\ msgs' = msgs \ {m}
    /\ IF IsCurrent(m)
       THEN /\ question' = [question EXCEPT !.active = FALSE]
            /\ reads' = [r \in Read |-> IF Covers(r) THEN [reads[r] EXCEPT !.phase = "pointed", !.point = m.point] ELSE reads[r]]
       ELSE UNCHANGED <<question, reads>>
    /\ UNCHANGED <<committed, applied>>

\* The question has taken too long, or cannot be put.
GiveUp ==
    /\ question.active
    /\ question' = [question EXCEPT !.active = FALSE]
    /\ reads' = [r \in Read |-> IF Covers(r) THEN [reads[r] EXCEPT !.phase = "refused"] ELSE reads[r]]
    /\ UNCHANGED <<committed, applied, msgs>>

HasApplied(r) == applied >= reads[r].point

\* What is read is the state of the first `applied` entries.
Serve(r) ==
    /\ reads[r].phase = "pointed" /\ HasApplied(r)
    /\ reads' = [reads EXCEPT ![r].phase = "served"]
    /\ UNCHANGED <<committed, applied, question, msgs>>

\* The replica does not hear of what is committed, or not in time.
Expire(r) ==
    /\ reads[r].phase = "pointed" /\ ~HasApplied(r)
    /\ reads' = [reads EXCEPT ![r].phase = "refused"]
    /\ UNCHANGED <<committed, applied, question, msgs>>

Next ==
    \/ Commit \/ Apply \/ Ask \/ GiveUp
    \/ \E r \in Read : Begin(r) \/ Serve(r) \/ Expire(r)
    \/ \E m \in msgs : Confirm(m) \/ Lose(m) \/ HandlePoint(m)

Spec == Init /\ [][Next]_vars

=============================================================================
