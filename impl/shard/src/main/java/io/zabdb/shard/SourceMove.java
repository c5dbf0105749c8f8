package io.zabdb.shard;

import java.util.Optional;

/**
 * What the leader of a partition's owner does in a move. It has no state but that of the log: the
 * next leader goes on. Each method returns the command that the leader is to log, or none. Not
 * thread-safe.
 *
 * <p>Source: {@code MoveGroups}.
 */
public final class SourceMove {

  private final TailAdmission admission;

  public SourceMove(TailAdmission admission) {
    this.admission = admission;
  }

  /** {@code MoveGroups!BeginMove}: an attempt to give a partition to another group. */
  public Optional<ShardCommand> beginMove(PartitionId part, Birth destination) {
    PartitionTable tail = admission.atTail();
    if (destination.equals(tail.self()) || destination.equals(Birth.NOBODY)) {
      return Optional.empty();
    }
    return tail.record(part)
        .map(any -> admission.log().guards().nextNumber(tail, part))
        .filter(number -> number <= ShardLimits.NUMBER)
        .flatMap(number -> propose(CommandKind.BEGIN, part, number, destination));
  }

  /** {@code MoveGroups!SealMove}: no more updates of the partition are logged. */
  public Optional<ShardCommand> sealMove(PartitionId part) {
    return decide(CommandKind.SEAL, part);
  }

  /** {@code MoveGroups!AbortMove}: the attempt is given up, and all is as if nothing had been. */
  public Optional<ShardCommand> abortMove(PartitionId part) {
    return decide(CommandKind.ABORT, part);
  }

  /** {@code MoveGroups!HandleReady}: the destination holds the whole copy, and becomes the heir. */
  public Optional<ShardCommand> handleReady(MoveMessage m) {
    return admission.handle(m, MessageType.READY, CommandKind.SWITCH);
  }

  /** {@code MoveGroups!HandleDone}: the destination serves, and nothing is left here. */
  public Optional<ShardCommand> handleDone(MoveMessage m) {
    return admission.handle(m, MessageType.DONE, CommandKind.RELEASE);
  }

  /** {@code MoveGroups!HandleTooLow}: the next number is above the destination's floor. */
  public Optional<ShardCommand> handleTooLow(MoveMessage m) {
    return admission.handle(m, MessageType.TOO_LOW, CommandKind.ABORT);
  }

  /** {@code MoveGroups!Decide}. */
  private Optional<ShardCommand> decide(CommandKind kind, PartitionId part) {
    return admission
        .atTail()
        .record(part)
        .flatMap(record -> propose(kind, part, record.epoch(), Birth.NOBODY));
  }

  private Optional<ShardCommand> propose(
      CommandKind kind, PartitionId part, long number, Birth peer) {
    return admission.proposed(ShardCommand.of(kind, part, number, peer));
  }
}
