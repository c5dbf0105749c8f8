package io.zabdb.simulator.client;

import io.zabdb.client.time.Timers;
import io.zabdb.testkit.sim.engine.Timeline;

/** The clock of the clients. Not thread-safe. */
public final class VirtualTimers implements Timers {

  private final Timeline time;
  private boolean closed;

  public VirtualTimers(Timeline time) {
    this.time = time;
  }

  @Override
  public long now() {
    return time.now() * 1_000;
  }

  @Override
  public Alarm in(long delay, Runnable action) {
    boolean[] cancelled = new boolean[1];
    time.after(
        Math.max(0, (delay + 999) / 1_000),
        () -> {
          if (!cancelled[0] && !closed) {
            action.run();
          }
        });
    return () -> cancelled[0] = true;
  }

  @Override
  public void close() {
    closed = true;
  }
}
