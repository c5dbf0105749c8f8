package io.zabdb.bench.load;

import io.zabdb.model.data.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Rows, and values that cannot be compressed.
 *
 * @param rows how many, 1 to 10^12
 * @param valueBytes of a value, at least 1
 * @param choice which row is chosen
 */
public record KeySpace(long rows, int valueBytes, RowChoice choice) {

  private static final long MAX_ROWS = 1_000_000_000_000L;

  public KeySpace {
    if (rows < 1 || rows > MAX_ROWS || valueBytes < 1) {
      throw new IllegalArgumentException(
          rows
              + " rows of "
              + valueBytes
              + " bytes: allowed are 1 to 10^12 rows of at least 1 byte");
    }
  }

  /** Rows that are chosen equally often. */
  public KeySpace(long rows, int valueBytes) {
    this(rows, valueBytes, RowChoice.uniform(rows));
  }

  /**
   * The key of a row.
   *
   * @param number from 0
   */
  public Bytes row(long number) {
    // By hand: a formatter would cost as much as the rest of the load generator.
    byte[] key = "row-000000000000".getBytes(StandardCharsets.US_ASCII);
    long rest = number;
    for (int i = key.length - 1; rest > 0; i--) {
      key[i] += (byte) (rest % 10);
      rest /= 10;
    }
    return Bytes.wrap(key);
  }

  /** The key of a row that was chosen. */
  public Bytes anyRow(SplittableRandom random) {
    return row(choice.next(random));
  }

  /** A new value. */
  public Bytes value(SplittableRandom random) {
    byte[] value = new byte[valueBytes];
    random.nextBytes(value);
    return Bytes.wrap(value);
  }
}
