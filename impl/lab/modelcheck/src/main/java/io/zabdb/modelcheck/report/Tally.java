package io.zabdb.modelcheck.report;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts passed, failed and skipped checks. Thread-safe. */
public final class Tally {

  private final AtomicInteger[] counts = {
    new AtomicInteger(), new AtomicInteger(), new AtomicInteger()
  };

  public void add(Status status) {
    add(status, 1);
  }

  public void add(Status status, int count) {
    counts[status.ordinal()].addAndGet(count);
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
