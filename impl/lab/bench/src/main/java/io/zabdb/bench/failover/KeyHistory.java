package io.zabdb.bench.failover;

import io.zabdb.model.data.Version;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What one writer knows of a row that it alone writes, with numbers that it never uses twice. Each
 * write is in one version of the row; a write that was made twice shows as a version that was never
 * answered. Not thread-safe.
 */
final class KeyHistory {

  /** What a read of the row says of the writes. */
  enum Verdict {
    /** The last write that was answered, or a later one that was not. */
    EXPECTED,
    /** An answered write is gone. */
    LOST,
    /** A write was made again, after it had been answered. */
    DOUBLED
  }

  /**
   * What is in the row.
   *
   * @param number that was written
   */
  record Content(long number, Version version) {}

  private final Set<Long> unanswered = new HashSet<>();
  private Content answered;
  private long issued;

  /** The number to write next. */
  long issue() {
    issued++;
    return issued;
  }

  /** The number that the row holds as far as is known; empty if nothing. */
  Optional<Long> current() {
    return Optional.ofNullable(answered).map(Content::number);
  }

  /** A write was answered. */
  void answered(long number, Version version) {
    answered = new Content(number, version);
  }

  /** Nobody knows whether a write was made, or yet will be. */
  void unanswered(long number) {
    unanswered.add(number);
  }

  /** Whether there are writes of which nobody knows. */
  boolean isUnsure() {
    return !unanswered.isEmpty();
  }

  /** Judges what a read found; goes on from there. */
  Verdict found(Optional<Content> found) {
    if (found.isEmpty()) {
      return answered == null ? Verdict.EXPECTED : Verdict.LOST;
    }
    Content content = found.get();
    Content before = answered;
    answered = content;
    if (unanswered.remove(content.number()) || content.equals(before)) {
      return Verdict.EXPECTED;
    }
    // An older number: the last write is gone, or the older one was made again on top of it.
    boolean isNewer = before != null && content.version().compareTo(before.version()) > 0;
    return isNewer ? Verdict.DOUBLED : Verdict.LOST;
  }
}
