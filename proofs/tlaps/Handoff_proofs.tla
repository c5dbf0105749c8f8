--------------------------- MODULE Handoff_proofs ---------------------------
(***************************************************************************)
(* Handoff never has two owners, argued on the TLA+ module itself.         *)
(*                                                                         *)
(* The argument of ../coq/HandoffInvariant.v, lemma for lemma: IndInv      *)
(* holds initially (Initial), every step preserves it (Inductive), and it  *)
(* implies Safety.  Most steps keep the holder; HandleReady is the one     *)
(* that changes it.                                                        *)
(*                                                                         *)
(* NOT YET CHECKED by tlapm, which is in no package registry; SANY parses  *)
(* it.  The proof that is checked is the one in Coq.                       *)
(***************************************************************************)
EXTENDS HandoffInvariant, TLAPS

ASSUME SomeGroups == Group # {} /\ NoGroup \notin Group
ASSUME SomeValues == NoValue \notin Value

\* The steps of Handoff without the order in which Next lists them.
GroupStep(g) ==
    \/ \E d \in Group : Begin(g, d)
    \/ Seal(g) \/ Abort(g)
    \/ \E m \in msgs :
        \/ HandleReady(g, m) \/ HandleDone(g, m) \/ HandlePrepare(g, m) \/ HandleChunk(g, m)
        \/ HandleManifest(g, m) \/ HandleActivate(g, m) \/ HandleCancel(g, m)
    \/ \E r \in requests : Write(g, r)

SendStep(g) ==
    \/ SendPrepare(g) \/ SendManifest(g) \/ SendActivate(g) \/ SendAccept(g) \/ SendReady(g)
    \/ \E K \in (SUBSET Key) \ {{}} : SendChunk(g, K)
    \/ \E m \in msgs : SendCancel(g, m) \/ SendDone(g, m)

USE DEF Absent, Serving, Copying, Sealed, Switched, Receiving, Ready, Phase, Idle, Invoked, Effective, MaybeGroup

----------------------------------------------------------------------------
(* Small facts *)

LEMMA CellUptoTransitive ==
    ASSUME NEW a, NEW b, NEW c, a.version \in Nat, b.version \in Nat, c.version \in Nat,
           CellUpto(a, b), CellUpto(b, c)
    PROVE  CellUpto(a, c)
  BY SMT DEF CellUpto

LEMMA SessionUptoTransitive ==
    ASSUME NEW a, NEW b, NEW c, a.seq \in Nat, b.seq \in Nat, c.seq \in Nat,
           SessionUpto(a, b), SessionUpto(b, c)
    PROVE  SessionUpto(a, c)
  BY SMT DEF SessionUpto

LEMMA SameVersionSameCell ==
    ASSUME NEW a, NEW b, a.version \in Nat, CellUpto(a, b), a.version = b.version
    PROVE  a = b
  BY SMT DEF CellUpto

LEMMA AfterUpto ==
    ASSUME NEW cell, CellOK(cell), NEW op \in WriteOp
    PROVE  CellUpto(cell, After(cell, op)) /\ CellOK(After(cell, op))
  BY SMT DEF CellUpto, CellOK, After, CheckHolds, WriteOp, MaybeValue

\* The source of an open attempt has the highest number.
LEMMA OpenHighest ==
    ASSUME IndInv, NEW s \in Group, Open(s)
    PROVE  /\ \A g \in Group : epoch[g] <= epoch[s]
           /\ \A m \in msgs : m.epoch <= epoch[s]
  <1>1. CASE phase[s] \in {Copying, Sealed}
    <2>1. Holds(s)
      BY <1>1 DEF Holds, Readable
    <2> QED
      BY <2>1 DEF IndInv, GroupInv, Highest, MsgInv, MsgHighest
  <1>2. CASE \E d \in Group : InTransit(s, d)
    <2>1. PICK d \in Group : InTransit(s, d)
      BY <1>2
    <2>2. Holds(d) /\ epoch[d] = epoch[s]
      BY <2>1 DEF Holds, Heir, InTransit
    <2> QED
      BY <2>2 DEF IndInv, GroupInv, Highest, MsgInv, MsgHighest
  <1> QED
    BY <1>1, <1>2 DEF Open

LEMMA OneHolderOnly ==
    ASSUME IndInv, NEW g \in Group, NEW h \in Group, Holds(g), Holds(h)
    PROVE  g = h
  BY DEF IndInv, GroupInv, OneHolder

----------------------------------------------------------------------------
(* Init *)

THEOREM Initial == Init => IndInv
  <1> SUFFICES ASSUME Init PROVE IndInv
    OBVIOUS
  <1>1. PICK o \in Group : phase = [g \in Group |-> IF g = o THEN Serving ELSE Absent]
    BY DEF Init
  <1>2. \A g \in Group : (Holds(g) <=> g = o) /\ ~Open(g)
    BY <1>1 DEF Holds, Readable, Heir, InTransit, Open
  <1>3. TypeOK
    BY <1>1 DEF Init, TypeOK, NoCells, NoSessions, EmptyCell, NoSession, NoResult, CellOK, SessionOK, ResultOK,
                MaybeValue, Operation, ReadOp
  <1>4. GroupInv
    BY <1>1, <1>2, SomeGroups DEF Init, GroupInv, PeersDiffer, OneHolder, Highest, CopiesUpto, CellUpto, SessionUpto,
                AttemptGroups, AttemptCopy, SwitchedReached, NoCells, NoSessions
  <1>5. ClientInv /\ AnswerInv
    BY <1>2 DEF Init, ClientInv, AnswerInv, NoSessions, NoSession
  <1> QED
    BY <1>3, <1>4, <1>5 DEF Init, IndInv

