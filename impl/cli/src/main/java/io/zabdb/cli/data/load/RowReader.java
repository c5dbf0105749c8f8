package io.zabdb.cli.data.load;

import io.zabdb.model.data.RowMutation;
import java.io.Closeable;
import java.io.IOException;

/** Reads the rows of a file, one after the other. Not thread-safe. */
public interface RowReader extends Closeable {

  /**
   * The next row; null at the end.
   *
   * @throws BadRowException if it makes no sense; nothing behind can be read then
   */
  RowMutation next() throws IOException, BadRowException;

  /** A sum over all rows read so far, the same each time the same rows are read. */
  long sum();
}
