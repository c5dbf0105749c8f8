package io.zabdb.storage.engine;

import io.zabdb.core.message.Entry;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Version;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardUpdate;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.tree.Overlay;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Updates of partitions that move, in a batch of entries: those that the group takes and another
 * one is to have, and those that another one took. Not thread-safe.
 */
final class MovingUpdates {

  /**
   * An update that another group took, and the command in it, if that group ran it. Whoever sent
   * that may have known the partition by an older name.
   */
  record Caught(String partition, ShardUpdate update, Optional<Command> command) {}

  private final Overlay overlay;
  private final Holdings holdings;

  /** How many there were, by partition. */
  private final Map<String, Long> taken = new TreeMap<>();

  MovingUpdates(Overlay overlay, Holdings holdings) {
    this.overlay = overlay;
    this.holdings = holdings;
  }

  /**
   * The group takes an update. The copy is told also of one that is not run, without what it would
   * do: any replica can count what it only takes.
   *
   * @param partition that takes it
   * @param tokens of its rows
   * @param version of the cells that it writes
   * @param time at which it is run, in milliseconds
   * @param runs whether it is; not if its session has come to it before, or may have
   */
  void take(
      Entry entry, String partition, List<Long> tokens, Version version, long time, boolean runs) {
    if (holdings.isSent(partition)) {
      long number = holdings.position(partition) + taken.merge(partition, 1L, Long::sum);
      ShardUpdate update =
          new ShardUpdate(
              entry.session(),
              entry.seq(),
              runs ? tokens : List.of(),
              time,
              version,
              runs ? Bytes.wrap(entry.payload()) : Bytes.EMPTY);
      ShippedUpdates.add(overlay, partition, number, update);
    }
  }

  /**
   * {@code MoveCommands!Catch}: the update in a command of the group's own, if it comes next. It is
   * to be run with the version and at the time that it had in the other group.
   */
  Optional<Caught> caught(Entry entry) {
    return StructureChanges.decode(entry)
        .map(Structure::command)
        .flatMap(
            command -> {
              PartitionId part = command.part();
              ShardUpdate update = command.entry();
              if (part == null
                  || update == null
                  || !holdings.admitsCatch(command, taken.getOrDefault(part.name(), 0L))) {
                return Optional.empty();
              }
              Optional<Command> run =
                  update.payload().isEmpty()
                      ? Optional.empty()
                      : Optional.of(CommandCodec.decode(update.payload().array()));
              taken.merge(part.name(), 1L, Long::sum);
              return Optional.of(new Caught(part.name(), update, run));
            });
  }

  /** What the store has behind them. */
  Holdings end() {
    Holdings after = holdings.ran(taken);
    after.writeOwned(holdings, overlay);
    return after;
  }
}
