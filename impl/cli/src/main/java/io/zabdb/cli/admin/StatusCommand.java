package io.zabdb.cli.admin;

import io.zabdb.cli.cluster.ClusterFile;
import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./zabdb status}: how a cluster is. */
@Command(
    name = "status",
    description =
        "Show ring, groups and replicas; exit code 1 if a node is down or a group has no leader.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class StatusCommand implements Callable<Integer> {

  private static final Duration LIMIT = Duration.ofSeconds(2);
  private static final Duration ELECTION = Duration.ofSeconds(10);
  private static final int WATCH_MILLIS = 1_000;
  private static final int POLL_MILLIS = 50;
  private static final String CLEAR = "\033[H\033[2J";

  @Spec private CommandSpec spec;
  @Mixin private Target target;

  @Option(names = "--watch", description = "Show it again every second, until interrupted.")
  private boolean watch;

  @Option(
      names = "--leader-pid",
      description =
          "Print nothing but the process id of the node that leads group 0; waits 10 s for a leader.")
  private boolean leaderPid;

  @Option(names = "--json", description = "As one JSON object a line.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException, CliException {
    PrintWriter out = spec.commandLine().getOut();
    Optional<ClusterFile> file = target.file();
    long deadline = System.nanoTime() + ELECTION.toNanos();
    try (ZabClient client = target.connect(LIMIT)) {
      while (true) {
        Survey survey = Survey.of(client, file);
        if (leaderPid && survey.leader(0).isPresent()) {
          int leader = survey.leader(0).get().node();
          out.println(survey.nodes().get(leader).getProcess());
          return 0;
        }
        if (leaderPid) {
          if (System.nanoTime() > deadline) {
            throw CliException.differs("group 0 has no leader");
          }
          Thread.sleep(POLL_MILLIS);
          continue;
        }
        Survey shown = OwnersNow.in(survey, client);
        if (watch && !json && System.console() != null) {
          out.print(CLEAR);
        }
        out.println(json ? SurveyJson.of(shown) : SurveyText.of(shown, file));
        out.flush();
        if (!watch) {
          return survey.isWhole() ? 0 : CliException.DIFFERS;
        }
        Thread.sleep(WATCH_MILLIS);
      }
    }
  }
}
