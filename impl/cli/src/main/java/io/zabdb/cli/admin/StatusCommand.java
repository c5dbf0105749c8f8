package io.zabdb.cli.admin;

import io.zabdb.balancer.Leaders;
import io.zabdb.cli.cluster.ClusterFile;
import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.rpc.wire.NodeStatus;
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

  @Option(
      names = "--pid",
      paramLabel = "NODE",
      description = "Print nothing but the process id of this node.")
  private Integer pid;

  @Option(names = "--json", description = "As one JSON object a line.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException, CliException {
    PrintWriter out = spec.commandLine().getOut();
    if (leaderPid && pid != null) {
      throw CliException.usage("--leader-pid and --pid " + pid + " are of one process each");
    }
    Optional<ClusterFile> file = target.file();
    try (ZabClient client = target.connect()) {
      if (leaderPid || pid != null) {
        out.println(leaderPid ? leader(client, file) : process(Survey.of(client, file), pid));
        return 0;
      }
      while (true) {
        Survey survey = OwnersNow.in(Survey.of(client, file), client);
        if (watch && !json && System.console() != null) {
          out.print(CLEAR);
        }
        out.println(json ? SurveyJson.of(survey) : SurveyText.of(survey, file));
        out.flush();
        if (!watch) {
          return survey.isWhole() ? 0 : CliException.DIFFERS;
        }
        Thread.sleep(WATCH_MILLIS);
      }
    }
  }

  /** The process of the leader of group 0, as soon as there is one. */
  private static long leader(ZabClient client, Optional<ClusterFile> file)
      throws InterruptedException, CliException {
    long deadline = System.nanoTime() + ELECTION.toNanos();
    while (true) {
      Survey survey = Survey.of(client, file);
      Optional<Leaders.GroupLeader> leader = survey.leader(0);
      if (leader.isPresent()) {
        return process(survey, leader.get().node());
      }
      if (System.nanoTime() > deadline) {
        throw CliException.differs("group 0 has no leader");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static long process(Survey survey, int node) throws CliException {
    NodeStatus status = survey.nodes().get(node);
    if (status != null) {
      return status.getProcess();
    }
    String why = survey.silent().get(node);
    throw why == null
        ? CliException.usage("there is no node " + node + ", but " + survey.all())
        : CliException.differs("node " + node + " is down: " + why);
  }
}
