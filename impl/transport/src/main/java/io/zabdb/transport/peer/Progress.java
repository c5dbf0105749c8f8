package io.zabdb.transport.peer;

import io.zabdb.core.step.Connection;
import java.util.concurrent.TimeUnit;

/** Tells the listener that a checkpoint goes on, but not too often. By the group's event loop. */
final class Progress {

  private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final PeerListener listener;
  private final Connection connection;
  private long last = System.nanoTime() - INTERVAL_NANOS;

  Progress(PeerListener listener, Connection connection) {
    this.listener = listener;
    this.connection = connection;
  }

  /** Whether the listener was told. */
  boolean made() {
    long now = System.nanoTime();
    if (now - last < INTERVAL_NANOS) {
      return false;
    }
    last = now;
    listener.progressed(connection);
    return true;
  }
}
