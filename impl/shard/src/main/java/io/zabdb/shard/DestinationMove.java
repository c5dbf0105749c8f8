package io.zabdb.shard;

import java.util.Optional;

/**
 * What the leader of a move's destination does. It has no state but that of the log: the next
 * leader goes on. Each method returns the command that the leader is to log, or none. Not
 * thread-safe.
 *
 * <p>Source: {@code MoveGroups}.
 */
public final class DestinationMove {

  private final TailAdmission admission;

  public DestinationMove(TailAdmission admission) {
    this.admission = admission;
  }

  /** {@code MoveGroups!HandlePrepare}: an empty copy, if the number is new. */
  public Optional<ShardCommand> handlePrepare(MoveMessage m) {
    return admission.handle(m, MessageType.PREPARE, CommandKind.PREPARE);
  }

  /** {@code MoveGroups!HandleBase}: the copy has what the base has. */
  public Optional<ShardCommand> handleBase(MoveMessage m) {
    return admission.handle(m, MessageType.BASE, CommandKind.STAGE);
  }

  /** {@code MoveGroups!HandleCatch}: the copy has one more update. */
  public Optional<ShardCommand> handleCatch(MoveMessage m) {
    return admission.handle(m, MessageType.CATCH, CommandKind.CATCH);
  }

  /** {@code MoveGroups!HandleManifest}: the copy is whole, if it has come so far. */
  public Optional<ShardCommand> handleManifest(MoveMessage m) {
    return admission.handle(m, MessageType.MANIFEST, CommandKind.FINISH);
  }

  /** {@code MoveGroups!HandleActivate}: it serves. */
  public Optional<ShardCommand> handleActivate(MoveMessage m) {
    return admission.handle(m, MessageType.ACTIVATE, CommandKind.ACTIVATE);
  }

  /** {@code MoveGroups!HandleCancel}: the attempt is over, and the copy is dropped. */
  public Optional<ShardCommand> handleCancel(MoveMessage m) {
    return admission.handle(m, MessageType.CANCEL, CommandKind.CANCEL);
  }
}
