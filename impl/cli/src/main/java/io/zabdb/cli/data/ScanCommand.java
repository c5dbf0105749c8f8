package io.zabdb.cli.data;

import io.zabdb.cli.data.form.CellJson;
import io.zabdb.cli.data.form.CellText;
import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.client.scan.PageStream;
import io.zabdb.client.scan.Scan;
import io.zabdb.model.data.Cell;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./zabdb scan}: reads many rows. */
@Command(
    name = "scan",
    description = {
      "Read all cells, or those of a row: one line for each.",
      "Rows come in the order of their tokens, which are hashes of their keys."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class ScanCommand extends DataCommand {

  private static final int PREFETCH = 2;

  /** After how many lines it looks whether a reader such as head has gone. */
  private static final int CHECK_INTERVAL = 1_000;

  @Parameters(index = "0", arity = "0..1", paramLabel = "ROW", description = "This row alone.")
  private String row;

  @Option(names = "--family", paramLabel = "FAMILY", description = "Show this family alone.")
  private String family;

  @Option(names = "--limit", paramLabel = "N", description = "Show at most so many cells.")
  private long limit = Long.MAX_VALUE;

  @Option(
      names = "--versions",
      paramLabel = "N",
      description = "Up to so many versions of each column, the newest first.")
  private int versions = 1;

  @Option(names = "--stale", description = "From any replica: may be old.")
  private boolean stale;

  @Option(names = "--json", description = "One JSON object a line for each cell.")
  private boolean json;

  @Override
  DataExit execute(ZabClient client) throws CliException {
    if (limit < 1) {
      throw CliException.usage("--limit is " + limit + ", allowed is 1 or more");
    }
    Scan scan =
        (row == null ? Scan.all() : Scan.row(form().bytes(row)))
            .versions(versions)
            .prefetch(PREFETCH);
    long shown = 0;
    try (PageStream pages = stale ? client.scanStale(scan) : client.scan(scan)) {
      for (Cell cell : pages.cells()) {
        if (family == null || family.equals(cell.column().family())) {
          out()
              .println(
                  json ? CellJson.cell(cell, form()) : CellText.row(cell, versions > 1, form()));
          shown++;
          if (shown == limit || (shown % CHECK_INTERVAL == 0 && out().checkError())) {
            break;
          }
        }
      }
    }
    return DataExit.OK;
  }
}
