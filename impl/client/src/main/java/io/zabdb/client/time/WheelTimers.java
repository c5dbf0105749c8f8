package io.zabdb.client.time;

import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Real time, in steps of 5 ms: each operation sets a timer and cancels it, which costs next to
 * nothing here. One thread.
 */
public final class WheelTimers implements Timers {

  private static final long TICK_MILLIS = 5;

  private final HashedWheelTimer wheel =
      new HashedWheelTimer(
          new DefaultThreadFactory("zabdb-client-timer", true),
          TICK_MILLIS,
          TimeUnit.MILLISECONDS,
          512,
          false);

  @Override
  public long now() {
    return System.nanoTime();
  }

  @Override
  public Alarm in(long delay, Runnable action) {
    Timeout timeout = wheel.newTimeout(ignored -> action.run(), delay, TimeUnit.NANOSECONDS);
    return timeout::cancel;
  }

  /** May be called by an action, which the wheel's own {@code stop} does not allow. */
  @Override
  public void close() {
    Thread stopper = new Thread(wheel::stop, "zabdb-client-timer-stop");
    stopper.setDaemon(true);
    stopper.start();
  }
}
