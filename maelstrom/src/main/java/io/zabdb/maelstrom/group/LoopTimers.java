package io.zabdb.maelstrom.group;

import io.zabdb.client.time.Timers;
import io.zabdb.environment.Loop;

/** The timers of a client that lives on an event loop. */
record LoopTimers(Loop loop) implements Timers {

  @Override
  public long now() {
    return System.nanoTime();
  }

  @Override
  public Alarm in(long delay, Runnable action) {
    return loop.schedule(delay, action)::cancel;
  }

  /** The loop ends with its node. */
  @Override
  public void close() {}
}
