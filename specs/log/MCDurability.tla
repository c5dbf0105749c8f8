---------------------------- MODULE MCDurability ----------------------------
(* Durability with bounds, and what must hold. *)
EXTENDS Durability, TLC

CONSTANTS
    \* @type: Int;
    MaxEpoch,
    \* How many requests a leader takes.
    \* @type: Int;
    MaxRequests,
    \* How often power is lost, all in all.
    \* @type: Int;
    MaxLosses,
    \* Whose machines may lose it.
    \* @type: Set(SERVER);
    Unlucky

VARIABLES
    \* Of what was told, what a quorum of that epoch has had on disk at once.
    \* @type: Set({ epoch: Int, log: Seq({ epoch: Int, counter: Int }) });
    settled,
    \* @type: Int;
    losses

mcVars == <<vars, settled, losses>>

Epochs == 1..MaxEpoch

\* A quorum that is in the epoch of t has flushed what was told.
\* @type: { epoch: Int, log: Seq({ epoch: Int, counter: Int }) } => Bool;
IsSettled(t) ==
    IsQuorum({s \in Server : current[s] = t.epoch /\ flushed[s] >= Len(t.log) /\ IsPrefix(t.log, history[s])})

MCInit == Init /\ settled = {} /\ losses = 0

Settles == settled' = settled \cup {t \in Told' : IsSettled(t)'}

\* Which numbers epochs have does not matter, so no number is left out; who comes late does so by Enter.
FirstFree == CHOOSE e \in Epoch \cup {MaxEpoch + 1} : e > MaxEpoch \/ (~Begun(e) /\ \A f \in Epoch : f < e => Begun(f))
Majorities == {Q \in SUBSET Server : Cardinality(Q) = (Cardinality(Server) \div 2) + 1}

MCElect == \E e \in Epoch \cap {FirstFree}, l, t \in Server, Q \in Majorities : Elect(l, t, Q, e)
MCPropose == \E e \in Epoch : Len(proposed[e]) < Len(initial[e]) + MaxRequests /\ Propose(e)
MCEnter == \E e \in Epoch, s \in Server : Enter(s, e)
MCWrite == \E e \in Epoch, s \in Server : Write(s, e)
MCFlush == \E s \in Server : Flush(s)
MCPowerLoss == losses < MaxLosses /\ losses' = losses + 1 /\ \E s \in Unlucky : PowerLoss(s)

MCNext ==
    /\ \/ (MCElect \/ MCPropose \/ MCEnter \/ MCWrite \/ MCFlush) /\ UNCHANGED losses
       \/ MCPowerLoss
    /\ Settles

MCSpec == MCInit /\ [][MCNext]_mcVars

----------------------------------------------------------------------------

TypeOK ==
    /\ promised \in [Server -> {0} \cup Epoch] /\ current \in [Server -> {0} \cup Epoch]
    /\ \A s \in Server : current[s] <= promised[s] /\ flushed[s] \in 0..Len(history[s])
    /\ leader \in [Epoch -> Server \cup {Nobody}] /\ over \subseteq Epoch
    /\ \A e \in Epoch : IsPrefix(initial[e], proposed[e])
    /\ \A e \in Epoch, s \in Server : acked[e][s] \in -1..Len(proposed[e])

\* What a quorum of an epoch has flushed is never lost, in whichever mode.
NothingSettledIsLost == Survive(settled)

\* All that a replica has on disk with its epoch is the history with which that began, or more.
EpochAfterHistory == \A s \in Server : current[s] > 0 => flushed[s] >= Len(initial[current[s]])

\* For Firm: places of firm entries.
FirstIsFirm(i) == i = 1
SecondIsFirm(i) == i = 2

Symmetry == Permutations(Server)

\* Who may lose its power is told apart from the others.
SymmetryOfOthers == Permutations(Unlucky) \cup Permutations(Server \ Unlucky)
=============================================================================
