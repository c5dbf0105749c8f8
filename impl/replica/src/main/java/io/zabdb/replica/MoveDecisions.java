package io.zabdb.replica;

import io.zabdb.model.data.Family;
import io.zabdb.replica.CommandOutcome.CommandEnd;
import io.zabdb.replica.move.Letter;
import io.zabdb.shard.Cells;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.DestinationMove;
import io.zabdb.shard.MessageType;
import io.zabdb.shard.MoveMessage;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.shard.PartitionTable;
import io.zabdb.shard.SessionRecords;
import io.zabdb.shard.ShardCommand;
import io.zabdb.shard.SourceMove;
import io.zabdb.shard.TailAdmission;
import io.zabdb.storage.engine.StorageEngine;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Has the command logged that a message of another group asks for, if one is due. By the loop.
 *
 * <p>Source: {@code MoveGroups!Handle}.
 */
final class MoveDecisions {

  private final ReplicaParts parts;
  private final LogAdmission admission;
  private final QuorumFiles files;

  MoveDecisions(ReplicaParts parts, LogAdmission admission, QuorumFiles files) {
    this.parts = parts;
    this.admission = admission;
    this.files = files;
  }

  /** What this replica has applied; what it says to others is of that alone. */
  PartitionTable applied() {
    return new PartitionTable(engine().table(), SessionRecords.ABSENT, Cells.ABSENT);
  }

  /** What the end of the leader's log says of an attempt; empty: it is over. */
  Optional<PartitionRecord> atTail(PartitionId part, long attempt) {
    PartitionTable tail = admission.table();
    return tail == null
        ? Optional.empty()
        : tail.record(part).filter(record -> record.epoch() == attempt);
  }

  private StorageEngine engine() {
    return parts.opened().store().engine();
  }

  /**
   * A message has come.
   *
   * @param letter in which it came
   * @param ended is told, by the loop, what became of the command; {@code REFUSED}: none was due
   */
  void take(Letter letter, MoveMessage m, BiConsumer<CommandKind, CommandEnd> ended) {
    switch (m.type()) {
      case PREPARE -> prepare(letter, m, ended);
      case BASE ->
          files.ask(
              m,
              areThere -> {
                if (areThere) {
                  stage(m, ended);
                } else {
                  ended.accept(CommandKind.STAGE, CommandEnd.REFUSED);
                }
              });
      case CATCH -> byDestination(CommandKind.CATCH, d -> d.handleCatch(m), ended);
      case MANIFEST -> byDestination(CommandKind.FINISH, d -> d.handleManifest(m), ended);
      case ACTIVATE -> byDestination(CommandKind.ACTIVATE, d -> d.handleActivate(m), ended);
      case CANCEL -> byDestination(CommandKind.CANCEL, d -> d.handleCancel(m), ended);
      case READY -> bySource(CommandKind.SWITCH, s -> s.handleReady(m), ended);
      case DONE -> bySource(CommandKind.RELEASE, s -> s.handleDone(m), ended);
      case TOO_LOW -> bySource(CommandKind.ABORT, s -> s.handleTooLow(m), ended);
      case ACCEPT -> ended.accept(CommandKind.UPDATE, CommandEnd.REFUSED);
    }
  }

  /** The core may hold it for a while, and log it behind what comes meanwhile. */
  private void stage(MoveMessage m, BiConsumer<CommandKind, CommandEnd> ended) {
    long before = files.length();
    boolean[] hasEnded = {false};
    byDestination(
        CommandKind.STAGE,
        d -> d.handleBase(m),
        (kind, end) -> {
          hasEnded[0] = true;
          files.ended();
          ended.accept(kind, end);
        });
    if (!hasEnded[0]) {
      files.given(before);
    }
  }

  private void prepare(Letter letter, MoveMessage m, BiConsumer<CommandKind, CommandEnd> ended) {
    boolean mayCome = !letter.families().isEmpty() && parts.bases().isThere() && hasPlace(m);
    if (mayCome) {
      decide(
          CommandKind.PREPARE,
          tail -> new DestinationMove(tail).handlePrepare(m),
          letter.families(),
          ended);
    } else {
      ended.accept(CommandKind.PREPARE, CommandEnd.REFUSED);
    }
  }

  private boolean hasPlace(MoveMessage m) {
    PartitionTable tail = admission.table();
    return tail != null && ComingPartitions.hasPlace(tail.state(), m.part());
  }

  /**
   * Why a partition that a letter names does not come; empty: it does, or this is no such letter.
   */
  Optional<String> refusal(Letter letter) {
    PartitionTable tail = admission.table();
    return letter.messages().stream()
        .filter(m -> m.type() == MessageType.PREPARE && tail != null)
        .findFirst()
        .flatMap(m -> ComingPartitions.refusal(parts.group(), tail.state(), m.part()));
  }

  private void byDestination(
      CommandKind kind,
      Function<DestinationMove, Optional<ShardCommand>> decision,
      BiConsumer<CommandKind, CommandEnd> ended) {
    decide(kind, tail -> decision.apply(new DestinationMove(tail)), List.of(), ended);
  }

  /** The same for what the owner of a partition decides. */
  void bySource(
      CommandKind kind,
      Function<SourceMove, Optional<ShardCommand>> decision,
      BiConsumer<CommandKind, CommandEnd> ended) {
    decide(kind, tail -> decision.apply(new SourceMove(tail)), List.of(), ended);
  }

  private void decide(
      CommandKind kind,
      Function<TailAdmission, Optional<ShardCommand>> decision,
      List<Family> families,
      BiConsumer<CommandKind, CommandEnd> ended) {
    admission.decide(
        kind,
        decision,
        families,
        new CommandOutcome((end, why) -> parts.loop().run(() -> ended.accept(kind, end))));
  }
}
