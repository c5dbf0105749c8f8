(* Handoff, the inductive invariant: specs/shard/HandoffInvariant.tla in Coq,
   and the proof that Init establishes it and every step preserves it. *)

From Coq Require Import Arith Bool Lia.
From ZabDB Require Import HandoffModel.

Section Invariant.
Context {W : World}.

Implicit Types s : State.

Definition CellUpto (a b : Cell) : Prop := version a < version b \/ a = b.
Definition SessionUpto (a b : Session) : Prop := seq a < seq b \/ a = b.

Definition Open s x : Prop :=
  phase s x = Copying \/ phase s x = Sealed \/ exists d, InTransit s x d.

Definition Reached s d e : Prop :=
  epoch s d > e \/ (epoch s d = e /\ phase s d <> Receiving).

(* ------------------------------------------------------------------ *)
(* Groups *)

Definition OneHolder s : Prop :=
  (exists g, Holds s g) /\ (forall g h, Holds s g -> Holds s h -> g = h).

Definition Highest s : Prop := forall h g, Holds s h -> epoch s g <= epoch s h.

Definition CopiesUpto s : Prop := forall h, Holds s h ->
  (forall g k, CellUpto (cells s g k) (cells s h k))
  /\ (forall g c, SessionUpto (sessions s g c) (sessions s h c))
  /\ (forall k, CellUpto EmptyCell (cells s h k))
  /\ (forall c, SessionUpto NoSession (sessions s h c)).

Definition AttemptGroups s : Prop := forall x g,
  Open s x -> g <> x -> epoch s g = epoch s x ->
  peer s x = Some g /\ peer s g = Some x /\ (phase s g = Receiving \/ phase s g = Ready).

Definition AttemptCopy s : Prop := forall x d,
  Open s x -> d <> x -> epoch s d = epoch s x -> phase s d = Ready ->
  (phase s x = Sealed \/ phase s x = Switched)
  /\ (forall k, cells s d k = cells s x k)
  /\ (forall c, sessions s d c = sessions s x c).

Definition PeersDiffer s : Prop := forall g,
  phase s g <> Absent -> phase s g <> Serving ->
  exists p, peer s g = Some p /\ p <> g.

Definition SwitchedReached s : Prop := forall x p,
  phase s x = Switched -> peer s x = Some p -> Reached s p (epoch s x).

Record GroupInv s : Prop := {
  one_holder : OneHolder s;
  highest : Highest s;
  copies_upto : CopiesUpto s;
  attempt_groups : AttemptGroups s;
  attempt_copy : AttemptCopy s;
  peers_differ : PeersDiffer s;
  switched_reached : SwitchedReached s
}.

(* ------------------------------------------------------------------ *)
(* Messages, each by itself *)

Definition MsgHighest s m : Prop := forall h, Holds s h -> mepoch m <= epoch s h.

Definition MsgUpto s m : Prop := forall h, Holds s h ->
  (forall k c, file m k = Some c -> CellUpto c (cells s h k))
  /\ (forall c, SessionUpto (msessions m c) (sessions s h c)).

Definition FromSource s x m : Prop :=
  src m = x /\ peer s x = Some (dst m)
  /\ (type m = MPrepare \/ type m = MChunk \/ type m = MManifest \/ type m = MActivate)
  /\ (type m = MActivate -> phase s x = Switched)
  /\ (type m = MManifest ->
        (phase s x = Sealed \/ phase s x = Switched)
        /\ (forall k, versions m k = version (cells s x k))
        /\ (forall c, msessions m c = sessions s x c)).

Definition FromDestination s x m : Prop :=
  dst m = x /\ peer s x = Some (src m)
  /\ (type m = MAccept \/ type m = MReady)
  /\ (type m = MReady ->
        (phase s x = Sealed \/ phase s x = Switched)
        /\ epoch s (src m) = epoch s x /\ phase s (src m) = Ready).

Definition MsgAttempt s m : Prop := forall x,
  Open s x -> mepoch m = epoch s x -> FromSource s x m \/ FromDestination s x m.

Definition MsgActivate s m : Prop :=
  type m = MActivate ->
  Reached s (dst m) (mepoch m)
  /\ (phase s (dst m) = Ready -> epoch s (dst m) = mepoch m -> InTransit s (src m) (dst m)).

Record MsgInv s m : Prop := {
  msg_src_dst : src m <> dst m;
  msg_highest : MsgHighest s m;
  msg_upto : MsgUpto s m;
  msg_attempt : MsgAttempt s m;
  msg_activate : MsgActivate s m
}.

(* ------------------------------------------------------------------ *)
(* Clients *)

Definition RequestInv s r : Prop := WriteOp (rop r) /\ forall h, Holds s h ->
  rseq r <= seq (sessions s h (rclient r))
  \/ (cphase (calls s (rclient r)) = Invoked
      /\ rseq r = cseq (calls s (rclient r)) /\ rop r = cop (calls s (rclient r))).

Definition ClientInv s : Prop := forall h c, Holds s h ->
  seq (sessions s h c) <= cseq (calls s c)
  /\ (cphase (calls s c) = Invoked -> seq (sessions s h c) = cseq (calls s c) -> WriteOp (cop (calls s c))).

Definition AnswerInv s : Prop := forall h c, Holds s h ->
  (cphase (calls s c) = Invoked -> seq (sessions s h c) = cseq (calls s c) ->
     CellUpto (rcell (result (sessions s h c))) (cells s h (key (cop (calls s c)))))
  /\ (cphase (calls s c) = Effective ->
     CellUpto (rcell (cresult (calls s c))) (cells s h (key (cop (calls s c))))).

Record IndInv s : Prop := {
  group_inv : GroupInv s;
  msg_inv : forall m, msgs s m -> MsgInv s m;
  request_inv : forall r, requests s r -> RequestInv s r;
  client_inv : ClientInv s;
  answer_inv : AnswerInv s
}.

(* ------------------------------------------------------------------ *)
(* Small facts *)

Lemma upd_same {B} (f : Group -> B) a b : updG f a b a = b.
Proof. unfold updG. destruct (group_dec a a); congruence. Qed.

Lemma upd_other {B} (f : Group -> B) a b x : x <> a -> updG f a b x = f x.
Proof. unfold updG. destruct (group_dec x a); congruence. Qed.

Lemma cell_upto_refl a : CellUpto a a.
Proof. right; reflexivity. Qed.

Lemma session_upto_refl a : SessionUpto a a.
Proof. right; reflexivity. Qed.

Lemma cell_upto_trans a b c : CellUpto a b -> CellUpto b c -> CellUpto a c.
Proof. unfold CellUpto. intros [H|H] [H'|H']; subst; auto. left; lia. Qed.

Lemma session_upto_trans a b c : SessionUpto a b -> SessionUpto b c -> SessionUpto a c.
Proof. unfold SessionUpto. intros [H|H] [H'|H']; subst; auto. left; lia. Qed.

Lemma cell_upto_same a b : CellUpto a b -> version a = version b -> a = b.
Proof. intros [H|H] E; [lia|exact H]. Qed.

Lemma session_upto_same a b : SessionUpto a b -> seq b <= seq a -> a = b.
Proof. intros [H|H] E; [lia|exact H]. Qed.

Lemma after_upto c o : CellUpto c (After c o).
Proof.
  unfold After. destruct (CheckHolds c o); [left; simpl; lia | right; reflexivity].
Qed.

Lemma merge_upto new old c :
  CellUpto old c -> (forall n, new = Some n -> CellUpto n c) -> CellUpto (merge new old) c.
Proof.
  intros Ho Hn. unfold merge. destruct new as [n|]; [|exact Ho].
  destruct (version old <? version n); auto.
Qed.

(* The source of a partition in transit has the number of its heir: the highest. *)
Lemma transit_holds s x d : InTransit s x d -> Holds s d.
Proof. right. exists x. assumption. Qed.

Lemma open_highest s x g : Highest s -> Open s x -> epoch s g <= epoch s x.
Proof.
  intros H [O|[O|[d T]]].
  - apply H. left. right. left. exact O.
  - apply H. left. right. right. exact O.
  - assert (E := H d g (transit_holds _ _ _ T)). destruct T as (_ & _ & _ & T). lia.
Qed.

Lemma open_msg_highest s x m : MsgHighest s m -> Open s x -> mepoch m <= epoch s x.
Proof.
  intros H [O|[O|[d T]]].
  - apply H. left. right. left. exact O.
  - apply H. left. right. right. exact O.
  - assert (E := H d (transit_holds _ _ _ T)). destruct T as (_ & _ & _ & T). lia.
Qed.

(* ------------------------------------------------------------------ *)
(* Steps that only send, only lose, or only concern clients *)

(* What speaks of groups alone is the same for two states that differ in messages and calls alone. *)
Lemma group_inv_frame s ms cl rq :
  GroupInv s -> GroupInv (mkState (phase s) (epoch s) (peer s) (cells s) (sessions s) ms cl rq).
Proof. intros []. constructor; assumption. Qed.

Lemma msg_inv_frame s ms cl rq m :
  MsgInv s m -> MsgInv (mkState (phase s) (epoch s) (peer s) (cells s) (sessions s) ms cl rq) m.
Proof. intros []. constructor; assumption. Qed.

Lemma send_preserves s m : IndInv s -> MsgInv s m -> IndInv (send s m).
Proof.
  intros [G M R C A] H. constructor; try assumption.
  - apply group_inv_frame. exact G.
  - intros x [X|X]; apply msg_inv_frame; [apply M; exact X | subst; exact H].
Qed.

