(* Handoff, the model: specs/shard/Handoff.tla in Coq.

   The same variables, the same actions with the same guards, under the same
   names and in the same order; nothing is bounded.  A step is a relation
   between a state and the next one.  ../README.md lists the differences. *)

From Coq Require Import Arith Bool.

(* ------------------------------------------------------------------ *)
(* The constants: any types whatever, with a decidable equality. *)

Class World := {
  Group : Type;  Key : Type;  Client : Type;  Value : Type;
  group_dec : forall x y : Group, {x = y} + {x <> y};
  key_dec : forall x y : Key, {x = y} + {x <> y};
  client_dec : forall x y : Client, {x = y} + {x <> y};
  value_dec : forall x y : Value, {x = y} + {x <> y}
}.

Section Model.
Context {W : World}.

(* [f EXCEPT ![a] = b] *)
Definition updG {B : Type} (f : Group -> B) (a : Group) (b : B) : Group -> B :=
  fun x => if group_dec x a then b else f x.
Definition updK {B : Type} (f : Key -> B) (a : Key) (b : B) : Key -> B :=
  fun x => if key_dec x a then b else f x.
Definition updC {B : Type} (f : Client -> B) (a : Client) (b : B) : Client -> B :=
  fun x => if client_dec x a then b else f x.

(* ------------------------------------------------------------------ *)
(* State *)

Inductive Phase := Absent | Serving | Copying | Sealed | Switched | Receiving | Ready.

Inductive CallPhase := Idle | Invoked | Effective.

