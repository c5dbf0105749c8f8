(* ZabEpochs, the theorems: what Zab promises of its epochs and of what is
   committed, for any number of servers, epochs and entries, at any two
   moments of any behaviour. *)

From Coq Require Import Arith Lia Wf_nat.
From ZabDB Require Import ZabEpochsModel ZabEpochsInvariant.

Section Safety.
Context {G : Group}.

Implicit Types s : State.

(* ------------------------------------------------------------------ *)
(* In one state *)

Lemma committed_acked s e k : Committed s e k -> exists r, AckedUpTo s r e k.
Proof.
  intros (Q & Qq & H). destruct (QuorumsMeet Q Q Qq Qq) as (r & R & _). exists r. apply H, R.
Qed.

Lemma committed_led s e k : IndInv s -> Epoch e -> Committed s e k -> Led s e /\ k <= broadcast s e.
Proof.
  intros I E C. destruct (committed_acked s e k C) as (r & n & A & N).
  destruct (v_acked _ _ (server_inv s r I) e n E A) as (_ & L & B). split; [exact L|lia].
Qed.

Lemma committed_matches s e k : IndInv s -> Epoch e -> Committed s e k -> Matches s (LogOf s e k).
Proof.
  intros I E C. destruct (committed_led s e k I E C). apply log_of_matches; auto. apply (logs_match _ I).
Qed.

Lemma initial_of_log s e k : IndInv s -> Epoch e -> Led s e -> IsPrefixOf (initial s e) (LogOf s e k).
Proof.
  intros I E L x X. destruct (Nat.eq_dec x e) as [->|N].
  - rewrite log_of_self, (initial_above s e e (logs_match _ I) E L) by lia. split; [lia|].
    intros _ d _ Y. apply (initial_above s e d (logs_match _ I) E L). lia.
  - rewrite log_of_other by exact N. split; lia.
Qed.

(* The heart: what is committed is in every history that a later epoch might begin with.  By induction on that epoch:
   the latest history of its quorum cannot lack what one in the quorum acknowledged. *)
Lemma committed_reported s e k : IndInv s -> Epoch e -> Committed s e k ->
  forall f, e < f -> forall r, MayBegin s f r -> IsPrefixOf (LogOf s e k) (promisedHistory s r f).
