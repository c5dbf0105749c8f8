package io.zabdb.modelcheck.tlc;

/**
 * What TLC found.
 *
 * @param kind the kind of end
 * @param detail the violated property for {@code VIOLATES}, otherwise what to show the user; may be
 *     empty
 */
public record Outcome(Kind kind, String detail) {

  /** How a run of TLC can end. */
  public enum Kind {
    HOLDS("holds"),
    VIOLATES("violates"),
    DEADLOCK("deadlock"),
    PARSE_ERROR("parse error"),
    EVALUATION_ERROR("evaluation error"),
    TIMED_OUT("timed out"),
    TLC_ERROR("TLC failed");

    private final String label;

    Kind(String label) {
      this.label = label;
    }
  }

  @Override
  public String toString() {
    return kind == Kind.VIOLATES ? kind.label + " " + detail : kind.label;
  }
}