(* A value of None is TLA's NoValue. *)
Record Cell := mkCell { value : option Value; version : nat }.
Definition EmptyCell := mkCell None 0.

Inductive Kind := Put | Get | Delete | Cas.

Record Operation := mkOp { kind : Kind; key : Key; opvalue : option Value; expected : option Value }.

Definition WriteOp (o : Operation) : Prop := kind o <> Get.

Record Result := mkResult { ok : bool; rcell : Cell }.
Definition NoResult := mkResult false EmptyCell.

Record Session := mkSession { seq : nat; result : Result }.
Definition NoSession := mkSession 0 NoResult.

Record Request := mkRequest { rclient : Client; rseq : nat; rop : Operation }.

Record Call := mkCall { cphase : CallPhase; cop : Operation; cseq : nat; cresult : Result }.

Inductive MsgType := MPrepare | MAccept | MChunk | MManifest | MReady | MActivate | MDone | MCancel.

(* file k = None: the chunk does not have k. *)
Record Msg := mkMsg {
  type : MsgType; src : Group; dst : Group; mepoch : nat;
  file : Key -> option Cell; versions : Key -> nat; msessions : Client -> Session
}.

Record State := mkState {
  phase : Group -> Phase;
  epoch : Group -> nat;
  peer : Group -> option Group;           (* None is TLA's NoGroup *)
  cells : Group -> Key -> Cell;
  sessions : Group -> Client -> Session;
  msgs : Msg -> Prop;                     (* a set *)
  calls : Client -> Call;
  requests : Request -> Prop              (* a set *)
}.

Definition NoCells : Key -> Cell := fun _ => EmptyCell.
Definition NoSessions : Client -> Session := fun _ => NoSession.

Definition Init (s : State) : Prop :=
  (exists owner, phase s owner = Serving /\ forall g, g <> owner -> phase s g = Absent)
  /\ (forall g, epoch s g = 0)
  /\ (forall g, peer s g = None)
  /\ (forall g k, cells s g k = EmptyCell)
  /\ (forall g c, sessions s g c = NoSession)
  /\ (forall m, ~ msgs s m)
  /\ (forall c, cphase (calls s c) = Idle /\ cseq (calls s c) = 0)
  /\ (forall r, ~ requests s r).

Definition Readable s g : Prop := phase s g = Serving \/ phase s g = Copying \/ phase s g = Sealed.
Definition Writable s g : Prop := phase s g = Serving \/ phase s g = Copying.

Definition InTransit s (x d : Group) : Prop :=
  phase s x = Switched /\ peer s x = Some d /\ phase s d = Ready /\ epoch s d = epoch s x.

Definition Heir s d : Prop := exists x, InTransit s x d.

Definition Holds s g : Prop := Readable s g \/ Heir s g.

Definition Pending s g e : Prop :=
  (phase s g = Copying \/ phase s g = Sealed \/ phase s g = Switched) /\ epoch s g = e.

Definition Message t x d e : Msg :=
  mkMsg t x d e (fun _ => None) (fun _ => 0) NoSessions.

Definition Receive s g m t : Prop := msgs s m /\ type m = t /\ dst m = g.

Definition Current s g m : Prop := mepoch m = epoch s g.

Definition setMsgs s ms : State :=
  mkState (phase s) (epoch s) (peer s) (cells s) (sessions s) ms (calls s) (requests s).

Definition send s m : State := setMsgs s (fun x => msgs s x \/ x = m).

(* The group variables of g change, nothing else. *)
Definition setGroup s g ph e p cs ss : State :=
  mkState (updG (phase s) g ph) (updG (epoch s) g e) (updG (peer s) g p)
          (updG (cells s) g cs) (updG (sessions s) g ss)
          (msgs s) (calls s) (requests s).

Definition setClients s cl rq : State :=
  mkState (phase s) (epoch s) (peer s) (cells s) (sessions s) (msgs s) cl rq.

(* ------------------------------------------------------------------ *)
(* Moving: the source *)

Definition NextEpoch s g := epoch s g + 1.

Definition CanBegin s g d : Prop := phase s g = Serving /\ d <> g.

Definition Begin g d s s' : Prop :=
  CanBegin s g d
  /\ s' = setGroup s g Copying (NextEpoch s g) (Some d) (cells s g) (sessions s g).

Definition CanAsk s g : Prop := phase s g = Copying \/ phase s g = Sealed.

Definition SendPrepare g s s' : Prop :=
  CanAsk s g /\ exists d, peer s g = Some d
  /\ s' = send s (Message MPrepare g d (epoch s g)).

(* A chunk may hold any keys: those of the decidable set K. *)
Definition SendChunk g (K : Key -> bool) s s' : Prop :=
  (phase s g = Copying \/ phase s g = Sealed) /\ exists d, peer s g = Some d
  /\ s' = send s (mkMsg MChunk g d (epoch s g)
                        (fun k => if K k then Some (cells s g k) else None) (fun _ => 0) NoSessions).

Definition CanSeal s g : Prop := phase s g = Copying.

Definition Seal g s s' : Prop :=
  CanSeal s g
  /\ s' = setGroup s g Sealed (epoch s g) (peer s g) (cells s g) (sessions s g).

Definition CanDescribe s g : Prop := phase s g = Sealed.

Definition SessionsToMove s g := sessions s g.

Definition SendManifest g s s' : Prop :=
  CanDescribe s g /\ exists d, peer s g = Some d
  /\ s' = send s (mkMsg MManifest g d (epoch s g) (fun _ => None)
                        (fun k => version (cells s g k)) (SessionsToMove s g)).

Definition CanSwitch s g m : Prop := phase s g = Sealed /\ Current s g m.

Definition HandleReady g m s s' : Prop :=
  Receive s g m MReady /\ CanSwitch s g m
  /\ s' = setGroup s g Switched (epoch s g) (peer s g) (cells s g) (sessions s g).

Definition CanActivate s g : Prop := phase s g = Switched.

Definition SendActivate g s s' : Prop :=
  CanActivate s g /\ exists d, peer s g = Some d
  /\ s' = send s (Message MActivate g d (epoch s g)).

Definition CanRelease s g m : Prop := phase s g = Switched /\ Current s g m.

Definition HandleDone g m s s' : Prop :=
  Receive s g m MDone /\ CanRelease s g m
  /\ s' = setGroup s g Absent (epoch s g) None NoCells NoSessions.

Definition CanAbort s g : Prop := phase s g = Copying \/ phase s g = Sealed.

Definition Abort g s s' : Prop :=
  CanAbort s g
  /\ s' = setGroup s g Serving (epoch s g) None (cells s g) (sessions s g).

Definition CanCancel s g m : Prop := ~ Pending s g (mepoch m).