----------------------------------------------------------------------------
(* Sending, losing *)

LEMMA SendPreserves ==
    ASSUME IndInv, NEW m, MsgOK(m), MsgInv(m), Send(m)
    PROVE  IndInv'
  <1>1. UNCHANGED <<phase, epoch, peer, cells, sessions, calls, requests>> /\ msgs' = msgs \cup {m}
    BY DEF Send, moveVars, dataVars, clientVars
  <1>2. \A x \in msgs' : MsgOK(x) /\ MsgInv(x)
    BY <1>1 DEF IndInv, TypeOK
  <1>3. \A x \in msgs' : (MsgOK(x) /\ MsgInv(x))'
    BY <1>1, <1>2 DEF MsgOK, MsgInv, MsgHighest, MsgUpto, MsgAttempt, MsgActivate, Holds, Readable, Heir, InTransit,
                      Open, Reached, CellOK, SessionOK, ResultOK, CellUpto, SessionUpto
  <1> QED
    BY <1>1, <1>3 DEF IndInv, TypeOK, GroupInv, PeersDiffer, OneHolder, Highest, CopiesUpto, AttemptGroups, AttemptCopy,
                      SwitchedReached, RequestInv, ClientInv, AnswerInv, Holds, Readable, Heir, InTransit, Open, Reached

LEMMA LosePreserves ==
    ASSUME IndInv, msgs' \subseteq msgs, UNCHANGED <<moveVars, dataVars, clientVars>>
    PROVE  IndInv'
  BY DEF IndInv, TypeOK, MsgOK, GroupInv, PeersDiffer, OneHolder, Highest, CopiesUpto, AttemptGroups, AttemptCopy,
         SwitchedReached, RequestInv, ClientInv, AnswerInv, MsgInv, MsgHighest, MsgUpto, MsgAttempt, MsgActivate,
         Holds, Readable, Heir, InTransit, Open, Reached, moveVars, dataVars, clientVars

\* What a source says of its own attempt.
LEMMA SourceSays ==
    ASSUME IndInv, NEW g \in Group, phase[g] \in {Copying, Sealed, Switched},
           NEW m, MsgOK(m), m.src = g, m.dst = peer[g], m.epoch = epoch[g],
           m.type \in {"Prepare", "Chunk", "Manifest", "Activate"},
           m.type = "Activate" => phase[g] = Switched,
           m.type = "Manifest" =>
                /\ phase[g] = Sealed /\ m.sessions = sessions[g]
                /\ m.versions = [k \in Key |-> cells[g][k].version],
           m.type # "Manifest" => DOMAIN m.sessions = {},
           \A k \in DOMAIN m.file : m.file[k] = cells[g][k]
    PROVE  MsgInv(m)
  <1>1. m.src # m.dst
    BY DEF IndInv, GroupInv, PeersDiffer
  <1>2. MsgHighest(m) /\ MsgUpto(m)
    BY DEF IndInv, GroupInv, Highest, CopiesUpto, MsgHighest, MsgUpto, TypeOK, MsgOK
  <1>3. \A s \in Group : Open(s) /\ epoch[s] = epoch[g] => s = g
    BY DEF IndInv, GroupInv, AttemptGroups
  <1>4. MsgAttempt(m)
    BY <1>3 DEF MsgAttempt
  <1>5. MsgActivate(m)
    BY DEF IndInv, GroupInv, SwitchedReached, MsgActivate, InTransit, Reached
  <1> QED
    BY <1>1, <1>2, <1>4, <1>5 DEF MsgInv, IndInv, TypeOK

\* What a destination says of its own attempt.
LEMMA DestinationSays ==
    ASSUME IndInv, NEW d \in Group, phase[d] \in {Receiving, Ready},
           NEW m, MsgOK(m), m.src = d, m.dst = peer[d], m.epoch = epoch[d],
           m.type \in {"Accept", "Ready"}, m.type = "Ready" => phase[d] = Ready,
           DOMAIN m.file = {}, DOMAIN m.sessions = {}
    PROVE  MsgInv(m)
  <1>1. m.src # m.dst
    BY DEF IndInv, GroupInv, PeersDiffer
  <1>2. MsgHighest(m) /\ MsgUpto(m) /\ MsgActivate(m)
    BY DEF IndInv, GroupInv, Highest, MsgHighest, MsgUpto, MsgActivate
  <1>3. ASSUME NEW s \in Group, Open(s), m.epoch = epoch[s]
        PROVE  /\ m.src = peer[s] /\ m.dst = s
               /\ m.type = "Ready" => phase[s] \in {Sealed, Switched} /\ epoch[m.src] = epoch[s] /\ phase[m.src] = Ready
    <2>1. d # s
      BY <1>3 DEF Open, InTransit
    <2> QED
      BY <1>3, <2>1 DEF IndInv, GroupInv, AttemptGroups, AttemptCopy
  <1>4. MsgAttempt(m)
    BY <1>3 DEF MsgAttempt
  <1> QED
    BY <1>1, <1>2, <1>4 DEF MsgInv

