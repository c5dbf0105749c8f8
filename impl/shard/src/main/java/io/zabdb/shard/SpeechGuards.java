package io.zabdb.shard;

import java.util.EnumSet;

/**
 * The operators of {@code specs/shard/MoveGroups} and {@code MoveClients} by which a group speaks,
 * and the token flag that they ask, each with a name so that a test can weaken it. Whoever speaks
 * may have been deposed, and may have applied less than is committed: so answers rest on numbers of
 * attempts, which only grow, and never on what is absent. It keeps nothing; methods named as
 * operators compute the same.
 */
public class SpeechGuards {

  /** Those of the product. */
  public static final SpeechGuards STANDARD = new SpeechGuards();

  private static final EnumSet<MovePhase> COPIES = EnumSet.of(MovePhase.RECEIVING, MovePhase.READY);
  private static final EnumSet<MovePhase> MOVING =
      EnumSet.of(MovePhase.COPYING, MovePhase.SEALED, MovePhase.SWITCHED);

  protected SpeechGuards() {}

  /** {@code MoveState!Readable}: a token flag. */
  protected boolean readable(PartitionTable s, PartitionId p) {
    return s.record(p).filter(record -> record.phase().isOwned()).isPresent();
  }

  /** {@code MoveGroups!CanDescribe}. */
  protected boolean canDescribe(PartitionRecord r) {
    return r.phase() == MovePhase.SEALED;
  }

  /** {@code MoveGroups!CanTellHeir}. */
  protected boolean canTellHeir(PartitionRecord r) {
    return r.phase() == MovePhase.SWITCHED;
  }

  /** {@code MoveGroups!CanPromise}. */
  protected boolean canPromise(PartitionRecord r) {
    return r.phase() == MovePhase.READY;
  }

  /** {@code MoveGroups!KnowsOf}: the group has come to the attempt, or past it. */
  protected boolean knowsOf(PartitionTable s, PartitionId p, long e) {
    return s.floor() >= e || s.overlapping(p).stream().anyMatch(q -> s.recordOf(q).epoch() >= e);
  }

  /** {@code MoveGroups!HasServed}. */
  protected boolean hasServed(PartitionTable s, MoveMessage m) {
    return knowsOf(s, m.part(), m.epoch()) && !s.inAttempt(m.part(), m.epoch(), COPIES);
  }

  /** {@code MoveGroups!IsNewerOwner}: so the heir served before it gave the tokens on. */
  protected boolean isNewerOwner(PartitionTable s, MoveMessage m) {
    return s.overlapping(m.part()).stream()
        .anyMatch(q -> readable(s, q) && s.recordOf(q).epoch() > m.epoch());
  }

  /** {@code MoveGroups!SaysDone}. */
  protected boolean saysDone(PartitionTable s, MoveMessage m) {
    if (m.type() != MessageType.ACTIVATE) {
      return false;
    }
    return m.dst().equals(s.self())
        ? hasServed(s, m)
        : !m.src().equals(s.self()) && isNewerOwner(s, m);
  }

  /** {@code MoveGroups!SaysCancel}: the other side waits in an attempt that is over. */
  protected boolean saysCancel(PartitionTable s, MoveMessage m) {
    return (m.type() == MessageType.ACCEPT || m.type() == MessageType.READY)
        && m.dst().equals(s.self())
        && knowsOf(s, m.part(), m.epoch())
        && !s.inAttempt(m.part(), m.epoch(), MOVING);
  }

  /** {@code MoveGroups!SaysTooLow}: it may have forgotten an attempt of this number. */
  protected boolean saysTooLow(PartitionTable s, MoveMessage m) {
    return m.type() == MessageType.PREPARE
        && m.dst().equals(s.self())
        && m.epoch() <= s.floor()
        && !s.inAttempt(m.part(), m.epoch(), COPIES);
  }

  /** {@code MoveClients!MayRead}: by the flags in what is applied. */
  protected boolean mayRead(PartitionTable s, PartitionId p) {
    return readable(s, p);
  }

  /** {@code MoveClients!Correction}: its own replicated state says to whom it gave the token. */
  protected Heir correction(PartitionTable s, long token) {
    return s.heirs().of(token);
  }
}
