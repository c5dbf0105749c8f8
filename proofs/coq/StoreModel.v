(* The client contract: specs/client/Store.tla in Coq.

   A map and one call per client.  Functions are compared point by point, so
   that no axiom of extensionality is needed. *)

From Coq Require Import Arith Bool.
From ZabDB Require Import HandoffModel.

Section Store.
Context {W : World}.

Record StoreCall := mkStoreCall { sphase : CallPhase; sop : Operation; sresult : Result }.

Record Store := mkStore { scells : Key -> Cell; scalls : Client -> StoreCall }.

Definition SameCells (a a' : Store) : Prop := forall k, scells a' k = scells a k.

(* The call of c becomes call, the others stay. *)
Definition CallBecomes (a a' : Store) c call : Prop :=
  scalls a' c = call /\ forall x, x <> c -> scalls a' x = scalls a x.

Definition SInvoke c o a a' : Prop :=
  sphase (scalls a c) = Idle /\ CallBecomes a a' c (mkStoreCall Invoked o NoResult) /\ SameCells a a'.

(* The call of c takes effect with result (ok, cell) and leaves cell under its key. *)
Definition TakeEffect c cell ok a a' : Prop :=
  CallBecomes a a' c (mkStoreCall Effective (sop (scalls a c)) (mkResult ok cell))
  /\ scells a' (key (sop (scalls a c))) = cell
  /\ forall k, k <> key (sop (scalls a c)) -> scells a' k = scells a k.

Definition SPending a c kd : Prop := sphase (scalls a c) = Invoked /\ kind (sop (scalls a c)) = kd.

Definition current a c : Cell := scells a (key (sop (scalls a c))).

Definition SPut c v a a' : Prop :=
  SPending a c Put /\ v > version (current a c)
  /\ TakeEffect c (mkCell (opvalue (sop (scalls a c))) v) true a a'.

Definition SGet c a a' : Prop := SPending a c Get /\ TakeEffect c (current a c) true a a'.

Definition SDelete c v a a' : Prop :=
  SPending a c Delete /\ v > version (current a c) /\ TakeEffect c (mkCell None v) true a a'.

Definition SCheckAndSet c v a a' : Prop :=
  SPending a c Cas
  /\ ((value (current a c) = expected (sop (scalls a c)) /\ v > version (current a c)
       /\ TakeEffect c (mkCell (opvalue (sop (scalls a c))) v) true a a')
      \/ (value (current a c) <> expected (sop (scalls a c)) /\ TakeEffect c (current a c) false a a')).

Definition SRespond c a a' : Prop :=
  sphase (scalls a c) = Effective
  /\ CallBecomes a a' c (mkStoreCall Idle (sop (scalls a c)) (sresult (scalls a c))) /\ SameCells a a'.

Inductive StoreNext a a' : Prop :=
| SNInvoke c o : SInvoke c o a a' -> StoreNext a a'
| SNPut c v : SPut c v a a' -> StoreNext a a'
| SNGet c : SGet c a a' -> StoreNext a a'
| SNDelete c v : SDelete c v a a' -> StoreNext a a'
| SNCheckAndSet c v : SCheckAndSet c v a a' -> StoreNext a a'
| SNRespond c : SRespond c a a' -> StoreNext a a'.

Definition StoreInit a : Prop :=
  (forall k, scells a k = EmptyCell) /\ forall c, sphase (scalls a c) = Idle.

Definition Stutter a a' : Prop := SameCells a a' /\ forall c, scalls a' c = scalls a c.

(* A behaviour of the contract. *)
Definition StoreSpec (a : nat -> Store) : Prop :=
  StoreInit (a 0) /\ forall n, StoreNext (a n) (a (S n)) \/ Stutter (a n) (a (S n)).

End Store.
