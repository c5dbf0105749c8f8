package io.zabdb.testkit.sim.explain;

import io.zabdb.testkit.sim.engine.EventLog;
import java.io.PrintStream;
import java.util.Locale;

/** Prints a line per event. */
public record EventPrinter(PrintStream out) implements EventLog {

  @Override
  public void add(long time, String who, String what) {
    out.printf(Locale.ROOT, "%,13d  %-6s %s%n", time, who, what);
  }

  @Override
  public void message(long time, int from, int to, String what) {}
}
