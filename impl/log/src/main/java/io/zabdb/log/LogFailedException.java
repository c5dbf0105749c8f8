package io.zabdb.log;

import java.io.IOException;

/**
 * The disk has failed a write or a sync, now or earlier. What is on disk is unknown until the log
 * is recovered, so the log does nothing any more; the process has to end.
 */
public final class LogFailedException extends IOException {

  private static final long serialVersionUID = 1;

  LogFailedException(String location, Throwable cause) {
    super("the log in " + location + " has failed and takes nothing any more: " + cause, cause);
  }
}
