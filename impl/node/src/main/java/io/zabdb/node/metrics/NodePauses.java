package io.zabdb.node.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;

/**
 * The pauses of a node that its clients may notice, by what caused them. Thread-safe; noting one
 * that is short costs a comparison.
 */
public final class NodePauses {

  /** Shorter ones are none. */
  public static final long LIMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** Of one cause, since somebody took the report. */
  private static final class Noted {
    private long count;
    private long longest;
  }

  private final Map<PauseCause, Timer> timers = new EnumMap<>(PauseCause.class);
  private final Map<PauseCause, Noted> noted = new EnumMap<>(PauseCause.class);

  NodePauses(MeterRegistry registry) {
    for (PauseCause cause : PauseCause.values()) {
      timers.put(
          cause,
          Timer.builder("zabdb.pauses")
              .description("Pauses of 10 ms or more, by cause")
              .tag("cause", cause.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
  }

  /** Something took so long. */
  public void note(PauseCause cause, long nanos) {
    if (nanos < LIMIT_NANOS) {
      return;
    }
    timers.get(cause).record(nanos, TimeUnit.NANOSECONDS);
    synchronized (noted) {
      Noted one = noted.computeIfAbsent(cause, any -> new Noted());
      one.count++;
      one.longest = Math.max(one.longest, nanos);
    }
  }

  /** What was noted since this was asked last; empty: nothing. */
  public Optional<PauseReport> take() {
    StringJoiner text = new StringJoiner(", ");
    long longest = 0;
    synchronized (noted) {
      for (Map.Entry<PauseCause, Noted> each : noted.entrySet()) {
        Noted one = each.getValue();
        longest = Math.max(longest, one.longest);
        text.add(
            each.getKey().words(one.count)
                + (one.count == 1 ? " (" : " (longest ")
                + TimeUnit.NANOSECONDS.toMillis(one.longest)
                + " ms)");
      }
      noted.clear();
    }
    return longest == 0 ? Optional.empty() : Optional.of(new PauseReport(longest, text.toString()));
  }
}
