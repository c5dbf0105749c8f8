package io.zabdb.lab;

import io.zabdb.modelcheck.report.Tally;
import io.zabdb.modelcheck.report.Times;
import io.zabdb.modelcheck.specs.Pace;
import io.zabdb.modelcheck.specs.SpecsCheck;
import io.zabdb.modelcheck.specs.SpecsOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The models that must be run on every change, beside the other stages of {@code ./zabdb test}:
 * real processes wait half of their time, in which TLC finds a processor idle.
 */
final class SpecsBeside {

  private final Pace pace = Pace.yielding();
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final SpecsCheck check;
  private final Thread thread = new Thread(this::run, "specs");
  private Throwable broken;

  /**
   * The models.
   *
   * @param tally takes their outcomes as they end
   * @param times takes how long each took
   */
  SpecsBeside(Tally tally, Times times) {
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    check = new SpecsCheck(SpecsOptions.onEveryChange(), out, tally, times, pace);
  }

  /** Begins, in a thread of its own that nobody needs to end. */
  void start() {
    thread.setDaemon(true);
    thread.start();
  }

  /** Gives the machine to what is left, waits for it, and prints all that there is to say. */
  void finish(PrintStream out) throws IOException, InterruptedException {
    pace.hurry();
    thread.join();
    out.print(printed.toString(StandardCharsets.UTF_8));
    if (broken instanceof IOException failed) {
      throw failed;
    }
    if (broken != null) {
      throw new IllegalStateException(broken);
    }
  }

  private void run() {
    try {
      check.run();
    } catch (Throwable failure) {
      // Told to whoever waits for the end.
      broken = failure;
    }
  }
}
