package io.zabdb.simulator.disk;

import io.zabdb.log.file.LogFiles;
import java.io.IOException;

/** Reads a log as a process does that starts. */
@FunctionalInterface
public interface LogRecovery {

  /**
   * How many entries files hold; they may be changed.
   *
   * @throws IOException if they are damaged
   */
  long length(LogFiles files) throws IOException;
}
