(* ZabEpochs, the inductive invariant: IndInv of specs/zab/ZabEpochs.tla in
   Coq, and the proof that Init establishes it and every step preserves it. *)

From Coq Require Import Arith Lia.
From ZabDB Require Import ZabEpochsModel.

Section Invariant.
Context {G : Group}.

Implicit Types s : State.

Definition EpochsInOrder s : Prop := forall r,
  currentEpoch s r <= acceptedEpoch s r
  /\ (Epoch (currentEpoch s r) -> exists n, acked s r (currentEpoch s r) = Some n)
  /\ forall e n, Epoch e -> acked s r e = Some n ->
       e <= currentEpoch s r /\ Led s e /\ n <= broadcast s e.

Definition PromisesInOrder s : Prop := forall r e l, Epoch e -> promisedTo s r e l ->
  (forall l', promisedTo s r e l' -> l' = l)
  /\ e <= acceptedEpoch s r
  /\ promisedCurrent s r e < e
  /\ (Epoch (promisedCurrent s r e) -> exists n, acked s r (promisedCurrent s r e) = Some n)
  /\ forall c n, Epoch c -> c < e -> acked s r c = Some n -> c <= promisedCurrent s r e.

Definition LeadersDiscovered s : Prop := forall e, Epoch e ->
  (forall l, leaders s e l ->
     exists Q r, Quorum Q /\ Discovered s l e r Q /\ initial s e = promisedHistory s r e)
  /\ (broadcast s e > 0 -> Established s e).

Definition Matches s (h : Log) : Prop := forall e, Epoch e -> h e > 0 ->
  Led s e /\ h e <= broadcast s e /\ forall d, Epoch d -> d < e -> h d = initial s e d.

Definition HasNoEntryAbove (h : Log) e : Prop := forall d, Epoch d -> d > e -> h d = 0.

Definition LogsMatch s : Prop :=
  (forall r, IsPrefixOf (synced s r) (history s r))
  /\ (forall r, Matches s (history s r) /\ HasNoEntryAbove (history s r) (acceptedEpoch s r))
  /\ (forall r e l, Epoch e -> promisedTo s r e l ->
        Matches s (promisedHistory s r e) /\ HasNoEntryAbove (promisedHistory s r e) (e - 1))
  /\ (forall e, Epoch e -> Led s e -> Matches s (initial s e) /\ HasNoEntryAbove (initial s e) (e - 1)).

Definition MayBegin s e r : Prop := exists l Q, Quorum Q /\ Discovered s l e r Q.

Definition KeptUnlessLeftOut s r c (h : Log) a : Prop := Epoch c ->
  forall k, acked s r c = Some k -> forall e, Epoch e ->
    h e >= LogOf s c k e
    \/ exists f t, c < f /\ f <= a /\ MayBegin s f t /\ promisedHistory s t f e <= h e.

Definition AcknowledgementsBind s : Prop :=
  (forall r, KeptUnlessLeftOut s r (currentEpoch s r) (synced s r) (acceptedEpoch s r))
  /\ (forall r e l, Epoch e -> promisedTo s r e l ->
        KeptUnlessLeftOut s r (promisedCurrent s r e) (promisedHistory s r e) (e - 1)).

Definition NoMoreUnlessAdded s c (h : Log) a : Prop := Epoch c ->
  forall e, Epoch e -> e < c ->
    h e <= initial s c e
    \/ exists f t, c < f /\ f <= a /\ MayBegin s f t /\ promisedHistory s t f e >= h e.

Definition NothingSlipsIn s : Prop :=
  (forall r, NoMoreUnlessAdded s (currentEpoch s r) (history s r) (acceptedEpoch s r))
  /\ (forall r e l, Epoch e -> promisedTo s r e l ->
        NoMoreUnlessAdded s (promisedCurrent s r e) (promisedHistory s r e) (e - 1)).

Record IndInv s : Prop := {
  epochs_in_order : EpochsInOrder s;
  promises_in_order : PromisesInOrder s;
  leaders_discovered : LeadersDiscovered s;
  logs_match : LogsMatch s;
  acknowledgements_bind : AcknowledgementsBind s;
  nothing_slips_in : NothingSlipsIn s
}.

(* ------------------------------------------------------------------ *)
(* Small facts *)

Lemma updS_same {B} (f : Server -> B) a b : updS f a b a = b.
Proof. unfold updS. destruct (server_dec a a); congruence. Qed.

Lemma updS_other {B} (f : Server -> B) a b x : x <> a -> updS f a b x = f x.
Proof. unfold updS. destruct (server_dec x a); congruence. Qed.

Lemma updE_same {B} (f : nat -> B) a b : updE f a b a = b.
Proof. unfold updE. destruct (Nat.eq_dec a a); congruence. Qed.

Lemma updE_other {B} (f : nat -> B) a b x : x <> a -> updE f a b x = f x.
Proof. unfold updE. destruct (Nat.eq_dec x a); congruence. Qed.

Lemma prefix_refl h : IsPrefixOf h h.
Proof. intros e _. split; lia. Qed.

Lemma prefix_trans a b c : IsPrefixOf a b -> IsPrefixOf b c -> IsPrefixOf a c.
Proof.
  intros AB BC e E. destruct (AB e E) as [L1 Z1]. destruct (BC e E) as [L2 Z2].
  split; [lia|]. intros L d D X. destruct (Nat.eq_dec (a e) (b e)) as [Q|Q].
  - destruct (AB d D) as [L3 _]. rewrite (Z2 ltac:(lia) d D X) in L3. lia.
  - apply Z1; auto; lia.
Qed.

Lemma prefix_le g h e : IsPrefixOf g h -> Epoch e -> g e <= h e.
Proof. intros P E. apply (P e E). Qed.

Lemma prefix_matches s g h : IsPrefixOf g h -> Matches s h -> Matches s g.
Proof.
  intros P M e E X. destruct (P e E) as [L _]. destruct (M e E ltac:(lia)) as (D & B & I).
  split; [exact D|]. split; [lia|]. intros d Ed Ld. rewrite <- (I d Ed Ld).
  destruct (P d Ed) as [L' Z]. destruct (Nat.eq_dec (g d) (h d)) as [Q|Q]; [exact Q|].
  specialize (Z ltac:(lia) e E Ld). lia.
Qed.

Lemma prefix_above g h a : IsPrefixOf g h -> HasNoEntryAbove h a -> HasNoEntryAbove g a.
Proof. intros P N d D X. specialize (N d D X). specialize (prefix_le _ _ d P D). lia. Qed.

(* Logs made of the same leaders' logs, one nowhere shorter: it extends the other. *)
Lemma matches_prefix s g h : Matches s g -> Matches s h ->
  (forall e, Epoch e -> g e <= h e) -> IsPrefixOf g h.
Proof.
  intros Mg Mh L e E. split; [auto|]. intros X d D Y.
  destruct (Nat.eq_dec (g d) 0) as [Z|Z]; [exact Z|]. exfalso.
  destruct (Mg d D ltac:(lia)) as (_ & _ & Ig). destruct (Mh d D) as (_ & _ & Ih).
  - specialize (L d D). lia.
  - rewrite (Ig e E Y), (Ih e E Y) in X. lia.
Qed.

Lemma log_of_self s e k : LogOf s e k e = k.
Proof. apply updE_same. Qed.

Lemma log_of_other s e k x : x <> e -> LogOf s e k x = initial s e x.
Proof. apply updE_other. Qed.

Lemma led_begins s e : LeadersDiscovered s -> Epoch e -> Led s e ->
  exists r, MayBegin s e r /\ initial s e = promisedHistory s r e.
Proof.
  intros D E [l L]. destruct (D e E) as [H _]. destruct (H l L) as (Q & r & Qq & Di & I).
  exists r. split; [exists l, Q; auto|exact I].
Qed.

(* What an epoch may begin with was reported. *)
Lemma begin_promised s e r : MayBegin s e r -> exists l, promisedTo s r e l.
Proof. intros (l & Q & _ & P & R & _). eauto. Qed.

Lemma initial_above s e d : LogsMatch s -> Epoch e -> Led s e -> d >= e -> initial s e d = 0.
Proof.
  intros (_ & _ & _ & M) E L X. destruct (M e E L) as [_ N]. apply N; unfold Epoch in *; lia.
Qed.

Lemma log_of_matches s e k : LogsMatch s -> Epoch e -> Led s e -> k <= broadcast s e -> Matches s (LogOf s e k).
Proof.
  intros LM E L K x X P. destruct (Nat.eq_dec x e) as [->|N].
  - rewrite log_of_self in *. split; [exact L|]. split; [exact K|].
    intros d D Y. apply log_of_other. lia.
  - rewrite log_of_other in * by exact N.
    destruct LM as (_ & _ & _ & M). destruct (M e E L) as [Mi Ni].
    assert (x < e) by (destruct (Nat.lt_ge_cases x e); [assumption|rewrite Ni in P; unfold Epoch in *; lia]).
    destruct (Mi x X P) as (A & B & C). split; [exact A|]. split; [exact B|].
    intros d D Y. rewrite log_of_other by lia. apply C; assumption.
Qed.

(* ------------------------------------------------------------------ *)
(* What no step takes back *)

Record Grows s s' : Prop := {
  g_accepted : forall r, acceptedEpoch s r <= acceptedEpoch s' r;
  g_promised : forall r e l, promisedTo s r e l ->
    promisedTo s' r e l
    /\ promisedCurrent s' r e = promisedCurrent s r e /\ promisedHistory s' r e = promisedHistory s r e;
  g_leaders : forall e l, leaders s e l -> leaders s' e l;
  g_initial : forall e, Led s e -> initial s' e = initial s e;
  g_broadcast : forall e, broadcast s e <= broadcast s' e;
  g_acked : forall r e n, acked s r e = Some n -> exists n', acked s' r e = Some n' /\ n' >= n;
  (* Nothing is acknowledged in epochs older than a promise. *)
  g_old : forall r e, e < acceptedEpoch s r -> acked s' r e = acked s r e
}.

Lemma grows_refl s : Grows s s.
Proof. split; intros; eauto; lia. Qed.

Lemma led_grows s s' e : Grows s s' -> Led s e -> Led s' e.
Proof. intros Gr [l L]. exists l. apply (g_leaders _ _ Gr), L. Qed.

Lemma grows_trans s1 s2 s3 : Grows s1 s2 -> Grows s2 s3 -> Grows s1 s3.
Proof.
  intros A B. split.
  - intro r. specialize (g_accepted _ _ A r). specialize (g_accepted _ _ B r). lia.
  - intros r e l P. destruct (g_promised _ _ A r e l P) as (P2 & <- & <-). apply (g_promised _ _ B r e l P2).
  - intros e l L. apply (g_leaders _ _ B), (g_leaders _ _ A), L.
  - intros e L. rewrite (g_initial _ _ B e (led_grows _ _ _ A L)). apply (g_initial _ _ A e L).
  - intro e. specialize (g_broadcast _ _ A e). specialize (g_broadcast _ _ B e). lia.
  - intros r e n K. destruct (g_acked _ _ A r e n K) as (n2 & K2 & L2).
    destruct (g_acked _ _ B r e n2 K2) as (n3 & K3 & L3). exists n3. split; [exact K3|lia].
  - intros r e L. rewrite (g_old _ _ B r e); [apply (g_old _ _ A r e L)|].
    specialize (g_accepted _ _ A r). lia.
Qed.

Lemma discovered_grows s s' l e r Q : Grows s s' -> Discovered s l e r Q -> Discovered s' l e r Q.
Proof.
  intros Gr (P & R & H). split; [|split]; [intros t T; apply (g_promised _ _ Gr); auto|exact R|].
  intros t T. destruct (g_promised _ _ Gr t e l (P t T)) as (_ & -> & ->).
  destruct (g_promised _ _ Gr r e l (P r R)) as (_ & -> & ->). apply H, T.
Qed.

Lemma may_begin_grows s s' e r : Grows s s' -> MayBegin s e r ->
  MayBegin s' e r /\ promisedHistory s' r e = promisedHistory s r e.
Proof.
  intros Gr M. split.
  - destruct M as (l & Q & Qq & D). exists l, Q. split; [exact Qq|]. eapply discovered_grows; eassumption.
  - destruct (begin_promised _ _ _ M) as [l P]. apply (g_promised _ _ Gr r e l P).
Qed.

Lemma committed_grows s s' e k : Grows s s' -> Committed s e k -> Committed s' e k.
Proof.
  intros Gr (Q & Qq & H). exists Q. split; [exact Qq|]. intros r R. destruct (H r R) as (n & A & B).
  destruct (g_acked _ _ Gr r e n A) as (n' & A' & B'). exists n'. split; [exact A'|lia].
Qed.

Lemma matches_grows s s' h : Grows s s' -> Matches s h -> Matches s' h.
Proof.
  intros Gr M e E X. destruct (M e E X) as (L & B & I). split; [eapply led_grows; eassumption|].
  split; [specialize (g_broadcast _ _ Gr e); lia|]. rewrite (g_initial _ _ Gr e L). exact I.
Qed.

Lemma kept_grows s s' r c h a a' : Grows s s' -> acked s' r c = acked s r c ->
  (forall k, Epoch c -> acked s r c = Some k -> Led s c) -> a <= a' ->
  KeptUnlessLeftOut s r c h a -> KeptUnlessLeftOut s' r c h a'.
Proof.
  intros Gr A L X K C k Ak e E. rewrite A in Ak. specialize (L k C Ak).
  destruct (K C k Ak e E) as [H|(f & t & H1 & H2 & H3 & H4)].
  - left. unfold LogOf in *. rewrite (g_initial _ _ Gr c L). exact H.
  - right. exists f, t. destruct (may_begin_grows _ _ _ _ Gr H3) as [M ->].
    split; [exact H1|]. split; [lia|]. split; [exact M|exact H4].
Qed.

Lemma no_more_grows s s' c h a a' : Grows s s' -> (Epoch c -> Led s c) -> a <= a' ->
  NoMoreUnlessAdded s c h a -> NoMoreUnlessAdded s' c h a'.
Proof.
  intros Gr L X N C e E Y. rewrite (g_initial _ _ Gr c (L C)).
  destruct (N C e E Y) as [H|(f & t & H1 & H2 & H3 & H4)]; [left; exact H|right].
  exists f, t. destruct (may_begin_grows _ _ _ _ Gr H3) as [M ->].
  split; [exact H1|]. split; [lia|]. split; [exact M|exact H4].
Qed.

(* ------------------------------------------------------------------ *)
(* The invariant, server by server, promise by promise, epoch by epoch *)

Record ServerInv s r : Prop := {
  v_current : currentEpoch s r <= acceptedEpoch s r;
  v_adopted : Epoch (currentEpoch s r) -> exists n, acked s r (currentEpoch s r) = Some n;
  v_acked : forall e n, Epoch e -> acked s r e = Some n ->
    e <= currentEpoch s r /\ Led s e /\ n <= broadcast s e;
  v_synced : IsPrefixOf (synced s r) (history s r);
  v_matches : Matches s (history s r);
  v_above : HasNoEntryAbove (history s r) (acceptedEpoch s r);
  v_kept : KeptUnlessLeftOut s r (currentEpoch s r) (synced s r) (acceptedEpoch s r);
  v_no_more : NoMoreUnlessAdded s (currentEpoch s r) (history s r) (acceptedEpoch s r)
}.

Record PromiseInv s r e l : Prop := {
  p_one : forall l', promisedTo s r e l' -> l' = l;
  p_accepted : e <= acceptedEpoch s r;
  p_current : promisedCurrent s r e < e;
  p_adopted : Epoch (promisedCurrent s r e) -> exists n, acked s r (promisedCurrent s r e) = Some n;
  p_last : forall c n, Epoch c -> c < e -> acked s r c = Some n -> c <= promisedCurrent s r e;
  p_matches : Matches s (promisedHistory s r e);
  p_above : HasNoEntryAbove (promisedHistory s r e) (e - 1);
  p_kept : KeptUnlessLeftOut s r (promisedCurrent s r e) (promisedHistory s r e) (e - 1);
  p_no_more : NoMoreUnlessAdded s (promisedCurrent s r e) (promisedHistory s r e) (e - 1)
}.

Lemma server_inv s r : IndInv s -> ServerInv s r.
Proof.
  intros [E _ _ (A & B & _) (K & _) (N & _)]. destruct (E r) as (E1 & E2 & E3). destruct (B r) as [B1 B2].
  split; auto.
Qed.

Lemma promise_inv s r e l : IndInv s -> Epoch e -> promisedTo s r e l -> PromiseInv s r e l.
Proof.
  intros [_ P _ (_ & _ & B & _) (_ & K) (_ & N)] E Pr.
  destruct (P r e l E Pr) as (P1 & P2 & P3 & P4 & P5). destruct (B r e l E Pr) as [B1 B2].
  split; eauto.
Qed.

Lemma join s :
  (forall r, ServerInv s r) -> (forall r e l, Epoch e -> promisedTo s r e l -> PromiseInv s r e l) ->
  LeadersDiscovered s -> IndInv s.
Proof.
  intros V P D. split.
  - intro r. destruct (V r). auto.
  - intros r e l E Pr. destruct (P r e l E Pr). auto.
  - exact D.
  - split; [|split; [|split]].
    + intro r. apply (v_synced _ _ (V r)).
    + intro r. split; apply (V r).
    + intros r e l E Pr. destruct (P r e l E Pr). auto.
    + intros e E L. destruct (led_begins s e D E L) as (r & M & ->).
      destruct (begin_promised _ _ _ M) as [l Pr]. destruct (P r e l E Pr). auto.
  - split; [intro r; apply (V r)|]. intros r e l E Pr. apply (P r e l E Pr).
  - split; [intro r; apply (V r)|]. intros r e l E Pr. apply (P r e l E Pr).
Qed.

(* A server that the step does not touch. *)
Lemma server_grows s s' r : Grows s s' -> ServerInv s r ->
  acceptedEpoch s' r = acceptedEpoch s r -> currentEpoch s' r = currentEpoch s r ->
  history s' r = history s r -> synced s' r = synced s r ->
  (forall e, acked s' r e = acked s r e) -> ServerInv s' r.
Proof.
  intros Gr [V1 V2 V3 V4 V5 V6 V7 V8] A C H S K.
  assert (L : Epoch (currentEpoch s r) -> Led s (currentEpoch s r)).
  { intro E. destruct (V2 E) as [n X]. apply (V3 _ n E X). }
  split; rewrite ?A, ?C, ?H, ?S; auto.
  - intro E. rewrite K. auto.
  - intros e n E X. rewrite K in X. destruct (V3 e n E X) as (X1 & X2 & X3).
    split; [exact X1|]. split; [eapply led_grows; eassumption|specialize (g_broadcast _ _ Gr e); lia].
  - eapply matches_grows; eassumption.
  - refine (kept_grows s s' r _ _ _ _ Gr (K _) (fun _ E _ => L E) (le_n _) V7).
  - exact (no_more_grows s s' _ _ _ _ Gr L (le_n _) V8).
Qed.

(* A promise given before stays as it was. *)
Lemma promise_grows s s' r e l : IndInv s -> Grows s s' -> Epoch e -> promisedTo s r e l ->
  (forall l', promisedTo s' r e l' -> promisedTo s r e l') -> PromiseInv s' r e l.
Proof.
  intros I Gr E Pr Same. destruct (promise_inv s r e l I E Pr) as [P1 P2 P3 P4 P5 P6 P7 P8 P9].
  destruct (g_promised _ _ Gr r e l Pr) as (_ & C & H).
  assert (V3 := v_acked _ _ (server_inv s r I)).
  assert (Old : forall c, c < e -> acked s' r c = acked s r c) by (intros c X; apply (g_old _ _ Gr); lia).
  assert (L : Epoch (promisedCurrent s r e) -> Led s (promisedCurrent s r e)).
  { intro X. destruct (P4 X) as [n Y]. apply (V3 _ n X Y). }
  split; rewrite ?C, ?H; auto.
  - specialize (g_accepted _ _ Gr r). lia.
  - intro X. rewrite Old by exact P3. auto.
  - intros c n X Y Z. rewrite Old in Z by exact Y. eauto.
  - eapply matches_grows; eassumption.
  - exact (kept_grows s s' r _ _ _ _ Gr (Old _ P3) (fun _ E _ => L E) (le_n _) P8).
  - exact (no_more_grows s s' _ _ _ _ Gr L (le_n _) P9).
Qed.

(* An epoch whose leaders stay. *)
Lemma leaders_grows s s' e : Grows s s' -> LeadersDiscovered s -> Epoch e ->
  (forall l, leaders s' e l -> leaders s e l) -> (broadcast s' e > broadcast s e -> Established s e) ->
  (forall l, leaders s' e l ->
     exists Q r, Quorum Q /\ Discovered s' l e r Q /\ initial s' e = promisedHistory s' r e)
  /\ (broadcast s' e > 0 -> Established s' e).
Proof.
  intros Gr D E Same New. destruct (D e E) as [D1 D2]. split.
  - intros l L. destruct (D1 l (Same l L)) as (Q & r & Qq & Di & I). exists Q, r.
    split; [exact Qq|]. split; [eapply discovered_grows; eassumption|].
    rewrite (g_initial _ _ Gr e) by (exists l; auto). rewrite I. destruct Di as (P & R & _).
    symmetry. apply (g_promised _ _ Gr r e l (P r R)).
  - intro B. apply (committed_grows s s' e 0 Gr).
    destruct (Nat.eq_dec (broadcast s' e) (broadcast s e)) as [Q|Q]; [apply D2; lia|].
    apply New. specialize (g_broadcast _ _ Gr e). lia.
Qed.

(* ------------------------------------------------------------------ *)
(* Steps that change the log of a server *)

(* A server in its epoch has all of the initial history on disk, and all that it acknowledged. *)
Lemma in_epoch_has s r : ServerInv s r -> InEpoch s r -> forall n, acked s r (currentEpoch s r) = Some n ->
  forall e, Epoch e -> synced s r e >= LogOf s (currentEpoch s r) n e.
Proof.
  intros V [E F] n A e Ee. unfold StillFollows in F.
  destruct (v_kept _ _ V E n A e Ee) as [H|(f & t & H1 & H2 & _)]; [exact H|lia].
Qed.

(* What the step must show of the new log h of r, with d on disk. *)
Record LogStep s r (h d : Log) : Prop := {
  l_disk : IsPrefixOf d h;
  l_matches : Matches s h;
  l_above : HasNoEntryAbove h (acceptedEpoch s r);
  l_kept : KeptUnlessLeftOut s r (currentEpoch s r) d (acceptedEpoch s r);
  l_no_more : NoMoreUnlessAdded s (currentEpoch s r) h (acceptedEpoch s r)
}.

(* A step preserves the invariant and takes nothing back. *)
Definition Good s s' : Prop := IndInv s' /\ Grows s s'.

Lemma set_logs_preserves s r h d acked' :
  let s' := setLogs s (updS (history s) r h) (updS (synced s) r d) acked' in
  IndInv s -> LogStep s r h d ->
  (acked' = acked s
   \/ (InEpoch s r
       /\ acked' = updS (acked s) r (updE (acked s r) (currentEpoch s r) (Some (d (currentEpoch s r)))))) ->
  Good s s'.
Proof.
  intros s' I [L1 L2 L3 L4 L5] A. assert (V := server_inv s r I).
  (* Acknowledged is what is on disk, if anything new. *)
  assert (Ak : forall x e, acked' x e = acked s x e
                \/ (x = r /\ InEpoch s r /\ e = currentEpoch s r /\ acked' x e = Some (d e))).
  { intros x e. destruct A as [->|[J ->]]; [auto|]. unfold updS. destruct (server_dec x r) as [->|]; [|auto].
    unfold updE. destruct (Nat.eq_dec e (currentEpoch s r)) as [->|]; auto. }
  assert (Up : forall n, InEpoch s r -> acked s r (currentEpoch s r) = Some n ->
                 n <= d (currentEpoch s r)
                 /\ forall e, Epoch e -> e < currentEpoch s r -> initial s (currentEpoch s r) e <= d e).
  { intros n [E F] N. unfold StillFollows in F. split.
    - destruct (L4 E n N _ E) as [H|(f & t & H1 & H2 & _)]; [rewrite log_of_self in H; lia|lia].
    - intros e Ee X. destruct (L4 E n N e Ee) as [H|(f & t & H1 & H2 & _)]; [|lia].
      rewrite log_of_other in H by lia. lia. }
  assert (Gr : Grows s s').
  { split; simpl; auto.
    - intros x e n N. destruct (Ak x e) as [->|(-> & J & -> & ->)]; [exists n; auto|].
      destruct (Up n J N) as [U _]. exists (d (currentEpoch s r)). auto.
    - intros x e X. destruct (Ak x e) as [Q|(-> & [_ J] & -> & _)]; [exact Q|].
      unfold StillFollows in J. lia. }
  split; [|exact Gr]. apply join.
  - intro x. destruct (server_dec x r) as [->|N].
    + assert (Led' : Epoch (currentEpoch s r) -> Led s (currentEpoch s r)).
      { intro E. destruct (v_adopted _ _ V E) as [n X]. apply (v_acked _ _ V _ n E X). }
      split; simpl; rewrite ?updS_same.
      * apply (v_current _ _ V).
      * intro E. destruct (Ak r (currentEpoch s r)) as [->|(_ & _ & _ & ->)]; [apply (v_adopted _ _ V E)|eauto].
      * intros e n E X. destruct (Ak r e) as [Q|(_ & _ & -> & Q)]; rewrite Q in X.
        -- apply (v_acked _ _ V e n E X).
        -- injection X as <-. split; [lia|]. split; [apply Led', E|].
           assert (P := prefix_le _ _ _ L1 E).
           destruct (Nat.eq_dec (h (currentEpoch s r)) 0) as [Z|Z]; [lia|].
           destruct (L2 _ E ltac:(lia)) as (_ & B & _). lia.
      * exact L1.
      * eapply matches_grows; eassumption.
      * exact L3.
      * intros E k K e Ee. destruct (Ak r (currentEpoch s r)) as [Q|(_ & J & _ & Q)].
        -- exact (kept_grows s s' r _ d _ _ Gr Q (fun _ E _ => Led' E) (le_n _) L4 E k K e Ee).
        -- simpl in K. rewrite Q in K. injection K as <-. left.
           destruct (Nat.eq_dec e (currentEpoch s r)) as [->|Ne].
           ++ rewrite log_of_self. lia.
           ++ rewrite log_of_other by exact Ne. simpl.
              destruct (Nat.lt_ge_cases e (currentEpoch s r)) as [X|X].
              ** destruct (v_adopted _ _ V E) as [n Y]. apply (Up n J Y); assumption.
              ** rewrite (initial_above s _ e (logs_match _ I) E (Led' E) X). lia.
      * exact (no_more_grows s s' _ _ _ _ Gr Led' (le_n _) L5).
    + apply (server_grows s s' x Gr (server_inv s x I)); simpl; rewrite ?updS_other by exact N; auto.
      intro e. destruct (Ak x e) as [Q|(Q & _)]; [exact Q|congruence].
  - intros x e l E Pr. eapply promise_grows; eauto.
  - intros e E. apply (leaders_grows s s' e Gr (leaders_discovered _ I) E); simpl; [auto|lia].
Qed.

(* To bring the log in line with t, where whatever t lacks or adds is settled. *)
Lemma install_step s r t h d history' synced' acked' : IndInv s ->
  Install s r t h d history' synced' acked' ->
  Matches s t -> HasNoEntryAbove t (acceptedEpoch s r) ->
  (forall k e, Epoch (currentEpoch s r) -> acked s r (currentEpoch s r) = Some k -> Epoch e ->
     t e >= LogOf s (currentEpoch s r) k e
     \/ exists f p, currentEpoch s r < f /\ f <= acceptedEpoch s r /\ MayBegin s f p /\ promisedHistory s p f e <= t e) ->
  (forall e, Epoch (currentEpoch s r) -> Epoch e -> e < currentEpoch s r ->
     t e <= initial s (currentEpoch s r) e
     \/ exists f p, currentEpoch s r < f /\ f <= acceptedEpoch s r /\ MayBegin s f p /\ promisedHistory s p f e >= t e) ->
  Good s (setLogs s history' synced' acked').
Proof.
  intros I (W & Kh & Pd & Kd & -> & -> & Ak) Mt Nt Left Add. assert (V := server_inv s r I).
  apply set_logs_preserves; [exact I| |destruct Ak as [[J ->]|[_ ->]]; auto].
  assert (Low : forall e, Epoch e -> d e >= synced s r e \/ d e >= t e).
  { intros e E. assert (P := prefix_le _ _ _ (v_synced _ _ V) E).
    destruct (Kd e E) as [X|X]; [lia|]. destruct (Kh e E) as [Y|Y]; lia. }
  assert (High : forall e, Epoch e -> h e <= history s r e \/ h e <= t e).
  { intros e E. destruct W as [W|W]; [left|right]; apply prefix_le; assumption. }
  split.
  - exact Pd.
  - destruct W as [W|W]; [apply (prefix_matches s _ _ W (v_matches _ _ V))|apply (prefix_matches s _ _ W Mt)].
  - destruct W as [W|W]; [apply (prefix_above _ _ _ W (v_above _ _ V))|apply (prefix_above _ _ _ W Nt)].
  - intros C k K e E. destruct (Low e E) as [X|X].
    + destruct (v_kept _ _ V C k K e E) as [Y|(f & p & Y1 & Y2 & Y3 & Y4)]; [left; lia|].
      right. exists f, p. repeat split; auto. lia.
    + destruct (Left k e C K E) as [Y|(f & p & Y1 & Y2 & Y3 & Y4)]; [left; lia|].
      right. exists f, p. repeat split; auto. lia.
  - intros C e E Z. destruct (High e E) as [X|X].
    + destruct (v_no_more _ _ V C e E Z) as [Y|(f & p & Y1 & Y2 & Y3 & Y4)]; [left; lia|].
      right. exists f, p. repeat split; auto. lia.
    + destruct (Add e C E Z) as [Y|(f & p & Y1 & Y2 & Y3 & Y4)]; [left; lia|].
      right. exists f, p. repeat split; auto. lia.
Qed.

Lemma Pull_preserves l e r Q h d s s' : IndInv s -> Pull l e r Q h d s s' -> Good s s'.
Proof.
  intros I (E & Qq & D & F & N & history' & synced' & acked' & In & ->). unfold StillFollows in F.
  assert (P : promisedTo s r e l) by (destruct D as (P & R & _); auto).
  assert (Pi := promise_inv s r e l I E P). assert (V := server_inv s l I).
  assert (B : MayBegin s e r) by (exists l, Q; auto).
  assert (C : currentEpoch s l < e) by (specialize (v_current _ _ V); lia).
  eapply install_step; [exact I|exact In|apply Pi| | |].
  - intros x X Y. apply (p_above _ _ _ _ Pi); [exact X|lia].
  - intros k x _ _ X. right. exists e, r. repeat split; auto; lia.
  - intros x _ X Y. right. exists e, r. repeat split; auto; lia.
Qed.

Lemma leader_log_matches s e : IndInv s -> Epoch e -> Led s e ->
  Matches s (LeaderLog s e) /\ HasNoEntryAbove (LeaderLog s e) e.
Proof.
  intros I E L. split; [apply log_of_matches; auto; apply (logs_match _ I)|].
  intros d D X. unfold LeaderLog. rewrite log_of_other by lia.
  apply (initial_above s e d (logs_match _ I) E L). lia.
Qed.

Lemma HandleSYNC_preserves r e h d s s' : IndInv s -> HandleSYNC r e h d s s' -> Good s s'.
Proof.
  intros I (E & L & F & history' & synced' & acked' & In & ->). unfold StillFollows in F.
  assert (V := server_inv s r I). destruct (leader_log_matches s e I E L) as [M Ab].
  destruct (led_begins s e (leaders_discovered _ I) E L) as (p & B & Ini).
  assert (C := v_current _ _ V).
  eapply install_step; [exact I|exact In|exact M|rewrite F; exact Ab| |]; unfold LeaderLog.
  - intros k x Ec K X. destruct (Nat.eq_dec (currentEpoch s r) e) as [Q|Q].
    + left. rewrite Q in *. destruct (v_acked _ _ V e k E K) as (_ & _ & Kb).
      destruct (Nat.eq_dec x e) as [->|Nx]; [rewrite !log_of_self; exact Kb|rewrite !log_of_other by exact Nx; lia].
    + destruct (v_acked _ _ V _ k Ec K) as (_ & Lc & _).
      destruct (Nat.lt_ge_cases x e) as [Y|Y].
      * right. exists e, p. rewrite log_of_other, <- Ini by lia. repeat split; auto; lia.
      * left. rewrite (log_of_other s (currentEpoch s r)) by lia.
        rewrite (initial_above s _ x (logs_match _ I) Ec Lc) by lia. lia.
  - intros x Ec X Y. rewrite log_of_other by lia. destruct (Nat.eq_dec (currentEpoch s r) e) as [Q|Q].
    + left. rewrite Q. lia.
    + right. exists e, p. rewrite <- Ini. repeat split; auto; lia.
Qed.

Lemma Fsync_preserves r d s s' : IndInv s -> Fsync r d s s' -> Good s s'.
Proof.
  intros I (P1 & P2 & synced' & acked' & (-> & Ak) & ->). assert (V := server_inv s r I).
  assert (Eq : forall x, updS (history s) r (history s r) x = history s x).
  { intro x. unfold updS. destruct (server_dec x r); congruence. }
  assert (St : LogStep s r (history s r) d).
  { split; [exact P2|apply V|apply V| |apply V].
    intros C k K e E. assert (L := prefix_le _ _ e P1 E).
    destruct (v_kept _ _ V C k K e E) as [Y|(f & p & Y1 & Y2 & Y3 & Y4)]; [left; lia|].
    right. exists f, p. repeat split; auto. lia. }
  assert (I' := set_logs_preserves s r (history s r) d acked' I St
                  ltac:(destruct Ak as [[J ->]|[_ ->]]; auto)).
  (* The history is the same, point by point. *)
  destruct I' as [[A1 A2 A3 (A4 & A5 & A6) A7 (A8 & A9)] Gr]. split; [|destruct Gr; split; assumption].
  split; [exact A1|exact A2|exact A3| |exact A7|].
  - split; [|split; [|exact A6]]; intro x; [specialize (A4 x)|specialize (A5 x)]; simpl in *; rewrite Eq in *; auto.
  - split; [|exact A9]. intro x. specialize (A8 x). simpl in *. rewrite Eq in *. exact A8.
Qed.

Lemma Crash_preserves r s s' : IndInv s -> Crash r s s' -> Good s s'.
Proof.
  intros I ->. unfold Recovered. assert (V := server_inv s r I).
  assert (Eq : forall x, updS (synced s) r (synced s r) x = synced s x).
  { intro x. unfold updS. destruct (server_dec x r); congruence. }
  assert (St : LogStep s r (synced s r) (synced s r)).
  { split; [apply prefix_refl|apply (prefix_matches s _ _ (v_synced _ _ V)), V
           |apply (prefix_above _ _ _ (v_synced _ _ V)), V|apply V|].
    intros C e E X. assert (L := prefix_le _ _ e (v_synced _ _ V) E).
    destruct (v_no_more _ _ V C e E X) as [Y|(f & p & Y1 & Y2 & Y3 & Y4)]; [left; lia|].
    right. exists f, p. repeat split; auto. lia. }
  assert (I' := set_logs_preserves s r _ _ (acked s) I St (or_introl eq_refl)).
  destruct I' as [[A1 A2 A3 (A4 & A5) (A6 & A7) A8] Gr]. split; [|destruct Gr; split; assumption].
  split; [exact A1|exact A2|exact A3| | |exact A8].
  - split; [|exact A5]. intro x. specialize (A4 x). simpl in *. rewrite Eq in *. exact A4.
  - split; [|exact A7]. intro x. specialize (A6 x). simpl in *. rewrite Eq in *. exact A6.
Qed.

(* ------------------------------------------------------------------ *)
(* The other steps *)

Lemma HandleNEWEPOCH_preserves r l e s s' : IndInv s -> HandleNEWEPOCH r l e s s' -> Good s s'.
Proof.
  intros I (E & P & ->). unfold MayPromise in P. assert (V := server_inv s r I).
  set (s' := mkState _ _ _ _ _ _ _ _ _ _ _).
  (* It had not promised e. *)
  assert (New : forall x, ~ promisedTo s r e x).
  { intros x X. specialize (p_accepted _ _ _ _ (promise_inv s r e x I E X)). lia. }
  assert (Other : forall x f, x <> r \/ f <> e ->
            promisedTo s' x f = promisedTo s x f /\ promisedCurrent s' x f = promisedCurrent s x f
            /\ promisedHistory s' x f = promisedHistory s x f).
  { intros x f N. simpl. unfold updS. destruct (server_dec x r) as [->|]; [|auto].
    rewrite !updE_other by (intuition congruence). auto. }
  assert (Pr : forall x f k, promisedTo s x f k -> x <> r \/ f <> e).
  { intros x f k X. destruct (Nat.eq_dec f e) as [->|]; [|auto]. left. intros ->. exact (New k X). }
  assert (Gr : Grows s s').
  { split; simpl; auto; [| |intros; eauto].
    - intro x. unfold updS. destruct (server_dec x r) as [->|]; lia.
    - intros x f k X. destruct (Other x f (Pr x f k X)) as (Q1 & Q2 & Q3). simpl in Q1, Q2, Q3.
      rewrite Q1, Q2, Q3. auto. }
  assert (Led' : Epoch (currentEpoch s r) -> Led s (currentEpoch s r)).
  { intro C. destruct (v_adopted _ _ V C) as [n X]. apply (v_acked _ _ V _ n C X). }
  assert (C := v_current _ _ V).
  split; [|exact Gr]. apply join.
  - intro x. destruct (server_dec x r) as [->|N].
    + split; simpl; rewrite ?updS_same.
      * lia.
      * apply V.
      * apply V.
      * apply V.
      * eapply matches_grows; [exact Gr|apply V].
      * intros d D X. apply (v_above _ _ V); [exact D|lia].
      * refine (kept_grows s s' r _ _ _ _ Gr eq_refl (fun _ X _ => Led' X) _ (v_kept _ _ V)). lia.
      * refine (no_more_grows s s' _ _ _ _ Gr Led' _ (v_no_more _ _ V)). lia.
    + apply (server_grows s s' x Gr (server_inv s x I)); simpl; rewrite ?updS_other by exact N; auto.
  - intros x f k F X.
    destruct (server_dec x r) as [->|N]; [destruct (Nat.eq_dec f e) as [->|N]|].
    + simpl in X. rewrite updS_same, updE_same in X. subst k.
      split; simpl; rewrite ?updS_same, ?updE_same; auto; try lia.
      * apply (v_adopted _ _ V).
      * intros c n Ce Ln K. apply (v_acked _ _ V c n Ce K).
      * eapply matches_grows; [exact Gr|apply V].
      * intros d D Y. apply (v_above _ _ V); [exact D|lia].
      * apply kept_grows with (s := s) (a := acceptedEpoch s r); auto; [lia|].
        intros Ce k K x X. assert (L := prefix_le _ _ x (v_synced _ _ V) X).
        destruct (v_kept _ _ V Ce k K x X) as [Y|(f & p & Y1 & Y2 & Y3 & Y4)]; [left; lia|].
        right. exists f, p. repeat split; auto. lia.
      * apply no_more_grows with (s := s) (a := acceptedEpoch s r); auto; [lia|apply V].
    + destruct (Other r f (or_intror N)) as (Q & _). rewrite Q in X.
      apply (promise_grows s s' r f k I Gr F X). intro k'. rewrite Q. auto.
    + destruct (Other x f (or_introl N)) as (Q & _). rewrite Q in X.
      apply (promise_grows s s' x f k I Gr F X). intro k'. rewrite Q. auto.
  - intros f F. apply (leaders_grows s s' f Gr (leaders_discovered _ I) F); simpl; [auto|lia].
Qed.

(* Two prospective leaders of one epoch are one. *)
Lemma one_leader s e l1 r1 Q1 l2 r2 Q2 : IndInv s -> Epoch e -> Quorum Q1 -> Quorum Q2 ->
  Discovered s l1 e r1 Q1 -> Discovered s l2 e r2 Q2 -> l1 = l2.
Proof.
  intros I E A B (D1 & _) (D2 & _). destruct (QuorumsMeet Q1 Q2 A B) as (t & T1 & T2).
  apply (p_one _ _ _ _ (promise_inv s t e l2 I E (D2 t T2))). apply D1, T1.
Qed.

Lemma CompleteDiscovery_preserves l e r Q s s' : IndInv s -> CompleteDiscovery l e r Q s s' -> Good s s'.
Proof.
  intros I (E & Qq & N & D & ->). set (s' := mkState _ _ _ _ _ _ _ _ _ _ _).
  assert (NotLed : ~ Led s e).
  { intros [k K]. apply N. destruct (leaders_discovered _ I e E) as [H _].
    destruct (H k K) as (Q' & r' & Qq' & D' & _). rewrite (one_leader s e l r Q k r' Q' I E Qq Qq' D D'). exact K. }
  assert (Gr : Grows s s').
  { split; simpl; auto; [| |intros; eauto].
    - intros f k K. unfold updE. destruct (Nat.eq_dec f e) as [->|]; auto.
    - intros f L. apply updE_other. intros ->. contradiction. }
  split; [|exact Gr]. apply join.
  - intro x. apply (server_grows s s' x Gr (server_inv s x I)); auto.
  - intros x f k F X. apply (promise_grows s s' x f k I Gr F X). auto.
  - intros f F. destruct (Nat.eq_dec f e) as [->|Nf].
    + split.
      * intros k K. simpl in K. rewrite updE_same in K. destruct K as [K| ->]; [exfalso; apply NotLed; exists k; exact K|].
        exists Q, r. split; [exact Qq|]. split; [eapply discovered_grows; eassumption|].
        simpl. apply updE_same.
      * intro B. simpl in B. exfalso. apply NotLed.
        destruct (leaders_discovered _ I e E) as [_ H]. destruct (H B) as (Q' & Qq' & A).
        destruct (QuorumsMeet Q' Q' Qq' Qq') as (t & T & _). destruct (A t T) as (n & K & _).
        apply (v_acked _ _ (server_inv s t I) e n E K).
    + apply (leaders_grows s s' f Gr (leaders_discovered _ I) F); simpl; [rewrite updE_other by exact Nf; auto|lia].
Qed.

Lemma HandleNEWLEADER_preserves r e s s' : IndInv s -> HandleNEWLEADER r e s s' -> Good s s'.
Proof.
  intros I (E & L & F & N & (H1 & H2) & ->). unfold StillFollows in F. set (s' := mkState _ _ _ _ _ _ _ _ _ _ _).
  assert (V := server_inv s r I). assert (C := v_current _ _ V).
  destruct (leader_log_matches s e I E L) as [M _].
  (* It had acknowledged nothing in e. *)
  assert (New : acked s r e = None).
  { destruct (acked s r e) as [n|] eqn:K; [|reflexivity]. destruct (v_acked _ _ V e n E K). lia. }
  assert (Ak : forall x f, x <> r \/ f <> e -> acked s' x f = acked s x f).
  { intros x f X. simpl. unfold updS. destruct (server_dec x r) as [->|]; [|auto].
    apply updE_other. intuition congruence. }
  assert (Gr : Grows s s').
  { split; auto.
    - intros x f n K. exists n. split; [|lia]. rewrite Ak; [exact K|].
      destruct (server_dec x r) as [->|]; [right; intros ->; congruence|auto].
    - intros x f X. apply Ak. destruct (server_dec x r) as [->|]; [right; lia|auto]. }
  split; [|exact Gr]. apply join.
  - intro x. destruct (server_dec x r) as [->|Nx].
    + split; simpl; rewrite ?updS_same.
      * lia.
      * intros _. rewrite updE_same. eauto.
      * intros f n Fe K. unfold updE in K. destruct (Nat.eq_dec f e) as [->|Nf].
        -- injection K as <-. split; [lia|]. split; [exact L|].
           assert (P := prefix_le _ _ e (v_synced _ _ V) E). assert (P2 := prefix_le _ _ e H2 E).
           unfold LeaderLog in P2. rewrite log_of_self in P2. lia.
        -- destruct (v_acked _ _ V f n Fe K) as (X & Y). split; [lia|exact Y].
      * apply V.
      * eapply matches_grows; [exact Gr|apply V].
      * apply V.
      * intros _ k K x X. simpl in K. rewrite updS_same, updE_same in K. injection K as <-. left.
        destruct (Nat.eq_dec x e) as [->|Nx]; [rewrite log_of_self; lia|].
        rewrite log_of_other by exact Nx. simpl. apply (prefix_le _ _ x H1 X).
      * intros _ x X Y. left. simpl. assert (P := prefix_le _ _ x H2 X). unfold LeaderLog in P.
        rewrite log_of_other in P by lia. exact P.
    + apply (server_grows s s' x Gr (server_inv s x I)); simpl; rewrite ?updS_other by exact Nx; auto.
  - intros x f k Fe X. apply (promise_grows s s' x f k I Gr Fe X). auto.
  - intros f Fe. apply (leaders_grows s s' f Gr (leaders_discovered _ I) Fe); simpl; [auto|lia].
Qed.

Lemma Propose_preserves l e s s' : IndInv s -> Propose l e s s' -> Good s s'.
Proof.
  intros I (E & (L & F & H) & Es & ->). unfold StillFollows in F. set (s' := mkState _ _ _ _ _ _ _ _ _ _ _).
  assert (V := server_inv s l I). assert (C := v_current _ _ V).
  assert (Ld : Led s e) by (exists l; exact L).
  assert (He : history s l e = broadcast s e) by (rewrite (H e E); apply updE_same).
  assert (Gr : Grows s s').
  { split; simpl; auto.
    - intro f. unfold updE. destruct (Nat.eq_dec f e) as [->|]; lia.
    - intros x f n K. exists n. auto. }
  split; [|exact Gr]. apply join.
  - intro x. destruct (server_dec x l) as [->|Nx].
    + assert (Led' : Epoch (currentEpoch s l) -> Led s (currentEpoch s l)).
      { intro X. destruct (v_adopted _ _ V X) as [n K]. apply (v_acked _ _ V _ n X K). }
      split; simpl; rewrite ?updS_same.
      * apply V.
      * apply V.
      * intros f n Fe K. destruct (v_acked _ _ V f n Fe K) as (X & Y & Z).
        split; [exact X|]. split; [exact Y|]. specialize (g_broadcast _ _ Gr f). simpl. lia.
      * apply (prefix_trans _ _ _ (v_synced _ _ V)). intros f Fe. unfold updE.
        destruct (Nat.eq_dec f e) as [->|Nf]; [split; [lia|]|split; lia].
        intros _ d D X. apply (v_above _ _ V); [exact D|lia].
      * intros f Fe X. simpl. unfold updE in X |- *. destruct (Nat.eq_dec f e) as [->|Nf].
        -- split; [exact Ld|]. split; [lia|]. intros d D Y.
           destruct (Nat.eq_dec d e); [lia|]. rewrite (H d D). apply log_of_other. lia.
        -- destruct (v_matches _ _ V f Fe X) as (X1 & X2 & X3). split; [exact X1|]. split; [exact X2|].
           intros d D Y. destruct (Nat.eq_dec d e) as [->|]; [|auto].
           (* No entry of hers is newer than e. *)
           rewrite (v_above _ _ V f Fe) in X by lia. lia.
      * intros d D X. unfold updE. destruct (Nat.eq_dec d e) as [->|]; [lia|apply (v_above _ _ V); assumption].
      * exact (kept_grows s s' l _ _ _ _ Gr eq_refl (fun _ X _ => Led' X) (le_n _) (v_kept _ _ V)).
      * intros X x Ex Y. unfold updE. destruct (Nat.eq_dec x e) as [->|_]; [lia|].
        exact (no_more_grows s s' _ _ _ _ Gr Led' (le_n _) (v_no_more _ _ V) X x Ex Y).
    + apply (server_grows s s' x Gr (server_inv s x I)); simpl; rewrite ?updS_other by exact Nx; auto.
  - intros x f k Fe X. apply (promise_grows s s' x f k I Gr Fe X). auto.
  - intros f Fe. apply (leaders_grows s s' f Gr (leaders_discovered _ I) Fe); simpl; [auto|].
    unfold updE. destruct (Nat.eq_dec f e) as [->|]; [intros _; exact Es|lia].
Qed.

(* ------------------------------------------------------------------ *)

Lemma init_inv s : Init s -> IndInv s.
Proof.
  intros (A & C & H & S & P & _ & _ & K & L & _ & B).
  assert (NoLed : forall e, ~ Led s e) by (intros e [l X]; exact (L e l X)).
  apply join.
  - intro r. split; rewrite ?A, ?C.
    + lia.
    + intro X. unfold Epoch in X. lia.
    + intros e n _ X. rewrite K in X. discriminate.
    + intros e _. rewrite S, H. split; lia.
    + intros e _ X. rewrite H in X. lia.
    + intros d _ _. apply H.
    + intro X. unfold Epoch in X. lia.
    + intro X. unfold Epoch in X. lia.
  - intros r e l _ X. destruct (P r e l X).
  - intros e _. split; [intros l X; destruct (L e l X)|]. rewrite B. lia.
Qed.

Lemma next_preserves s s' : IndInv s -> Next s s' -> Good s s'.
Proof.
  intros I [r l e H|l e r Q H|l e r Q h d H|r e H|r e h d H|l e H|r H|r d H].
  - eapply HandleNEWEPOCH_preserves; eassumption.
  - eapply CompleteDiscovery_preserves; eassumption.
  - eapply Pull_preserves; eassumption.
  - eapply HandleNEWLEADER_preserves; eassumption.
  - eapply HandleSYNC_preserves; eassumption.
  - eapply Propose_preserves; eassumption.
  - eapply Crash_preserves; eassumption.
  - eapply Fsync_preserves; eassumption.
Qed.

(* In every state of every behaviour. *)
Theorem inductive_invariant b : Spec b -> forall n, IndInv (b n).
Proof.
  intros [S N] n. induction n as [|n IH]; [apply init_inv, S|].
  destruct (N n) as [H| ->]; [apply (next_preserves (b n)); assumption|exact IH].
Qed.

End Invariant.