LEMMA CancelSays ==
    ASSUME IndInv, NEW g \in Group, NEW m \in msgs, m.dst = g, m.type \in {"Accept", "Ready"}, CanCancel(g, m)
    PROVE  MsgInv(Message("Cancel", g, m.src, m.epoch))
  <1>1. \A s \in Group : Open(s) => epoch[s] # m.epoch
    <2> SUFFICES ASSUME NEW s \in Group, Open(s), epoch[s] = m.epoch PROVE FALSE
      OBVIOUS
    <2>1. m.dst = s
      BY DEF IndInv, MsgInv, MsgAttempt
    <2>2. Pending(s, m.epoch)
      BY DEF Open, InTransit, Pending
    <2> QED
      BY <2>1, <2>2 DEF CanCancel
  <1> QED
    BY <1>1 DEF IndInv, MsgInv, MsgHighest, MsgUpto, MsgAttempt, MsgActivate, Message

LEMMA DoneSays ==
    ASSUME IndInv, NEW d \in Group, NEW m \in msgs, m.dst = d, m.type = "Activate", HasServed(d, m)
    PROVE  MsgInv(Message("Done", d, m.src, m.epoch))
  <1>1. \A s \in Group : Open(s) => epoch[s] # m.epoch
    <2> SUFFICES ASSUME NEW s \in Group, Open(s), epoch[s] = m.epoch PROVE FALSE
      OBVIOUS
    <2>1. peer[s] = d /\ phase[s] = Switched
      BY DEF IndInv, MsgInv, MsgAttempt
    <2>2. InTransit(s, d)
      BY <2>1 DEF Open, InTransit
    <2> QED
      BY <2>2 DEF HasServed, CanServe, Current, InTransit
  <1> QED
    BY <1>1 DEF IndInv, MsgInv, MsgHighest, MsgUpto, MsgAttempt, MsgActivate, Message

LEMMA SendStepPreserves ==
    ASSUME IndInv, NEW g \in Group, SendStep(g)
    PROVE  IndInv'
  <1>1. CASE SendPrepare(g)
    BY <1>1, SourceSays, SendPreserves DEF SendPrepare, CanAsk, Message, MsgOK, SourceMsg, IndInv, TypeOK, GroupInv, PeersDiffer
  <1>2. ASSUME NEW K \in SUBSET Key, SendChunk(g, K) PROVE IndInv'
    BY <1>2, SourceSays, SendPreserves DEF SendChunk, Message, MsgOK, SourceMsg, IndInv, TypeOK, GroupInv, PeersDiffer
  <1>3. CASE SendManifest(g)
    BY <1>3, SourceSays, SendPreserves
       DEF SendManifest, CanDescribe, SessionsToMove, Message, MsgOK, CellOK, SourceMsg, IndInv, TypeOK, GroupInv, PeersDiffer
  <1>4. CASE SendActivate(g)
    BY <1>4, SourceSays, SendPreserves DEF SendActivate, CanActivate, Message, MsgOK, SourceMsg, IndInv, TypeOK, GroupInv, PeersDiffer
  <1>5. CASE SendAccept(g)
    BY <1>5, DestinationSays, SendPreserves DEF SendAccept, Message, MsgOK, DestinationMsg, IndInv, TypeOK, GroupInv, PeersDiffer
  <1>6. CASE SendReady(g)
    BY <1>6, DestinationSays, SendPreserves DEF SendReady, CanPromise, Message, MsgOK, DestinationMsg, IndInv, TypeOK, GroupInv, PeersDiffer
  <1>7. ASSUME NEW m \in msgs, SendCancel(g, m) PROVE IndInv'
    BY <1>7, CancelSays, SendPreserves DEF SendCancel, Receive, Message, MsgOK, SourceMsg, IndInv, TypeOK
  <1>8. ASSUME NEW m \in msgs, SendDone(g, m) PROVE IndInv'
    BY <1>8, DoneSays, SendPreserves DEF SendDone, Receive, Message, MsgOK, DestinationMsg, IndInv, TypeOK
  <1> QED
    BY <1>1, <1>2, <1>3, <1>4, <1>5, <1>6, <1>7, <1>8 DEF SendStep

