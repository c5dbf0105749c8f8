package io.zabdb.cli.admin;

import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.Moves.Move;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./zabdb moves}: partitions that go from one group to another. */
@Command(
    name = "moves",
    description =
        "Show partitions that move between groups; move one while it is read and written, or have"
            + " it stay.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class MovesCommand implements Callable<Integer> {

  private static final String FORMAT = "%-20s %5s %5s %-9s %7s %12s %9s %9s %8s %s";

  @Spec private CommandSpec spec;
  @Mixin private Target target;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "ACTION",
      description = "start or abort; none: show what moves.")
  private String action;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "PARTITION",
      description = "Its name, as ring shows it.")
  private String partition;

  @Option(names = "--to", paramLabel = "G", description = "Of start: the group that is to get it.")
  private Integer to;

  @Option(
      names = "--no-wait",
      description = "Of start: do not wait until it has moved; it goes on by itself.")
  private boolean noWait;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "Of start: how long to wait (default ${DEFAULT-VALUE}).")
  private int timeout = 3_600;

  @Override
  public Integer call() throws IOException, InterruptedException, CliException {
    check();
    try (ZabClient client = target.connect()) {
      if (action == null) {
        show(client);
        return 0;
      }
      int group = GroupPartitions.groupOf(client, partition);
      if (action.equals("abort")) {
        ZabClient.await(client.admin().patient().abortMove(group, partition));
        print("partition " + partition + " stays in group " + group);
        return 0;
      }
      GroupPartitions.of(client, to);
      long attempt = ZabClient.await(client.admin().patient().startMove(group, partition, to));
      print("partition " + partition + " goes from group " + group + " to group " + to);
      if (!noWait) {
        new AwaitedMove(client, group, partition, attempt, to, this::print)
            .run(Target.limit(timeout));
      }
      return 0;
    } catch (ZabException e) {
      throw new CliException(CliException.DIFFERS, e.getMessage(), e);
    }
  }

  private void check() throws CliException {
    Target.limit(timeout);
    boolean starts = "start".equals(action);
    if (action != null && !starts && !action.equals("abort")) {
      throw CliException.usage("'" + action + "' is neither start nor abort");
    }
    if ((action == null) != (partition == null)) {
      throw CliException.usage("moves " + action + " takes the name of a partition");
    }
    if (starts != (to != null)) {
      throw CliException.usage("start needs --to, and nothing else takes it");
    }
  }

  private void show(ZabClient client) {
    print(
        String.format(
            FORMAT,
            "partition",
            "from",
            "to",
            "phase",
            "attempt",
            "bytes",
            "updates",
            "copied",
            "seconds",
            ""));
    List<GroupInfo> groups = ZabClient.await(client.admin().ring()).groups();
    for (GroupInfo group : groups) {
      ZabClient.await(client.admin().patient().moves(group.id()))
          .getMovesList()
          .forEach(move -> print(line(group.id(), move)));
    }
  }

  private static String line(int group, Move move) {
    return String.format(
        FORMAT,
        move.getPartition(),
        group,
        move.getTo(),
        move.getPhase(),
        move.getAttempt(),
        move.getFileBytes(),
        move.getTaken(),
        move.getCopied(),
        move.getMillis() / 1_000,
        move.getProblem());
  }

  private void print(String line) {
    spec.commandLine().getOut().println(line.stripTrailing());
    spec.commandLine().getOut().flush();
  }
}
