package io.zabdb.log;

import io.zabdb.log.file.DiskFullException;
import java.io.IOException;

/**
 * Whether a log can be used: it is open, and its disk has never failed. After a failure nobody
 * knows what is on the disk, so all that comes later fails, too. Guarded by the monitor of the log.
 */
final class LogHealth {

  /** What may fail for the disk. */
  interface Action {
    void run() throws IOException;
  }

  private final String location;
  private Throwable failure;
  private boolean closed;

  /**
   * @param location of the log, for messages
   */
  LogHealth(String location) {
    this.location = location;
  }

  boolean isClosed() {
    return closed;
  }

  boolean hasFailed() {
    return failure != null;
  }

  /** From now on it cannot be used. */
  void close() {
    closed = true;
  }

  /** From now on all fails, because of this. */
  void fail(Throwable cause) {
    failure = cause;
  }

  /**
   * @throws IllegalStateException if it is closed
   */
  void check() throws LogFailedException {
    if (closed) {
      throw new IllegalStateException("the log in " + location + " is closed");
    }
    if (failure != null) {
      throw new LogFailedException(location, failure);
    }
  }

  /** Runs an action, unless the log has failed or is closed; notes a failure. */
  void guard(Action action) throws IOException {
    check();
    try {
      action.run();
    } catch (DiskFullException | LogFailedException e) {
      throw e;
    } catch (CorruptLogException e) {
      failure = e;
      throw e;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Notes a failure of the disk; what is to be thrown for it. */
  LogFailedException failed(IOException cause) {
    failure = cause;
    return new LogFailedException(location, cause);
  }
}
