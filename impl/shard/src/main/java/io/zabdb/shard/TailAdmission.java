package io.zabdb.shard;

import java.util.List;
import java.util.Optional;

/**
 * Decides what the leader of a group logs: what may take effect behind all that its log holds,
 * committed or not. So nothing is logged that is refused when it is applied ({@code
 * Move!NothingLoggedInVain}). It is the leader's alone; the next leader makes one of its own. Not
 * thread-safe.
 *
 * <p>Source: {@code MoveGroups}, {@code AtTail} and {@code Propose}.
 */
public final class TailAdmission {

  private final PartitionLog log;
  private final PartitionTable tail;

  private TailAdmission(PartitionLog log, PartitionTable tail) {
    this.log = log;
    this.tail = tail;
  }

  /**
   * {@code MoveGroups!LeaderChange}: of a leader that has been established.
   *
   * @param applied what it has applied
   * @param sessions what that says of sessions, for this table alone
   * @param tail the commands of its log behind that
   */
  public static TailAdmission leaderChange(
      PartitionLog log, TableState applied, SessionRecords sessions, List<ShardCommand> tail) {
    TailAdmission admission =
        new TailAdmission(log, new PartitionTable(applied, sessions, Cells.ABSENT));
    // Versions are of no account where there are no cells.
    tail.forEach(command -> log.commit(admission.tail, command, 0, 0));
    return admission;
  }

  /** {@code MoveGroups!AtTail}: what the leader's log leads to. Only to be read. */
  public PartitionTable atTail() {
    return tail;
  }

  PartitionLog log() {
    return log;
  }

  /**
   * {@code MoveGroups!Propose}: whether the command may be logged, which the caller then does, next
   * in the log.
   */
  public boolean propose(ShardCommand command) {
    return log.admissible(tail, command) && log.commit(tail, command, 0, 0);
  }

  /** What {@link #propose} accepts is to be logged. */
  Optional<ShardCommand> proposed(ShardCommand command) {
    return propose(command) ? Optional.of(command) : Optional.empty();
  }

  /**
   * {@code MoveGroups!Handle}: the command for a message that reached this group, if one is due.
   */
  Optional<ShardCommand> handle(MoveMessage m, MessageType type, CommandKind kind) {
    if (m.type() != type || !m.dst().equals(tail.self())) {
      return Optional.empty();
    }
    return proposed(
        new ShardCommand(
            kind, m.part(), m.epoch(), m.src(), m.number(), m.entry(), m.copy(), List.of()));
  }

  /** {@code MoveClients!Admit}: the command to be logged for an update; none: see {@link #fate}. */
  public Optional<ShardCommand> admit(ShardUpdate update) {
    return proposed(ShardCommand.update(update));
  }

  /** What becomes of an update that comes now. */
  public UpdateFate fate(ShardUpdate update) {
    Optional<PartitionId> place = log.guards().placeOf(tail, update);
    UpdateFate fate = fate(place);
    if (fate != UpdateFate.ADMITTED || place.isEmpty()) {
      return fate;
    }
    PartitionId part = place.get();
    if (!log.guards().fresh(tail, part, update)) {
      return UpdateFate.REPEATED;
    }
    return tail.hasRoom(part, update.session()) ? UpdateFate.ADMITTED : UpdateFate.OVERLOADED;
  }

  /**
   * The same where the store says what a session has done, so that no update is a repeated one
   * here. By which name the partition is called does not matter: it may have been split or merged.
   *
   * @param tokens of its rows
   */
  public UpdateFate fate(List<Long> tokens) {
    return fate(tail.around(tokens));
  }

  private UpdateFate fate(Optional<PartitionId> place) {
    if (place.isEmpty() || tail.isDissolved()) {
      return UpdateFate.REDIRECTED;
    }
    MovePhase phase = tail.recordOf(place.get()).phase();
    if (phase == MovePhase.SEALED || phase == MovePhase.READY) {
      return UpdateFate.HELD;
    }
    return log.guards().writable(tail, place.get()) ? UpdateFate.ADMITTED : UpdateFate.REDIRECTED;
  }

  /** {@code MoveGroups!Dissolve}: the command by which a group that has nothing ends. */
  public Optional<ShardCommand> dissolve() {
    return proposed(ShardCommand.dissolve());
  }
}
