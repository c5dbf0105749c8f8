package io.zabdb.rpc;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Closes connections of clients that do not read their answers, or do not go on with a request that
 * they began: what they hold is given back. They have the timeout for it; if others wait for
 * memory, a second. Thread-safe.
 */
final class SlowClients {

  private static final long CHECK_MILLIS = 250;

  /** How much must move in a second. */
  private static final long MIN_BYTES_A_SECOND = 16 << 10;

  /** How much must move in a second if others need the memory. */
  private static final long MIN_BYTES_IF_SHORT = 256 << 10;

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final EventLoopGroup loops;
  private final long timeout;
  private final Admission admission;
  private final Collection<ServerConnection> connections;
  private final List<Future<?>> checks = new ArrayList<>();
  private final AtomicLong dropped = new AtomicLong();

  SlowClients(
      EventLoopGroup loops,
      Duration timeout,
      Admission admission,
      Collection<ServerConnection> connections) {
    this.loops = loops;
    this.timeout = timeout.toNanos();
    this.admission = admission;
    this.connections = connections;
  }

  /** Begins to look, until {@link #stop}. */
  synchronized void start() {
    for (EventExecutor loop : loops) {
      checks.add(
          loop.scheduleWithFixedDelay(
              () -> check(loop), CHECK_MILLIS, CHECK_MILLIS, TimeUnit.MILLISECONDS));
    }
  }

  synchronized void stop() {
    checks.forEach(check -> check.cancel(false));
  }

  /** How many connections it has closed. */
  long dropped() {
    return dropped.get();
  }

  private void check(EventExecutor loop) {
    boolean isShort = admission.isShort() && timeout > SECOND;
    long window = isShort ? SECOND : timeout;
    long least = isShort ? MIN_BYTES_IF_SHORT : Math.max(1, MIN_BYTES_A_SECOND * timeout / SECOND);
    long now = System.nanoTime();
    for (ServerConnection connection : connections) {
      if (connection.loop() == loop && connection.closeIfSlow(now, window, least)) {
        dropped.incrementAndGet();
      }
    }
  }
}
