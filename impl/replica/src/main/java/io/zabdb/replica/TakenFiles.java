package io.zabdb.replica;

/**
 * How long the log was, at least, when files of partitions were taken the last time. Whoever has
 * applied so much, and lacks nothing, is whole. Not thread-safe.
 *
 * <p>Source: {@code WholeMembers!Stage}.
 */
final class TakenFiles {

  private long length;

  /** A command that takes files was given to the core, which has not logged it yet. */
  private boolean isHeld;

  /** At the end of a log of so many entries there may be such commands. */
  void upTo(long log) {
    length = log;
  }

  /**
   * A command that takes files was given to the core.
   *
   * @param before how long the log was before
   * @param log how long it is now; the same: the core logs it later, behind others
   */
  void given(long before, long log) {
    isHeld = log == before;
    length = log;
  }

  /** What became of that is known. */
  void ended(long log) {
    if (isHeld) {
      isHeld = false;
      length = log;
    }
  }

  long length() {
    return length;
  }

  /** Whether nothing was taken, nor is about to be, since it was so long. */
  boolean isStill(long then) {
    return !isHeld && length == then;
  }
}
