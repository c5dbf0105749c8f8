package io.zabdb.cli.data.load;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** Shows on a terminal how a load gets on, a few times a second. Not thread-safe. */
public final class ProgressBar {

  private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(200);
  private static final int WIDTH = 30;

  private final PrintWriter terminal;
  private final DoubleSupplier part;
  private final LongSupplier clock;
  private final long began;
  private final long rowsBefore;
  private long shown;

  /**
   * @param part of the file that has been read, 0 to 1; below 0: not known
   * @param clock in nanoseconds
   * @param rowsBefore that were loaded by an earlier command
   */
  public ProgressBar(
      PrintWriter terminal, DoubleSupplier part, LongSupplier clock, long rowsBefore) {
    this.terminal = terminal;
    this.part = part;
    this.clock = clock;
    this.rowsBefore = rowsBefore;
    began = clock.getAsLong();
    shown = began - INTERVAL;
  }

  /** Shows it, unless it was shown just now. */
  public void show(LoadProgress progress) {
    long now = clock.getAsLong();
    if (now - shown < INTERVAL) {
      return;
    }
    shown = now;
    double seconds = Math.max((now - began) / 1e9, 1e-3);
    long rate = (long) ((progress.rows() - rowsBefore) / seconds);
    terminal.print(
        "\r" + bar() + String.format(Locale.ROOT, "%,d rows, %,d rows/s ", progress.rows(), rate));
    terminal.flush();
  }

  private String bar() {
    double read = part.getAsDouble();
    if (read < 0) {
      return "";
    }
    int full = (int) (Math.min(read, 1) * WIDTH);
    return "["
        + "#".repeat(full)
        + " ".repeat(WIDTH - full)
        + "] "
        + String.format(Locale.ROOT, "%3d%% ", (int) (Math.min(read, 1) * 100));
  }

  /** Leaves the line to others. */
  public void end() {
    terminal.println();
    terminal.flush();
  }
}