Lemma lose_preserves s (ms : Msg -> Prop) : (forall m, ms m -> msgs s m) -> IndInv s -> IndInv (setMsgs s ms).
Proof.
  intros H [G M R C A]. constructor; try assumption.
  - apply group_inv_frame. exact G.
  - intros x X. apply msg_inv_frame, M, H, X.
Qed.

(* ------------------------------------------------------------------ *)
(* Init *)

Lemma init_inv s : Init s -> IndInv s.
Proof.
  intros ((o & Ho & Hn) & He & Hp & Hc & Hs & Hm & Hcl & Hr).
  assert (P : forall g, phase s g = Serving \/ phase s g = Absent).
  { intro g. destruct (group_dec g o); subst; auto. }
  assert (HH : forall g, Holds s g -> g = o).
  { intros g [[R|[R|R]]|(x & R & _)];
      destruct (group_dec g o); auto; try (rewrite (Hn g n) in R; discriminate);
      destruct (P x); congruence. }
  assert (NO : forall g, ~ Open s g).
  { intros g [O|[O|(d & O & _)]]; destruct (P g); congruence. }
  constructor; [constructor| | | |].
  - split; [exists o; left; left; exact Ho|]. intros g h G H. rewrite (HH _ G), (HH _ H). reflexivity.
  - intros h g _. rewrite !He. lia.
  - intros h _. repeat split; intros; rewrite ?Hc, ?Hs; right; reflexivity.
  - intros x g O. destruct (NO _ O).
  - intros x g O. destruct (NO _ O).
  - intros g A B. destruct (P g); contradiction.
  - intros x p S. destruct (P x); congruence.
  - intros m M. destruct (Hm _ M).
  - intros r R. destruct (Hr _ R).
  - intros h c _. rewrite Hs. destruct (Hcl c) as [I Q]. rewrite I, Q. split; [simpl; lia|discriminate].
  - intros h c _. destruct (Hcl c) as [I Q]. rewrite I. split; discriminate.
Qed.

(* ------------------------------------------------------------------ *)
(* Messages that may be sent *)

Lemma from_source s g d m :
  IndInv s -> (phase s g = Copying \/ phase s g = Sealed \/ phase s g = Switched) ->
  peer s g = Some d -> src m = g -> dst m = d -> mepoch m = epoch s g ->
  (type m = MPrepare \/ type m = MChunk \/ type m = MManifest \/ type m = MActivate) ->
  (type m = MActivate -> phase s g = Switched) ->
  (type m = MManifest ->
        phase s g = Sealed
        /\ (forall k, versions m k = version (cells s g k))
        /\ (forall c, msessions m c = sessions s g c)) ->
  (type m <> MChunk -> forall k, file m k = None) ->
  (type m = MChunk -> phase s g <> Switched /\ forall k c, file m k = Some c -> c = cells s g k) ->
  (type m <> MManifest -> forall c, msessions m c = NoSession) ->
  MsgInv s m.
Proof.
  intros I P PE S D E T TA TM F FC NS. destruct I as [G M R C A]. destruct G as [OH HI CU AG AC PD SR].
  assert (Hpd : d <> g).
  { destruct (PD g) as (p & Q & N); [intuition congruence..|]. congruence. }
  constructor.
  - congruence.
  - intros h H. rewrite E. apply HI; exact H.
  - intros h H. destruct (CU h H) as (U1 & U2 & U3 & U4). split.
    + intros k c K. destruct (type m) eqn:TT; try (rewrite F in K by congruence; discriminate).
      destruct (FC eq_refl) as [_ FC']. rewrite (FC' _ _ K). apply U1.
    + intro c. destruct (type m) eqn:TT; try (rewrite NS by congruence; apply U4).
      destruct (TM eq_refl) as (_ & _ & Q). rewrite Q. apply U2.
  - intros x O X.
    destruct (group_dec x g) as [->|N].
    + left. split; [exact S|]. split; [congruence|]. split; [exact T|]. split; [exact TA|].
      intro Q. destruct (TM Q) as (Q1 & Q2 & Q3). auto.
    + exfalso. assert (Q : phase s g = Receiving \/ phase s g = Ready).
      { apply (AG x g O); congruence. }
      destruct Q; intuition congruence.
  - intro TT. specialize (TA TT). rewrite D, E, S. split.
    + apply SR; auto.
    + intros Q1 Q2. repeat split; auto.
Qed.

Lemma from_destination s d x m :
  IndInv s -> (phase s d = Receiving \/ phase s d = Ready) ->
  peer s d = Some x -> src m = d -> dst m = x -> mepoch m = epoch s d ->
  (type m = MAccept \/ type m = MReady) ->
  (type m = MReady -> phase s d = Ready) ->
  (forall k, file m k = None) -> (forall c, msessions m c = NoSession) ->
  MsgInv s m.
Proof.
  intros I P PE S D E T TR F NS. destruct I as [G M R C A]. destruct G as [OH HI CU AG AC PD SR].
  assert (Hpd : x <> d).
  { destruct (PD d) as (p & Q & N); [intuition congruence..|]. congruence. }
  constructor.
  - congruence.
  - intros h H. rewrite E. apply HI; exact H.
  - intros h H. destruct (CU h H) as (U1 & U2 & U3 & U4). split.
    + intros k c K. rewrite F in K. discriminate.
    + intro c. rewrite NS. apply U4.
  - intros y O Y.
    assert (N : d <> y).
    { intros ->. destruct O as [O|[O|(z & O & _)]]; intuition congruence. }
    destruct (AG y d O N) as (Q1 & Q2 & Q3); [congruence|].
    right. assert (x = y) by congruence. subst y.
    split; [exact D|]. split; [congruence|]. split; [exact T|].
    intro Q. specialize (TR Q). rewrite S. split; [|split; [congruence|exact TR]].
    apply (AC x d O N); [congruence|exact TR].
  - intro TT. destruct T; congruence.
Qed.

Lemma send_cancel s g m :
  IndInv s -> (Receive s g m MAccept \/ Receive s g m MReady) -> CanCancel s g m ->
  MsgInv s (Message MCancel g (src m) (mepoch m)).
Proof.
  intros I RC CC. destruct I as [G M R C A]. destruct G as [OH HI CU AG AC PD SR].
  assert (X : msgs s m /\ (type m = MAccept \/ type m = MReady) /\ dst m = g).
  { destruct RC as [(?&?&?)|(?&?&?)]; auto. }
  destruct X as (X & T & D). destruct (M m X) as [MS MH MU MA MC].
  constructor; simpl.
  - congruence.
  - exact MH.
  - intros h H. destruct (CU h H) as (_ & _ & _ & U4). split; simpl; [discriminate|exact U4].
  - intros x O E. simpl in E. exfalso.
    destruct (MA x O E) as [(_ & _ & Z & _)|(Z & _)]; [intuition congruence|].
    apply CC. unfold Pending. rewrite <- D, Z. split; [|congruence].
    destruct O as [O|[O|(y & O & _)]]; auto.
  - discriminate.
Qed.

Lemma send_done s d m :
  IndInv s -> Receive s d m MActivate -> HasServed s d m ->
  MsgInv s (Message MDone d (src m) (mepoch m)).
Proof.
  intros I (X & T & D) HS. destruct I as [G M R C A]. destruct G as [OH HI CU AG AC PD SR].
  destruct (M m X) as [MS MH MU MA MC].
  constructor; simpl.
  - congruence.
  - exact MH.
  - intros h H. destruct (CU h H) as (_ & _ & _ & U4). split; simpl; [discriminate|exact U4].
  - intros x O E. simpl in E. exfalso.
    destruct (MA x O E) as [(Z1 & Z2 & Z3 & Z4 & _)|(_ & _ & Z & _)]; [|intuition congruence].
    specialize (Z4 T). destruct O as [O|[O|(y & O1 & O2 & O3 & O4)]]; try congruence.
    apply HS. rewrite D in Z2. assert (y = d) by congruence. subst y.
    split; [exact O3|]. unfold Current. congruence.
  - discriminate.
Qed.

(* ------------------------------------------------------------------ *)
(* Steps of one group.  All but HandleReady keep the holder. *)

Ltac unfold_state :=
  unfold Holds, Readable, Heir, Open, Reached, InTransit, setGroup in *; simpl in *; unfold updG in *.

Ltac split_groups :=
  repeat match goal with
  | H : context [group_dec ?a ?b] |- _ => destruct (group_dec a b); try subst
  | |- context [group_dec ?a ?b] => destruct (group_dec a b); try subst
  end.

(* The part of the invariant that follows from the holder being kept, its copy only growing,
   and numbers only growing. *)
