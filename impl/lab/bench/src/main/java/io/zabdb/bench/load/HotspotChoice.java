package io.zabdb.bench.load;

import java.util.SplittableRandom;

/**
 * Four fifths of the choices fall on the first fifth of the rows, the others on all the rest
 * (ElasCass, Table 2). Rows are hashed, so the hot ones are all over the ring. Immutable.
 */
public final class HotspotChoice implements RowChoice {

  private static final double HOT_CHOICES = 0.8;
  private static final int HOT_ROWS = 5;

  private final long rows;
  private final long hot;

  /**
   * @param rows how many, at least 5
   * @throws IllegalArgumentException if there are fewer
   */
  public HotspotChoice(long rows) {
    if (rows < HOT_ROWS) {
      throw new IllegalArgumentException(
          rows + " rows, at least " + HOT_ROWS + " are needed for a hot spot of a fifth");
    }
    this.rows = rows;
    hot = rows / HOT_ROWS;
  }

  @Override
  public long next(SplittableRandom random) {
    return random.nextDouble() < HOT_CHOICES ? random.nextLong(hot) : random.nextLong(hot, rows);
  }
}
