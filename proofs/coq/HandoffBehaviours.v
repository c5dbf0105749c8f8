(* Handoff, the theorems: what clients and operators may rely on in any
   behaviour, finite or infinite, of any number of groups, keys, clients and
   messages. *)

From Coq Require Import Arith Lia.
From ZabDB Require Import HandoffModel HandoffInvariant StoreModel HandoffSafety.

Section Behaviours.
Context {W : World}.

Variable b : nat -> State.
Hypothesis B : Spec b.

Let R n : Reachable (b n) := behaviour_reachable b n B.
Let To n m (L : n <= m) : Steps (b n) (b m) := behaviour_steps b n m B L.

(* At every moment at most one group answers for the partition's keys. *)
Theorem NeverTwoOwners n g h : Readable (b n) g -> Readable (b n) h -> g = h.
Proof. apply never_two_owners, R. Qed.

(* The partition can always be recovered: exactly one group's copy counts. *)
Theorem ExactlyOneHolder n : exists h, Holds (b n) h /\ forall g, Holds (b n) g -> g = h.
Proof. apply exactly_one_holder, R. Qed.

(* A cell that client c was told of (written by its write, or seen by its read) is for ever what the holder has,
   or was overwritten: whatever moves, crashes and losses lie between. *)
Theorem NoAcknowledgedWriteLost n m c h : n <= m ->
  cphase (calls (b n) c) = Effective -> Holds (b m) h ->
  CellUpto (rcell (cresult (calls (b n) c))) (cells (b m) h (key (cop (calls (b n) c)))).
Proof. intros L E H. exact (no_acknowledged_write_lost (b n) c (b m) h (R n) E (To n m L) H). Qed.

(* A read answers with what the holder has at that moment ... *)
Theorem ReadsTheHolder n g c : AnswerRead g c (b n) (b (S n)) ->
  Holds (b n) g /\ cresult (calls (b (S n)) c) = mkResult true (cells (b n) g (key (cop (calls (b n) c)))).
Proof. apply reads_the_holder, R. Qed.

(* ... so with nothing older than what any client was told before. *)
Theorem NoStaleRead n m c g d : n <= m -> cphase (calls (b n) c) = Effective ->
  AnswerRead g d (b m) (b (S m)) -> key (cop (calls (b m) d)) = key (cop (calls (b n) c)) ->
  CellUpto (rcell (cresult (calls (b n) c))) (rcell (cresult (calls (b (S m)) d))).
Proof. intros L E A K. exact (no_stale_read (b n) c (b m) g d (b (S m)) (R n) E (To n m L) A K). Qed.

(* However often a request arrives, at whichever group, before, during or after a move. *)
Theorem WritesTakeEffectOnce n m g h r : n < m ->
  Write g r (b n) (b (S n)) -> Write h r (b m) (b (S m)) -> False.
Proof.
  intros L W1 W2. exact (writes_take_effect_once (b n) g r (b (S n)) (b m) h (b (S m)) (R n) W1 (To (S n) m L) W2).
Qed.

(* Giving up changes nothing: the source serves, with what it had. *)
Theorem AbortChangesNothing n g : Abort g (b n) (b (S n)) ->
  Holds (b n) g /\ Holds (b (S n)) g /\ Writable (b (S n)) g
  /\ (forall k, cells (b (S n)) g k = cells (b n) g k) /\ (forall c, sessions (b (S n)) g c = sessions (b n) g c).
Proof. apply abort_changes_nothing, R. Qed.

(* ------------------------------------------------------------------ *)
(* Refinement of Store *)

(* Each state shows clients one state of the contract. *)
Theorem ShowsAStore n : exists a, Abstracts (b n) a.
Proof.
  destruct (ExactlyOneHolder n) as (h & _ & U). exists (mkStore (cells (b n) h) (abstract_call (b n) h)).
  intros g G. rewrite (U g G). split; reflexivity.
Qed.

(* A step of none shows none. *)
Lemma shown_once n a a' : Abstracts (b n) a -> Abstracts (b n) a' -> Stutter a a'.
Proof.
  intros A A'. destruct (ExactlyOneHolder n) as (h & H & _).
  destruct (A h H) as [A1 A2]. destruct (A' h H) as [B1 B2].
  split; intro x; rewrite ?A1, ?A2, ?B1, ?B2; reflexivity.
Qed.

Lemma shown_step n a a' : Abstracts (b n) a -> Abstracts (b (S n)) a' -> StoreNext a a' \/ Stutter a a'.
Proof.
  intros A A'. destruct (goes_on b B n) as [N|E].
  - exact (refines_store (b n) (b (S n)) a a' (R n) N A A').
  - rewrite E in A'. right. exact (shown_once n a a' A A').
Qed.

(* What a behaviour shows clients is a behaviour of the contract ... *)
Theorem RefinesStore a : (forall n, Abstracts (b n) (a n)) -> StoreSpec a.
Proof.
  intros A. split; [exact (refines_store_init (b 0) (a 0) (starts b B) (A 0))|].
  intro n. exact (shown_step n (a n) (a (S n)) (A n) (A (S n))).
Qed.

(* ... and as far as it has come, it has shown them one. *)
Theorem RefinesStoreSoFar n : exists a,
  (forall i, i <= n -> Abstracts (b i) (a i)) /\ StoreInit (a 0)
  /\ forall i, i < n -> StoreNext (a i) (a (S i)) \/ Stutter (a i) (a (S i)).
Proof.
  assert (X : exists a, forall i, i <= n -> Abstracts (b i) (a i)).
  { induction n as [|m [a IH]].
    - destruct (ShowsAStore 0) as [x A]. exists (fun _ => x). intros i L. replace i with 0 by lia. exact A.
    - destruct (ShowsAStore (S m)) as [x A]. exists (fun i => if Nat.eq_dec i (S m) then x else a i). intros i L.
      destruct (Nat.eq_dec i (S m)) as [->|N]; [exact A|apply IH; lia]. }
  destruct X as [a A]. exists a. split; [exact A|]. split.
  - apply (refines_store_init (b 0) (a 0) (starts b B)). apply A. lia.
  - intros i L. apply (shown_step i); apply A; lia.
Qed.

End Behaviours.