----------------------------------------------------------------------------
(* Steps that keep the holder.  Each lemma says who holds and what is open *)
(* afterwards; the parts of IndInv' then follow one by one.                *)

LEMMA BeginPreserves ==
    ASSUME IndInv, NEW g \in Group, NEW d \in Group, Begin(g, d)
    PROVE  IndInv'
  <1>1. Holds(g) /\ phase[g] = Serving /\ d # g
    BY DEF Begin, CanBegin, Holds, Readable
  <1>2. \A x, y \in Group : ~InTransit(x, y)
    BY <1>1, OneHolderOnly DEF InTransit, Holds, Heir
  <1>3. \A h \in Group : Holds(h)' <=> h = g
    BY <1>1, <1>2, OneHolderOnly DEF Begin, Holds, Readable, Heir, InTransit, IndInv, TypeOK
  <1>4. \A x \in Group : Open(x)' => x = g
    BY <1>1, <1>2, OneHolderOnly DEF Begin, Open, Holds, Readable, InTransit, IndInv, TypeOK
  <1>5. \A x \in Group, m \in msgs : epoch[x] < epoch'[g] /\ m.epoch < epoch'[g]
    BY <1>1 DEF Begin, NextEpoch, dataVars, clientVars, IndInv, TypeOK, GroupInv, Highest, MsgInv, MsgHighest, MsgOK
  <1>6. TypeOK'
    BY DEF Begin, NextEpoch, dataVars, clientVars, IndInv, TypeOK, MsgOK
  <1>7. GroupInv'
    BY <1>1, <1>3, <1>4, <1>5 DEF Begin, NextEpoch, dataVars, IndInv, TypeOK, GroupInv, PeersDiffer, OneHolder, Highest,
       CopiesUpto, AttemptGroups, AttemptCopy, SwitchedReached, Reached
  <1>8. \A m \in msgs' : MsgInv(m)'
    BY <1>1, <1>2, <1>3, <1>4, <1>5 DEF Begin, NextEpoch, dataVars, IndInv, TypeOK, MsgInv, MsgHighest, MsgUpto, MsgAttempt,
       MsgActivate, Reached, InTransit
  <1>9. (\A r \in requests' : RequestInv(r)') /\ ClientInv' /\ AnswerInv'
    BY <1>1, <1>3 DEF Begin, dataVars, clientVars, IndInv, RequestInv, ClientInv, AnswerInv
  <1> QED
    BY <1>6, <1>7, <1>8, <1>9 DEF IndInv

LEMMA SealPreserves ==
    ASSUME IndInv, NEW g \in Group, Seal(g)
    PROVE  IndInv'
  <1>1. \A h \in Group : Holds(h)' <=> Holds(h)
    BY DEF Seal, CanSeal, Holds, Readable, Heir, InTransit, IndInv, TypeOK
  <1>2. \A x \in Group : Open(x)' <=> Open(x)
    BY DEF Seal, CanSeal, Open, InTransit, IndInv, TypeOK
  <1>3. TypeOK'
    BY DEF Seal, dataVars, clientVars, IndInv, TypeOK, MsgOK
  <1>4. GroupInv'
    BY <1>1, <1>2 DEF Seal, CanSeal, dataVars, IndInv, TypeOK, GroupInv, PeersDiffer, OneHolder, Highest, CopiesUpto,
       AttemptGroups, AttemptCopy, SwitchedReached, Reached, Open
  <1>5. \A m \in msgs' : MsgInv(m)'
    BY <1>1, <1>2 DEF Seal, CanSeal, dataVars, IndInv, TypeOK, MsgInv, MsgHighest, MsgUpto, MsgAttempt, MsgActivate, Reached, InTransit, Open
  <1> QED
    BY <1>1, <1>3, <1>4, <1>5 DEF Seal, dataVars, clientVars, IndInv, RequestInv, ClientInv, AnswerInv

\* The holder goes on as the serving owner.
LEMMA ServingPreserves ==
    ASSUME IndInv, NEW g \in Group, Holds(g), phase[g] # Switched,
           \A x \in Group : Open(x) => x = g \/ InTransit(x, g),
           phase' = [phase EXCEPT ![g] = Serving], peer' = [peer EXCEPT ![g] = NoGroup],
           UNCHANGED <<epoch, dataVars, msgs, clientVars>>
    PROVE  IndInv'
  <1>1. \A h \in Group : Holds(h)' <=> h = g
    BY OneHolderOnly DEF Holds, Readable, Heir, InTransit, IndInv, TypeOK
  <1>2. \A x \in Group : ~Open(x)'
    BY OneHolderOnly DEF Open, Holds, Readable, Heir, InTransit, IndInv, TypeOK
  <1>3. TypeOK'
    BY DEF dataVars, clientVars, IndInv, TypeOK, MsgOK
  <1>4. GroupInv'
    BY <1>1, <1>2 DEF dataVars, IndInv, TypeOK, GroupInv, PeersDiffer, OneHolder, Highest, CopiesUpto, AttemptGroups, AttemptCopy,
       SwitchedReached, Reached
  <1>5. \A m \in msgs' : MsgInv(m)'
    <2> SUFFICES ASSUME NEW m \in msgs PROVE MsgInv(m)'
      BY DEF dataVars
    <2>1. (MsgHighest(m) /\ MsgUpto(m) /\ MsgAttempt(m))'
      BY <1>1, <1>2 DEF dataVars, IndInv, MsgInv, MsgHighest, MsgUpto, MsgAttempt
    <2>2. MsgActivate(m)'
      BY OneHolderOnly DEF IndInv, TypeOK, MsgOK, MsgInv, MsgActivate, Reached, InTransit, Holds, Heir
    <2> QED
      BY <2>1, <2>2 DEF IndInv, MsgInv
  <1> QED
    BY <1>1, <1>3, <1>4, <1>5 DEF dataVars, clientVars, IndInv, RequestInv, ClientInv, AnswerInv

LEMMA AbortPreserves ==
    ASSUME IndInv, NEW g \in Group, Abort(g)
    PROVE  IndInv'
  <1>1. Holds(g) /\ phase[g] # Switched
    BY DEF Abort, CanAbort, Holds, Readable
  <1>2. \A x \in Group : Open(x) => x = g
    BY <1>1, OneHolderOnly DEF Abort, CanAbort, Open, Holds, Readable, Heir, InTransit
  <1> QED
    BY <1>1, <1>2, ServingPreserves DEF Abort

LEMMA HandleActivatePreserves ==
    ASSUME IndInv, NEW d \in Group, NEW m \in msgs, HandleActivate(d, m)
    PROVE  IndInv'
  <1>1. InTransit(m.src, d) /\ m.src \in Group
    BY DEF HandleActivate, Receive, CanServe, Current, IndInv, TypeOK, MsgOK, MsgInv, MsgActivate
  <1>2. Holds(d)
    BY <1>1 DEF Holds, Heir
  <1>3. \A x \in Group : Open(x) => x = d \/ InTransit(x, d)
    BY <1>2, OneHolderOnly DEF Open, Holds, Readable, Heir
  <1> QED
    BY <1>2, <1>3, ServingPreserves DEF HandleActivate, CanServe

\* A step of a group that does not hold the partition, and has not just given it away.
LEMMA BystanderPreserves ==
    ASSUME IndInv, NEW g \in Group, ~Holds(g), \A y \in Group : ~InTransit(g, y),
           NEW ph \in {Absent, Receiving, Ready}, NEW e \in Nat, NEW p \in MaybeGroup, NEW cs, NEW ss,
           DOMAIN cs = Key, \A k \in Key : CellOK(cs[k]), DOMAIN ss = Client, \A c \in Client : SessionOK(ss[c]),
           phase' = [phase EXCEPT ![g] = ph], epoch' = [epoch EXCEPT ![g] = e], peer' = [peer EXCEPT ![g] = p],
           cells' = [cells EXCEPT ![g] = cs], sessions' = [sessions EXCEPT ![g] = ss],
           UNCHANGED <<msgs, clientVars>>,
           ph = Ready /\ phase[g] # Ready => \A x \in Group : phase[x] = Switched /\ peer[x] = g => epoch[x] # e,
           ph = Ready => e = epoch[g] /\ phase[g] \in {Receiving, Ready},
           epoch[g] <= e, \A h \in Group : Holds(h) => e <= epoch[h],
           \A h \in Group : Holds(h) =>
                /\ \A k \in Key : CellUpto(cs[k], cells[h][k])
                /\ \A c \in Client : SessionUpto(ss[c], sessions[h][c]),
           \A n \in Nat : Reached(g, n) => e > n \/ (e = n /\ ph # Receiving),
           ph # Absent => p \in Group \ {g},
           \A x \in Group : Open(x) /\ e = epoch[x] =>
                /\ peer[x] = g /\ p = x /\ ph \in {Receiving, Ready}
                /\ ph = Ready => phase[x] \in {Sealed, Switched} /\ cs = cells[x] /\ ss = sessions[x],
           \A x \in Group : Open(x) /\ phase[g] = Ready /\ epoch[g] = epoch[x] => ph = Ready /\ e = epoch[g]
    PROVE  IndInv'
  <1>1. \A x, y \in Group : InTransit(x, y)' <=> InTransit(x, y)
    BY DEF InTransit, Holds, Heir, IndInv, TypeOK
  <1>2. \A h \in Group : (Holds(h)' <=> Holds(h)) /\ (Holds(h) => h # g)
    BY <1>1 DEF Holds, Readable, Heir, IndInv, TypeOK
  <1>3. \A x \in Group : (Open(x)' <=> Open(x)) /\ (Open(x) => x # g)
    BY <1>1 DEF Open, Holds, Readable, IndInv, TypeOK
  <1>4. TypeOK'
    BY DEF clientVars, IndInv, TypeOK, MsgOK
  <1>5. \A d \in Group, n \in Nat : Reached(d, n) => Reached(d, n)'
    BY DEF Reached, IndInv, TypeOK
  <1>6. GroupInv'
    BY <1>1, <1>2, <1>3, <1>5 DEF IndInv, TypeOK, GroupInv, PeersDiffer, OneHolder, Highest, CopiesUpto, AttemptGroups, AttemptCopy, SwitchedReached
  <1>7. \A m \in msgs' : MsgInv(m)'
    BY <1>1, <1>2, <1>3, <1>5 DEF IndInv, TypeOK, MsgOK, MsgInv, MsgHighest, MsgUpto, MsgAttempt, MsgActivate, Reached
  <1> QED
    BY <1>2, <1>4, <1>6, <1>7 DEF clientVars, IndInv, TypeOK, RequestInv, ClientInv, AnswerInv

LEMMA HandleDonePreserves ==
    ASSUME IndInv, NEW g \in Group, NEW m \in msgs, HandleDone(g, m)
    PROVE  IndInv'
  <1>1. \A y \in Group : ~InTransit(g, y)
    BY DEF HandleDone, Receive, CanRelease, Current, IndInv, MsgInv, MsgAttempt, Open
  <1>2. ~Holds(g)
    BY DEF HandleDone, CanRelease, Holds, Readable, Heir, InTransit
  <1>3. \A x \in Group : Open(x) => epoch[x] # epoch[g]
    BY <1>1 DEF HandleDone, CanRelease, IndInv, GroupInv, AttemptGroups, Open
  <1> QED
    BY <1>1, <1>2, <1>3, BystanderPreserves DEF HandleDone, IndInv, TypeOK, GroupInv, Highest, CopiesUpto, NoCells, NoSessions,
       EmptyCell, NoSession, NoResult, CellOK, SessionOK, ResultOK, MaybeValue, Reached

LEMMA HandleCancelPreserves ==
    ASSUME IndInv, NEW d \in Group, NEW m \in msgs, HandleCancel(d, m)
    PROVE  IndInv'
  <1>1. \A x \in Group : Open(x) => epoch[x] # epoch[d]
    BY DEF HandleCancel, Receive, CanDiscard, Current, IndInv, MsgInv, MsgAttempt
  <1>2. ~Holds(d) /\ \A y \in Group : ~InTransit(d, y)
    BY <1>1 DEF HandleCancel, CanDiscard, Holds, Readable, Heir, InTransit, Open
  <1> QED
    BY <1>1, <1>2, BystanderPreserves DEF HandleCancel, IndInv, TypeOK, GroupInv, Highest, CopiesUpto, NoCells, NoSessions,
       EmptyCell, NoSession, NoResult, CellOK, SessionOK, ResultOK, MaybeValue, Reached

LEMMA HandlePreparePreserves ==
    ASSUME IndInv, NEW d \in Group, NEW m \in msgs, HandlePrepare(d, m)
    PROVE  IndInv'
  <1>1. m.epoch > epoch[d] /\ \A h \in Group : Holds(h) => m.epoch <= epoch[h]
    BY DEF HandlePrepare, CanPrepare, IndInv, MsgInv, MsgHighest
  <1>2. ~Holds(d) /\ \A y \in Group : ~InTransit(d, y)
    BY <1>1 DEF Holds, Heir, InTransit, IndInv, TypeOK, MsgOK
  <1>3. \A x \in Group : Open(x) /\ m.epoch = epoch[x] => peer[x] = d /\ m.src = x
    BY DEF HandlePrepare, Receive, IndInv, MsgInv, MsgAttempt
  <1>4. \A x \in Group : Open(x) => epoch[d] # epoch[x]
    BY <1>1, OpenHighest DEF IndInv, TypeOK, MsgOK
  <1> QED
    BY <1>1, <1>2, <1>3, <1>4, BystanderPreserves DEF HandlePrepare, Receive, IndInv, TypeOK, MsgOK, MsgInv, GroupInv, CopiesUpto,
       NoCells, NoSessions, EmptyCell, NoSession, NoResult, CellOK, SessionOK, ResultOK, MaybeValue, Reached

LEMMA HandleChunkPreserves ==
    ASSUME IndInv, NEW d \in Group, NEW m \in msgs, HandleChunk(d, m)
    PROVE  IndInv'
  <1>1. ~Holds(d) /\ \A y \in Group : ~InTransit(d, y)
    BY DEF HandleChunk, CanStage, Holds, Readable, Heir, InTransit
  <1>2. \A h \in Group : Holds(h) => \A k \in Key : CellUpto(cells'[d][k], cells[h][k]) /\ CellOK(cells'[d][k])
    BY DEF HandleChunk, Receive, IndInv, TypeOK, MsgOK, MsgInv, MsgUpto, GroupInv, CopiesUpto
  <1> QED
    BY <1>1, <1>2, BystanderPreserves DEF HandleChunk, CanStage, moveVars, IndInv, TypeOK, GroupInv, PeersDiffer, Highest, CopiesUpto,
       AttemptGroups, OneHolder, Reached, Open, InTransit

LEMMA HandleManifestPreserves ==
    ASSUME IndInv, NEW d \in Group, NEW m \in msgs, HandleManifest(d, m)
    PROVE  IndInv'
  <1>1. ~Holds(d) /\ \A y \in Group : ~InTransit(d, y)
    BY DEF HandleManifest, CanFinish, Holds, Readable, Heir, InTransit
  <1>2. \A x \in Group : phase[x] = Switched /\ peer[x] = d => epoch[x] # epoch[d]
    BY DEF HandleManifest, CanFinish, IndInv, TypeOK, GroupInv, SwitchedReached, Reached
  <1>3. ASSUME NEW x \in Group, Open(x), epoch[d] = epoch[x]
        PROVE  /\ phase[x] \in {Sealed, Switched} /\ peer[x] = d /\ peer[d] = x
               /\ cells[d] = cells[x] /\ m.sessions = sessions[x]
    <2>1. /\ phase[x] \in {Sealed, Switched} /\ peer[x] = d /\ m.sessions = sessions[x]
          /\ \A k \in Key : m.versions[k] = cells[x][k].version
      BY <1>3 DEF HandleManifest, Receive, CanFinish, Current, IndInv, MsgInv, MsgAttempt
    <2>2. Holds(x)
      BY <1>3, <2>1 DEF HandleManifest, CanFinish, Open, Holds, Readable, InTransit
    <2>3. \A k \in Key : cells[d][k] = cells[x][k]
      BY <2>1, <2>2, SameVersionSameCell DEF HandleManifest, Complete, IndInv, TypeOK, CellOK, GroupInv, CopiesUpto
    <2>4. peer[d] = x
      BY <1>1, <1>3, <2>2 DEF IndInv, GroupInv, AttemptGroups
    <2> QED
      BY <2>1, <2>3, <2>4 DEF IndInv, TypeOK
  <1> QED
    BY <1>1, <1>2, <1>3, BystanderPreserves DEF HandleManifest, Receive, CanFinish, IndInv, TypeOK, MsgOK, MsgInv, MsgUpto, GroupInv,
       PeersDiffer, Highest, CopiesUpto, Reached

LEMMA WritePreserves ==
    ASSUME IndInv, NEW g \in Group, NEW r \in requests, Write(g, r)
    PROVE  IndInv'
  <1>1. Holds(g) /\ phase[g] \in {Serving, Copying}
    BY DEF Write, CanWrite, Writable, Holds, Readable
  <1>2. /\ calls[r.client].phase = Invoked /\ r.seq = calls[r.client].seq /\ r.op = calls[r.client].op
        /\ r.client \in Client /\ r.op \in WriteOp /\ r.op.key \in Key
    BY <1>1 DEF Write, Fresh, IndInv, TypeOK, SessionOK, RequestInv, WriteOp
  <1>3. /\ \A h \in Group : (Holds(h)' <=> Holds(h)) /\ (Holds(h) => h = g)
        /\ \A x \in Group : (Open(x)' <=> Open(x)) /\ (Open(x) => x = g /\ phase[g] = Copying)
    BY <1>1, OneHolderOnly DEF Write, moveVars, Holds, Readable, Heir, InTransit, Open
  <1>4. /\ \A k \in Key : CellUpto(cells[g][k], cells'[g][k]) /\ CellOK(cells'[g][k])
        /\ \A c \in Client : SessionUpto(sessions[g][c], sessions'[g][c]) /\ SessionOK(sessions'[g][c])
    BY <1>2, AfterUpto DEF Write, Fresh, IndInv, TypeOK, CellUpto, SessionUpto, CellOK, SessionOK, ResultOK, CheckHolds
  <1>5. TypeOK'
    BY <1>2, <1>4 DEF Write, moveVars, clientVars, IndInv, TypeOK, MsgOK
  <1>6. GroupInv'
    BY <1>1, <1>3, <1>4, CellUptoTransitive, SessionUptoTransitive DEF Write, moveVars, IndInv, TypeOK, CellOK, SessionOK, GroupInv,
       PeersDiffer, OneHolder, Highest, CopiesUpto, AttemptGroups, AttemptCopy, SwitchedReached, Reached, EmptyCell, NoSession
  <1>7. \A m \in msgs' : MsgInv(m)'
    BY <1>1, <1>3, <1>4, CellUptoTransitive, SessionUptoTransitive DEF Write, moveVars, IndInv, TypeOK, MsgOK, CellOK, SessionOK,
       MsgInv, MsgHighest, MsgUpto, MsgAttempt, MsgActivate, Reached, InTransit
  <1>8. (\A x \in requests' : RequestInv(x)') /\ ClientInv' /\ AnswerInv'
    BY <1>1, <1>2, <1>3, <1>4, CellUptoTransitive DEF Write, clientVars, IndInv, TypeOK, RequestInv, ClientInv, AnswerInv, CellOf,
       CellUpto, SessionUpto, CellOK, SessionOK, ResultOK
  <1> QED
    BY <1>5, <1>6, <1>7, <1>8 DEF IndInv

----------------------------------------------------------------------------
(* The switch: the holder changes, from the sealed source to the           *)
(* destination, whose copy is equal.                                       *)

LEMMA HandleReadyPreserves ==
    ASSUME IndInv, NEW g \in Group, NEW m \in msgs, HandleReady(g, m)
    PROVE  IndInv'
  <1> DEFINE d == m.src
  <1>1. phase[g] = Sealed /\ m.epoch = epoch[g] /\ Holds(g) /\ Open(g)
    BY DEF HandleReady, CanSwitch, Current, Holds, Readable, Open
  <1>2. d \in Group /\ d # g /\ peer[g] = d /\ phase[d] = Ready /\ epoch[d] = epoch[g]
    BY <1>1 DEF HandleReady, Receive, IndInv, TypeOK, MsgOK, MsgInv, MsgAttempt
  <1>3. cells[d] = cells[g] /\ sessions[d] = sessions[g]
    BY <1>1, <1>2 DEF IndInv, GroupInv, AttemptCopy
  <1>4. \A x, y \in Group : InTransit(x, y)' <=> x = g /\ y = d
    BY <1>1, <1>2, OneHolderOnly DEF HandleReady, InTransit, Holds, Heir, IndInv, TypeOK
  <1>5. \A h \in Group : Holds(h)' <=> h = d
    BY <1>1, <1>2, <1>4, OneHolderOnly DEF HandleReady, Holds, Readable, Heir, IndInv, TypeOK
  <1>6. \A x \in Group : Open(x)' <=> x = g
    BY <1>1, <1>2, <1>4, OneHolderOnly DEF HandleReady, Open, Holds, Readable, IndInv, TypeOK
  <1>7. TypeOK'
    BY DEF HandleReady, dataVars, clientVars, IndInv, TypeOK, MsgOK
  <1>8. GroupInv'
    BY <1>1, <1>2, <1>3, <1>5, <1>6 DEF HandleReady, dataVars, IndInv, TypeOK, GroupInv, PeersDiffer, OneHolder, Highest, CopiesUpto,
       AttemptGroups, AttemptCopy, SwitchedReached, Reached
  <1>9. \A x \in msgs' : MsgInv(x)'
    BY <1>1, <1>2, <1>3, <1>4, <1>5, <1>6, OneHolderOnly DEF HandleReady, dataVars, IndInv, TypeOK, MsgOK, MsgInv, MsgHighest, MsgUpto,
       MsgAttempt, MsgActivate, Reached, Holds, Heir
  <1>10. (\A r \in requests' : RequestInv(r)') /\ ClientInv' /\ AnswerInv'
    BY <1>1, <1>3, <1>5 DEF HandleReady, dataVars, clientVars, IndInv, RequestInv, ClientInv, AnswerInv
  <1> QED
    BY <1>7, <1>8, <1>9, <1>10 DEF IndInv

----------------------------------------------------------------------------
(* Clients *)

LEMMA ClientStepPreserves ==
    ASSUME IndInv, NEW c \in Client, ClientStep(c)
    PROVE  IndInv'
  <1>1. UNCHANGED <<phase, epoch, peer, cells, sessions, msgs>>
    BY DEF ClientStep, Invoke, AnswerWrite, AnswerRead, Answer, Respond, moveVars, dataVars
  <1>2. GroupInv' /\ \A m \in msgs' : (MsgOK(m) /\ MsgInv(m))'
    BY <1>1 DEF IndInv, TypeOK, MsgOK, GroupInv, PeersDiffer, OneHolder, Highest, CopiesUpto, AttemptGroups, AttemptCopy, SwitchedReached,
       MsgInv, MsgHighest, MsgUpto, MsgAttempt, MsgActivate, Holds, Readable, Heir, InTransit, Open, Reached
  <1>3. \A h \in Group : Holds(h)' <=> Holds(h)
    BY <1>1 DEF Holds, Readable, Heir, InTransit
  <1>4. ASSUME NEW op \in Operation, Invoke(c, op)
        PROVE  TypeOK' /\ (\A r \in requests' : RequestInv(r)') /\ ClientInv' /\ AnswerInv'
    BY <1>1, <1>2, <1>3, <1>4 DEF Invoke, IndInv, TypeOK, SessionOK, ResultOK, NoResult, MaybeValue, RequestInv, ClientInv, AnswerInv
  <1>5. ASSUME NEW g \in Group, AnswerWrite(g, c)
        PROVE  TypeOK' /\ (\A r \in requests' : RequestInv(r)') /\ ClientInv' /\ AnswerInv'
    <2>1. \A h \in Group : Holds(h) => sessions[g][c] = sessions[h][c]
      BY <1>5 DEF AnswerWrite, InSession, IndInv, TypeOK, SessionOK, GroupInv, CopiesUpto, SessionUpto, ClientInv
    <2> QED
      BY <1>1, <1>2, <1>3, <1>5, <2>1 DEF AnswerWrite, Answer, InSession, IndInv, TypeOK, SessionOK, RequestInv, ClientInv, AnswerInv
  <1>6. ASSUME NEW g \in Group, AnswerRead(g, c)
        PROVE  TypeOK' /\ (\A r \in requests' : RequestInv(r)') /\ ClientInv' /\ AnswerInv'
    BY <1>1, <1>2, <1>3, <1>6 DEF AnswerRead, Answer, CanRead, IndInv, TypeOK, CellOK, ResultOK, Operation, WriteOp, ReadOp, RequestInv,
       ClientInv, AnswerInv, GroupInv, CopiesUpto, CellOf, CellUpto
  <1>7. CASE Respond(c)
    BY <1>1, <1>2, <1>3, <1>7 DEF Respond, IndInv, TypeOK, RequestInv, ClientInv, AnswerInv
  <1> QED
    BY <1>2, <1>4, <1>5, <1>6, <1>7 DEF ClientStep, IndInv

----------------------------------------------------------------------------

THEOREM Inductive == IndInv /\ [Next]_vars => IndInv'
  <1> SUFFICES ASSUME IndInv, [Next]_vars PROVE IndInv'
    OBVIOUS
  <1>1. CASE UNCHANGED vars
    BY <1>1, LosePreserves DEF vars, moveVars, dataVars, clientVars
  <1>2. ASSUME NEW g \in Group, SendStep(g) PROVE IndInv'
    BY <1>2, SendStepPreserves
  <1>3. ASSUME NEW g \in Group, GroupStep(g) PROVE IndInv'
    BY <1>3, BeginPreserves, SealPreserves, AbortPreserves, HandleReadyPreserves, HandleDonePreserves, HandlePreparePreserves,
       HandleChunkPreserves, HandleManifestPreserves, HandleActivatePreserves, HandleCancelPreserves, WritePreserves DEF GroupStep
  <1>4. ASSUME NEW c \in Client, ClientStep(c) PROVE IndInv'
    BY <1>4, ClientStepPreserves
  <1>5. ASSUME NEW g \in Group, Crash(g) PROVE IndInv'
    BY <1>5, LosePreserves DEF Crash
  <1>6. ASSUME NEW m \in msgs, Lose(m) PROVE IndInv'
    BY <1>6, LosePreserves DEF Lose
  <1> QED
    BY <1>1, <1>2, <1>3, <1>4, <1>5, <1>6 DEF Next, SourceStep, DestinationStep, CoordinatorStep, SendStep, GroupStep

THEOREM IndInvImpliesSafety == IndInv => Safety
  BY DEF IndInv, GroupInv, OneHolder, Safety, NeverTwoOwners, Holds

THEOREM HandoffIsSafe == Spec => []Safety
  <1>1. Spec => []IndInv
    BY Initial, Inductive, PTL DEF Spec
  <1> QED
    BY <1>1, IndInvImpliesSafety, PTL

=============================================================================
