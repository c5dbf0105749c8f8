package io.zabdb.modelcheck.report;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How long the stages of a command took, and the parts of them: for those who want to make it
 * shorter. No check depends on it. Thread-safe.
 */
public final class Times {

  private static final int SLOWEST = 20;

  private record Time(String name, Duration time) {}

  private final List<Time> stages = new ArrayList<>();
  private final List<Time> parts = new ArrayList<>();

  /** A stage ended. */
  public synchronized void stage(String name, Duration time) {
    stages.add(new Time(name, time));
  }

  /** A part of a stage ended: a class of tests, a model. */
  public synchronized void part(String name, Duration time) {
    parts.add(new Time(name, time));
  }

  /** Prints each stage with its share of the whole, and the slowest parts. */
  public synchronized void print(PrintStream out, Duration whole) {
    Table table = new Table("stage", ">time", ">share");
    stages.forEach(
        stage -> table.add(stage.name(), Figures.seconds(stage.time()), share(stage, whole)));
    table.add("all", Figures.seconds(whole), "");
    table.print(out);
    out.println();
    out.println("slowest: " + slowest());
  }

  private String slowest() {
    return parts.stream()
        .sorted(Comparator.comparing(Time::time).reversed())
        .limit(SLOWEST)
        .map(part -> part.name() + " " + Figures.seconds(part.time()))
        .collect(Collectors.joining(", "));
  }

  private static String share(Time stage, Duration whole) {
    double part = (double) stage.time().toMillis() / Math.max(1, whole.toMillis());
    return String.format(Locale.ROOT, "%.0f%%", 100 * part);
  }
}
