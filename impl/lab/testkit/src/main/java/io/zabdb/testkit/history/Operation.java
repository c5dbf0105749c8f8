package io.zabdb.testkit.history;

/**
 * One operation of a client, from its invocation to its return.
 *
 * <p>Only the order of the times counts, so any unit will do. An operation that returns at the very
 * time at which another is invoked overlaps it.
 *
 * @param id its number in the history, from 0, in the order of the invocations
 * @param process the client that asked; needs {@code equals} and {@code toString}
 * @param key what it was asked about, or null if the store holds one thing only; operations on
 *     different keys are independent
 * @param function such as "read"
 * @param argument null if the function takes none
 * @param result null unless the outcome is OK
 * @param invoked when the client asked
 * @param returned when the client got its answer; {@link #NEVER} if and only if the outcome is
 *     unknown
 */
public record Operation(
    int id,
    Object process,
    Object key,
    String function,
    Object argument,
    Object result,
    Outcome outcome,
    long invoked,
    long returned) {

  /** The return of an operation whose outcome is unknown: after every other time. */
  public static final long NEVER = Long.MAX_VALUE;

  /**
   * @throws IllegalArgumentException if it returns before it is invoked, or if its return does not
   *     fit its outcome
   */
  public Operation {
    if (returned < invoked) {
      throw new IllegalArgumentException("operation " + id + " returns before it is invoked");
    }
    if ((returned == NEVER) != (outcome == Outcome.UNKNOWN)) {
      throw new IllegalArgumentException(
          "operation " + id + ": outcome " + outcome + " does not go with return " + returned);
    }
  }

  /** Whether both were in flight at one time. */
  public boolean overlaps(Operation other) {
    return invoked <= other.returned && other.invoked <= returned;
  }

  /** What was asked, in few words: {@code write 3}. */
  public String call() {
    return argument == null ? function : function + " " + argument;
  }

  /** What was answered, in few words: {@code 3}, {@code ok}, {@code failed}, {@code unknown}. */
  public String answer() {
    return switch (outcome) {
      case OK -> result == null && argument != null ? "ok" : String.valueOf(result);
      case FAILED -> "failed";
      case UNKNOWN -> "unknown";
    };
  }
}