Proof.
  intros I E C f. induction f as [f IH] using lt_wf_ind. intros X r B.
  assert (F : Epoch f) by (unfold Epoch in *; lia).
  destruct B as (l & Q & Qq & P & R & Late). assert (Pr := promise_inv s r f l I F (P r R)).
  destruct C as (Qc & Qcq & Acks). assert (C : Committed s e k) by (exists Qc; auto).
  destruct (QuorumsMeet Q Qc Qq Qcq) as (t & T & Tc). destruct (Acks t Tc) as (n & A & N).
  assert (Pt := promise_inv s t f l I F (P t T)).
  assert (Le := p_last _ _ _ _ Pt e n E X A).
  assert (Lo : promisedCurrent s t f <= promisedCurrent s r f).
  { destruct (Late t T) as [Y|[Y _]]; lia. }
  destruct (p_adopted _ _ _ _ Pr ltac:(unfold Epoch in *; lia)) as [m Am].
  assert (Pe : Epoch (promisedCurrent s r f)) by (unfold Epoch in *; lia).
  (* Whatever leaves something out, below f, has all of it. *)
  assert (Left : forall g p x h, e < g -> g <= f - 1 -> MayBegin s g p -> Epoch x ->
                   promisedHistory s p g x <= h x -> LogOf s e k x <= h x).
  { intros g p x h Y Z M Ex W. assert (Pg := IH g ltac:(lia) Y p M). specialize (prefix_le _ _ x Pg Ex). lia. }
  apply (matches_prefix s); [apply committed_matches; auto|apply Pr|].
  intros x Ex. set (H := promisedHistory s r f) in *.
  destruct (Nat.eq_dec (promisedCurrent s r f) e) as [Q1|Q1].
  - (* Both are of epoch e: r reported no less than t. *)
    assert (Qt : promisedCurrent s t f = e) by lia.
    destruct (p_kept _ _ _ _ Pr Pe m Am x Ex) as [Y|(g & p & Y1 & Y2 & Y3 & Y4)];
      [|apply (Left g p x H); auto; lia].
    fold H in Y. rewrite Q1 in Y. destruct (Nat.eq_dec x e) as [->|Nx];
      [|rewrite log_of_other in * by exact Nx; lia].
    rewrite log_of_self in *. destruct (Nat.le_gt_cases k (H e)) as [Z|Z]; [exact Z|]. exfalso.
    assert (Ht : promisedHistory s t f e >= k).
    { destruct (p_kept _ _ _ _ Pt ltac:(rewrite Qt; exact E) n ltac:(rewrite Qt; exact A) e E)
        as [W|(g & p & W1 & W2 & W3 & W4)].
      - rewrite Qt, log_of_self in W. lia.
      - specialize (Left g p e _ ltac:(lia) W2 W3 E W4). rewrite log_of_self in Left. exact Left. }
    destruct (Late t T) as [W|[_ W]]; [lia|].
    destruct (W e E ltac:(lia)) as [V|(d & D & Xd & V)]; fold H in V; [lia|].
    (* H goes on with an epoch that began without it. *)
    destruct (p_matches _ _ _ _ Pr d D V) as (Ld & _ & Same).
    assert (Df : d <= f - 1).
    { destruct (Nat.le_gt_cases d (f - 1)) as [U|U]; [exact U|].
      assert (U' := p_above _ _ _ _ Pr d D U). fold H in U'. lia. }
    destruct (led_begins s d (leaders_discovered _ I) D Ld) as (p & Mp & Ip).
    assert (U := prefix_le _ _ e (IH d ltac:(lia) Xd p Mp) E).
    rewrite log_of_self, <- Ip, <- (Same e E Xd) in U. fold H in U. lia.
  - (* r is of a later epoch, which began with all of it. *)
    assert (Lp : Led s (promisedCurrent s r f)) by apply (v_acked _ _ (server_inv s r I) _ m Pe Am).
    destruct (led_begins s _ (leaders_discovered _ I) Pe Lp) as (p & Mp & Ip).
    assert (Pf := p_current _ _ _ _ Pr).
    assert (U := prefix_le _ _ x (IH _ Pf ltac:(lia) p Mp) Ex). rewrite <- Ip in U.
    destruct (p_kept _ _ _ _ Pr Pe m Am x Ex) as [Y|(g & q & Y1 & Y2 & Y3 & Y4)];
      [|apply (Left g q x H); auto; lia].
    fold H in Y. destruct (Nat.lt_ge_cases x (promisedCurrent s r f)) as [W|W].
    + rewrite (log_of_other s (promisedCurrent s r f)) in Y by lia. lia.
    + rewrite (initial_above s _ x (logs_match _ I) Pe Lp W) in U. lia.
Qed.

Lemma committed_initial s e k f : IndInv s -> Epoch e -> Committed s e k -> e < f -> Led s f ->
  IsPrefixOf (LogOf s e k) (initial s f).
Proof.
  intros I E C X L. assert (F : Epoch f) by (unfold Epoch in *; lia).
  destruct (led_begins s f (leaders_discovered _ I) F L) as (r & M & ->).
  apply committed_reported; assumption.
Qed.

Lemma committed_kept s e k r : IndInv s -> Epoch e -> Committed s e k -> AckedUpTo s r e k ->
  IsPrefixOf (LogOf s e k) (synced s r).
Proof.
  intros I E C (n & A & N). assert (V := server_inv s r I).
  destruct (v_acked _ _ V e n E A) as (Le & _). assert (Ce : Epoch (currentEpoch s r)) by (unfold Epoch in *; lia).
  apply (matches_prefix s); [apply committed_matches; auto|apply (prefix_matches s _ _ (v_synced _ _ V)), V|].
  intros x Ex. destruct (v_adopted _ _ V Ce) as [m Am].
  destruct (v_kept _ _ V Ce m Am x Ex) as [Y|(g & p & Y1 & Y2 & Y3 & Y4)].
  - destruct (Nat.eq_dec (currentEpoch s r) e) as [Q|Q].
    + rewrite Q in *. assert (m = n) by congruence. subst m.
      destruct (Nat.eq_dec x e) as [->|Nx]; [rewrite log_of_self in *; lia|rewrite log_of_other in * by exact Nx; lia].
    + assert (Lc : Led s (currentEpoch s r)) by apply (v_acked _ _ V _ m Ce Am).
      assert (U := prefix_le _ _ x (committed_initial s e k (currentEpoch s r) I E C ltac:(lia) Lc) Ex).
      destruct (Nat.lt_ge_cases x (currentEpoch s r)) as [W|W].
      * rewrite (log_of_other s (currentEpoch s r)) in Y by lia. lia.
      * rewrite (initial_above s _ x (logs_match _ I) Ce Lc W) in U. lia.
  - assert (U := prefix_le _ _ x (committed_reported s e k I E C g ltac:(lia) p Y3) Ex). lia.
Qed.

(* An established epoch is the last word on what is older. *)
Lemma established_reported s e : IndInv s -> Epoch e -> Established s e ->
  forall f, e < f -> forall r, MayBegin s f r -> forall d, Epoch d -> d < e ->
    promisedHistory s r f d = initial s e d.
Proof.
  intros I E Es f. induction f as [f IH] using lt_wf_ind. intros X r B d D Y.
  assert (F : Epoch f) by (unfold Epoch in *; lia).
  assert (Lo := prefix_le _ _ d (committed_reported s e 0 I E Es f X r B) D).
  rewrite log_of_other in Lo by lia.
  destruct B as (l & Q & Qq & P & R & Late). assert (Pr := promise_inv s r f l I F (P r R)).
  destruct Es as (Qc & Qcq & Acks). destruct (QuorumsMeet Q Qc Qq Qcq) as (t & T & Tc).
  destruct (Acks t Tc) as (n & A & _). assert (Pt := promise_inv s t f l I F (P t T)).
  assert (Le := p_last _ _ _ _ Pt e n E X A).
  assert (Hi : promisedCurrent s t f <= promisedCurrent s r f) by (destruct (Late t T) as [Z|[Z _]]; lia).
  assert (Pe : Epoch (promisedCurrent s r f)) by (unfold Epoch in *; lia).
  assert (Pf := p_current _ _ _ _ Pr).
  destruct (p_no_more _ _ _ _ Pr Pe d D ltac:(lia)) as [Z|(g & p & Z1 & Z2 & Z3 & Z4)].
  - destruct (Nat.eq_dec (promisedCurrent s r f) e) as [W|W]; [rewrite W in Z; lia|].
    destruct (p_adopted _ _ _ _ Pr Pe) as [m Am].
    assert (Lp : Led s (promisedCurrent s r f)) by apply (v_acked _ _ (server_inv s r I) _ m Pe Am).
    destruct (led_begins s _ (leaders_discovered _ I) Pe Lp) as (p & Mp & Ip).
    assert (U := IH _ Pf ltac:(lia) p Mp d D Y). rewrite <- Ip in U. lia.
  - assert (U := IH g ltac:(lia) ltac:(lia) p Z3 d D Y). lia.
Qed.

(* ------------------------------------------------------------------ *)
(* In time *)

Lemma behaviour_grows b n m : Spec b -> n <= m -> Grows (b n) (b m).
Proof.
  intros S L. induction L as [|m L IH]; [apply grows_refl|].
  apply (grows_trans (b n) (b m)); [exact IH|].
  destruct (goes_on b S m) as [H| ->]; [|apply grows_refl].
  apply (next_preserves (b m)); [apply inductive_invariant, S|exact H].
Qed.

Section Behaviour.
Variable b : nat -> State.
Hypothesis Sb : Spec b.

Let I n : IndInv (b n) := inductive_invariant b Sb n.

(* Two moments in the light of a third, not before them. *)
Lemma later n m : exists t, n <= t /\ m <= t /\ Grows (b n) (b t) /\ Grows (b m) (b t).
Proof.
  exists (max n m). split; [lia|]. split; [lia|]. split; apply behaviour_grows; auto; lia.
Qed.

Lemma log_of_grows s s' e k : Grows s s' -> Led s e -> LogOf s' e k = LogOf s e k.
Proof. intros Gr L. unfold LogOf. rewrite (g_initial _ _ Gr e L). reflexivity. Qed.

(* An epoch has at most one leader, ever. *)
Theorem Leadership n m e l1 l2 : Epoch e -> leaders (b n) e l1 -> leaders (b m) e l2 -> l1 = l2.
Proof.
  intros E L1 L2. destruct (later n m) as (t & _ & _ & G1 & G2).
  destruct (leaders_discovered _ (I t) e E) as [H _].
  destruct (H l1 (g_leaders _ _ G1 e l1 L1)) as (Q1 & r1 & Qq1 & D1 & _).
  destruct (H l2 (g_leaders _ _ G2 e l2 L2)) as (Q2 & r2 & Qq2 & D2 & _).
  exact (one_leader (b t) e l1 r1 Q1 l2 r2 Q2 (I t) E Qq1 Qq2 D1 D2).
Qed.

(* What is committed stays committed, and stays the same. *)
Theorem CommittedForEver n m e k : Epoch e -> n <= m -> Committed (b n) e k ->
  Committed (b m) e k /\ LogOf (b m) e k = LogOf (b n) e k.
Proof.
  intros E L C. assert (Gr := behaviour_grows b n m Sb L). split; [eapply committed_grows; eassumption|].
  apply log_of_grows; [exact Gr|]. apply (committed_led (b n) e k (I n) E C).
Qed.

(* What is committed, now or later, is in the initial history of every later epoch's leader. *)
Theorem CommittedSurvives n m e f k : Epoch e -> e < f -> Committed (b n) e k -> Led (b m) f ->
  IsPrefixOf (LogOf (b n) e k) (initial (b m) f).
Proof.
  intros E X C L. destruct (later n m) as (t & _ & _ & G1 & G2).
  rewrite <- (log_of_grows _ _ e k G1) by apply (committed_led (b n) e k (I n) E C).
  rewrite <- (g_initial _ _ G2 f L).
  apply (committed_initial (b t) e k f (I t) E (committed_grows _ _ _ _ G1 C) X (led_grows _ _ f G2 L)).
Qed.

(* Any two logs that are ever committed are the same as far as both go. *)
Theorem CommittedAgree n m e f j k : Epoch e -> Epoch f -> Committed (b n) e j -> Committed (b m) f k ->
  OneExtendsTheOther (LogOf (b n) e j) (LogOf (b m) f k).
Proof.
  intros E F C1 C2. destruct (later n m) as (t & _ & _ & G1 & G2).
  rewrite <- (log_of_grows _ _ e j G1) by apply (committed_led (b n) e j (I n) E C1).
  rewrite <- (log_of_grows _ _ f k G2) by apply (committed_led (b m) f k (I m) F C2).
  assert (D1 := committed_grows _ _ _ _ G1 C1). assert (D2 := committed_grows _ _ _ _ G2 C2).
  destruct (committed_led _ _ _ (I t) E D1) as [L1 _]. destruct (committed_led _ _ _ (I t) F D2) as [L2 _].
  assert (Below : forall x y i c, Epoch x -> Epoch y -> Committed (b t) x i -> Led (b t) y -> x < y ->
                    IsPrefixOf (LogOf (b t) x i) (LogOf (b t) y c)).
  { intros x y i c Ex Ey Cx Ly Lt. apply (prefix_trans _ (initial (b t) y)).
    - apply committed_initial; auto.
    - apply initial_of_log; auto. }
  destruct (Nat.lt_trichotomy e f) as [X|[<-|X]]; [left|destruct (Nat.le_ge_cases j k) as [Y|Y]; [left|right]|right];
    try (apply Below; auto; fail);
    (apply (matches_prefix (b t)); [apply committed_matches; auto..|]; intros x _;
     destruct (Nat.eq_dec x e) as [->|N]; [rewrite !log_of_self; exact Y|rewrite !log_of_other by exact N; reflexivity]).
Qed.

(* Whoever vouched for what is committed has it on disk for ever. *)
Theorem CommittedIsKept n m e k r : Epoch e -> n <= m -> Committed (b n) e k -> AckedUpTo (b n) r e k ->
  IsPrefixOf (LogOf (b n) e k) (synced (b m) r).
Proof.
  intros E L C (a & A & N). assert (Gr := behaviour_grows b n m Sb L).
  destruct (CommittedForEver n m e k E L C) as [C' <-].
  destruct (g_acked _ _ Gr r e a A) as (a' & A' & N').
  apply committed_kept; auto. exists a'. split; [exact A'|lia].
Qed.

(* So a quorum has it on disk, whatever crashes. *)
Theorem CommittedIsDurable n e k : Epoch e -> Committed (b n) e k ->
  exists Q, Quorum Q /\ forall r m, Q r -> n <= m -> IsPrefixOf (LogOf (b n) e k) (synced (b m) r).
Proof.
  intros E C. destruct C as (Q & Qq & H). exists Q. split; [exact Qq|]. intros r m R L.
  apply CommittedIsKept; auto. exists Q. auto.
Qed.

(* A leader proposes nothing before its initial history is committed ... *)
Theorem ProposedWhenEstablished n e : Epoch e -> broadcast (b n) e > 0 -> Established (b n) e.
Proof. intros E. apply (leaders_discovered _ (I n) e E). Qed.

(* ... and then nothing older is ever added behind it. *)
Theorem EstablishedIsFinal n m e f : Epoch e -> e < f -> Established (b n) e -> Led (b m) f ->
  forall d, Epoch d -> d < e -> initial (b m) f d = initial (b n) e d.
Proof.
  intros E X Es L d D Y. destruct (later n m) as (t & _ & _ & G1 & G2).
  rewrite <- (g_initial _ _ G1 e) by apply (committed_led (b n) e 0 (I n) E Es).
  rewrite <- (g_initial _ _ G2 f L).
  assert (F : Epoch f) by (unfold Epoch in *; lia).
  destruct (led_begins (b t) f (leaders_discovered _ (I t)) F (led_grows _ _ f G2 L)) as (r & M & ->).
  exact (established_reported (b t) e (I t) E (committed_grows _ _ _ _ G1 Es) f X r M d D Y).
Qed.

End Behaviour.

End Safety.
