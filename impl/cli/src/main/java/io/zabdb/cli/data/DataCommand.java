package io.zabdb.cli.data;

import io.zabdb.cli.admin.Target;
import io.zabdb.cli.error.CliException;
import io.zabdb.cli.error.Reasons;
import io.zabdb.cli.word.Form;
import io.zabdb.client.ZabClient;
import io.zabdb.model.error.ZabException;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that works on the data of a cluster: connects, and says how it failed. */
abstract class DataCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private Target target;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long an operation is tried (default ${DEFAULT-VALUE}).")
  private int timeout = 10;

  @ArgGroup(exclusive = true)
  private Forms forms;

  /** At most one. */
  private static final class Forms {
    @Option(
        names = "--hex",
        description = "Keys, qualifiers and values are given and printed in hexadecimal.")
    private boolean hex;

    @Option(
        names = "--base64",
        description = "Keys, qualifiers and values are given and printed in Base64.")
    @SuppressWarnings("UnusedVariable") // what neither --hex nor its lack says
    private boolean base64;
  }

  @Override
  public final Integer call() throws IOException, CliException, InterruptedException {
    DataExit end;
    if (spec.root().userObject() instanceof SharedClient shared) {
      end = run(shared.client());
    } else {
      try (ZabClient client = connect()) {
        end = run(client);
      }
    }
    out().flush();
    return end.code();
  }

  private DataExit run(ZabClient client) throws IOException, CliException, InterruptedException {
    try {
      return execute(client);
    } catch (ZabException e) {
      throw new CliException(DataExit.of(e).code(), e.getMessage(), e);
    } catch (IOException e) {
      throw new CliException(DataExit.BAD_INPUT.code(), Reasons.of(e), e);
    }
  }

  /** Does what the command says. */
  abstract DataExit execute(ZabClient client)
      throws IOException, CliException, InterruptedException;

  private ZabClient connect() throws IOException, CliException {
    Duration limit = Target.limit(timeout);
    target.requireSomebody();
    return target.connect(limit);
  }

  /** How keys and values are written. */
  final Form form() {
    if (forms == null) {
      return spec.root().userObject() instanceof SharedClient shared ? shared.form() : Form.TEXT;
    }
    return forms.hex ? Form.HEX : Form.BASE64;
  }

  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  final PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
