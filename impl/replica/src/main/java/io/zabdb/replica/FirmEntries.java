package io.zabdb.replica;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Entry;
import io.zabdb.shard.TableState;
import io.zabdb.storage.engine.StorageEngine;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Which entries are firm: they count as synced only once they are on disk, with {@link
 * io.zabdb.replica.settings.Durability#PERIODIC}, too. They are those that somebody outside the
 * group acts upon, who does not take that back when this group has lost them: the group's own
 * commands, rosters, and whatever is logged while a partition leaves, since the other group is sent
 * it. By the loop.
 *
 * <p>Source: {@code Durability!Firm}, decision 80.
 */
final class FirmEntries {

  private final TailCommands tail;
  private final LongSupplier applied;
  private final Supplier<TableState> table;

  /** The place of the last own command or roster; it may have been cut since. */
  private long last;

  private TableState seen = TableState.EMPTY;
  private boolean leaves;

  /**
   * @param applied how many entries are
   * @param table what these led to
   */
  FirmEntries(TailCommands tail, LongSupplier applied, Supplier<TableState> table) {
    this.tail = tail;
    this.applied = applied;
    this.table = table;
  }

  /**
   * The entry was appended.
   *
   * @param index its place in the log
   */
  void appended(long index, Entry entry) {
    if (StorageEngine.isOfGroup(entry) || entry.session() == Roster.SESSION) {
      last = index;
    }
  }

  /** How many entries of the log are firm, or have to be on disk because those behind them are. */
  long upTo() {
    // First this: what is applied meanwhile is in the table. A command may have changed nothing.
    long length = applied.getAsLong();
    TableState now = table.get();
    if (now != seen) {
      seen = now;
      leaves = now.records().values().stream().anyMatch(each -> each.phase().isLeaving());
    }
    // A command that is not applied yet may be the one by which a partition begins to leave.
    return leaves || tail.areAnyBehind(Math.max(length, now.index())) ? Long.MAX_VALUE : last;
  }
}
