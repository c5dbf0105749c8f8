package io.zabdb.storage.command;

import io.zabdb.core.data.DataLimits;
import io.zabdb.storage.data.Limits;

/**
 * What the payload of an entry says. An empty payload is no command: it does nothing.
 *
 * @param partition its name
 * @param time by the leader's clock, in milliseconds since 1970. Time applied never goes back.
 */
public record Command(String partition, long time, Action action) {

  public Command {
    Limits.checkName("the partition", partition);
    Limits.check("the time of a command", time, 0, DataLimits.MILLIS);
  }
}
