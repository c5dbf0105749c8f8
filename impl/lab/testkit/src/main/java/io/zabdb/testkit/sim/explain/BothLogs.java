package io.zabdb.testkit.sim.explain;

import io.zabdb.testkit.sim.engine.EventLog;

/** Passes events on to two. */
public record BothLogs(EventLog one, EventLog other) implements EventLog {

  @Override
  public void add(long time, String who, String what) {
    one.add(time, who, what);
    other.add(time, who, what);
  }

  @Override
  public void message(long time, int from, int to, String what) {
    one.message(time, from, to, what);
    other.message(time, from, to, what);
  }
}
