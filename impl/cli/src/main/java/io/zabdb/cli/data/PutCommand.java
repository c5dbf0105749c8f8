package io.zabdb.cli.data;

import io.zabdb.cli.data.form.CellJson;
import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.model.data.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./zabdb put}: writes a cell. */
@Command(
    name = "put",
    description = "Write a value: into a column, or as the plain value of a row.",
    sortOptions = false,
    customSynopsis = "zabdb put ROW [FAMILY:COLUMN] VALUE",
    mixinStandardHelpOptions = true)
public final class PutCommand extends DataCommand {

  @Parameters(index = "0", paramLabel = "ROW", description = "The row key.")
  private String row;

  @Parameters(
      index = "1..2",
      arity = "1..2",
      paramLabel = "[FAMILY:COLUMN] VALUE",
      description = "The value, and where it goes (default: default:).")
  private String[] rest;

  @Option(names = "--json", description = "Print the version as JSON.")
  private boolean json;

  @Override
  DataExit execute(ZabClient client) throws CliException {
    String column = rest.length == 2 ? rest[0] : null;
    String value = rest[rest.length - 1];
    Version version =
        ZabClient.await(
            client.put(form().bytes(row), ColumnNames.of(column, form()), form().bytes(value)));
    out().println(json ? CellJson.done(version) : "ok");
    return DataExit.OK;
  }
}
