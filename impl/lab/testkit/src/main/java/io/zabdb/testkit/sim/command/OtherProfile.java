package io.zabdb.testkit.sim.command;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A profile whose runs are not those of the core alone. */
public interface OtherProfile {

  /** Its name in small letters. */
  String label();

  /**
   * Runs many seeds, and prints what came of it.
   *
   * @param threads seeds at a time
   * @return the exit code: 0 if no run failed, and all was reached that must be
   */
  int runMany(long from, long seeds, Optional<Duration> limit, int threads, PrintStream out)
      throws InterruptedException;

  /**
   * Runs a seed, and prints each of its events.
   *
   * @param kept the numbers of the faults that happen; empty: all do
   * @return the exit code: 0 if the run did not fail
   */
  int explain(long seed, Optional<List<Integer>> kept, PrintStream out);
}
