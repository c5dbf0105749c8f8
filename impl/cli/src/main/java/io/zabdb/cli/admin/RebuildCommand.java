package io.zabdb.cli.admin;

import io.zabdb.cli.error.CliException;
import io.zabdb.cli.local.LocalCluster;
import io.zabdb.cli.local.LocalProcess;
import io.zabdb.cli.local.Shutdown;
import io.zabdb.client.ZabClient;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.error.ZabException;
import io.zabdb.node.process.StartRefusedException;
import io.zabdb.node.process.StoppedNode;
import io.zabdb.rpc.wire.NodeStatus;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./zabdb rebuild}: a replica begins anew and learns everything from its group. */
@Command(
    name = "rebuild",
    description =
        "Set the data of a replica aside, so that it learns everything from its group; refused"
            + " unless a quorum of the others has all that is committed.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class RebuildCommand implements Callable<Integer> {

  private static final int POLL_MILLIS = 50;

  @Spec private CommandSpec spec;
  @Mixin private Target target;

  @Option(
      names = "--node",
      paramLabel = "N",
      required = true,
      description = "The node whose replica begins anew.")
  private int node;

  @Option(
      names = "--group",
      paramLabel = "G",
      description = "Of which group (default ${DEFAULT-VALUE}).")
  private int group = 0;

  @Option(
      names = "--data-directory",
      paramLabel = "DIR",
      description = "With --connect: where the data of the node is, which must be stopped.")
  private Path data;

  @Option(names = "--dry-run", description = "Only say whether it may be done, and what it does.")
  private boolean dryRun;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long the replica may take to learn (default ${DEFAULT-VALUE}).")
  private int timeout = 600;

  @Override
  public Integer call() throws IOException, InterruptedException, CliException {
    Path directory = target.directory().orElse(null);
    if (directory == null && data == null) {
      throw CliException.usage(
          "--data-directory is missing: where the data of node " + node + " is");
    }
    try (ZabClient client = target.connect()) {
      if (directory == null) {
        stopped(client);
      } else {
        try (LocalCluster cluster = LocalCluster.open(directory)) {
          local(client, cluster);
        }
      }
    } catch (ZabException e) {
      throw new CliException(CliException.DIFFERS, e.getMessage(), e);
    }
    return 0;
  }

  /** On this machine: the node is stopped and started. */
  private void local(ZabClient client, LocalCluster cluster)
      throws IOException, InterruptedException, CliException {
    Survey before = Survey.of(client, target.file());
    OthersHaveAll others = require(before);
    LocalProcess process = cluster.process(cluster.layout().node(node).orElseThrow());
    Path folder = cluster.directory().resolve("node-" + node);
    boolean runs = process.process().isPresent();
    Path aside = requirePlace(folder);
    plan(others, (runs ? "node " + node + " is stopped, " : "") + moves(folder, aside), true);
    if (dryRun) {
      return;
    }
    Shutdown.StopOutcome outcome =
        new Shutdown(cluster, Duration.ofSeconds(timeout), false).run(process);
    if (!outcome.running().isEmpty()) {
      throw CliException.differs(
          "node "
              + node
              + " did not stop within "
              + timeout
              + " s, and may yet: its data are as they were; once it has ended, 'up' starts it again");
    }
    try {
      // Now that it commits nothing with the others any more.
      awaitOthers(client);
      setAside(folder, before.state().orElseThrow());
    } finally {
      process.start();
    }
    awaitLearned(client, process);
  }

  /** Elsewhere: the operator has stopped the node, and starts it again. */
  private void stopped(ZabClient client) throws IOException, CliException {
    Survey survey = Survey.of(client, target.file());
    OthersHaveAll others = require(survey);
    if (survey.nodes().containsKey(node)) {
      throw CliException.differs("node " + node + " runs: stop it first");
    }
    plan(others, moves(data, requirePlace(data)), false);
    if (!dryRun) {
      setAside(data, survey.state().orElseThrow());
      print("done: start node " + node + "; 'status' shows whether it still learns");
    }
  }

  private OthersHaveAll require(Survey survey) throws CliException {
    OthersHaveAll others = others(survey);
    if (!others.isEnough()) {
      throw refused(others.reason());
    }
    return others;
  }

  private OthersHaveAll others(Survey survey) throws CliException {
    ClusterState state =
        survey
            .state()
            .orElseThrow(
                () -> CliException.differs("no node answers: " + survey.silent().values()));
    GroupInfo info =
        state.groups().stream()
            .filter(each -> each.id() == group)
            .findFirst()
            .orElseThrow(() -> CliException.usage("there is no group " + group));
    if (!info.nodes().contains(node)) {
      throw CliException.usage(
          "group " + group + " has no replica on node " + node + ", but on " + info.nodes());
    }
    return OthersHaveAll.of(survey, info, node);
  }

  private CliException refused(String why) {
    return CliException.differs("group " + group + " on node " + node + " is not rebuilt: " + why);
  }

  private Path requirePlace(Path folder) throws CliException {
    Path aside = StoppedNode.placeAside(folder, group);
    if (Files.exists(aside)) {
      throw refused(
          aside + " is there already: remove it, or keep it elsewhere, if all is well since then");
    }
    return aside;
  }

  private String moves(Path folder, Path aside) {
    return folder.resolve("group-" + group) + " becomes " + aside;
  }

  private void plan(OthersHaveAll others, String what, boolean starts) {
    print("rebuild of group " + group + " on node " + node + ":");
    print(
        "  nodes "
            + others.nodes()
            + " have all "
            + others.entries()
            + " entries that are known to be committed on their disks, and their votes count");
    print("  " + what);
    print(
        "  "
            + (starts ? "the node is started and" : "the replica, when the node is started,")
            + " learns everything from its group; its vote counts again when it has");
  }

  /** Until another one leads, and a quorum of the others has all. */
  private void awaitOthers(ZabClient client)
      throws IOException, InterruptedException, CliException {
    long deadline = System.nanoTime() + Duration.ofSeconds(timeout).toNanos();
    OthersHaveAll others = others(Survey.of(client, target.file()));
    while (!others.isEnough() || others.leader() == node) {
      if (System.nanoTime() > deadline) {
        throw refused(others.reason() + "; it is started again with its data");
      }
      Thread.sleep(POLL_MILLIS);
      others = others(Survey.of(client, target.file()));
    }
  }

  private void setAside(Path folder, ClusterState state) throws IOException, CliException {
    try (StoppedNode stopped = StoppedNode.open(folder)) {
      if (!stopped.is(state.cluster(), node)) {
        throw refused(folder + " is not that of node " + node + " of this cluster");
      }
      stopped.setAside(group);
    } catch (StartRefusedException e) {
      throw refused(e.getMessage());
    } catch (NoSuchFileException e) {
      throw refused(e.getMessage() + " is not there: start the node");
    } catch (FileAlreadyExistsException e) {
      throw refused(e.getMessage() + " is there already");
    }
  }

  private void awaitLearned(ZabClient client, LocalProcess process)
      throws IOException, InterruptedException, CliException {
    long deadline = System.nanoTime() + Duration.ofSeconds(timeout).toNanos();
    String last = "it does not answer yet";
    while (System.nanoTime() < deadline) {
      if (process.process().isEmpty()) {
        throw CliException.differs("node " + node + " has ended\n" + process.tail());
      }
      try {
        last = lacks(ZabClient.await(client.admin().status(node)));
        if (last.isEmpty()) {
          print("done: it has learned everything, and its vote counts");
          return;
        }
      } catch (ZabException e) {
        last = e.problem();
      }
      Thread.sleep(POLL_MILLIS);
    }
    throw CliException.differs(
        "node "
            + node
            + " learns still after "
            + timeout
            + " s ("
            + last
            + "): see './zabdb status'");
  }

  /** What the rebuilt replica waits for; empty: nothing. */
  private String lacks(NodeStatus status) {
    return status.getReplicasList().stream()
        .filter(replica -> replica.getGroup() == group)
        .findFirst()
        .map(
            replica ->
                !replica.getPhase().equals("BROADCAST")
                    ? replica.getRole() + " " + replica.getPhase()
                    : replica.getLearns() ? "its disk is not admitted yet" : "")
        .orElse("it has no replica of group " + group + " yet");
  }

  private void print(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }
}
