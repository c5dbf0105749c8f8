package io.zabdb.cli.data;

import io.zabdb.cli.data.form.CellJson;
import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.CheckResult;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.RowMutation;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./zabdb cas}: writes a value if the present one is as expected. */
@Command(
    name = "cas",
    description = {
      "Write a value if the present one is as expected, or with --absent if there is none.",
      "Exit code 1 if it is not."
    },
    sortOptions = false,
    customSynopsis = {
      "zabdb cas ROW [FAMILY:COLUMN] EXPECTED NEW",
      "zabdb cas ROW [FAMILY:COLUMN] --absent NEW"
    },
    mixinStandardHelpOptions = true)
public final class CasCommand extends DataCommand {

  @Parameters(index = "0", paramLabel = "ROW", description = "The row key.")
  private String row;

  @Parameters(
      index = "1..3",
      arity = "1..3",
      paramLabel = "[FAMILY:COLUMN] [EXPECTED] NEW",
      description = "The values, and where they are (default: default:).")
  private String[] rest;

  @Option(names = "--absent", description = "There must be no value, instead of EXPECTED.")
  private boolean absent;

  @Option(names = "--json", description = "Print the outcome as JSON.")
  private boolean json;

  @Override
  DataExit execute(ZabClient client) throws CliException {
    int values = absent ? 1 : 2;
    if (rest.length != values && rest.length != values + 1) {
      throw CliException.usage(
          absent
              ? "'cas --absent' takes ROW, maybe FAMILY:COLUMN, and NEW"
              : "'cas' takes ROW, maybe FAMILY:COLUMN, EXPECTED and NEW");
    }
    Column column = ColumnNames.of(rest.length > values ? rest[0] : null, form());
    Bytes value = form().bytes(rest[rest.length - 1]);
    Condition condition =
        absent
            ? new Condition.Absent(column)
            : new Condition.HasValue(column, form().bytes(rest[rest.length - 2]));
    CheckResult result =
        ZabClient.await(
            client.checkAndMutate(
                List.of(condition), RowMutation.in(form().bytes(row)).put(column, value).build()));
    if (json) {
      out().println(result.version().map(CellJson::done).orElseGet(CellJson::notDone));
    } else {
      out().println(result.done() ? "ok" : "not done: the present value is another");
    }
    return result.done() ? DataExit.OK : DataExit.NOT_SO;
  }
}
