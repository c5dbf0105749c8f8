package io.zabdb.cli.data;

import io.zabdb.cli.data.form.CellJson;
import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Version;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./zabdb delete}: deletes a row, a family of it, a column, or a version. */
@Command(
    name = "delete",
    description = "Delete a row, a family of it, a column, or one version of a column.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class DeleteCommand extends DataCommand {

  @Parameters(index = "0", paramLabel = "ROW", description = "The row key.")
  private String row;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FAMILY[:COLUMN]",
      description = "A column, or all of a family (default: the row).")
  private String column;

  @Option(
      names = "--at",
      paramLabel = "VERSION",
      description = "This version of the column alone, as 'get --versions' shows it.")
  private String version;

  @Option(names = "--json", description = "Print the version as JSON.")
  private boolean json;

  @Override
  DataExit execute(ZabClient client) throws CliException {
    Version done = ZabClient.await(delete(client, form().bytes(row)));
    out().println(json ? CellJson.done(done) : "ok");
    return DataExit.OK;
  }

  private CompletableFuture<Version> delete(ZabClient client, Bytes key) throws CliException {
    if (version != null) {
      if (column == null) {
        throw CliException.usage("--at needs a FAMILY:COLUMN");
      }
      return client.deleteVersion(key, ColumnNames.of(column, form()), Version.parse(version));
    }
    if (column == null) {
      return client.deleteRow(key);
    }
    return ColumnNames.isFamily(column)
        ? client.deleteFamily(key, column)
        : client.deleteColumn(key, ColumnNames.of(column, form()));
  }
}