Record Keeps s s' : Prop := {
  k_holds : forall h, Holds s' h <-> Holds s h;
  k_cells : forall h k, Holds s h -> CellUpto (cells s h k) (cells s' h k);
  k_sessions : forall h c, Holds s h -> SessionUpto (sessions s h c) (sessions s' h c);
  k_high : forall h x, Holds s h -> epoch s h <= epoch s' h /\ epoch s' x <= epoch s' h;
  k_copies : forall h x, Holds s h ->
     (forall k, CellUpto (cells s' x k) (cells s' h k))
     /\ (forall c, SessionUpto (sessions s' x c) (sessions s' h c));
  k_reached : forall d e, Reached s d e -> Reached s' d e
}.

Section Keeps.
Variables s s' : State.
Hypothesis K : Keeps s s'.

Lemma keeps_one_holder : OneHolder s -> OneHolder s'.
Proof.
  destruct K as [HH _ _ _ _ _]. intros [[g G] U]. split.
  - exists g. apply HH. exact G.
  - intros x y X Y. apply U; apply HH; assumption.
Qed.

Lemma keeps_highest : Highest s'.
Proof. intros h g H. apply (k_high _ _ K). apply (k_holds _ _ K). exact H. Qed.

Lemma keeps_copies : CopiesUpto s -> CopiesUpto s'.
Proof.
  destruct K as [HH KC KS _ KU _]. intros CU h H. apply HH in H.
  destruct (CU h H) as (_ & _ & U3 & U4). split; [|split; [|split]].
  - intros g k. apply KU. exact H.
  - intros g c. apply KU. exact H.
  - intro k. eapply cell_upto_trans; [apply U3|apply KC; exact H].
  - intro c. eapply session_upto_trans; [apply U4|apply KS; exact H].
Qed.

Lemma keeps_msg_highest m : MsgHighest s m -> MsgHighest s' m.
Proof.
  intros M h H. apply (k_holds _ _ K) in H. specialize (M h H).
  destruct (k_high _ _ K h h H). lia.
Qed.

Lemma keeps_msg_upto m : MsgUpto s m -> MsgUpto s' m.
Proof.
  destruct K as [HH KC KS _ _ _]. intros M h H. apply HH in H. destruct (M h H) as [M1 M2]. split.
  - intros k c F. eapply cell_upto_trans; [apply M1; exact F|apply KC; exact H].
  - intro c. eapply session_upto_trans; [apply M2|apply KS; exact H].
Qed.

Lemma keeps_request r : calls s' = calls s -> RequestInv s r -> RequestInv s' r.
Proof.
  intros E [O M]. split; [exact O|]. intros h H. apply (k_holds _ _ K) in H. rewrite E.
  destruct (M h H) as [Q|Q]; [left|right; exact Q].
  destruct (k_sessions _ _ K h (rclient r) H) as [Z|Z]; [lia|rewrite <- Z; exact Q].
Qed.

(* Unless the holder's sessions change. *)
Lemma keeps_client : calls s' = calls s ->
  (forall h c, Holds s h -> sessions s' h c = sessions s h c) -> ClientInv s -> ClientInv s'.
Proof.
  intros E ES C h c H. apply (k_holds _ _ K) in H. rewrite E, ES by exact H. apply C. exact H.
Qed.

Lemma keeps_answer : calls s' = calls s ->
  (forall h c, Holds s h -> sessions s' h c = sessions s h c) -> AnswerInv s -> AnswerInv s'.
Proof.
  intros E ES A h c H. apply (k_holds _ _ K) in H. rewrite E, ES by exact H.
  destruct (A h c H) as [A1 A2]. split; intros; eapply cell_upto_trans;
    [apply A1; assumption|apply (k_cells _ _ K); exact H|apply A2; assumption|apply (k_cells _ _ K); exact H].
Qed.

End Keeps.

(* The holder is not g, if g's number is below another one. *)
Lemma lower_not_holder s g n : epoch s g < n -> (forall h, Holds s h -> n <= epoch s h) -> ~ Holds s g.
Proof. intros L H G. specialize (H g G). lia. Qed.

Lemma holds_open_or_serving s h : Holds s h ->
  phase s h = Serving \/ Open s h \/ exists x, InTransit s x h.
Proof.
  unfold Holds, Readable, Heir, Open. intuition.
Qed.

Ltac start I :=
  let G := fresh "G" in
  pose proof I as II; destruct I as [G M R C A]; destruct G as [OH HI CU AG AC PD SR].

Lemma Begin_preserves g d s s' : IndInv s -> Begin g d s s' -> IndInv s'.
Proof.
  intros I [[P D] ->]. start I.
  assert (Hg : Holds s g) by (left; left; exact P).
  assert (Un : forall x, Holds s x -> x = g) by (intros x X; apply (proj2 OH); assumption).
  set (s' := setGroup s g Copying (NextEpoch s g) (Some d) (cells s g) (sessions s g)).
  assert (T : forall x y, InTransit s' x y -> InTransit s x y).
  { intros x y. subst s'. unfold_state. split_groups; intuition congruence. }
  assert (NT : forall x y, ~ InTransit s x y).
  { intros x y Q. assert (y = g) by (apply Un; eapply transit_holds; exact Q).
    subst y. destruct Q as (_ & _ & Q & _). congruence. }
  assert (HH : forall h, Holds s' h <-> Holds s h).
  { intro h. split.
    - intros [Q|[x Q]]; [|destruct (NT x h (T _ _ Q))].
      subst s'. unfold_state. split_groups; auto.
    - intro Q. rewrite (Un _ Q). left. subst s'. unfold_state. split_groups; intuition. }
  assert (OO : forall x, Open s' x -> x = g).
  { intros x [O|[O|[y O]]]; [| |destruct (NT x y (T _ _ O))];
      subst s'; unfold_state; split_groups; auto; apply Un; unfold_state; auto. }
  assert (EE : forall x, epoch s' x = if group_dec x g then epoch s g + 1 else epoch s x) by reflexivity.
  assert (KK : Keeps s s').
  { constructor.
    - exact HH.
    - intros h k H. rewrite (Un _ H). subst s'. unfold_state. split_groups; [apply cell_upto_refl|congruence].
    - intros h c H. rewrite (Un _ H). subst s'. unfold_state. split_groups; [apply session_upto_refl|congruence].
    - intros h x H. rewrite (Un _ H), !EE. assert (Q := HI g x Hg). split_groups; try congruence; lia.
    - intros h x H. rewrite (Un _ H). destruct (CU g Hg) as (U1 & U2 & _).
      subst s'. unfold_state. split_groups; try congruence; auto using cell_upto_refl, session_upto_refl.
    - intros x e Q. unfold Reached in *. rewrite EE. subst s'. simpl. unfold updG. split_groups; [|exact Q].
      left. destruct Q as [Q|[Q _]]; lia. }
  constructor; [constructor| | | |].
  - eapply keeps_one_holder; eassumption.
  - eapply keeps_highest; eassumption.
  - eapply keeps_copies; eassumption.
  - intros x y O N E. exfalso. rewrite (OO _ O), !EE in *. assert (Q := HI g y Hg). split_groups; try congruence; lia.
  - intros x y O N E. exfalso. rewrite (OO _ O), !EE in *. assert (Q := HI g y Hg). split_groups; try congruence; lia.
  - intros x Q1 Q2. subst s'. unfold_state. split_groups; [eauto|apply PD; assumption].
  - intros x y Q1 Q2. assert (N : x <> g) by (intros ->; subst s'; unfold_state; split_groups; congruence).
    assert (Z : Reached s y (epoch s x)) by (apply SR; subst s'; unfold_state; split_groups; congruence).
    rewrite EE. destruct (group_dec x g); [congruence|]. apply (k_reached _ _ KK). exact Z.
  - intros m X. destruct (M m X) as [MS MH MU MA MC]. constructor.
    + exact MS.
    + eapply keeps_msg_highest; eassumption.
    + eapply keeps_msg_upto; eassumption.
    + intros x O E. exfalso. rewrite (OO _ O), EE in E. assert (Q := MH g Hg). split_groups; try congruence; lia.
    + intros Q. destruct (MC Q) as [Z1 Z2]. split; [apply (k_reached _ _ KK); exact Z1|].
      intros Q1 Q2. exfalso. assert (N : dst m <> g) by (intros N; subst s'; unfold_state; split_groups; congruence).
      apply (NT (src m) (dst m)). apply Z2; subst s'; unfold_state; split_groups; congruence.
  - intros r X. eapply keeps_request; eauto.
  - eapply keeps_client; eauto. intros h c H. rewrite (Un _ H). subst s'. unfold_state. split_groups; congruence.
  - eapply keeps_answer; eauto. intros h c H. rewrite (Un _ H). subst s'. unfold_state. split_groups; congruence.
Qed.

(* What the other steps that keep the holder have in common: they open no attempt, and change nothing
   of an open one that its messages rely on. *)
Record KeepsAttempts s s' : Prop := {
  a_open : forall x, Open s' x -> Open s x /\ epoch s' x = epoch s x /\ peer s' x = peer s x
     /\ (phase s' x = phase s x \/ (phase s x = Copying /\ phase s' x = Sealed))
     /\ (phase s' x <> Copying ->
           (forall k, cells s' x k = cells s x k) /\ (forall c, sessions s' x c = sessions s x c));
  a_ready : forall x d, Open s' x -> d <> x -> phase s d = Ready -> epoch s d = epoch s x ->
     phase s' d = Ready /\ epoch s' d = epoch s d;
  a_switched : forall x, phase s' x = Switched ->
     phase s x = Switched /\ peer s' x = peer s x /\ epoch s' x = epoch s x;
  a_newly : forall d, phase s' d = Ready -> epoch s' d = epoch s d /\ (phase s d = Ready \/ phase s d = Receiving);
  a_transit : forall x d, InTransit s x d -> InTransit s' x d \/ phase s' d <> Ready
}.

Lemma keep_preserves s s' :
  IndInv s -> Keeps s s' -> KeepsAttempts s s' ->
  msgs s' = msgs s -> calls s' = calls s -> requests s' = requests s ->
  AttemptGroups s' -> AttemptCopy s' -> PeersDiffer s' -> ClientInv s' -> AnswerInv s' -> IndInv s'.
Proof.
  intros I KK KA EM EC ER AG' AC' PD' C' A'. start I. destruct KA as [AO AR AS AN AT].
  constructor; [constructor| | | |]; try assumption.
  - eapply keeps_one_holder; eassumption.
  - eapply keeps_highest; eassumption.
  - eapply keeps_copies; eassumption.
  - intros x p Q1 Q2. destruct (AS x Q1) as (Z1 & Z2 & Z3). rewrite Z3.
    apply (k_reached _ _ KK). apply SR; congruence.
  - intros m X. rewrite EM in X. destruct (M m X) as [MS MH MU MA MC]. constructor.
    + exact MS.
    + eapply keeps_msg_highest; eassumption.
    + eapply keeps_msg_upto; eassumption.
    + intros x O E. destruct (AO x O) as (O' & E' & P' & F' & S').
      rewrite E' in E. destruct (MA x O' E) as [(B1 & B2 & B3 & B4 & B5)|(B1 & B2 & B3 & B4)].
      * left. split; [exact B1|]. split; [congruence|]. split; [exact B3|]. split.
        -- intro Q. specialize (B4 Q). destruct F' as [F'|[F' _]]; congruence.
        -- intro Q. destruct (B5 Q) as (Z1 & Z2 & Z3).
           assert (Z4 : phase s' x = Sealed \/ phase s' x = Switched).
           { destruct F' as [F'|[F' _]]; rewrite ?F'; auto. destruct Z1; congruence. }
           destruct S' as [S1 S2]; [destruct Z4; congruence|].
           split; [exact Z4|]. split; intro; rewrite ?S1, ?S2; auto.
      * right. split; [exact B1|]. split; [congruence|]. split; [exact B3|].
        intro Q. destruct (B4 Q) as (Z1 & Z2 & Z3).
        destruct (AR x (src m) O) as [Z4 Z5]; try assumption; [congruence|].
        split; [|split; [congruence|exact Z4]].
        destruct F' as [F'|[F' _]]; rewrite ?F'; auto. destruct Z1; congruence.
    + intro Q. destruct (MC Q) as [Z1 Z2]. split; [apply (k_reached _ _ KK); exact Z1|].
      intros Q1 Q2. destruct (AN _ Q1) as (Z3 & Z4).
      assert (Z5 : phase s (dst m) = Ready).
      { destruct Z4 as [Z4|Z4]; [exact Z4|]. destruct Z1 as [Z1|[_ Z1]]; [lia|contradiction]. }
      destruct (AT (src m) (dst m)) as [Z6|Z6]; [apply Z2; congruence|exact Z6|contradiction].
  - intros r X. rewrite ER in X. eapply keeps_request; eauto.
Qed.

(* Every state of one group but g is the same. *)
Ltac by_cases s' := intros; subst s'; unfold_state; split_groups;
  try solve [intuition (auto using cell_upto_refl, session_upto_refl; congruence)].

Lemma Seal_preserves g s s' : IndInv s -> Seal g s s' -> IndInv s'.
Proof.
  intros I [P ->]. unfold CanSeal in P. start I.
  assert (Hg : Holds s g) by (left; right; left; exact P).
  set (s' := setGroup s g Sealed (epoch s g) (peer s g) (cells s g) (sessions s g)).
  assert (Ec : forall x k, cells s' x k = cells s x k) by by_cases s'.
  assert (Es : forall x c, sessions s' x c = sessions s x c) by by_cases s'.
  assert (Ee : forall x, epoch s' x = epoch s x) by by_cases s'.
  assert (Ep : forall x, peer s' x = peer s x) by by_cases s'.
  assert (Ph : forall x, x <> g -> phase s' x = phase s x) by by_cases s'.
  assert (Pg : phase s' g = Sealed) by by_cases s'.
  assert (T : forall x y, InTransit s' x y <-> InTransit s x y).
  { intros x y. unfold InTransit. rewrite !Ee, Ep.
    destruct (group_dec x g), (group_dec y g); subst; rewrite ?Ph, ?Pg by assumption; intuition congruence. }
  assert (HH : forall h, Holds s' h <-> Holds s h).
  { intro h. unfold Holds, Heir, Readable. destruct (group_dec h g) as [->|N].
    - rewrite Pg, P. intuition.
    - rewrite (Ph _ N). split; intros [Q|[x Q]]; auto; right; exists x; apply T; exact Q. }
  assert (OO : forall x, Open s' x -> Open s x).
  { intros x. unfold Open. destruct (group_dec x g) as [->|N]; [auto|]. rewrite (Ph _ N).
    intros [Q|[Q|[d Q]]]; auto. right. right. exists d. apply T. exact Q. }
  assert (KK : Keeps s s').
  { constructor; auto; intros.
    - rewrite Ec. apply cell_upto_refl.
    - rewrite Es. apply session_upto_refl.
    - rewrite !Ee. split; auto. 
    - destruct (CU h H) as (U1 & U2 & _). split; intro; rewrite ?Ec, ?Es; auto.
    - unfold Reached in *. rewrite Ee. destruct (group_dec d g) as [->|N]; [rewrite Pg|rewrite (Ph _ N)]; intuition congruence. }
  apply keep_preserves with s; auto.
  - constructor; auto.
    + intros x O. split; [auto|]. split; [auto|]. split; [auto|]. split; [|auto].
      destruct (group_dec x g) as [->|N]; auto.
    + intros x d O N Q1 Q2. rewrite Ph by congruence. auto.
    + intros x Q. destruct (group_dec x g) as [->|N]; [congruence|]. rewrite <- Ph by exact N. auto.
    + intros d Q. destruct (group_dec d g) as [->|N]; [congruence|]. rewrite <- Ph by exact N. auto.
    + intros x d Q. left. apply T. exact Q.
  - intros x y O N E. rewrite !Ee in E. rewrite !Ep. destruct (AG x y (OO _ O) N E) as (Z1 & Z2 & Z3).
    rewrite Ph by (intros ->; destruct Z3; congruence). auto.
  - intros x y O N E Q. rewrite !Ee in E.
    assert (N' : y <> g) by congruence. rewrite Ph in Q by exact N'.
    destruct (AC x y (OO _ O) N E Q) as (Z1 & Z2 & Z3). split; [|split; intro; rewrite ?Ec, ?Es; auto].
    destruct (group_dec x g) as [->|Nx]; [auto|]. rewrite Ph by exact Nx. exact Z1.
  - intros x Q1 Q2. rewrite Ep. apply PD; destruct (group_dec x g) as [->|N]; try congruence; rewrite <- Ph; assumption.
  - eapply keeps_client; eauto.
  - eapply keeps_answer; eauto.
Qed.

Lemma open_not_bystander s x g : ~ Holds s g -> (forall y, ~ InTransit s g y) -> Open s x -> x <> g.
Proof.
  intros NH NT [O|[O|[y O]]] ->.
  - apply NH. left. right. left. exact O.
  - apply NH. left. right. right. exact O.
  - exact (NT _ O).
Qed.

(* A step of a group that does not hold the partition, and has not just given it away. *)
Lemma bystander_preserves s g ph e p cs ss :
  IndInv s -> ~ Holds s g -> (forall y, ~ InTransit s g y) ->
  (ph = Absent \/ ph = Receiving \/ ph = Ready) ->
  (ph = Ready -> phase s g <> Ready -> forall x, phase s x = Switched -> peer s x = Some g -> epoch s x <> e) ->
  (ph = Ready -> e = epoch s g /\ (phase s g = Ready \/ phase s g = Receiving)) ->
  epoch s g <= e -> (forall h, Holds s h -> e <= epoch s h) ->
  (forall h, Holds s h -> (forall k, CellUpto (cs k) (cells s h k))
                          /\ (forall c, SessionUpto (ss c) (sessions s h c))) ->
  (forall n, Reached s g n -> e > n \/ (e = n /\ ph <> Receiving)) ->
  (ph <> Absent -> exists q, p = Some q /\ q <> g) ->
  (forall x, Open s x -> e = epoch s x ->
     peer s x = Some g /\ p = Some x /\ (ph = Receiving \/ ph = Ready)) ->
  (forall x, Open s x -> e = epoch s x -> ph = Ready ->
     (phase s x = Sealed \/ phase s x = Switched)
     /\ (forall k, cs k = cells s x k) /\ (forall c, ss c = sessions s x c)) ->
  (forall x, Open s x -> phase s g = Ready -> epoch s g = epoch s x -> ph = Ready /\ e = epoch s g) ->
  IndInv (setGroup s g ph e p cs ss).
Proof.
  intros I NH NT Ph Hnew Hnewly Hle Hhigh Hcopies Hreached Hpeer Hag Hac Hkeep. start I.
  set (s' := setGroup s g ph e p cs ss).
  assert (Fo : forall x, x <> g -> phase s' x = phase s x /\ epoch s' x = epoch s x /\ peer s' x = peer s x
                 /\ (forall k, cells s' x k = cells s x k) /\ (forall c, sessions s' x c = sessions s x c)).
  { intros x N. unfold s', setGroup; simpl. rewrite !upd_other by exact N. auto. }
  assert (Fg : phase s' g = ph /\ epoch s' g = e /\ peer s' g = p
                 /\ (forall k, cells s' g k = cs k) /\ (forall c, sessions s' g c = ss c)).
  { unfold s', setGroup; simpl. rewrite !upd_same. auto. }
  destruct Fg as (Fg1 & Fg2 & Fg3 & Fg4 & Fg5).
  assert (T : forall x y, InTransit s' x y <-> InTransit s x y).
  { intros x y. destruct (group_dec x g) as [->|Nx].
    - split; [intros (Q & _); intuition congruence|intro Q; destruct (NT _ Q)].
    - destruct (Fo x Nx) as (X1 & X2 & X3 & _). destruct (group_dec y g) as [->|Ny].
      + split.
        * intros (Q1 & Q2 & Q3 & Q4). exfalso. apply NH. right. exists x.
          assert (R1 : ph = Ready) by congruence. destruct (Hnewly R1) as [R2 R3].
          destruct R3 as [R3|R3]; [repeat split; congruence|].
          exfalso. apply (Hnew R1) with x; congruence.
        * intro Q. destruct NH. right. exists x. exact Q.
      + destruct (Fo y Ny) as (Y1 & Y2 & Y3 & _). unfold InTransit. rewrite X1, X2, X3, Y1, Y2. reflexivity. }
  assert (HN : forall h, Holds s h -> h <> g) by (intros h H ->; contradiction).
  assert (HH : forall h, Holds s' h <-> Holds s h).
  { intro h. unfold Holds, Heir, Readable. destruct (group_dec h g) as [->|N].
    - split; intros [Q|[x Q]].
      + intuition congruence.
      + right. exists x. apply T. exact Q.
      + destruct NH. left. exact Q.
      + right. exists x. apply T. exact Q.
    - destruct (Fo h N) as (X1 & _). rewrite X1.
      split; intros [Q|[x Q]]; auto; right; exists x; apply T; exact Q. }
  assert (ON : forall x, Open s x -> x <> g) by (intros x; apply open_not_bystander; assumption).
  assert (OO : forall x, Open s' x -> Open s x).
  { intros x O. destruct (group_dec x g) as [->|N].
    - destruct O as [O|[O|[d O]]]; [intuition congruence|intuition congruence|].
      right. right. exists d. apply T. exact O.
    - destruct (Fo x N) as (X1 & _). destruct O as [O|[O|[d O]]].
      + left. congruence.
      + right. left. congruence.
      + right. right. exists d. apply T. exact O. }
  assert (KK : Keeps s s').
  { constructor; auto; intros.
    - destruct (Fo h) as (_ & _ & _ & Q & _); [auto|]. rewrite Q. apply cell_upto_refl.
    - destruct (Fo h) as (_ & _ & _ & _ & Q); [auto|]. rewrite Q. apply session_upto_refl.
    - destruct (Fo h) as (_ & Q & _); [auto|]. rewrite Q. split; [lia|].
      destruct (group_dec x g) as [->|N]; [rewrite Fg2; auto|].
      destruct (Fo x N) as (_ & X & _). rewrite X. auto.
    - destruct (Fo h) as (_ & _ & _ & Q1 & Q2); [auto|]. destruct (CU h H) as (U1 & U2 & _).
      destruct (Hcopies h H) as [C1 C2].
      destruct (group_dec x g) as [->|N]; [split; intro; rewrite ?Fg4, ?Fg5, ?Q1, ?Q2; auto|].
      destruct (Fo x N) as (_ & _ & _ & X1 & X2). split; intro; rewrite ?X1, ?X2, ?Q1, ?Q2; auto.
    - unfold Reached. destruct (group_dec d g) as [->|N]; [rewrite Fg1, Fg2; auto|].
      destruct (Fo d N) as (X1 & X2 & _). rewrite X1, X2. exact H. }
  apply keep_preserves with s; auto.
  - constructor.
    + intros x O. apply OO in O. destruct (Fo x (ON x O)) as (X1 & X2 & X3 & X4 & X5). repeat split; auto.
    + intros x d O N Q1 Q2. apply OO in O. destruct (group_dec d g) as [->|Nd].
      * rewrite Fg1, Fg2. eapply Hkeep; eassumption.
      * destruct (Fo d Nd) as (X1 & X2 & _). rewrite X1, X2. auto.
    + intros x Q. destruct (group_dec x g) as [->|N]; [intuition congruence|].
      destruct (Fo x N) as (X1 & X2 & X3 & _). rewrite <- X1. auto.
    + intros d Q. destruct (group_dec d g) as [->|N].
      * rewrite Fg1 in Q. rewrite Fg2. auto.
      * destruct (Fo d N) as (X1 & X2 & _). rewrite <- X1. auto.
    + intros x d Q. left. apply T. exact Q.
  - intros x y O N E. apply OO in O. destruct (Fo x (ON x O)) as (X1 & X2 & X3 & _). rewrite X2 in E.
    rewrite X3. destruct (group_dec y g) as [->|Ny].
    + rewrite Fg1, Fg3. apply Hag; congruence.
    + destruct (Fo y Ny) as (Y1 & Y2 & Y3 & _). rewrite Y1, Y3. apply AG; congruence.
  - intros x y O N E Q. apply OO in O. destruct (Fo x (ON x O)) as (X1 & X2 & X3 & X4 & X5). rewrite X2 in E.
    destruct (group_dec y g) as [->|Ny].
    + destruct (Hac x O) as (Z1 & Z2 & Z3); [congruence|congruence|].
      split; [rewrite X1; exact Z1|split; intro; rewrite ?X4, ?X5, ?Fg4, ?Fg5; auto].
    + destruct (Fo y Ny) as (Y1 & Y2 & Y3 & Y4 & Y5).
      destruct (AC x y O N) as (Z1 & Z2 & Z3); [congruence|congruence|].
      split; [rewrite X1; exact Z1|split; intro; rewrite ?X4, ?X5, ?Y4, ?Y5; auto].
  - intros x Q1 Q2. destruct (group_dec x g) as [->|N].
    + rewrite Fg3. apply Hpeer. congruence.
    + destruct (Fo x N) as (X1 & X2 & X3 & _). rewrite X3. apply PD; congruence.
  - eapply keeps_client; eauto. intros h c H. destruct (Fo h) as (_ & _ & _ & _ & Q); auto.
  - eapply keeps_answer; eauto. intros h c H. destruct (Fo h) as (_ & _ & _ & _ & Q); auto.
Qed.

(* Nobody who is receiving, or ready in an attempt that is not decided, holds the partition. *)
Lemma receiving_not_holder s d : phase s d = Receiving -> ~ Holds s d.
Proof. intros P [[Q|[Q|Q]]|(x & _ & _ & Q & _)]; congruence. Qed.

Lemma not_source s d : phase s d <> Switched -> forall y, ~ InTransit s d y.
Proof. intros P y (Q & _). contradiction. Qed.

Lemma HandleDone_preserves g m s s' : IndInv s -> HandleDone g m s s' -> IndInv s'.
Proof.
  intros I ((X & T & D) & (P & E) & ->). unfold Current in E. start I. destruct (M m X) as [MS MH MU MA MC].
  assert (NT : forall y, ~ InTransit s g y).
  { intros y Q. assert (O : Open s g) by (right; right; exists y; exact Q).
    destruct (MA g O E) as [(_ & _ & Z & _)|(_ & _ & Z & _)]; intuition congruence. }
  assert (NH : ~ Holds s g).
  { intros [[Q|[Q|Q]]|(x & _ & _ & Q & _)]; congruence. }
  apply bystander_preserves; auto; try discriminate.
  - intros h H. split; intro; apply (CU h H).
  - intros n [Q|[Q _]]; [left; exact Q|right; split; [exact Q|discriminate]].
  - congruence.
  - intros x O Q. exfalso. destruct (AG x g O) as (_ & _ & Z); [| exact Q |intuition congruence].
    intros ->. exact (open_not_bystander _ _ _ NH NT O eq_refl).
  - intros x O Q. congruence.
Qed.

Lemma HandleCancel_preserves d m s s' : IndInv s -> HandleCancel d m s s' -> IndInv s'.
Proof.
  intros I ((X & T & D) & (P & E) & ->). unfold Current in E. start I. destruct (M m X) as [MS MH MU MA MC].
  assert (NO : forall x, Open s x -> epoch s d <> epoch s x).
  { intros x O Q. destruct (MA x O) as [(_ & _ & Z & _)|(_ & _ & Z & _)]; intuition congruence. }
  assert (NT : forall y, ~ InTransit s d y) by (apply not_source; destruct P; congruence).
  assert (NH : ~ Holds s d).
  { intros [[Q|[Q|Q]]|(x & Q)]; [destruct P; congruence..|].
    apply (NO x); [right; right; exists d; exact Q|]. apply Q. }
  apply bystander_preserves; auto; try discriminate.
  - intros h H. split; intro; apply (CU h H).
  - intros n [Q|[Q _]]; [left; exact Q|right; split; [exact Q|discriminate]].
  - congruence.
  - intros x O Q. destruct (NO x O Q).
  - intros x O _ Q. destruct (NO x O Q).
Qed.

Lemma HandlePrepare_preserves d m s s' : IndInv s -> HandlePrepare d m s s' -> IndInv s'.
Proof.
  intros I ((X & T & D) & P & ->). unfold CanPrepare in P. start I. destruct (M m X) as [MS MH MU MA MC].
  assert (NH : ~ Holds s d) by (apply lower_not_holder with (mepoch m); [exact P|exact MH]).
  assert (NT : forall y, ~ InTransit s d y).
  { intros y Q. assert (Z := MH y (transit_holds _ _ _ Q)). destruct Q as (_ & _ & _ & Q). lia. }
  apply bystander_preserves; auto; try discriminate.
  - lia.
  - intros h H. split; intro; apply (CU h H).
  - intros n [Q|[Q _]]; left; lia.
  - intros _. exists (src m). split; [reflexivity|congruence].
  - intros x O Q. destruct (MA x O Q) as [(Z1 & Z2 & _)|(_ & _ & Z & _)]; [|intuition congruence].
    subst x d. auto.
  - intros x O Q Z. exfalso. assert (L := open_msg_highest s x m MH O). lia.
Qed.

Lemma HandleChunk_preserves d m s s' : IndInv s -> HandleChunk d m s s' -> IndInv s'.
Proof.
  intros I ((X & T & D) & P & ->). unfold CanStage in P. start I. destruct (M m X) as [MS MH MU MA MC].
  apply bystander_preserves; auto; try congruence.
  - apply receiving_not_holder. exact P.
  - apply not_source. congruence.
  - intros h H. destruct (CU h H) as (U1 & U2 & _). destruct (MU h H) as [V _]. split; [|auto].
    intro k. apply merge_upto; [apply U1|]. intros n F. eapply V. exact F.
  - intros _. apply PD; congruence.
  - intros x O Q. apply AG; auto. intros ->. destruct O as [O|[O|(y & O & _)]]; congruence.
Qed.

Lemma HandleManifest_preserves d m s s' : IndInv s -> HandleManifest d m s s' -> IndInv s'.
Proof.
  intros I ((X & T & D) & (P & E) & F & ->). unfold Current in E. unfold Complete in F.
  start I. destruct (M m X) as [MS MH MU MA MC].
  assert (NO : forall x, Open s x -> d <> x).
  { intros x O ->. destruct O as [O|[O|(y & O & _)]]; congruence. }
  apply bystander_preserves; auto; try congruence.
  - apply receiving_not_holder. exact P.
  - apply not_source. congruence.
  - intros _ _ x Q1 Q2 Q3. destruct (SR x d Q1 Q2) as [Z|[_ Z]]; [lia|contradiction].
  - intros h H. destruct (CU h H) as (U1 & _). destruct (MU h H) as [_ V]. auto.
  - intros n [Q|[Q _]]; [left; exact Q|right; split; [exact Q|discriminate]].
  - intros _. apply PD; congruence.
  - intros x O Q. destruct (AG x d O) as (Z1 & Z2 & _); auto.
  - intros x O Q _. assert (Q' : mepoch m = epoch s x) by congruence.
    destruct (MA x O Q') as [(Z1 & Z2 & Z3 & Z4 & Z5)|(_ & _ & Z & _)]; [|intuition congruence].
    destruct (Z5 T) as (Y1 & Y2 & Y3). split; [exact Y1|]. split; [|exact Y3].
    intro k. apply cell_upto_same; [|rewrite F, Y2; reflexivity].
    destruct O as [O|[O|(y & O)]].
    + apply (CU x). left. right. left. exact O.
    + apply (CU x). left. right. right. exact O.
    + exfalso. (* in transit its heir is ready, and the heir is d, which receives *)
      assert (y = d) by (destruct O as (_ & O & _); congruence).
      subst y. destruct O as (_ & _ & O & _). congruence.
Qed.

(* The holder g goes on as the serving owner: Abort and HandleActivate. *)
Lemma serving_preserves s g :
  IndInv s -> Holds s g -> phase s g <> Switched ->
  (forall x, Open s x -> x = g \/ InTransit s x g) ->
  IndInv (setGroup s g Serving (epoch s g) None (cells s g) (sessions s g)).
Proof.
  intros I Hg NS HO. start I.
  assert (Un : forall x, Holds s x -> x = g) by (intros x X; apply (proj2 OH); assumption).
  set (s' := setGroup s g Serving (epoch s g) None (cells s g) (sessions s g)).
  assert (Ec : forall x k, cells s' x k = cells s x k) by by_cases s'.
  assert (Es : forall x c, sessions s' x c = sessions s x c) by by_cases s'.
  assert (Ee : forall x, epoch s' x = epoch s x) by by_cases s'.
  assert (Ph : forall x, x <> g -> phase s' x = phase s x /\ peer s' x = peer s x) by by_cases s'.
  assert (Pg : phase s' g = Serving) by by_cases s'.
  assert (T : forall x y, InTransit s' x y -> False).
  { intros x y (Q1 & Q2 & Q3 & Q4). rewrite !Ee in Q4.
    assert (Nx : x <> g) by congruence. assert (Ny : y <> g) by congruence.
    destruct (Ph x Nx) as [X1 X2]. destruct (Ph y Ny) as [Y1 _].
    apply Ny. apply Un. right. exists x. repeat split; congruence. }
  assert (HH : forall h, Holds s' h <-> Holds s h).
  { intro h. split.
    - intros [Q|[x Q]]; [|destruct (T _ _ Q)]. destruct (group_dec h g) as [->|N]; [exact Hg|].
      unfold Readable in Q. rewrite (proj1 (Ph h N)) in Q. left. exact Q.
    - intro Q. rewrite (Un h Q). left. left. exact Pg. }
  assert (NO : forall x, ~ Open s' x).
  { intros x O. assert (Hx : Open s x).
    { destruct (group_dec x g) as [->|N]; destruct O as [O|[O|[d O]]]; try congruence;
        try destruct (T _ _ O); rewrite (proj1 (Ph x N)) in O; [left|right; left]; exact O. }
    destruct (HO x Hx) as [->|Q].
    - destruct O as [O|[O|[d O]]]; try congruence. exact (T _ _ O).
    - assert (N : x <> g) by (intros ->; destruct Q; contradiction).
      destruct Q as (Q & _). rewrite <- (proj1 (Ph x N)) in Q.
      destruct O as [O|[O|[d O]]]; try congruence. exact (T _ _ O). }
  assert (KK : Keeps s s').
  { constructor; auto; intros.
    - rewrite Ec. apply cell_upto_refl.
    - rewrite Es. apply session_upto_refl.
    - rewrite !Ee. split; auto.
    - destruct (CU h H) as (U1 & U2 & _). split; intro; rewrite ?Ec, ?Es; auto.
    - unfold Reached in *. rewrite Ee. destruct (group_dec d g) as [->|N].
      + rewrite Pg. destruct H as [H|[H _]]; [auto|right; split; [exact H|discriminate]].
      + rewrite (proj1 (Ph d N)). exact H. }
  apply keep_preserves with s; auto.
  - constructor.
    + intros x O. destruct (NO x O).
    + intros x d O. destruct (NO x O).
    + intros x Q. destruct (group_dec x g) as [->|N]; [congruence|]. destruct (Ph x N) as [X1 X2].
      rewrite <- X1. auto.
    + intros d Q. destruct (group_dec d g) as [->|N]; [congruence|]. rewrite <- (proj1 (Ph d N)). auto.
    + intros x d Q. right. assert (d = g) by (apply Un; right; exists x; exact Q). subst d. congruence.
  - intros x y O. destruct (NO x O).
  - intros x y O. destruct (NO x O).
  - intros x Q1 Q2. destruct (group_dec x g) as [->|N]; [congruence|].
    destruct (Ph x N) as [X1 X2]. rewrite X2. apply PD; congruence.
  - eapply keeps_client; eauto.
  - eapply keeps_answer; eauto.
Qed.

Lemma Abort_preserves g s s' : IndInv s -> Abort g s s' -> IndInv s'.
Proof.
  intros I [P ->]. unfold CanAbort in P. start I.
  assert (Hg : Holds s g) by (left; destruct P; unfold Readable; auto).
  apply serving_preserves; auto; [destruct P; congruence|].
  intros x O. left. apply (proj2 OH); [|exact Hg].
  destruct O as [O|[O|(y & O)]]; [left; right; left; exact O|left; right; right; exact O|].
  exfalso. assert (y = g) by (apply (proj2 OH); [apply transit_holds with x; exact O|exact Hg]).
  subst y. destruct O as (_ & _ & O & _). destruct P; congruence.
Qed.

Lemma HandleActivate_preserves d m s s' : IndInv s -> HandleActivate d m s s' -> IndInv s'.
Proof.
  intros I ((X & T & D) & (P & E) & ->). unfold Current in E. start I. destruct (M m X) as [MS MH MU MA MC].
  destruct (MC T) as [_ Z]. rewrite D in Z. specialize (Z P (eq_sym E)).
  assert (Hd : Holds s d) by (apply transit_holds with (src m); exact Z).
  apply serving_preserves; auto; [congruence|].
  intros x [O|[O|(y & O)]]; [left|left|right].
  - apply (proj2 OH); [left; right; left; exact O|exact Hd].
  - apply (proj2 OH); [left; right; right; exact O|exact Hd].
  - assert (y = d) by (apply (proj2 OH); [apply transit_holds with x; exact O|exact Hd]).
    subst y. exact O.
Qed.

(* The switch: the holder changes, from the sealed source to the destination whose copy is equal. *)
Lemma HandleReady_preserves g m s s' : IndInv s -> HandleReady g m s s' -> IndInv s'.
Proof.
  intros I ((X & T & D) & (P & E) & ->). unfold Current in E. start I. destruct (M m X) as [MS MH MU MA MC].
  assert (Og : Open s g) by (right; left; exact P).
  assert (Hg : Holds s g) by (left; right; right; exact P).
  assert (Un : forall x, Holds s x -> x = g) by (intros x Z; apply (proj2 OH); assumption).
  destruct (MA g Og E) as [(_ & _ & Z & _)|(_ & B1 & _ & B2)]; [intuition congruence|].
  destruct (B2 T) as (_ & B3 & B4). set (d := src m) in *.
  assert (Nd : d <> g) by (subst d; congruence).
  destruct (AC g d Og Nd B3 B4) as (_ & Ecd & Esd).
  set (s' := setGroup s g Switched (epoch s g) (peer s g) (cells s g) (sessions s g)).
  assert (Ec : forall x k, cells s' x k = cells s x k) by by_cases s'.
  assert (Es : forall x c, sessions s' x c = sessions s x c) by by_cases s'.
  assert (Ee : forall x, epoch s' x = epoch s x) by by_cases s'.
  assert (Ep : forall x, peer s' x = peer s x) by by_cases s'.
  assert (Ph : forall x, x <> g -> phase s' x = phase s x) by by_cases s'.
  assert (Pg : phase s' g = Switched) by by_cases s'.
  assert (Td : InTransit s' g d).
  { split; [exact Pg|]. split; [rewrite Ep; exact B1|]. split; [rewrite Ph; assumption|]. rewrite !Ee. exact B3. }
  assert (Hd : Holds s' d) by (apply transit_holds with g; exact Td).
  assert (T' : forall x y, InTransit s' x y -> x = g).
  { intros x y (Q1 & Q2 & Q3 & Q4). destruct (group_dec x g) as [|N]; [assumption|]. exfalso.
    rewrite Ph in Q1 by exact N. rewrite Ep in Q2. rewrite !Ee in Q4.
    assert (Ny : y <> g) by congruence. rewrite Ph in Q3 by exact Ny.
    apply Ny. apply Un. right. exists x. repeat split; assumption. }
  assert (HH : forall h, Holds s' h -> h = d).
  { intros h [Q|[x Q]].
    - destruct (group_dec h g) as [->|N]; [unfold Readable in Q; intuition congruence|].
      exfalso. apply N. apply Un. left. unfold Readable in *. rewrite <- (Ph h N). exact Q.
    - assert (x = g) by (eapply T'; exact Q). subst x. destruct Q as (_ & Q & _).
      rewrite Ep in Q. congruence. }
  assert (OO : forall x, Open s' x -> x = g).
  { intros x O. destruct (group_dec x g) as [|N]; [assumption|].
    destruct O as [O|[O|(y & O)]]; [| |eapply T'; exact O]; rewrite Ph in O by exact N;
      apply Un; left; unfold Readable; auto. }
  assert (RR : forall x n, Reached s x n -> Reached s' x n).
  { intros x n [Q|[Q1 Q2]]; unfold Reached; rewrite Ee; [auto|]. right. split; [exact Q1|].
    destruct (group_dec x g) as [->|N]; [congruence|rewrite Ph; assumption]. }
  constructor; [constructor| | | |].
  - split; [exists d; exact Hd|]. intros x y Q1 Q2. rewrite (HH _ Q1), (HH _ Q2). reflexivity.
  - intros h x Q. rewrite (HH _ Q), !Ee, B3. apply HI. exact Hg.
  - intros h Q. rewrite (HH _ Q). destruct (CU g Hg) as (U1 & U2 & U3 & U4).
    split; [|split; [|split]]; intros; rewrite ?Ec, ?Es, ?Ecd, ?Esd; auto.
  - intros x y O N Q. rewrite (OO _ O) in *. rewrite !Ee in Q. rewrite !Ep, Ph by exact N.
    apply (AG g y); assumption.
  - intros x y O N Q1 Q2. rewrite (OO _ O) in *. rewrite !Ee in Q1. rewrite Ph in Q2 by exact N.
    split; [right; exact Pg|]. destruct (AC g y Og N Q1 Q2) as (_ & Z1 & Z2).
    split; intro; rewrite ?Ec, ?Es; auto.
  - intros x Q1 Q2. rewrite Ep. apply PD; destruct (group_dec x g) as [->|N]; try congruence; rewrite <- Ph; assumption.
  - intros x p Q1 Q2. rewrite Ep in Q2. rewrite Ee. destruct (group_dec x g) as [->|N].
    + assert (p = d) by congruence. subst p. right. rewrite Ee, Ph by exact Nd. split; congruence.
    + apply RR. apply SR; [rewrite <- Ph; assumption|exact Q2].
  - intros x Y. destruct (M x Y) as [NS NH NU NA NC]. constructor.
    + exact NS.
    + intros h Q. rewrite (HH _ Q), Ee, B3. apply NH. exact Hg.
    + intros h Q. rewrite (HH _ Q). destruct (NU g Hg) as [V1 V2].
      split; intros; rewrite ?Ec, ?Es, ?Ecd, ?Esd; auto.
    + intros z O Q. rewrite (OO _ O) in *. rewrite Ee in Q.
      destruct (NA g Og Q) as [(Z1 & Z2 & Z3 & Z4 & Z5)|(Z1 & Z2 & Z3 & Z4)].
      * left. split; [exact Z1|]. split; [rewrite Ep; exact Z2|]. split; [exact Z3|]. split; [intro; exact Pg|].
        intro W1. destruct (Z5 W1) as (_ & Y2 & Y3). split; [right; exact Pg|].
        split; intro; rewrite ?Ec, ?Es; auto.
      * right. split; [exact Z1|]. split; [rewrite Ep; exact Z2|]. split; [exact Z3|].
        intro W1. destruct (Z4 W1) as (_ & Y2 & Y3). split; [right; exact Pg|].
        rewrite !Ee. split; [exact Y2|]. rewrite Ph; [exact Y3|]. congruence.
    + intro Q. destruct (NC Q) as [Z1 Z2]. split; [apply RR; exact Z1|].
      rewrite !Ee. intros Q1 Q2. assert (N : dst x <> g) by congruence. rewrite Ph in Q1 by exact N.
      exfalso. apply N. apply Un. right. exists (src x). apply Z2; assumption.
  - intros r Y. destruct (R r Y) as [O Z]. split; [exact O|]. intros h Q. rewrite (HH _ Q), Es, Esd.
    apply Z. exact Hg.
  - intros h c Q. rewrite (HH _ Q), Es, Esd. apply C. exact Hg.
  - intros h c Q. rewrite (HH _ Q), Es, Esd, Ec, Ecd. apply A. exact Hg.
Qed.

Lemma updK_upto (f : Key -> Cell) a b k : CellUpto (f a) b -> CellUpto (f k) (updK f a b k).
Proof. unfold updK. destruct (key_dec k a); intro; subst; auto using cell_upto_refl. Qed.

Lemma updC_upto (f : Client -> Session) a b c : SessionUpto (f a) b -> SessionUpto (f c) (updC f a b c).
Proof. unfold updC. destruct (client_dec c a); intro; subst; auto using session_upto_refl. Qed.

Lemma Write_preserves g r s s' : IndInv s -> Write g r s s' -> IndInv s'.
Proof.
  intros I (X & P & F & ->). unfold CanWrite, Writable in P. unfold Fresh in F. start I.
  assert (Hg : Holds s g) by (left; unfold Readable; intuition).
  assert (Un : forall x, Holds s x -> x = g) by (intros x Z; apply (proj2 OH); assumption).
  destruct (R r X) as [Wr Rq]. destruct (Rq g Hg) as [Q|(Q1 & Q2 & Q3)]; [lia|].
  set (old := cells s g (key (rop r))). set (new := After old (rop r)).
  set (entry := mkSession (rseq r) (mkResult (CheckHolds old (rop r)) new)).
  set (cs := updK (cells s g) (key (rop r)) new). set (ss := updC (sessions s g) (rclient r) entry).
  set (s' := setGroup s g (phase s g) (epoch s g) (peer s g) cs ss).
  assert (Fo : forall x, x <> g -> (forall k, cells s' x k = cells s x k) /\ (forall c, sessions s' x c = sessions s x c)).
  { intros x N. unfold s', setGroup; simpl. rewrite !upd_other by exact N. auto. }
  assert (Fg : (forall k, cells s' g k = cs k) /\ (forall c, sessions s' g c = ss c)).
  { unfold s', setGroup; simpl. rewrite !upd_same. auto. }
  destruct Fg as [Fg1 Fg2].
  assert (Ee : forall x, epoch s' x = epoch s x) by by_cases s'.
  assert (Ep : forall x, peer s' x = peer s x) by by_cases s'.
  assert (Ph : forall x, phase s' x = phase s x) by by_cases s'.
  assert (Uc : forall k, CellUpto (cells s g k) (cs k)).
  { intro k. apply updK_upto. apply after_upto. }
  assert (Us : forall c, SessionUpto (sessions s g c) (ss c)).
  { intro c. apply updC_upto. left. exact F. }
  assert (T : forall x y, InTransit s' x y <-> InTransit s x y).
  { intros x y. unfold InTransit. rewrite !Ph, !Ee, Ep. reflexivity. }
  assert (HH : forall h, Holds s' h <-> Holds s h).
  { intro h. unfold Holds, Readable, Heir. rewrite !Ph.
    split; intros [Q|[x Q]]; auto; right; exists x; apply T; exact Q. }
  assert (OO : forall x, Open s' x -> x = g /\ phase s g = Copying).
  { intros x O. unfold Open in O. rewrite !Ph in O. destruct O as [O|[O|(y & O)]].
    - assert (x = g) by (apply Un; left; unfold Readable; auto). subst x. auto.
    - assert (x = g) by (apply Un; left; unfold Readable; auto). subst x. destruct P; congruence.
    - exfalso. apply T in O. assert (y = g) by (apply Un; apply transit_holds with x; exact O).
      subst y. destruct O as (_ & _ & O & _). destruct P; congruence. }
  assert (KK : Keeps s s').
  { constructor; auto.
    - intros h k H. rewrite (Un h H), Fg1. apply Uc.
    - intros h c H. rewrite (Un h H), Fg2. apply Us.
    - intros h x H. rewrite !Ee. auto.
    - intros h x H. rewrite (Un h H). destruct (CU g Hg) as (U1 & U2 & _).
      destruct (group_dec x g) as [->|N]; [split; intro; [apply cell_upto_refl|apply session_upto_refl]|].
      destruct (Fo x N) as [X1 X2]. split; intro; rewrite ?X1, ?X2, ?Fg1, ?Fg2.
      + eapply cell_upto_trans; [apply U1|apply Uc].
      + eapply session_upto_trans; [apply U2|apply Us].
    - intros d e. unfold Reached. rewrite Ee, Ph. auto. }
  apply keep_preserves with s; auto.
  - constructor.
    + intros x O. destruct (OO x O) as [-> Pc]. split; [left; exact Pc|]. rewrite Ee, Ep, Ph.
      repeat split; auto; congruence.
    + intros x d O N Z1 Z2. rewrite Ph, Ee. auto.
    + intros x Z. rewrite Ph in Z. auto.
    + intros d Z. rewrite Ph in Z. auto.
    + intros x d Z. left. apply T. exact Z.
  - intros x y O N E. destruct (OO x O) as [-> Pc]. rewrite !Ee in E. rewrite !Ep, Ph.
    apply AG; auto. left. exact Pc.
  - intros x y O N E Z. exfalso. destruct (OO x O) as [-> Pc]. rewrite !Ee in E. rewrite Ph in Z.
    destruct (AC g y) as ([Z1|Z1] & _); auto; try congruence. left. exact Pc.
  - intros x Z1 Z2. rewrite Ph in *. rewrite Ep. apply PD; assumption.
  - intros h c H. apply HH in H. rewrite (Un h H), Fg2. unfold ss, updC. simpl.
    destruct (client_dec c (rclient r)) as [->|N]; [simpl|apply C; exact Hg].
    split; [lia|]. intros _ _. rewrite <- Q3. exact Wr.
  - intros h c H. apply HH in H. rewrite (Un h H), !Fg2, !Fg1. change (calls s') with (calls s).
    destruct (A g c Hg) as [A1 A2]. unfold ss, updC. destruct (client_dec c (rclient r)) as [->|N].
    + split; [|intro Z; congruence]. intros _ _. simpl. rewrite <- Q3. unfold cs, updK.
      destruct (key_dec (key (rop r)) (key (rop r))); [apply cell_upto_refl|congruence].
    + split; intros; eapply cell_upto_trans; [apply A1|apply Uc|apply A2|apply Uc]; assumption.
Qed.

(* ------------------------------------------------------------------ *)
(* Clients *)

(* A step of client c leaves all groups alone. *)
Lemma client_preserves s c call (rq : Request -> Prop) :
  IndInv s ->
  (forall r, rq r -> requests s r
     \/ (WriteOp (rop r) /\ rclient r = c /\ cphase call = Invoked /\ rseq r = cseq call /\ rop r = cop call)) ->
  cseq (calls s c) <= cseq call ->
  (* an earlier request of c has taken effect, if the call is not under way any more *)
  (forall r, requests s r -> rclient r = c -> forall h, Holds s h ->
     rseq r <= seq (sessions s h c) \/ (cphase call = Invoked /\ rseq r = cseq call /\ rop r = cop call)) ->
  (forall h, Holds s h -> cphase call = Invoked -> seq (sessions s h c) = cseq call -> False) ->
  (forall h, Holds s h -> cphase call = Effective ->
     CellUpto (rcell (cresult call)) (cells s h (key (cop call)))) ->
  IndInv (setClients s (updC (calls s) c call) rq).
Proof.
  intros I Hrq Hseq Hold Hnew Hans. start I. constructor.
  - apply group_inv_frame. constructor; assumption.
  - intros m X. apply msg_inv_frame. apply M. exact X.
  - intros r X. simpl. destruct (Hrq r X) as [Y|(Y1 & Y2 & Y3 & Y4 & Y5)].
    + destruct (R r Y) as [O Z]. split; [exact O|]. intros h H. change (Holds s h) in H. simpl.
      unfold updC. destruct (client_dec (rclient r) c) as [E|N]; [|apply Z; exact H].
      rewrite E. apply Hold; assumption.
    + split; [exact Y1|]. intros h H. simpl. unfold updC. destruct (client_dec (rclient r) c); [auto|congruence].
  - intros h x H. change (Holds s h) in H. simpl. unfold updC. destruct (client_dec x c) as [->|N]; [|apply C; exact H].
    destruct (C h c H) as [C1 _]. split; [lia|]. intros Q1 Q2. destruct (Hnew h H Q1 Q2).
  - intros h x H. change (Holds s h) in H. simpl. unfold updC. destruct (client_dec x c) as [->|N]; [|apply A; exact H].
    split; [intros Q1 Q2; destruct (Hnew h H Q1 Q2)|apply Hans; exact H].
Qed.

Lemma Invoke_preserves c o s s' : IndInv s -> Invoke c o s s' -> IndInv s'.
Proof.
  intros I [P ->]. start I. apply client_preserves; auto; simpl.
  - intros r [X|[X1 ->]]; [left; exact X|right; simpl; auto].
  - lia.
  - intros r X E h H. destruct (R r X) as [_ Z]. destruct (Z h H) as [Q|(Q & _)]; rewrite E in *; [auto|congruence].
  - intros h H _ Q. destruct (C h c H) as [L _]. lia.
  - discriminate.
Qed.

Lemma AnswerWrite_preserves g c s s' : IndInv s -> AnswerWrite g c s s' -> IndInv s'.
Proof.
  intros I (P & E & ->). unfold InSession in E. start I.
  assert (S : forall h, Holds s h -> sessions s g c = sessions s h c).
  { intros h H. destruct (CU h H) as (_ & U & _). destruct (C h c H) as [L _].
    apply session_upto_same; [apply U|lia]. }
  apply client_preserves; auto; simpl; try discriminate.
  - intros r X Y h H. left. destruct (R r X) as [_ Z]. rewrite <- (S h H).
    destruct (Z h H) as [Q|(_ & Q & _)]; rewrite Y in *; [rewrite (S h H); exact Q|lia].
  - intros h H _. rewrite (S h H). apply (A h c H); [exact P|]. rewrite <- (S h H). exact E.
Qed.

Lemma AnswerRead_preserves g c s s' : IndInv s -> AnswerRead g c s s' -> IndInv s'.
Proof.
  intros I (P & K & Rd & ->). unfold CanRead in Rd. start I.
  apply client_preserves; auto; simpl; try discriminate.
  - intros r X Y h H. left. destruct (R r X) as [O Z].
    destruct (Z h H) as [Q|(_ & _ & Q)]; rewrite Y in *; [exact Q|].
    exfalso. apply O. rewrite Q. exact K.
  - intros h H _. apply (CU h H).
Qed.

Lemma Respond_preserves c s s' : IndInv s -> Respond c s s' -> IndInv s'.
Proof.
  intros I (P & ->). start I. apply client_preserves; auto; simpl; try discriminate.
  intros r X Y h H. left. destruct (R r X) as [_ Z]. destruct (Z h H) as [Q|(Q & _)]; rewrite Y in *; [exact Q|congruence].
Qed.

(* ------------------------------------------------------------------ *)

Lemma next_preserves s s' : IndInv s -> Next s s' -> IndInv s'.
Proof.
  intros I [g d H|g H|g K H|g H|g H|g m H|g H|g m H|g H|g m H|d m H|d H|d m H|d m H|d H|d m H|d m H|d m H
           |c o H|g r H|g c H|g c H|c H|g H|m H].
  - eapply Begin_preserves; eassumption.
  - destruct H as (P & d & E & ->). apply send_preserves; [exact I|].
    apply from_source with g d; auto; simpl; try congruence; destruct P; auto.
  - destruct H as (P & d & E & ->). apply send_preserves; [exact I|].
    apply from_source with g d; auto; simpl; try congruence; [destruct P; auto|].
    intros _. split; [destruct P; congruence|]. intros k c F. destruct (K k); congruence.
  - eapply Seal_preserves; eassumption.
  - destruct H as (P & d & E & ->). unfold CanDescribe in P. apply send_preserves; [exact I|].
    apply from_source with g d; auto; simpl; congruence.
  - eapply HandleReady_preserves; eassumption.
  - destruct H as (P & d & E & ->). unfold CanActivate in P. apply send_preserves; [exact I|].
    apply from_source with g d; auto; simpl; congruence.
  - eapply HandleDone_preserves; eassumption.
  - eapply Abort_preserves; eassumption.
  - destruct H as (H1 & H2 & ->). apply send_preserves; [exact I|]. apply send_cancel; assumption.
  - eapply HandlePrepare_preserves; eassumption.
  - destruct H as (P & x & E & ->). apply send_preserves; [exact I|].
    apply from_destination with d x; auto; simpl; congruence.
  - eapply HandleChunk_preserves; eassumption.
  - eapply HandleManifest_preserves; eassumption.
  - destruct H as (P & x & E & ->). unfold CanPromise in P. apply send_preserves; [exact I|].
    apply from_destination with d x; auto.
  - eapply HandleActivate_preserves; eassumption.
  - destruct H as (H1 & H2 & ->). apply send_preserves; [exact I|]. apply send_done; assumption.
  - eapply HandleCancel_preserves; eassumption.
  - eapply Invoke_preserves; eassumption.
  - eapply Write_preserves; eassumption.
  - eapply AnswerWrite_preserves; eassumption.
  - eapply AnswerRead_preserves; eassumption.
  - eapply Respond_preserves; eassumption.
  - unfold Crash in H. subst. apply lose_preserves; [tauto|exact I].
  - destruct H as [_ ->]. apply lose_preserves; [tauto|exact I].
Qed.

Lemma reachable_inv s : Reachable s -> IndInv s.
Proof.
  intros (s0 & H0 & H). induction H as [|s1 s2 H IH N].
  - apply init_inv. exact H0.
  - eapply next_preserves; eassumption.
Qed.

(* What is true of a behaviour's states: each comes some steps after any before it. *)
Lemma behaviour_steps b n m : Spec b -> n <= m -> Steps (b n) (b m).
Proof.
  intros B L. induction L as [|m L IH]; [apply StepsNone|].
  destruct (goes_on b B m) as [N| ->]; [eapply StepsMore; eassumption|exact IH].
Qed.

Lemma behaviour_reachable b n : Spec b -> Reachable (b n).
Proof.
  intros B. exists (b 0). split; [apply (starts b B)|]. apply behaviour_steps; [exact B|lia].
Qed.

(* In every state of every behaviour. *)
Theorem inductive_invariant b n : Spec b -> IndInv (b n).
Proof. intros B. apply reachable_inv, behaviour_reachable, B. Qed.

End Invariant.
