package io.zabdb.storage.engine;

/**
 * How much memory a store may use for sessions: those of the updates that are not yet in records of
 * their sessions, and as many that were used last.
 *
 * @param pending of how many updates, 100 to 10,000
 */
public record SessionMemory(int pending) {

  private static final int MIN_PENDING = 100;

  /** More does not make it faster. */
  public static final SessionMemory MAX = new SessionMemory(PendingSessions.MAX_PENDING);

  public SessionMemory {
    if (pending < MIN_PENDING || pending > PendingSessions.MAX_PENDING) {
      throw new IllegalArgumentException(
          "sessions of "
              + pending
              + " updates are to be in memory, allowed are "
              + MIN_PENDING
              + " to "
              + PendingSessions.MAX_PENDING);
    }
  }

  /** As much as fits into so many bytes, if that is not too little, up to the most. */
  public static SessionMemory within(long bytes) {
    long pending = bytes / (2 * PendingSessions.BYTES);
    return new SessionMemory(
        (int) Math.max(MIN_PENDING, Math.min(pending, PendingSessions.MAX_PENDING)));
  }

  /** What it takes of the heap at most, about. */
  public long bytes() {
    return 2L * pending * PendingSessions.BYTES;
  }
}
