package io.zabdb.conformance.move;

import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.ShardCommand;
import io.zabdb.shard.TableState;

/**
 * A group has applied a command, for the first time: an event of {@code specs/shard/TraceMove}.
 *
 * @param group which
 * @param epoch of the leader that logged it
 * @param command a client's update, too
 * @param update of UPDATE its number in the trace, of CATCH that of the update that it repeats; 0:
 *     none
 * @param table what it led to; places in the log are those of events of the group, from 1
 */
record MoveEvent(Birth group, long epoch, ShardCommand command, long update, TableState table) {

  CommandKind kind() {
    return command.kind();
  }

  MoveEvent with(ShardCommand other) {
    return new MoveEvent(group, epoch, other, update, table);
  }

  MoveEvent with(TableState other) {
    return new MoveEvent(group, epoch, command, update, other);
  }

  MoveEvent withUpdate(long other) {
    return new MoveEvent(group, epoch, command, other, table);
  }
}
