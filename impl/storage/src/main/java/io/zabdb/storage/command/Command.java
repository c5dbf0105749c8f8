package io.zabdb.storage.command;

import io.zabdb.core.session.Retention;
import io.zabdb.model.data.DataLimits;

/**
 * What the payload of an entry says. An empty payload is no command: it does nothing.
 *
 * @param partition its name
 * @param time by the leader's clock, in milliseconds since 1970. Time applied never goes back.
 * @param opened the applied time at which the client was told that its session is open, in
 *     milliseconds
 * @param kept how much the leader says is to be remembered of sessions in the partition
 */
public record Command(String partition, long time, long opened, Retention kept, Action action) {

  public Command {
    DataLimits.checkName("the partition", partition);
    DataLimits.check("the time of a command", time, 0, DataLimits.MILLIS);
    DataLimits.check("the time at which a session was opened", opened, 0, Long.MAX_VALUE);
  }

  /** Of a session that was opened before all others, and with sessions kept for ever. */
  public Command(String partition, long time, Action action) {
    this(partition, time, 0, Retention.FOREVER, action);
  }
}
