package io.zabdb.cli.data.load;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import io.zabdb.cli.word.Form;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.error.ZabException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Rows as comma-separated values in UTF-8. The first line names the columns: {@code row}, then
 * {@code FAMILY:COLUMN} each. An empty field writes no cell. Keys, qualifiers and values may be in
 * another form than text.
 */
public final class CsvRows implements RowReader {

  private static final String ROW = "row";

  private final Form form;
  private final LineFeed feed;
  private final MappingIterator<String[]> rows;
  private final List<Column> columns = new ArrayList<>();
  private final Sum sum = new Sum();

  /**
   * Reads the header.
   *
   * @param in buffered
   * @param form of keys, qualifiers and values
   * @throws BadRowException if it makes no sense
   */
  public CsvRows(InputStream in, Form form) throws IOException, BadRowException {
    this.form = form;
    feed = new LineFeed(new LineReader(in));
    rows =
        new CsvMapper()
            .enable(CsvParser.Feature.WRAP_AS_ARRAY)
            .enable(CsvParser.Feature.SKIP_EMPTY_LINES)
            .readerFor(String[].class)
            .readValues(feed);
    readHeader();
  }

  private void readHeader() throws IOException, BadRowException {
    String[] names = record();
    if (names == null || names.length < 2 || !names[0].equals(ROW)) {
      throw new BadRowException(1, "the header is not row,FAMILY:COLUMN,...");
    }
    Set<Column> seen = new HashSet<>();
    for (int i = 1; i < names.length; i++) {
      if (names[i].indexOf(':') < 0) {
        throw new BadRowException(1, "\"" + names[i] + "\" in the header is not FAMILY:COLUMN");
      }
      try {
        int colon = names[i].indexOf(':');
        Bytes qualifier = bytes(1, names[i].substring(colon + 1));
        columns.add(new Column(names[i].substring(0, colon), qualifier));
      } catch (ZabException e) {
        throw new BadRowException(1, e.problem());
      }
      if (!seen.add(columns.get(i - 1))) {
        throw new BadRowException(1, "the header names \"" + names[i] + "\" twice");
      }
    }
  }

  /** Null at the end. */
  private String[] record() throws IOException, BadRowException {
    long line = line();
    try {
      if (rows.hasNextValue()) {
        return rows.nextValue();
      }
    } catch (JacksonException e) {
      feed.check();
      throw new BadRowException(line, "it is no CSV: " + e.getOriginalMessage());
    }
    feed.check();
    return null;
  }

  private Bytes bytes(long line, String field) throws BadRowException {
    try {
      return Bytes.wrap(form.parse(field));
    } catch (IllegalArgumentException e) {
      throw new BadRowException(line, "\"" + field + "\" is not " + form + ": " + e.getMessage());
    }
  }

  private long line() {
    return rows.getParser().currentLocation().getLineNr();
  }

  @Override
  public RowMutation next() throws IOException, BadRowException {
    long line = line();
    String[] fields = record();
    if (fields == null) {
      return null;
    }
    if (fields.length != columns.size() + 1) {
      throw new BadRowException(
          line,
          "it has " + fields.length + " fields, but the header names " + (columns.size() + 1));
    }
    try {
      RowMutation.Builder mutation = RowMutation.in(bytes(line, fields[0]));
      boolean isEmpty = true;
      for (int i = 1; i < fields.length; i++) {
        if (!fields[i].isEmpty()) {
          mutation.put(columns.get(i - 1), bytes(line, fields[i]));
          isEmpty = false;
        }
      }
      if (isEmpty) {
        throw new BadRowException(line, "it has no value");
      }
      RowMutation row = mutation.build();
      for (String field : fields) {
        sum.add(field);
      }
      return row;
    } catch (ZabException e) {
      throw new BadRowException(line, e.problem());
    }
  }

  @Override
  public long sum() {
    return sum.value();
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
