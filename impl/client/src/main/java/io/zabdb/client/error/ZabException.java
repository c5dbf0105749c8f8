package io.zabdb.client.error;

/**
 * An operation failed. Its message says what went wrong, whether the operation may have happened,
 * and what to do.
 */
public final class ZabException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final Code code;
  private final String problem;
  private final boolean mayHaveHappened;

  /**
   * @param problem what went wrong: a sentence without its full stop
   * @param mayHaveHappened whether it may have happened or may yet happen
   */
  public ZabException(Code code, String problem, boolean mayHaveHappened, Throwable cause) {
    super(
        code
            + ": "
            + problem
            + (mayHaveHappened ? ". The operation may have happened. " : ". ")
            + advice(code, mayHaveHappened),
        cause);
    this.code = code;
    this.problem = problem;
    this.mayHaveHappened = mayHaveHappened;
  }

  /** What has not happened, such as a read, left nothing to be read. */
  private static String advice(Code code, boolean mayHaveHappened) {
    return code == Code.TIMEOUT && !mayHaveHappened ? Code.NO_QUORUM.advice() : code.advice();
  }

  /** Of something that has not happened and never will. */
  public static ZabException of(Code code, String problem) {
    return new ZabException(code, problem, false, null);
  }

  public Code code() {
    return code;
  }

  /** What went wrong, without what to do about it: a sentence without its full stop. */
  public String problem() {
    return problem;
  }

  /** Whether the update may have happened or may yet happen. If not, it has not and never will. */
  public boolean mayHaveHappened() {
    return mayHaveHappened;
  }
}
