(* ZabEpochs, the model: specs/zab/ZabEpochs.tla in Coq.

   The same variables, the same actions with the same guards, under the same
   names and in the same order; nothing is bounded: any servers, any quorums of
   which any two meet, every positive number an epoch, logs of any length.
   ../README.md lists the differences. *)

From Coq Require Import Arith Lia.

(* ------------------------------------------------------------------ *)
(* The constants *)

Class Group := {
  Server : Type;
  server_dec : forall x y : Server, {x = y} + {x <> y};
  Quorum : (Server -> Prop) -> Prop;
  QuorumsMeet : forall Q1 Q2, Quorum Q1 -> Quorum Q2 -> exists s, Q1 s /\ Q2 s
}.

Section Model.
Context {G : Group}.

Definition Epoch (e : nat) : Prop := e > 0.

(* How many entries of each epoch; what it says of 0, which is no epoch, means nothing. *)
Definition Log := nat -> nat.

(* [f EXCEPT ![a] = b] *)
Definition updS {B : Type} (f : Server -> B) (a : Server) (b : B) : Server -> B :=
  fun x => if server_dec x a then b else f x.
Definition updE {B : Type} (f : nat -> B) (a : nat) (b : B) : nat -> B :=
  fun x => if Nat.eq_dec x a then b else f x.

