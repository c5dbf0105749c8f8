package io.zabdb.cli.admin;

import io.zabdb.balancer.HeardOf;
import io.zabdb.balancer.Leaders;
import io.zabdb.cli.error.CliException;
import io.zabdb.cli.local.Layout;
import io.zabdb.cli.local.LocalCluster;
import io.zabdb.client.ZabClient;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.NodeStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./zabdb groups}: which groups there are, one more, and one less. */
@Command(
    name = "groups",
    description =
        "Show the replica groups, or have one more be born, which owns nothing at first: moves and"
            + " the balancer give it partitions; or have one end, whose partitions move to others"
            + " first. On this machine nodes of a new group are started, if none are named.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class GroupsCommand implements Callable<Integer> {

  private static final String ROW = "%-7s %-16s %-7s %-6s %s%n";

  @Spec private CommandSpec spec;
  @Mixin private Target target;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "ACTION",
      description = "add or remove; none: show the groups.")
  private String action;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "ID",
      description =
          "Of add: the nodes of the new group, which run and have room for it. Of remove: the"
              + " group.")
  private List<Integer> ids = List.of();

  @Option(
      names = "--size",
      paramLabel = "N",
      description = "How many nodes are started on this machine, 1 to 7 (default 3).")
  private Integer size;

  @Option(
      names = "--to",
      paramLabel = "GROUP",
      description =
          "Of remove: the group that gets all its partitions (default: each goes to the one that"
              + " has fewest then).")
  private Integer to;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long it may take (default 120, of remove 3600).")
  private Integer timeout;

  @Override
  public Integer call() throws IOException, InterruptedException, CliException {
    boolean removes = "remove".equals(action);
    Duration limit = Target.limit(timeout != null ? timeout : removes ? 3_600 : 120);
    Optional<Path> directory = target.directory();
    check(directory.isPresent());
    try (ZabClient client = target.connect()) {
      if (action == null) {
        return show(Survey.of(client, target.file()));
      }
      if (removes) {
        Survey survey = Survey.of(client, target.file());
        Patience patience = new Patience(limit, this::print);
        new GroupRemoval(client, ids.get(0), to, patience, this::print)
            .run(survey.nodes().keySet());
        return 0;
      }
      List<Integer> nodes = ids.isEmpty() ? start(client, directory.orElseThrow()) : ids;
      add(client, nodes, limit);
      return 0;
    } catch (ZabException e) {
      throw new CliException(CliException.DIFFERS, e.getMessage(), e);
    }
  }

  private void check(boolean isLocal) throws CliException {
    boolean adds = "add".equals(action);
    boolean removes = "remove".equals(action);
    if (action != null && !adds && !removes) {
      throw CliException.usage("'" + action + "' is neither add nor remove");
    }
    if (removes && ids.size() != 1) {
      throw CliException.usage("groups remove takes the number of one group");
    }
    if (to != null && (!removes || to.equals(ids.get(0)))) {
      throw CliException.usage("--to is only for groups remove, and names another group");
    }
    if (adds && ids.isEmpty() && !isLocal) {
      throw CliException.usage("groups add needs the nodes of the group here");
    }
    if (size != null && (!adds || !ids.isEmpty())) {
      throw CliException.usage("--size is only for groups add without nodes");
    }
    if (size != null && (size < 1 || size > 7)) {
      throw CliException.usage("--size is " + size + ", allowed are 1 to 7");
    }
  }

  private int show(Survey survey) throws CliException {
    if (survey.state().isEmpty()) {
      throw CliException.differs("no node answers: " + survey.silent().values());
    }
    StringBuilder text = new StringBuilder();
    text.append(String.format(ROW, "group", "members", "leader", "epoch", "ready"));
    boolean isWhole = true;
    for (GroupInfo group : survey.state().get().groups()) {
      Optional<Leaders.GroupLeader> leader = survey.leader(group.id());
      isWhole &= leader.isPresent();
      List<Integer> members =
          leader
              .map(Leaders.GroupLeader::replica)
              .map(NodeStatus.Replica::getVotersList)
              .orElse(group.nodes());
      List<Integer> lacking =
          members.stream().filter(node -> !survey.isReady(node, group.id())).toList();
      text.append(
          String.format(
              ROW,
              group.id(),
              members,
              leader.map(known -> String.valueOf(known.node())).orElse("-"),
              leader.map(known -> String.valueOf(known.replica().getEpoch())).orElse("-"),
              lacking.isEmpty() ? "yes" : "not at nodes " + lacking));
    }
    spec.commandLine().getOut().print(text);
    spec.commandLine().getOut().flush();
    return isWhole ? 0 : CliException.DIFFERS;
  }

  /** Starts nodes that have no group; those that were started before come first. */
  private List<Integer> start(ZabClient client, Path directory)
      throws IOException, InterruptedException, CliException {
    try (LocalCluster cluster = LocalCluster.open(directory)) {
      Survey survey = Survey.of(client, target.file());
      List<Layout.LocalNode> nodes = new ArrayList<>();
      for (Layout.LocalNode node : cluster.layout().nodes()) {
        boolean isFree = node.spare() && !survey.isMember(node.id());
        if (isFree && nodes.size() < wanted()) {
          nodes.add(node);
        }
      }
      int most = cluster.layout().nodes().size() + wanted() - nodes.size();
      if (most > Layout.MAX_NODES) {
        throw CliException.usage(
            "there would be " + most + " nodes on this machine, allowed are " + Layout.MAX_NODES);
      }
      while (nodes.size() < wanted()) {
        nodes.add(cluster.add(true));
      }
      for (Layout.LocalNode node : nodes) {
        LocalNodes.start(cluster, node, this::print);
      }
      return nodes.stream().map(Layout.LocalNode::id).toList();
    }
  }

  private int wanted() {
    return size == null ? 3 : size;
  }

  private void add(ZabClient client, List<Integer> nodes, Duration limit)
      throws IOException, InterruptedException, CliException {
    Patience patience = new Patience(limit, this::print);
    int born = bear(client, nodes, patience);
    print("group " + born + " is born on nodes " + nodes);
    Survey survey = Survey.of(client, target.file());
    while (survey.leader(born).isEmpty()) {
      patience.pause("group " + born + " elects a leader");
      survey = Survey.of(client, target.file());
    }
    while (!hasLearnt(client, born)) {
      patience.pause("group " + born + " learns what it has");
    }
    KnownGroups.awaitBirth(client, survey.nodes().keySet(), born, patience);
    print(
        "group "
            + born
            + " serves, and owns nothing yet: './zabdb moves start PARTITION --to "
            + born
            + "' or './zabdb balance' gives it partitions");
  }

  /** Whoever leads is known a moment before it has applied that the group was founded. */
  private static boolean hasLearnt(ZabClient client, int group) {
    try {
      ZabClient.await(client.admin().partitions(group));
      return true;
    } catch (ZabException e) {
      if (!HeardOf.mayPass(e.code())) {
        throw e;
      }
      return false;
    }
  }

  /** Until all of them take part: to ask again once they have would be to ask for another group. */
  private static int bear(ZabClient client, List<Integer> nodes, Patience patience)
      throws InterruptedException, CliException {
    while (true) {
      try {
        return ZabClient.await(client.admin().bearGroup(nodes));
      } catch (ZabException e) {
        if (!HeardOf.mayPass(e.code())) {
          throw e;
        }
        patience.pause("it waits: " + e.problem());
      }
    }
  }

  private void print(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }
}
