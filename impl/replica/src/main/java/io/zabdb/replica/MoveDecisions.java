package io.zabdb.replica;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Members;
import io.zabdb.core.state.StateView;
import io.zabdb.model.data.Family;
import io.zabdb.replica.CommandOutcome.CommandEnd;
import io.zabdb.replica.move.BaseOffer;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.move.Letter;
import io.zabdb.shard.Cells;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.DestinationMove;
import io.zabdb.shard.MoveMessage;
import io.zabdb.shard.PartitionCopy;
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
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Has the command logged that a message of another group asks for, if one is due. By the loop.
 *
 * <p>Source: {@code MoveGroups!Handle}.
 */
final class MoveDecisions {

  /** So many partitions may come at a time. */
  static final int MOST_COMING = 4;

  private final ReplicaParts parts;
  private final LogAdmission admission;
  private final Supplier<StateView> state;
  private final GroupPost post;

  /** How long the log was, at least, when files were taken the last time. */
  private long taken;

  MoveDecisions(
      ReplicaParts parts, LogAdmission admission, Supplier<StateView> state, GroupPost post) {
    this.parts = parts;
    this.admission = admission;
    this.state = state;
    this.post = post;
  }

  /** This replica leads: its predecessors may have taken files at the end of their log. */
  void established() {
    taken = state.get().historyLength();
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
      case BASE -> takeFiles(m, ended);
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

  /** Whether one more partition may come, beside what its attempt replaces. */
  private boolean hasPlace(MoveMessage m) {
    PartitionTable tail = admission.table();
    return tail != null
        && tail.parts().stream()
                .filter(part -> !part.overlaps(m.part()))
                .filter(part -> tail.record(part).orElseThrow().phase().isCopy())
                .count()
            < MOST_COMING;
  }

  /**
   * {@code MoveGroups!HandleBase}, when a quorum has the files: this replica offers them to the
   * members of its group, and so hears who has them and lacks nothing else, of all that has been
   * taken so far. So whatever is taken, a quorum is whole.
   */
  private void takeFiles(MoveMessage m, BiConsumer<CommandKind, CommandEnd> ended) {
    PartitionCopy copy = m.copy();
    if (copy == null) {
      ended.accept(CommandKind.STAGE, CommandEnd.REFUSED);
      return;
    }
    long behind = taken;
    parts
        .bases()
        .received(m.part().name(), m.epoch(), copy.cells())
        .thenCompose(files -> holders(files, behind))
        .whenComplete(
            (holders, failure) ->
                parts
                    .loop()
                    .run(
                        () -> {
                          if (failure == null && behind == taken && areEnough(holders)) {
                            byDestination(CommandKind.STAGE, d -> d.handleBase(m), ended);
                            taken = state.get().historyLength();
                          } else {
                            ended.accept(CommandKind.STAGE, CommandEnd.REFUSED);
                          }
                        }));
  }

  private CompletableFuture<Long> holders(Optional<BaseOffer> files, long behind) {
    return files
        .map(offer -> post.offer(parts.group(), offer.behind(behind)))
        .orElseGet(() -> CompletableFuture.completedFuture(0L));
  }

  /** {@code PartitionFiles!QuorumHas}, this replica among them. */
  private boolean areEnough(long holders) {
    StateView view = state.get();
    return areEnough(holders, view.self(), view.roster().configuration(parts.founders()));
  }

  static boolean areEnough(long holders, int self, Configuration voters) {
    return Members.contains(holders, self) && voters.isQuorum(holders);
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