(* ------------------------------------------------------------------ *)
(* State.  An acknowledgement of None is TLA's -1. *)

Record State := mkState {
  acceptedEpoch : Server -> nat;
  currentEpoch : Server -> nat;
  history : Server -> Log;
  synced : Server -> Log;
  promisedTo : Server -> nat -> Server -> Prop;     (* sets *)
  promisedCurrent : Server -> nat -> nat;
  promisedHistory : Server -> nat -> Log;
  acked : Server -> nat -> option nat;
  leaders : nat -> Server -> Prop;                  (* sets *)
  initial : nat -> Log;
  broadcast : nat -> nat
}.

(* ------------------------------------------------------------------ *)
(* Logs *)

Definition EmptyLog : Log := fun _ => 0.

Definition IsPrefixOf (g h : Log) : Prop :=
  forall e, Epoch e -> g e <= h e /\ (g e < h e -> forall d, Epoch d -> d > e -> g d = 0).

Definition OneExtendsTheOther (g h : Log) : Prop := IsPrefixOf g h \/ IsPrefixOf h g.

Definition EndsNoLater (g h : Log) : Prop :=
  forall e, Epoch e -> g e > 0 -> h e >= g e \/ exists d, Epoch d /\ d > e /\ h d > 0.

Definition OnTheWay (g t h : Log) : Prop := IsPrefixOf h g \/ IsPrefixOf h t.

(* ------------------------------------------------------------------ *)
(* Leaders *)

Definition Led s e : Prop := exists l, leaders s e l.

Definition LogOf s e k : Log := updE (initial s e) e k.

Definition LeaderLog s e : Log := LogOf s e (broadcast s e).

(* What r acknowledged in epoch e is at least k: acked[r][e] >= k for k >= 0. *)
Definition AckedUpTo s r e k : Prop := exists n, acked s r e = Some n /\ n >= k.

Definition Committed s e k : Prop := exists Q, Quorum Q /\ forall r, Q r -> AckedUpTo s r e k.

Definition Established s e : Prop := Committed s e 0.

(* ------------------------------------------------------------------ *)
(* Guards *)

Definition MayPromise s r e : Prop := e > acceptedEpoch s r.

Definition StillFollows s r e : Prop := acceptedEpoch s r = e.

Definition HasLatestHistory s r e (Q : Server -> Prop) : Prop :=
  forall t, Q t ->
    promisedCurrent s t e < promisedCurrent s r e
    \/ (promisedCurrent s t e = promisedCurrent s r e
        /\ EndsNoLater (promisedHistory s t e) (promisedHistory s r e)).

Definition Discovered s l e r (Q : Server -> Prop) : Prop :=
  (forall t, Q t -> promisedTo s t e l) /\ Q r /\ HasLatestHistory s r e Q.

Definition KeepsCommon (g t h : Log) : Prop := forall e, Epoch e -> h e >= g e \/ h e >= t e.

Definition HasInitialHistory s r e : Prop :=
  IsPrefixOf (initial s e) (synced s r) /\ IsPrefixOf (history s r) (LeaderLog s e).

Definition MayPropose s e : Prop := Established s e.

(* ------------------------------------------------------------------ *)
(* The log of a server *)

Definition InEpoch s r : Prop := Epoch (currentEpoch s r) /\ StillFollows s r (currentEpoch s r).

(* synced and acked once r has d on disk. *)
Definition WriteDisk s r (d : Log) (synced' : Server -> Log) (acked' : Server -> nat -> option nat) : Prop :=
  synced' = updS (synced s) r d
  /\ ((InEpoch s r
       /\ acked' = updS (acked s) r (updE (acked s r) (currentEpoch s r) (Some (d (currentEpoch s r)))))
      \/ (~ InEpoch s r /\ acked' = acked s)).

(* history, synced and acked once r has brought its log in line with t. *)
Definition Install s r (t h d : Log) (history' synced' : Server -> Log)
    (acked' : Server -> nat -> option nat) : Prop :=
  OnTheWay (history s r) t h /\ KeepsCommon (history s r) t h
  /\ IsPrefixOf d h /\ KeepsCommon (synced s r) h d
  /\ history' = updS (history s) r h
  /\ WriteDisk s r d synced' acked'.

(* The logs change, nothing else. *)
Definition setLogs s history' synced' acked' : State :=
  mkState (acceptedEpoch s) (currentEpoch s) history' synced'
          (promisedTo s) (promisedCurrent s) (promisedHistory s) acked'
          (leaders s) (initial s) (broadcast s).

(* ------------------------------------------------------------------ *)
(* Phase 1, discovery *)

Definition HandleNEWEPOCH r l e s s' : Prop :=
  Epoch e /\ MayPromise s r e
  /\ s' = mkState (updS (acceptedEpoch s) r e) (currentEpoch s) (history s) (synced s)
            (updS (promisedTo s) r (updE (promisedTo s r) e (fun x => x = l)))
            (updS (promisedCurrent s) r (updE (promisedCurrent s r) e (currentEpoch s r)))
            (updS (promisedHistory s) r (updE (promisedHistory s r) e (history s r)))
            (acked s) (leaders s) (initial s) (broadcast s).

Definition Pull l e r Q h d s s' : Prop :=
  Epoch e /\ Quorum Q
  /\ Discovered s l e r Q
  /\ StillFollows s l e /\ currentEpoch s l <> e
  /\ exists history' synced' acked',
       Install s l (promisedHistory s r e) h d history' synced' acked'
       /\ s' = setLogs s history' synced' acked'.

Definition CompleteDiscovery l e r Q s s' : Prop :=
  Epoch e /\ Quorum Q
  /\ ~ leaders s e l
  /\ Discovered s l e r Q
  /\ s' = mkState (acceptedEpoch s) (currentEpoch s) (history s) (synced s)
            (promisedTo s) (promisedCurrent s) (promisedHistory s) (acked s)
            (updE (leaders s) e (fun x => leaders s e x \/ x = l))
            (updE (initial s) e (promisedHistory s r e))
            (broadcast s).

(* ------------------------------------------------------------------ *)
(* Phase 2, synchronisation *)

Definition HandleSYNC r e h d s s' : Prop :=
  Epoch e
  /\ Led s e /\ StillFollows s r e
  /\ exists history' synced' acked',
       Install s r (LeaderLog s e) h d history' synced' acked'
       /\ s' = setLogs s history' synced' acked'.

Definition HandleNEWLEADER r e s s' : Prop :=
  Epoch e
  /\ Led s e /\ StillFollows s r e /\ currentEpoch s r <> e
  /\ HasInitialHistory s r e
  /\ s' = mkState (acceptedEpoch s) (updS (currentEpoch s) r e) (history s) (synced s)
            (promisedTo s) (promisedCurrent s) (promisedHistory s)
            (updS (acked s) r (updE (acked s r) e (Some (synced s r e))))
            (leaders s) (initial s) (broadcast s).

(* ------------------------------------------------------------------ *)
(* Phase 3, broadcast *)

Definition StillLeads s l e : Prop :=
  leaders s e l /\ StillFollows s l e
  /\ forall d, Epoch d -> history s l d = LeaderLog s e d.

Definition Propose l e s s' : Prop :=
  Epoch e
  /\ StillLeads s l e /\ MayPropose s e
  /\ s' = mkState (acceptedEpoch s) (currentEpoch s)
            (updS (history s) l (updE (history s l) e (history s l e + 1))) (synced s)
            (promisedTo s) (promisedCurrent s) (promisedHistory s) (acked s)
            (leaders s) (initial s) (updE (broadcast s) e (broadcast s e + 1)).

Definition Fsync r d s s' : Prop :=
  IsPrefixOf (synced s r) d /\ IsPrefixOf d (history s r)
  /\ exists synced' acked',
       WriteDisk s r d synced' acked'
       /\ s' = setLogs s (history s) synced' acked'.

(* ------------------------------------------------------------------ *)
(* Faults *)

Definition Recovered s r : Log := synced s r.

Definition Crash r s s' : Prop :=
  s' = setLogs s (updS (history s) r (Recovered s r)) (synced s) (acked s).

(* ------------------------------------------------------------------ *)

Definition Init (s : State) : Prop :=
  (forall r, acceptedEpoch s r = 0)
  /\ (forall r, currentEpoch s r = 0)
  /\ (forall r e, history s r e = 0)
  /\ (forall r e, synced s r e = 0)
  /\ (forall r e l, ~ promisedTo s r e l)
  /\ (forall r e, promisedCurrent s r e = 0)
  /\ (forall r e d, promisedHistory s r e d = 0)
  /\ (forall r e, acked s r e = None)
  /\ (forall e l, ~ leaders s e l)
  /\ (forall e d, initial s e d = 0)
  /\ (forall e, broadcast s e = 0).

Inductive Next (s s' : State) : Prop :=
| NHandleNEWEPOCH r l e : HandleNEWEPOCH r l e s s' -> Next s s'
| NCompleteDiscovery l e r Q : CompleteDiscovery l e r Q s s' -> Next s s'
| NPull l e r Q h d : Pull l e r Q h d s s' -> Next s s'
| NHandleNEWLEADER r e : HandleNEWLEADER r e s s' -> Next s s'
| NHandleSYNC r e h d : HandleSYNC r e h d s s' -> Next s s'
| NPropose l e : Propose l e s s' -> Next s s'
| NCrash r : Crash r s s' -> Next s s'
| NFsync r d : Fsync r d s s' -> Next s s'.

(* A behaviour: from Init by steps of Next, or by none.  One that ends goes on by none. *)
Record Spec (b : nat -> State) : Prop := {
  starts : Init (b 0);
  goes_on : forall n, Next (b n) (b (S n)) \/ b (S n) = b n
}.

End Model.
