package io.zabdb.cli.local;

import io.zabdb.cli.error.CliException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./zabdb down}: stops the cluster of this machine; its data stays. */
@Command(
    name = "down",
    description = "Stop the cluster of this machine; its data stays, 'up' starts it again.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class DownCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(names = "--dir", paramLabel = "DIR", description = "Where it is (default: data).")
  private Path directory = LocalCluster.defaultDirectory();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long processes may take to stop (default ${DEFAULT-VALUE}).")
  private int timeout = 30;

  @Option(names = "--kill", description = "Kill what has not stopped by then.")
  private boolean kill;

  @Override
  public Integer call() throws IOException, InterruptedException, CliException {
    try (LocalCluster cluster = LocalCluster.open(directory)) {
      Shutdown.StopOutcome outcome = new Shutdown(cluster, Duration.ofSeconds(timeout), kill).run();
      PrintWriter out = spec.commandLine().getOut();
      if (!outcome.stopped().isEmpty()) {
        out.println("stopped " + String.join(", ", outcome.stopped()));
      }
      if (!outcome.killed().isEmpty()) {
        out.println("killed " + String.join(", ", outcome.killed()));
      }
      if (!outcome.running().isEmpty()) {
        throw CliException.differs(
            String.join(", ", outcome.running())
                + " did not stop within "
                + timeout
                + " s; --kill ends such processes");
      }
      if (outcome.stopped().isEmpty() && outcome.killed().isEmpty()) {
        out.println("nothing was running");
      }
      out.flush();
      return 0;
    }
  }
}
