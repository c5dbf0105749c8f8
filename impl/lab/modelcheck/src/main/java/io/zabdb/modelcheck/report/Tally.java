package io.zabdb.modelcheck.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts passed, failed and skipped checks, and names what failed. Thread-safe. */
public final class Tally {

  /** The most failures that are named. */
  static final int MAX_NAMED = 40;

  private static final int MAX_LENGTH = 400;

  private final List<String> failures = new ArrayList<>();
  private final AtomicInteger[] counts = {
    new AtomicInteger(), new AtomicInteger(), new AtomicInteger()
  };

  public void add(Status status, int count) {
    counts[status.ordinal()].addAndGet(count);
  }

  /**
   * Counts a check, and names it if it failed.
   *
   * @param what and why, for a line
   */
  public void add(Status status, String what) {
    add(status, 1);
    if (status == Status.FAILED) {
      name(what);
    }
  }

  private void name(String what) {
    String line = what.strip().replaceAll("\\s+", " ");
    synchronized (failures) {
      if (failures.size() < MAX_NAMED) {
        failures.add(line.substring(0, Math.min(line.length(), MAX_LENGTH)));
      }
    }
  }

  /**
   * Prints again what failed, so that whoever sees only the end of the output sees it too; nothing
   * if all is well.
   */
  public void printFailures(PrintStream out) {
    synchronized (failures) {
      failures.forEach(failure -> out.println("FAIL " + failure));
    }
  }

  public int count(Status status) {
    return counts[status.ordinal()].get();
  }

  /** The process's exit code: 0 if nothing failed, otherwise 1. */
  public int exitCode() {
    return count(Status.FAILED) == 0 ? 0 : 1;
  }

  /** The closing line of every command. */
  @Override
  public String toString() {
    return count(Status.PASSED)
        + " passed, "
        + count(Status.FAILED)
        + " failed, "
        + count(Status.SKIPPED)
        + " skipped";
  }
}
