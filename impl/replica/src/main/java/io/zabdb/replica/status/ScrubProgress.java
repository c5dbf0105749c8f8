package io.zabdb.replica.status;

/**
 * What a scrub has read of a store and its log since the replica's start. Immutable.
 *
 * @param bytes that were read
 * @param passes how often all files were read; one in which a file could not be opened is none
 * @param lastPassMillis when that was done last, in milliseconds since 1970; 0: not yet
 */
public record ScrubProgress(long bytes, long passes, long lastPassMillis) {

  public static final ScrubProgress NONE = new ScrubProgress(0, 0, 0);

  /** So much more. */
  public ScrubProgress read(long more) {
    return new ScrubProgress(bytes + more, passes, lastPassMillis);
  }

  /** All files were read, at this time. */
  public ScrubProgress passed(long millis) {
    return new ScrubProgress(bytes, passes + 1, millis);
  }
}
