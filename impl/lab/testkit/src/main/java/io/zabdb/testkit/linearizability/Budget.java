package io.zabdb.testkit.linearizability;

import java.util.Optional;

/** Counts what the search of one key spends. Confined to one thread. */
final class Budget {

  /** Asking for the time is slow, so it is asked for only now and then. */
  private static final int STEPS_PER_LOOK = 1024;

  /** About what takes as long as one step. */
  private static final int COMPARISONS_PER_STEP = 64;

  private final Limits limits;
  private final long deadline;
  private long tried;
  private long comparisons;
  private String exceeded;

  /**
   * @param start of the check of the whole history, as of {@link System#nanoTime}
   */
  Budget(Limits limits, long start) {
    this.limits = limits;
    this.deadline = start + limits.time().map(time -> time.toNanos()).orElse(0L);
  }

  /** Counts a step; false if it must not be taken. */
  boolean step(Seen seen) {
    comparisons = seen.comparisons();
    if (steps() >= limits.steps()) {
      exceeded = "more than " + limits.steps() + " steps";
    } else if (seen.size() >= limits.configurations()) {
      exceeded = "more than " + limits.configurations() + " configurations";
    } else if (tried % STEPS_PER_LOOK == 0 && isLate()) {
      exceeded = "more than " + limits.time().get().toMillis() + " ms";
    } else {
      tried++;
      return true;
    }
    return false;
  }

  /** What has been spent so far. */
  long steps() {
    return tried + comparisons / COMPARISONS_PER_STEP;
  }

  /** The limit that ended the search, if one did. */
  Optional<String> exceeded() {
    return Optional.ofNullable(exceeded);
  }

  private boolean isLate() {
    return limits.time().isPresent() && System.nanoTime() - deadline > 0;
  }
}
