package io.zabdb.model.error;

import org.jspecify.annotations.Nullable;

/**
 * An operation failed. Its message says what went wrong, whether the operation may have happened,
 * and what to do.
 */
public class ZabException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final ErrorCode code;
  private final String problem;
  private final boolean mayHaveHappened;

  /**
   * @param problem what went wrong: a sentence without its full stop
   * @param mayHaveHappened whether it may have happened or may yet happen
   */
  public ZabException(
      ErrorCode code, String problem, boolean mayHaveHappened, @Nullable Throwable cause) {
    this(
        code,
        problem,
        mayHaveHappened,
        code
            + ": "
            + problem
            + (mayHaveHappened ? ". The operation may have happened. " : ". ")
            + advice(code, mayHaveHappened),
        cause);
  }

  /**
   * For errors that people meet elsewhere than in a client.
   *
   * @param message instead of one that gives advice
   */
  protected ZabException(
      ErrorCode code,
      String problem,
      boolean mayHaveHappened,
      String message,
      @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
    this.problem = problem;
    this.mayHaveHappened = mayHaveHappened;
  }

  /** What has not happened, such as a read, left nothing to be read. */
  private static String advice(ErrorCode code, boolean mayHaveHappened) {
    return code == ErrorCode.TIMEOUT && !mayHaveHappened
        ? ErrorCode.NO_QUORUM.advice()
        : code.advice();
  }

  /** Of something that has not happened and never will. */
  public static ZabException of(ErrorCode code, String problem) {
    return new ZabException(code, problem, false, null);
  }

  public ErrorCode code() {
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