Definition SendCancel g m s s' : Prop :=
  (Receive s g m MAccept \/ Receive s g m MReady) /\ CanCancel s g m
  /\ s' = send s (Message MCancel g (src m) (mepoch m)).

(* ------------------------------------------------------------------ *)
(* Moving: the destination *)

Definition CanPrepare s d m : Prop := mepoch m > epoch s d.

Definition EmptyCopy : Key -> Cell := NoCells.

Definition HandlePrepare d m s s' : Prop :=
  Receive s d m MPrepare /\ CanPrepare s d m
  /\ s' = setGroup s d Receiving (mepoch m) (Some (src m)) EmptyCopy NoSessions.

Definition SendAccept d s s' : Prop :=
  phase s d = Receiving /\ exists x, peer s d = Some x
  /\ s' = send s (Message MAccept d x (epoch s d)).

Definition CanStage s d : Prop := phase s d = Receiving.

(* The newer of an old cell and what a chunk has for its key. *)
Definition merge (new : option Cell) (old : Cell) : Cell :=
  match new with
  | Some c => if version old <? version c then c else old
  | None => old
  end.

Definition HandleChunk d m s s' : Prop :=
  Receive s d m MChunk /\ CanStage s d
  /\ s' = setGroup s d (phase s d) (epoch s d) (peer s d)
                   (fun k => merge (file m k) (cells s d k)) (sessions s d).

Definition Complete s d m : Prop := forall k, version (cells s d k) = versions m k.

Definition CanFinish s d m : Prop := phase s d = Receiving /\ Current s d m.

Definition HandleManifest d m s s' : Prop :=
  Receive s d m MManifest /\ CanFinish s d m /\ Complete s d m
  /\ s' = setGroup s d Ready (epoch s d) (peer s d) (cells s d) (msessions m).

Definition CanPromise s d : Prop := phase s d = Ready.

Definition SendReady d s s' : Prop :=
  CanPromise s d /\ exists x, peer s d = Some x
  /\ s' = send s (Message MReady d x (epoch s d)).

Definition CanServe s d m : Prop := phase s d = Ready /\ Current s d m.

Definition HandleActivate d m s s' : Prop :=
  Receive s d m MActivate /\ CanServe s d m
  /\ s' = setGroup s d Serving (epoch s d) None (cells s d) (sessions s d).

Definition HasServed s d m : Prop := ~ CanServe s d m.

Definition SendDone d m s s' : Prop :=
  Receive s d m MActivate /\ HasServed s d m
  /\ s' = send s (Message MDone d (src m) (mepoch m)).

Definition CanDiscard s d m : Prop := (phase s d = Receiving \/ phase s d = Ready) /\ Current s d m.

Definition HandleCancel d m s s' : Prop :=
  Receive s d m MCancel /\ CanDiscard s d m
  /\ s' = setGroup s d Absent (epoch s d) None NoCells NoSessions.

(* ------------------------------------------------------------------ *)
(* Clients *)

Definition Invoke c o s s' : Prop :=
  cphase (calls s c) = Idle
  /\ s' = setClients s
       (updC (calls s) c (mkCall Invoked o (cseq (calls s c) + 1) NoResult))
       (fun r => requests s r \/ (WriteOp o /\ r = mkRequest c (cseq (calls s c) + 1) o)).

Definition CanWrite s g : Prop := Writable s g.

Definition Fresh s g r : Prop := rseq r > seq (sessions s g (rclient r)).

Definition maybe_value_dec (x y : option Value) : {x = y} + {x <> y}.
Proof. decide equality. apply value_dec. Defined.

Definition CheckHolds (cell : Cell) (o : Operation) : bool :=
  match kind o with
  | Cas => if maybe_value_dec (value cell) (expected o) then true else false
  | _ => true
  end.

