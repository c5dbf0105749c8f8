package io.zabdb.bench.report;

import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Records as CSV: a header with the names of their components, and a line each. */
public final class CsvReport {

  private static final CsvMapper CSV =
      CsvMapper.builder().disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY).build();

  private CsvReport() {}

  /**
   * Replaces a file.
   *
   * @param type of the rows; its components are numbers, words or truth values
   */
  public static <T> void write(Path file, Class<T> type, List<T> rows) throws IOException {
    try (SequenceWriter writer =
        CSV.writer(CSV.schemaFor(type).withHeader()).writeValues(file.toFile())) {
      writer.writeAll(rows);
    }
  }
}
