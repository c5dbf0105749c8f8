package io.zabdb.cli.data;

import io.zabdb.cli.data.form.RowJson;
import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.client.scan.PageStream;
import io.zabdb.client.scan.Scan;
import io.zabdb.model.data.Cell;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./zabdb dump}: reads all rows in a form that {@code load} takes. */
@Command(
    name = "dump",
    description = {
      "Write the newest version of all columns as lines of JSON, one for each row, which 'load'",
      "takes back byte for byte. Rows come in the order of their tokens. What is written",
      "meanwhile may be in it or not."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class DumpCommand extends DataCommand {

  private static final int PREFETCH = 2;

  /** A row that has more cells takes several lines. */
  private static final int CELLS_IN_A_LINE = 1_000;

  /** As JSON at its longest; what reads it takes somewhat more. */
  private static final long BYTES_IN_A_LINE = 48 << 20;

  /** Of a control character; Base64 takes less. */
  private static final long JSON_BYTES_OF_A_BYTE = 6;

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "Where to (default: standard output).")
  private Path file;

  @Option(names = "--stale", description = "From any replica: may be old.")
  private boolean stale;

  @Override
  DataExit execute(ZabClient client) throws IOException, CliException {
    if (file == null) {
      dump(client, out());
      check(out().checkError() || System.out.checkError(), "standard output");
      return DataExit.OK;
    }
    try (PrintWriter writer =
        new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8))) {
      dump(client, writer);
      check(writer.checkError(), file.toString());
    }
    return DataExit.OK;
  }

  /** Writers keep to themselves what goes wrong: for instance that a disk is full. */
  private static void check(boolean failed, String where) throws CliException {
    if (failed) {
      throw new CliException(DataExit.BAD_INPUT.code(), "cannot write to " + where);
    }
  }

  private void dump(ZabClient client, PrintWriter writer) {
    Scan scan = Scan.all().prefetch(PREFETCH);
    List<Cell> line = new ArrayList<>();
    long bytes = 0;
    try (PageStream pages = stale ? client.scanStale(scan) : client.scan(scan)) {
      for (Cell cell : pages.cells()) {
        long more = jsonBytes(cell);
        boolean isFull = line.size() == CELLS_IN_A_LINE || bytes + more > BYTES_IN_A_LINE;
        if (!line.isEmpty() && (isFull || !line.get(0).row().equals(cell.row()))) {
          print(writer, line);
          bytes = 0;
        }
        line.add(cell);
        bytes += more;
      }
    }
    if (!line.isEmpty()) {
      print(writer, line);
    }
  }

  private static long jsonBytes(Cell cell) {
    return JSON_BYTES_OF_A_BYTE * (cell.column().qualifier().length() + cell.value().length());
  }

  private void print(PrintWriter writer, List<Cell> line) {
    // The same on every machine.
    writer.print(RowJson.write(line, form()) + "\n");
    line.clear();
  }
}
