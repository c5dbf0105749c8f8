package io.zabdb.modelcheck.report;

import java.io.PrintStream;

/** Prints a line for each check as it ends, and counts them. */
public final class Checks {

  private final PrintStream out;
  private final Tally tally;

  public Checks(PrintStream out, Tally tally) {
    this.out = out;
    this.tally = tally;
  }

  /** A heading for the checks that follow. */
  public void section(String title) {
    out.println();
    out.println("== " + title);
    out.flush();
  }

  public void passed(String name) {
    report(Status.PASSED, name, "");
  }

  /** A failed check with the reason; further lines of the reason are indented. */
  public void failed(String name, String reason) {
    report(Status.FAILED, name, reason);
  }

  /** A check that could not be made here, with what to do about it. */
  public void skipped(String name, String reason) {
    report(Status.SKIPPED, name, reason);
  }

  /** Passed if the reason is empty, otherwise failed with it. */
  public void expectEmpty(String name, String reason) {
    report(reason.isEmpty() ? Status.PASSED : Status.FAILED, name, reason);
  }

  private void report(Status status, String name, String reason) {
    tally.add(status, name + ": " + reason);
    out.println(
        status.label()
            + " "
            + name
            + (reason.isEmpty() ? "" : ": " + reason.strip().replace("\n", "\n     | ")));
    out.flush();
  }
}
