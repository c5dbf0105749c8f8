package io.zabdb.storage.command;

import io.zabdb.model.data.DataLimits;
import io.zabdb.model.data.Family;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.ShardCommand;
import java.util.List;

/**
 * A command of the group's own, by which what it owns changes. Its entry is of the session {@link
 * #SESSION}, which no client may use.
 *
 * @param families of {@code FOUND} and {@code PREPARE} those of its partitions, in the order in
 *     which rows are scanned; else none
 */
public record Structure(ShardCommand command, List<Family> families) {

  /** Of all entries that hold such commands, and of no other. */
  public static final long SESSION = Long.MIN_VALUE + 1;

  public Structure {
    families = List.copyOf(families);
    DataLimits.check("the number of families", families.size(), 0, DataLimits.FAMILIES);
    boolean needed =
        command.kind() == CommandKind.PREPARE
            || (command.kind() == CommandKind.FOUND && !command.into().isEmpty());
    if (families.isEmpty() == needed) {
      throw new IllegalArgumentException(
          command.kind() + " has " + families.size() + " families for " + command.into());
    }
  }

  /** One without families. */
  public static Structure of(ShardCommand command) {
    return new Structure(command, List.of());
  }
}
