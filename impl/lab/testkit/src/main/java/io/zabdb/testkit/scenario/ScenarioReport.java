package io.zabdb.testkit.scenario;

import io.zabdb.testkit.sim.engine.EventLog;
import io.zabdb.testkit.sim.explain.EventPrinter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/** Runs the scenarios of files, and says of each whether it came true. */
public final class ScenarioReport {

  private ScenarioReport() {}

  /**
   * Runs all of them.
   *
   * @param events whether each event of the runs is printed
   * @return whether all came true
   * @throws IOException if a file cannot be read
   */
  public static boolean print(List<Path> files, boolean events, PrintStream out)
      throws IOException {
    boolean allPassed = true;
    for (Path file : files) {
      try {
        long micros = ScenarioRun.of(file, events ? new EventPrinter(out) : EventLog.NONE);
        out.printf("%s: comes true, in %,d ms of virtual time%n", file, micros / 1_000);
      } catch (ScenarioException failure) {
        out.println("FAILED: " + failure.getMessage());
        allPassed = false;
      }
    }
    return allPassed;
  }
}
