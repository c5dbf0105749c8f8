package io.zabdb.cli.data;

import io.zabdb.cli.data.form.CellJson;
import io.zabdb.cli.data.form.CellText;
import io.zabdb.cli.error.CliException;
import io.zabdb.cli.word.Notation;
import io.zabdb.client.ZabClient;
import io.zabdb.client.scan.PageStream;
import io.zabdb.client.scan.Scan;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Column;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./zabdb get}: reads a row or a column. */
@Command(
    name = "get",
    description = {
      "Read a row, a family of it, or a column.",
      "A row that has only a plain value gives that; others give one line for each column.",
      "Exit code 1 if there is nothing."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class GetCommand extends DataCommand {

  @Parameters(index = "0", paramLabel = "ROW", description = "The row key.")
  private String row;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FAMILY[:COLUMN]",
      description = "A column, or all of a family (default: all of the row).")
  private String column;

  @Option(
      names = "--versions",
      paramLabel = "N",
      description = "Up to so many versions of each column, the newest first.")
  private int versions = 1;

  @Option(names = "--stale", description = "From any replica: may be old.")
  private boolean stale;

  @Option(names = "--json", description = "One JSON object a line for each cell.")
  private boolean json;

  @Option(
      names = "--raw",
      description = "Print the bytes of a value alone, as they are, with no newline behind them.")
  private boolean raw;

  @Override
  DataExit execute(ZabClient client) throws CliException {
    Bytes key = form().bytes(row);
    List<Cell> cells = cells(client, key);
    if (cells.isEmpty()) {
      String what =
          column == null ? "there is no row " : "there is no " + Notation.show(column) + " in row ";
      throw new CliException(DataExit.NOT_SO.code(), what + form().show(key));
    }
    boolean isValueAlone = cells.size() == 1 && versions == 1 && isOneColumn(cells.get(0));
    if (raw) {
      printRaw(cells, isValueAlone);
      return DataExit.OK;
    }
    for (Cell cell : cells) {
      if (json) {
        out().println(CellJson.cell(cell, form()));
      } else if (isValueAlone) {
        out().println(form().show(cell.value()));
      } else {
        out()
            .println(
                versions == 1 ? CellText.column(cell, form()) : CellText.version(cell, form()));
      }
    }
    return DataExit.OK;
  }

  private void printRaw(List<Cell> cells, boolean isValueAlone) throws CliException {
    if (!isValueAlone || json) {
      throw CliException.usage(
          "--raw prints one value, of a FAMILY:COLUMN or a row that has a plain value alone, and not"
              + " as JSON");
    }
    out().flush();
    byte[] bytes = cells.get(0).value().toArray();
    System.out.write(bytes, 0, bytes.length);
    System.out.flush();
  }

  private boolean isOneColumn(Cell cell) {
    return column == null ? cell.column().equals(Column.DEFAULT) : !ColumnNames.isFamily(column);
  }

  private List<Cell> cells(ZabClient client, Bytes key) throws CliException {
    if (column != null && !ColumnNames.isFamily(column)) {
      Column one = ColumnNames.of(column, form());
      return ZabClient.await(
          stale ? client.getStale(key, one, versions) : client.getVersions(key, one, versions));
    }
    Scan scan = (column == null ? Scan.row(key) : Scan.family(key, column)).versions(versions);
    List<Cell> cells = new ArrayList<>();
    try (PageStream pages = stale ? client.scanStale(scan) : client.scan(scan)) {
      pages.cells().forEach(cells::add);
    }
    return cells;
  }
}
