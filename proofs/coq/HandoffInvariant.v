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

End Invariant.
