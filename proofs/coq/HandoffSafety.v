(* Handoff, what clients and operators may rely on, state by state and step by
   step.  HandoffBehaviours.v says the same of behaviours. *)

From Coq Require Import Arith Bool Lia.
From ZabDB Require Import HandoffModel HandoffInvariant StoreModel.

Section Safety.
Context {W : World}.

Implicit Types s : State.

(* ------------------------------------------------------------------ *)
(* Ownership *)

(* At every moment at most one group answers for the partition's keys. *)
Lemma never_two_owners s g h : Reachable s -> Readable s g -> Readable s h -> g = h.
Proof.
  intros R G H. apply reachable_inv in R. destruct R as [[[_ U] _ _ _ _ _ _] _ _ _ _].
  apply U; left; assumption.
Qed.

(* The partition can always be recovered: exactly one group's copy counts. *)
Lemma exactly_one_holder s : Reachable s -> exists h, Holds s h /\ forall g, Holds s g -> g = h.
Proof.
  intros R. apply reachable_inv in R. destruct R as [[[[h H] U] _ _ _ _ _ _] _ _ _ _].
  exists h. split; [exact H|]. intros g G. apply U; assumption.
Qed.

(* ------------------------------------------------------------------ *)
(* No step changes what the holder has, except a write by the holder *)

Definition SameContent s s' : Prop := forall h h', Holds s h -> Holds s' h' ->
  (forall k, cells s' h' k = cells s h k) /\ (forall c, sessions s' h' c = sessions s h c).

Lemma cell_upto_antisym a b : CellUpto a b -> CellUpto b a -> a = b.
Proof. intros [H|H] [H'|H']; auto. lia. Qed.

Lemma session_upto_antisym a b : SessionUpto a b -> SessionUpto b a -> a = b.
Proof. intros [H|H] [H'|H']; auto. lia. Qed.

(* If the old holder's copy is untouched and the new holder has nothing new, then the content is the same. *)
Lemma same_content s s' :
  IndInv s' ->
  (forall h, Holds s h -> (forall k, cells s' h k = cells s h k) /\ (forall c, sessions s' h c = sessions s h c)) ->
  (forall h h', Holds s h -> Holds s' h' ->
     (forall k, CellUpto (cells s' h' k) (cells s h k)) /\ (forall c, SessionUpto (sessions s' h' c) (sessions s h c))) ->
  SameContent s s'.
Proof.
  intros I' Old New h h' H H'. destruct (Old h H) as [O1 O2]. destruct (New h h' H H') as [N1 N2].
  destruct (copies_upto _ (group_inv _ I') h' H') as (U1 & U2 & _). split.
  - intro k. apply cell_upto_antisym; [apply N1|rewrite <- O1; apply U1].
  - intro c. apply session_upto_antisym; [apply N2|rewrite <- O2; apply U2].
Qed.

(* A step that touches no copy at all. *)
Lemma untouched s s' :
  IndInv s -> IndInv s' ->
  (forall g k, cells s' g k = cells s g k) -> (forall g c, sessions s' g c = sessions s g c) ->
  SameContent s s'.
Proof.
  intros I I' E1 E2. apply same_content; [exact I'|auto|].
  intros h h' H _. destruct (copies_upto _ (group_inv _ I) h H) as (U1 & U2 & _).
  split; intro; rewrite ?E1, ?E2; auto.
Qed.

Lemma untouched_group s g ph e p :
  IndInv s -> IndInv (setGroup s g ph e p (cells s g) (sessions s g)) ->
  SameContent s (setGroup s g ph e p (cells s g) (sessions s g)).
Proof.
  intros I I'. apply untouched; auto; intros x y; simpl; unfold updG; destruct (group_dec x g); subst; reflexivity.
Qed.

(* A step of a group that does not hold the partition. *)
Lemma bystander_content s g ph e p cs ss :
  let s' := setGroup s g ph e p cs ss in
  IndInv s -> IndInv s' -> ~ Holds s g ->
  (Holds s' g -> forall h, Holds s h ->
     (forall k, CellUpto (cs k) (cells s h k)) /\ (forall c, SessionUpto (ss c) (sessions s h c))) ->
  SameContent s s'.
Proof.
  intros s' I I' NH New. apply same_content; [exact I'| |].
  - intros h H. assert (h <> g) by (intros ->; contradiction). simpl.
    rewrite !upd_other by assumption. auto.
  - intros h h' H H'. destruct (copies_upto _ (group_inv _ I) h H) as (U1 & U2 & _).
    destruct (group_dec h' g) as [->|N]; simpl.
    + rewrite !upd_same. apply New; assumption.
    + rewrite !upd_other by exact N. auto.
Qed.

Lemma content_step s s' : IndInv s -> Next s s' ->
  SameContent s s' \/ exists g r, Write g r s s'.
Proof.
  intros I N. assert (I' : IndInv s') by (eapply next_preserves; eassumption).
  assert (G := group_inv _ I).
  destruct N as [g d H|g H|g K H|g H|g H|g m H|g H|g m H|g H|g m H|d m H|d H|d m H|d m H|d H|d m H|d m H|d m H
           |c o H|g r H|g c H|g c H|c H|g H|m H].
  - left. destruct H as (_ & ->). apply untouched_group; assumption.
  - left. destruct H as (_ & d & _ & ->). apply untouched; auto.
  - left. destruct H as (_ & d & _ & ->). apply untouched; auto.
  - left. destruct H as (_ & ->). apply untouched_group; assumption.
  - left. destruct H as (_ & d & _ & ->). apply untouched; auto.
  - left. destruct H as (_ & _ & ->). apply untouched_group; assumption.
  - left. destruct H as (_ & d & _ & ->). apply untouched; auto.
  - left. destruct H as (_ & [P _] & ->). apply bystander_content; auto.
    + intros [[Q|[Q|Q]]|(x & _ & _ & Q & _)]; congruence.
    + intros _ h H. split; intro; apply (copies_upto _ G h H).
  - left. destruct H as (_ & ->). apply untouched_group; assumption.
  - left. destruct H as (_ & _ & ->). apply untouched; auto.
  - left. destruct H as ((X & T & D) & P & ->). apply bystander_content; auto.
    + apply lower_not_holder with (mepoch m); [exact P|]. apply (msg_highest _ _ (msg_inv _ I m X)).
    + intros _ h H. split; intro; apply (copies_upto _ G h H).
  - left. destruct H as (_ & x & _ & ->). apply untouched; auto.
  - left. destruct H as (_ & P & ->). apply bystander_content; auto.
    + apply receiving_not_holder. exact P.
    + intro Q. exfalso. revert Q. apply receiving_not_holder. simpl. rewrite upd_same. exact P.
  - left. destruct H as ((X & _) & [P _] & _ & ->). apply bystander_content; auto.
    + apply receiving_not_holder. exact P.
    + intros _ h H. destruct (copies_upto _ G h H) as (U1 & _).
      destruct (msg_upto _ _ (msg_inv _ I m X) h H) as [_ V]. auto.
  - left. destruct H as (_ & x & _ & ->). apply untouched; auto.
  - left. destruct H as (_ & _ & ->). apply untouched_group; assumption.
  - left. destruct H as (_ & _ & ->). apply untouched; auto.
  - left. destruct H as ((X & T & D) & [P E] & ->). unfold Current in E. apply bystander_content; auto.
    + intros [[Q|[Q|Q]]|(x & Q)]; [destruct P; congruence..|].
      assert (O : Open s x) by (right; right; exists d; exact Q).
      destruct (msg_attempt _ _ (msg_inv _ I m X) x O) as [(_ & _ & Z & _)|(_ & _ & Z & _)];
        [rewrite E; apply Q|intuition congruence|intuition congruence].
    + intros _ h H. split; intro; apply (copies_upto _ G h H).
  - left. destruct H as (_ & ->). apply untouched; auto.
  - right. eauto.
  - left. destruct H as (_ & _ & ->). apply untouched; auto.
  - left. destruct H as (_ & _ & _ & ->). apply untouched; auto.
  - left. destruct H as (_ & ->). apply untouched; auto.
  - left. unfold Crash in H. subst. apply untouched; auto.
  - left. destruct H as (_ & ->). apply untouched; auto.
Qed.

(* A write commits at the holder, which stays the holder. *)
Lemma write_holder s g r s' : IndInv s -> Write g r s s' ->
  (forall h, Holds s h -> h = g) /\ (forall h, Holds s' h -> h = g).
Proof.
  intros I H. assert (I' : IndInv s') by (eapply Write_preserves; eassumption).
  destruct H as (_ & P & _ & ->). unfold CanWrite, Writable in P.
  split; intros h H.
  - apply (proj2 (one_holder _ (group_inv _ I))); [exact H|]. left. unfold Readable. intuition.
  - apply (proj2 (one_holder _ (group_inv _ I'))); [exact H|]. left. unfold Readable; simpl.
    rewrite upd_same. intuition.
Qed.

(* What the holder has only grows, across any number of moves. *)
Lemma content_grows s s' h h' : IndInv s -> Steps s s' -> Holds s h -> Holds s' h' ->
  (forall k, CellUpto (cells s h k) (cells s' h' k)) /\ (forall c, SessionUpto (sessions s h c) (sessions s' h' c)).
Proof.
  intros I St. revert h'. induction St as [|s1 s2 St IH N]; intros h' H H'.
  - assert (h' = h) by (apply (proj2 (one_holder _ (group_inv _ I))); assumption). subst.
    split; intro; [apply cell_upto_refl|apply session_upto_refl].
  - assert (I1 : IndInv s1).
    { clear - I St. induction St; [exact I|]. eapply next_preserves; eassumption. }
    destruct (proj1 (one_holder _ (group_inv _ I1))) as [h1 H1].
    destruct (IH h1 H H1) as [A B].
    destruct (content_step s1 s2 I1 N) as [Q|(g & r & Q)].
    + destruct (Q h1 h' H1 H') as [E1 E2]. split; intro; rewrite ?E1, ?E2; auto.
    + destruct (write_holder _ _ _ _ I1 Q) as [W1 W2]. rewrite (W1 h1 H1) in *. rewrite (W2 h' H') in *.
      destruct Q as (_ & _ & F & ->). split; intro; simpl; rewrite upd_same.
      * eapply cell_upto_trans; [apply A|]. apply updK_upto. apply after_upto.
      * eapply session_upto_trans; [apply B|]. apply updC_upto. left. exact F.
Qed.

(* ------------------------------------------------------------------ *)
(* What clients rely on *)

(* A cell that client c was told of (written by its write, or seen by its read) is still what the holder has,
   or was overwritten since: whatever moves, crashes and losses lie between. *)
Lemma no_acknowledged_write_lost s c s' h : Reachable s -> cphase (calls s c) = Effective ->
  Steps s s' -> Holds s' h ->
  CellUpto (rcell (cresult (calls s c))) (cells s' h (key (cop (calls s c)))).
Proof.
  intros R E St H. apply reachable_inv in R.
  destruct (proj1 (one_holder _ (group_inv _ R))) as [g G].
  eapply cell_upto_trans; [apply (answer_inv _ R g c G); exact E|].
  apply (content_grows s s' g h); assumption.
Qed.

(* A read answers with what the holder has at that moment ... *)
Lemma reads_the_holder s g c s' : Reachable s -> AnswerRead g c s s' ->
  Holds s g /\ cresult (calls s' c) = mkResult true (cells s g (key (cop (calls s c)))).
Proof.
  intros R (_ & _ & P & ->). split; [left; exact P|]. simpl. unfold updC.
  destruct (client_dec c c); [reflexivity|congruence].
Qed.

(* ... so with nothing older than what any client was told before. *)
Lemma no_stale_read s c s1 g d s2 : Reachable s -> cphase (calls s c) = Effective ->
  Steps s s1 -> AnswerRead g d s1 s2 -> key (cop (calls s1 d)) = key (cop (calls s c)) ->
  CellUpto (rcell (cresult (calls s c))) (rcell (cresult (calls s2 d))).
Proof.
  intros R E St Rd K.
  assert (R1 : Reachable s1).
  { destruct R as (s0 & H0 & R). exists s0. split; [exact H0|]. clear - R St.
    induction St as [|sa sb St IH N]; [exact R|]. eapply StepsMore; eassumption. }
  destruct (reads_the_holder _ _ _ _ R1 Rd) as [H ->]. simpl. rewrite K.
  eapply no_acknowledged_write_lost; eassumption.
Qed.

(* However often a request arrives, at whichever group, before, during or after a move. *)
Lemma writes_take_effect_once s g r s1 s2 g' s3 : Reachable s -> Write g r s s1 ->
  Steps s1 s2 -> Write g' r s2 s3 -> False.
Proof.
  intros R Wr St Wr'. apply reachable_inv in R.
  assert (I1 : IndInv s1) by (eapply Write_preserves; eassumption).
  assert (I2 : IndInv s2).
  { clear - I1 St. induction St; [exact I1|]. eapply next_preserves; eassumption. }
  assert (H1 : Holds s1 g).
  { destruct Wr as (_ & P & _ & ->). left. unfold CanWrite, Writable in P. unfold Readable; simpl.
    rewrite upd_same. intuition. }
  assert (H2 : Holds s2 g').
  { destruct Wr' as (_ & P & _). left. unfold CanWrite, Writable in P. unfold Readable. intuition. }
  destruct (content_grows s1 s2 g g' I1 St H1 H2) as [_ Q]. specialize (Q (rclient r)).
  destruct Wr as (_ & _ & _ & ->). destruct Wr' as (_ & _ & F & _). unfold Fresh in F.
  simpl in Q. rewrite upd_same in Q. unfold updC in Q.
  destruct (client_dec (rclient r) (rclient r)); [|congruence].
  destruct Q as [Q|Q]; simpl in Q; [lia|]. rewrite <- Q in F. simpl in F. lia.
Qed.

(* Giving up changes nothing: the source serves, with what it had. *)
Lemma abort_changes_nothing s g s' : Reachable s -> Abort g s s' ->
  Holds s g /\ Holds s' g /\ Writable s' g
  /\ (forall k, cells s' g k = cells s g k) /\ (forall c, sessions s' g c = sessions s g c).
Proof.
  intros R [P ->]. unfold CanAbort in P. unfold Holds, Readable, Writable; simpl. rewrite !upd_same.
  intuition.
Qed.

(* ------------------------------------------------------------------ *)
(* Refinement of Store *)

(* c's call as the contract sees it, when h holds the partition: effective from the moment the write commits. *)
Definition abstract_call s h c : StoreCall :=
  match cphase (calls s c) with
  | Invoked => if seq (sessions s h c) =? cseq (calls s c)
               then mkStoreCall Effective (cop (calls s c)) (result (sessions s h c))
               else mkStoreCall Invoked (cop (calls s c)) (cresult (calls s c))
  | p => mkStoreCall p (cop (calls s c)) (cresult (calls s c))
  end.

(* a is what s shows to clients. *)
Definition Abstracts s a : Prop := forall h, Holds s h ->
  (forall k, scells a k = cells s h k) /\ (forall c, scalls a c = abstract_call s h c).

Lemma refines_store_init s a : Init s -> Abstracts s a -> StoreInit a.
Proof.
  intros H A. assert (I := init_inv s H). destruct (proj1 (one_holder _ (group_inv _ I))) as [h Hh].
  destruct (A h Hh) as [A1 A2]. destruct H as (_ & _ & _ & Hc & _ & _ & Hcl & _). split.
  - intro k. rewrite A1. apply Hc.
  - intro c. rewrite A2. unfold abstract_call. rewrite (proj1 (Hcl c)). reflexivity.
Qed.

(* The content is the same and the call of every client but c. *)
Lemma calls_same s s' h h' c :
  (forall x, sessions s' h' x = sessions s h x) -> calls s' c = calls s c ->
  abstract_call s' h' c = abstract_call s h c.
Proof. intros E F. unfold abstract_call. rewrite E, F. reflexivity. Qed.

(* Steps with the same content and the same calls. *)
Lemma stutters s s' a a' h h' : SameContent s s' -> (forall c, calls s' c = calls s c) ->
  Holds s h -> Holds s' h' -> Abstracts s a -> Abstracts s' a' -> Stutter a a'.
Proof.
  intros SC E H H' A A'. destruct (SC h h' H H') as [S1 S2].
  destruct (A h H) as [A1 A2]. destruct (A' h' H') as [B1 B2]. split.
  - intro k. rewrite A1, B1. apply S1.
  - intro c. rewrite A2, B2. apply calls_same; auto.
Qed.

Lemma updC_same {B} (f : Client -> B) a b : updC f a b a = b.
Proof. unfold updC. destruct (client_dec a a); congruence. Qed.

Lemma updC_other {B} (f : Client -> B) a b x : x <> a -> updC f a b x = f x.
Proof. unfold updC. destruct (client_dec x a); congruence. Qed.

(* Every step is one of the contract, or shows the clients nothing. *)
Lemma refines_store s s' a a' : Reachable s -> Next s s' -> Abstracts s a -> Abstracts s' a' ->
  StoreNext a a' \/ Stutter a a'.
Proof.
  intros R N A A'. assert (I := reachable_inv s R).
  assert (I' : IndInv s') by (eapply next_preserves; eassumption).
  destruct (proj1 (one_holder _ (group_inv _ I))) as [h H].
  destruct (proj1 (one_holder _ (group_inv _ I'))) as [h' H'].
  destruct (A h H) as [A1 A2]. destruct (A' h' H') as [B1 B2].
  assert (ST : SameContent s s' -> (forall c, calls s' c = calls s c) -> StoreNext a a' \/ Stutter a a')
    by (intros; right; eapply stutters; eassumption).
  destruct (content_step s s' I N) as [SC|(g & r & Wr)].
  - destruct (SC h h' H H') as [S1 S2].
    assert (SK : SameCells a a') by (intro k; rewrite A1, B1; apply S1).
    destruct N as [g d Q|g Q|g K Q|g Q|g Q|g m Q|g Q|g m Q|g Q|g m Q|d m Q|d Q|d m Q|d m Q|d Q|d m Q|d m Q|d m Q
           |c o Q|g r Q|g c Q|g c Q|c Q|g Q|m Q];
      try (apply ST; [exact SC|]; intro x; clear - Q; unfold Crash in Q;
           repeat match goal with H : _ /\ _ |- _ => destruct H | H : exists _, _ |- _ => destruct H
                  | H : Abort _ _ _ |- _ => destruct H | H : Begin _ _ _ _ |- _ => destruct H
                  | H : SendPrepare _ _ _ |- _ => destruct H | H : SendChunk _ _ _ _ |- _ => destruct H
                  | H : Seal _ _ _ |- _ => destruct H | H : SendManifest _ _ _ |- _ => destruct H
                  | H : HandleReady _ _ _ _ |- _ => destruct H | H : SendActivate _ _ _ |- _ => destruct H
                  | H : HandleDone _ _ _ _ |- _ => destruct H | H : SendCancel _ _ _ _ |- _ => destruct H
                  | H : HandlePrepare _ _ _ _ |- _ => destruct H | H : SendAccept _ _ _ |- _ => destruct H
                  | H : HandleChunk _ _ _ _ |- _ => destruct H | H : HandleManifest _ _ _ _ |- _ => destruct H
                  | H : SendReady _ _ _ |- _ => destruct H | H : HandleActivate _ _ _ _ |- _ => destruct H
                  | H : SendDone _ _ _ _ |- _ => destruct H | H : HandleCancel _ _ _ _ |- _ => destruct H
                  | H : Lose _ _ _ |- _ => destruct H end; subst; reflexivity).
    + (* Invoke *)
      destruct Q as (P & ->). left. apply SNInvoke with c o. split; [|split; [|exact SK]].
      * rewrite A2. unfold abstract_call. rewrite P. reflexivity.
      * split.
        -- rewrite B2. unfold abstract_call. rewrite S2. simpl. rewrite updC_same. simpl.
           destruct (client_inv _ I h c H) as [L _].
           destruct (Nat.eqb_spec (seq (sessions s h c)) (cseq (calls s c) + 1)); [lia|reflexivity].
        -- intros x Nx. rewrite A2, B2. apply calls_same; [exact S2|]. simpl. apply updC_other. exact Nx.
    + (* Write *)
      destruct (write_holder _ _ _ _ I Q) as [W1 W2]. exfalso.
      rewrite (W1 h H), (W2 h' H') in S2. destruct Q as (_ & _ & F & ->). specialize (S2 (rclient r)).
      simpl in S2. rewrite upd_same, updC_same in S2. unfold Fresh in F. rewrite <- S2 in F. simpl in F. lia.
    + (* AnswerWrite *)
      destruct Q as (P & E & ->). right. split; [exact SK|]. intro x. rewrite A2, B2.
      destruct (client_dec x c) as [->|Nx].
      * unfold abstract_call. simpl. rewrite updC_same. simpl. rewrite P.
        assert (X : sessions s g c = sessions s h c).
        { destruct (copies_upto _ (group_inv _ I) h H) as (_ & U & _). destruct (client_inv _ I h c H) as [L _].
          unfold InSession in E. apply session_upto_same; [apply U|lia]. }
        rewrite <- X. unfold InSession in E. rewrite E, Nat.eqb_refl. reflexivity.
      * apply calls_same; [exact S2|]. simpl. apply updC_other. exact Nx.
    + (* AnswerRead *)
      destruct Q as (P & K & Rd & ->). left. apply SNGet with c.
      assert (g = h) by (apply (proj2 (one_holder _ (group_inv _ I))); [left; exact Rd|exact H]). subst g.
      assert (X : scalls a c = mkStoreCall Invoked (cop (calls s c)) (cresult (calls s c))).
      { rewrite A2. unfold abstract_call. rewrite P.
        destruct (Nat.eqb_spec (seq (sessions s h c)) (cseq (calls s c))) as [E|E]; [|reflexivity].
        exfalso. apply (proj2 (client_inv _ I h c H) P E). exact K. }
      split; [|split; [|split]].
      * unfold SPending. rewrite X. auto.
      * split.
        -- rewrite B2. unfold abstract_call. simpl. rewrite updC_same. simpl. unfold current. rewrite X. simpl.
           rewrite A1. reflexivity.
        -- intros x Nx. rewrite A2, B2. apply calls_same; [exact S2|]. simpl. apply updC_other. exact Nx.
      * apply SK.
      * intros k _. apply SK.
    + (* Respond *)
      destruct Q as (P & ->). left. apply SNRespond with c.
      assert (X : scalls a c = mkStoreCall Effective (cop (calls s c)) (cresult (calls s c))).
      { rewrite A2. unfold abstract_call. rewrite P. reflexivity. }
      split; [rewrite X; reflexivity|]. split; [|exact SK]. split.
      * rewrite B2, X. unfold abstract_call. simpl. rewrite updC_same. reflexivity.
      * intros x Nx. rewrite A2, B2. apply calls_same; [exact S2|]. simpl. apply updC_other. exact Nx.
  - (* A write takes effect. *)
    destruct (write_holder _ _ _ _ I Wr) as [W1 W2].
    assert (h = g) by (apply W1; exact H). assert (h' = g) by (apply W2; exact H'). subst h h'. clear W1 W2.
    destruct Wr as (X & P & F & ->). unfold Fresh in F.
    destruct (request_inv _ I r X) as [Wo Rq].
    destruct (Rq g H) as [Q|(Q1 & Q2 & Q3)]; [lia|]. set (c := rclient r) in *.
    assert (Y : scalls a c = mkStoreCall Invoked (rop r) (cresult (calls s c))).
    { rewrite A2. unfold abstract_call. rewrite Q1, Q3.
      destruct (Nat.eqb_spec (seq (sessions s g c)) (cseq (calls s c))); [lia|reflexivity]. }
    set (old := cells s g (key (rop r))) in *. set (new := After old (rop r)) in *.
    assert (Cu : current a c = old) by (unfold current; rewrite Y; apply A1).
    assert (TE : TakeEffect c new (CheckHolds old (rop r)) a a').
    { split; [|split].
      - split.
        + rewrite B2, Y. unfold abstract_call. simpl. rewrite upd_same. fold c. rewrite updC_same. simpl.
          rewrite Q1, Q2, Nat.eqb_refl, <- Q3. reflexivity.
        + intros x Nx. rewrite A2, B2. unfold abstract_call. simpl. rewrite upd_same. fold c.
          rewrite updC_other by exact Nx. reflexivity.
      - rewrite Y. simpl. rewrite B1. simpl. rewrite upd_same. unfold updK.
        destruct (key_dec (key (rop r)) (key (rop r))); [reflexivity|congruence].
      - rewrite Y. simpl. intros k Nk. rewrite A1, B1. simpl. rewrite upd_same. unfold updK.
        destruct (key_dec k (key (rop r))); [congruence|reflexivity]. }
    left. unfold WriteOp in Wo. unfold new, After, CheckHolds, written in TE.
    destruct (kind (rop r)) eqn:Kd; [| congruence | |].
    + apply SNPut with c (version old + 1). split; [unfold SPending; rewrite Y; auto|].
      rewrite Cu. split; [lia|]. rewrite Y. simpl. exact TE.
    + apply SNDelete with c (version old + 1). split; [unfold SPending; rewrite Y; auto|].
      rewrite Cu. split; [lia|]. exact TE.
    + apply SNCheckAndSet with c (version old + 1). split; [unfold SPending; rewrite Y; auto|].
      rewrite Cu, Y. simpl. destruct (maybe_value_dec (value old) (expected (rop r))) as [E|E].
      * left. split; [exact E|]. split; [lia|exact TE].
      * right. split; [exact E|exact TE].
Qed.

End Safety.
