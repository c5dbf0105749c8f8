package io.zabdb.bench.load;

import java.util.SplittableRandom;

/** Which row an operation is about. Thread-safe. */
public interface RowChoice {

  /** The number of a row, from 0. */
  long next(SplittableRandom random);

  /**
   * All rows equally often.
   *
   * @param rows how many, at least 1
   */
  static RowChoice uniform(long rows) {
    return random -> random.nextLong(rows);
  }
}
