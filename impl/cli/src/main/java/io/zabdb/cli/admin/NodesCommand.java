package io.zabdb.cli.admin;

import io.zabdb.cli.error.CliException;
import io.zabdb.cli.local.Layout;
import io.zabdb.cli.local.LocalCluster;
import io.zabdb.cli.local.Shutdown;
import io.zabdb.client.ZabClient;
import io.zabdb.model.error.ZabException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./zabdb nodes}: which nodes there are, and which of them hold the data. */
@Command(
    name = "nodes",
    description =
        "Show the nodes; add, remove or replace one while clients read and write. On this machine"
            + " the node that joins is started, and the one that leaves stopped.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class NodesCommand implements Callable<Integer> {

  private static final int STOP_SECONDS = 30;

  @Spec private CommandSpec spec;
  @Mixin private Target target;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "ACTION",
      description = "add, remove or replace; none: show the nodes.")
  private String action;

  @Parameters(
      index = "1..*",
      arity = "0..2",
      paramLabel = "NODE",
      description =
          "Of remove and replace: the node that leaves. Of add and replace, behind it, but not on"
              + " this machine: the node that joins, which runs already.")
  private List<Integer> ids = List.of();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long it may take (default ${DEFAULT-VALUE}).")
  private int timeout = 600;

  @Option(
      names = "--leave-one",
      description = "Of remove: also if one member alone is left, whose loss would be that of all.")
  private boolean leavesOne;

  @Option(
      names = "--leave-zone",
      description = "Of remove and replace: also if all members are left in one zone of several.")
  private boolean leavesZone;

  @Option(
      names = "--spare",
      description =
          "Of add, on this machine: the node becomes a member of no group that there is, and waits"
              + " for the balancer, or for groups add.")
  private boolean spare;

  @Override
  public Integer call() throws IOException, InterruptedException, CliException {
    Optional<Path> directory = target.directory();
    boolean joins = action != null && !action.equals("remove");
    boolean leaves = action != null && !action.equals("add");
    check((leaves ? 1 : 0) + (joins && directory.isEmpty() ? 1 : 0));
    try (ZabClient client = target.connect()) {
      if (action == null) {
        Survey survey = Survey.of(client, target.file());
        spec.commandLine().getOut().print(NodesText.of(survey));
        spec.commandLine().getOut().flush();
        return survey.state().isPresent() ? 0 : CliException.DIFFERS;
      }
      if (spare) {
        addSpare(client, directory.orElseThrow());
      } else if (directory.isPresent()) {
        local(client, directory.get(), joins, leaves);
      } else {
        Set<Integer> join = joins ? Set.of(ids.get(ids.size() - 1)) : Set.of();
        change(client, join, leaves ? Set.of(ids.get(0)) : Set.of());
      }
      return 0;
    } catch (ZabException e) {
      throw new CliException(CliException.DIFFERS, e.getMessage(), e);
    }
  }

  private void check(int wanted) throws CliException {
    Target.limit(timeout);
    if (action != null && !List.of("add", "remove", "replace").contains(action)) {
      throw CliException.usage("'" + action + "' is none of add, remove and replace");
    }
    if (spare && (!"add".equals(action) || target.directory().isEmpty())) {
      throw CliException.usage(
          "--spare is only for nodes add on this machine; elsewhere, start a node with spare=true");
    }
    if (ids.size() != wanted) {
      throw CliException.usage(
          "nodes "
              + (action == null ? "" : action)
              + " takes "
              + wanted
              + " nodes here, not "
              + ids.size());
    }
    for (int id : ids) {
      if (id < 0) {
        throw CliException.usage("node " + id + ": ids of nodes are numbers from 0");
      }
    }
    if (ids.size() == 2 && ids.get(0).equals(ids.get(1))) {
      throw CliException.usage("node " + ids.get(0) + " cannot replace itself: take a new id");
    }
  }

  private void change(ZabClient client, Set<Integer> join, Set<Integer> leave)
      throws IOException, InterruptedException, CliException {
    MemberRules rules = new MemberRules(join, leave, leavesOne, leavesZone);
    new MemberChange(client, target.file(), rules, this::print).run(Target.limit(timeout));
  }

  /** A new node; one that was to be, and does not run, is taken first. */
  private void addSpare(ZabClient client, Path directory)
      throws IOException, InterruptedException, CliException {
    try (LocalCluster cluster = LocalCluster.open(directory)) {
      Optional<Layout.LocalNode> stopped = stoppedSpare(client, cluster);
      Layout.LocalNode node = stopped.isPresent() ? stopped.get() : cluster.add(true);
      int id = node.id();
      LocalNodes.start(cluster, node, this::print);
      Patience patience = new Patience(Target.limit(timeout), this::print);
      while (ZabClient.await(client.admin().ring()).nodes().stream()
          .noneMatch(known -> known.id() == id)) {
        patience.pause("the others hear of node " + id);
      }
      print(
          "node "
              + id
              + " waits for groups: the balancer gives it some when it pays, './zabdb groups add'"
              + " has it found one with others");
    }
  }

  private Optional<Layout.LocalNode> stoppedSpare(ZabClient client, LocalCluster cluster)
      throws IOException, CliException {
    Survey survey = Survey.of(client, target.file());
    for (Layout.LocalNode node : cluster.layout().nodes()) {
      if (node.spare()
          && !survey.isMember(node.id())
          && cluster.process(node).process().isEmpty()) {
        return Optional.of(node);
      }
    }
    return Optional.empty();
  }

  /** On this machine. */
  private void local(ZabClient client, Path directory, boolean joins, boolean leaves)
      throws IOException, InterruptedException, CliException {
    try (LocalCluster cluster = LocalCluster.open(directory)) {
      Optional<Layout.LocalNode> old = Optional.empty();
      if (leaves) {
        old = cluster.layout().node(ids.get(0));
        if (cluster.layout().hasLeft(ids.get(0))) {
          print("node " + ids.get(0) + " has left already");
          return;
        }
        if (old.isEmpty()) {
          throw CliException.usage("there is no node " + ids.get(0) + " in " + directory);
        }
      }
      Set<Integer> leave = old.map(node -> Set.of(node.id())).orElse(Set.of());
      if (joins) {
        int fresh = start(client, cluster, old);
        change(client, Set.of(fresh), leave);
        if (old.isEmpty()) {
          // Else it is done when the old one is gone.
          cluster.end(joining(fresh, old));
        }
      } else {
        change(client, Set.of(), leave);
      }
      if (old.isPresent()) {
        stop(cluster, old.get());
      }
    }
  }

  private static Layout.NodeChange joining(int fresh, Optional<Layout.LocalNode> old) {
    return new Layout.NodeChange(fresh, old.map(Layout.LocalNode::id).orElse(null));
  }

  /**
   * Starts a new node: that of a change that was asked for before and is not done, or one that was
   * started and is a member of nothing.
   *
   * @param old whose place it takes
   */
  private int start(ZabClient client, LocalCluster cluster, Optional<Layout.LocalNode> old)
      throws IOException, InterruptedException, CliException {
    boolean isSpare = old.isPresent() && old.get().spare();
    Survey survey = Survey.of(client, target.file());
    Optional<Layout.LocalNode> before =
        cluster
            .layout()
            .joining(old.map(Layout.LocalNode::id))
            .or(
                () ->
                    cluster.layout().nodes().stream()
                        .filter(cluster.layout()::joined)
                        .filter(node -> node.spare() == isSpare)
                        .filter(node -> !survey.isMember(node.id()))
                        .findFirst());
    Layout.LocalNode node = before.isPresent() ? before.get() : cluster.add(isSpare);
    cluster.begin(joining(node.id(), old));
    LocalNodes.start(cluster, node, this::print);
    return node.id();
  }

  private void stop(LocalCluster cluster, Layout.LocalNode old)
      throws IOException, InterruptedException, CliException {
    Shutdown.StopOutcome outcome =
        new Shutdown(cluster, Duration.ofSeconds(STOP_SECONDS), true).run(cluster.process(old));
    if (!outcome.running().isEmpty()) {
      throw CliException.differs("node " + old.id() + " does not stop");
    }
    cluster.remove(old);
    print(
        "node "
            + old.id()
            + " has left; what is in "
            + cluster.directory().resolve("node-" + old.id())
            + " is of no use any more");
  }

  private void print(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }
}
