package io.zabdb.cli.data.load;

import io.zabdb.cli.data.form.FormException;
import io.zabdb.cli.data.form.RowJson;
import io.zabdb.model.data.RowMutation;
import java.io.IOException;
import java.io.InputStream;

/** Rows as lines of JSON, see {@link RowJson}; blank lines are passed over. */
public final class JsonRows implements RowReader {

  private final LineReader lines;
  private final Sum sum = new Sum();

  /**
   * @param in buffered
   */
  public JsonRows(InputStream in) {
    lines = new LineReader(in);
  }

  @Override
  public RowMutation next() throws IOException, BadRowException {
    String line = lines.next();
    while (line != null && line.isBlank()) {
      line = lines.next();
    }
    if (line == null) {
      return null;
    }
    try {
      RowMutation row = RowJson.read(line);
      sum.add(line);
      return row;
    } catch (FormException e) {
      throw new BadRowException(lines.number(), e.getMessage());
    }
  }

  @Override
  public long sum() {
    return sum.value();
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
