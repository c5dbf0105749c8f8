package io.zabdb.modelcheck.report;

/** Whether a check came out as it must. */
public enum Status {
  PASSED,
  FAILED,
  SKIPPED;

  /** The word printed in front of a line. */
  public String label() {
    return switch (this) {
      case PASSED -> "ok  ";
      case FAILED -> "FAIL";
      case SKIPPED -> "skip";
    };
  }
}
