package io.zabdb.testkit.sim.campaign;

import io.zabdb.testkit.linearizability.Verdict;
import io.zabdb.testkit.sim.Result;
import io.zabdb.testkit.sim.engine.Counts;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;

/** What came of many runs. Thread-safe. */
public final class Totals {

  private static final double MICROS_PER_HOUR = 3.6e9;

  private final long start = System.nanoTime();
  private final Counts counts = new Counts();
  private long runs;
  private long virtualMicros;
  private long nodeMicros;
  private long events;
  private long operations;
  private long inconclusive;
  private long meaningful;

  synchronized void add(Result result) {
    runs++;
    virtualMicros += result.virtualMicros();
    nodeMicros += result.virtualMicros() * result.options().nodes();
    events += result.events();
    operations += result.history().operations().size();
    counts.addAll(result.counts());
    if (!result.failed() && result.verdict() == Verdict.INCONCLUSIVE) {
      inconclusive++;
    }
    if (result.meaningful()) {
      meaningful++;
    }
  }

  public synchronized long runs() {
    return runs;
  }

  /** How many histories had operations that overlap enough to mean something. */
  public synchronized long meaningful() {
    return meaningful;
  }

  /** How many histories were too hard to judge. */
  public synchronized long inconclusive() {
    return inconclusive;
  }

  /** How often what happened in all runs, by name, as a copy. */
  public synchronized Counts counts() {
    Counts copy = new Counts();
    copy.addAll(counts);
    return copy;
  }

  /** How far it has come, in a line. */
  public synchronized String progress() {
    return String.format(
        Locale.ROOT,
        "%,d runs, %.1f a second; %.1f virtual hours, %,.0f for each real hour",
        runs,
        runs / seconds(),
        virtualMicros / MICROS_PER_HOUR,
        speed());
  }

  /** Virtual hours of a group for each real hour. */
  private double speed() {
    return virtualMicros / 1e6 / seconds();
  }

  private double seconds() {
    return (System.nanoTime() - start) / 1e9;
  }

  /** Prints all there is to say. */
  public synchronized void print(PrintStream out) {
    String group = "";
    for (Map.Entry<String, Long> count : counts.all().entrySet()) {
      String[] parts = count.getKey().split(": ", 2);
      if (!parts[0].equals(group)) {
        group = parts[0];
        out.println(group);
      }
      out.printf(Locale.ROOT, "  %-48s %,14d%n", parts[1], count.getValue());
    }
    out.println();
    out.println(progress());
    out.printf(
        Locale.ROOT,
        "%.1f virtual hours of nodes, %,d events, %,.0f a second%n",
        nodeMicros / MICROS_PER_HOUR,
        events,
        events / seconds());
    out.printf(
        Locale.ROOT,
        "%,d operations; in %,d of %,d histories they overlapped enough to mean something;"
            + " %,d inconclusive%n",
        operations,
        meaningful,
        runs,
        inconclusive);
  }
}
