package io.zabdb.testkit.linearizability;

import java.util.Optional;

/** Counts what the search of one key spends. Confined to one thread. */
final class Budget {

  /** Asking for the time is slow, so it is asked for only now and then. */
  private static final int STEPS_PER_LOOK = 1024;

  private final Limits limits;
  private final long deadline;
  private long steps;
  private String exceeded;

  /**
   * @param start of the check of the whole history, as of {@link System#nanoTime}
   */
  Budget(Limits limits, long start) {
    this.limits = limits;
    this.deadline = start + limits.time().map(time -> time.toNanos()).orElse(0L);
  }

  /** Counts a step; false if it must not be taken. */
  boolean step(int configurations) {
    if (steps >= limits.steps()) {
      exceeded = "more than " + limits.steps() + " steps";
    } else if (configurations >= limits.configurations()) {
      exceeded = "more than " + limits.configurations() + " configurations";
    } else if (steps % STEPS_PER_LOOK == 0 && isLate()) {
      exceeded = "more than " + limits.time().get().toMillis() + " ms";
    } else {
      steps++;
      return true;
    }
    return false;
  }

  long steps() {
    return steps;
  }

  /** The limit that ended the search, if one did. */
  Optional<String> exceeded() {
    return Optional.ofNullable(exceeded);
  }

  private boolean isLate() {
    return limits.time().isPresent() && System.nanoTime() - deadline > 0;
  }
}