(* What a write writes; a delete's value is NoValue in TLA+. *)
Definition written (o : Operation) : option Value :=
  match kind o with Delete => None | _ => opvalue o end.

Definition After (cell : Cell) (o : Operation) : Cell :=
  if CheckHolds cell o then mkCell (written o) (version cell + 1) else cell.

Definition Write g r s s' : Prop :=
  requests s r /\ CanWrite s g /\ Fresh s g r
  /\ let old := cells s g (key (rop r)) in
     let new := After old (rop r) in
     s' = setGroup s g (phase s g) (epoch s g) (peer s g)
            (updK (cells s g) (key (rop r)) new)
            (updC (sessions s g) (rclient r) (mkSession (rseq r) (mkResult (CheckHolds old (rop r)) new))).

Definition answer s c res : State :=
  setClients s (updC (calls s) c (mkCall Effective (cop (calls s c)) (cseq (calls s c)) res)) (requests s).

Definition InSession s g c : Prop := seq (sessions s g c) = cseq (calls s c).

Definition AnswerWrite g c s s' : Prop :=
  cphase (calls s c) = Invoked /\ InSession s g c
  /\ s' = answer s c (result (sessions s g c)).

Definition CanRead s g : Prop := Readable s g.

Definition AnswerRead g c s s' : Prop :=
  cphase (calls s c) = Invoked /\ kind (cop (calls s c)) = Get /\ CanRead s g
  /\ s' = answer s c (mkResult true (cells s g (key (cop (calls s c))))).

Definition Respond c s s' : Prop :=
  cphase (calls s c) = Effective
  /\ s' = setClients s
       (updC (calls s) c (mkCall Idle (cop (calls s c)) (cseq (calls s c)) (cresult (calls s c))))
       (requests s).

(* ------------------------------------------------------------------ *)
(* Faults *)

Definition Crash g s s' : Prop := s' = setMsgs s (fun m => msgs s m /\ src m <> g).

Definition Lose m s s' : Prop := msgs s m /\ s' = setMsgs s (fun x => msgs s x /\ x <> m).

(* ------------------------------------------------------------------ *)

Inductive Next (s s' : State) : Prop :=
| NBegin g d : Begin g d s s' -> Next s s'
| NSendPrepare g : SendPrepare g s s' -> Next s s'
| NSendChunk g K : SendChunk g K s s' -> Next s s'
| NSeal g : Seal g s s' -> Next s s'
| NSendManifest g : SendManifest g s s' -> Next s s'
| NHandleReady g m : HandleReady g m s s' -> Next s s'
| NSendActivate g : SendActivate g s s' -> Next s s'
| NHandleDone g m : HandleDone g m s s' -> Next s s'
| NAbort g : Abort g s s' -> Next s s'
| NSendCancel g m : SendCancel g m s s' -> Next s s'
| NHandlePrepare d m : HandlePrepare d m s s' -> Next s s'
| NSendAccept d : SendAccept d s s' -> Next s s'
| NHandleChunk d m : HandleChunk d m s s' -> Next s s'
| NHandleManifest d m : HandleManifest d m s s' -> Next s s'
| NSendReady d : SendReady d s s' -> Next s s'
| NHandleActivate d m : HandleActivate d m s s' -> Next s s'
| NSendDone d m : SendDone d m s s' -> Next s s'
| NHandleCancel d m : HandleCancel d m s s' -> Next s s'
| NInvoke c o : Invoke c o s s' -> Next s s'
| NWrite g r : Write g r s s' -> Next s s'
| NAnswerWrite g c : AnswerWrite g c s s' -> Next s s'
| NAnswerRead g c : AnswerRead g c s s' -> Next s s'
| NRespond c : Respond c s s' -> Next s s'
| NCrash g : Crash g s s' -> Next s s'
| NLose m : Lose m s s' -> Next s s'.

(* s' comes some steps after s. *)
Inductive Steps (s : State) : State -> Prop :=
| StepsNone : Steps s s
| StepsMore s1 s2 : Steps s s1 -> Next s1 s2 -> Steps s s2.

Definition Reachable s : Prop := exists s0, Init s0 /\ Steps s0 s.

(* A behaviour: from Init by steps of Next, or by none.  One that ends goes on by none. *)
Record Spec (b : nat -> State) : Prop := {
  starts : Init (b 0);
  goes_on : forall n, Next (b n) (b (S n)) \/ b (S n) = b n
}.

End Model.
