package io.zabdb.cli.admin;

import io.zabdb.balancer.Leaders;
import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.NodeStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./zabdb transfer}: moves the leadership of a group. */
@Command(
    name = "transfer",
    description = "Move the leadership of a group to another node, without an error to clients.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class TransferCommand implements Callable<Integer> {

  private static final int POLL_MILLIS = 50;

  @Spec private CommandSpec spec;
  @Mixin private Target target;

  @Option(
      names = "--group",
      paramLabel = "G",
      description = "The group (default ${DEFAULT-VALUE}).")
  private int group = 0;

  @Option(
      names = "--to",
      paramLabel = "NODE",
      description = "The node that is to lead (default: any other).")
  private Integer to;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long to try (default ${DEFAULT-VALUE}).")
  private int timeout = 10;

  @Override
  public Integer call() throws IOException, InterruptedException, CliException {
    try (ZabClient client = target.connect()) {
      Survey before = Survey.of(client, target.file());
      OptionalInt member = member(before);
      Leaders.GroupLeader leader =
          before
              .leader(group)
              .orElseThrow(() -> CliException.differs("group " + group + " has no leader now"));
      if (to != null && leader.node() == to) {
        print("node " + to + " leads group " + group + " already");
        return 0;
      }
      Leaders.GroupLeader now = move(client, leader.node(), member);
      print(
          "node "
              + now.node()
              + " leads group "
              + group
              + ", before it was node "
              + leader.node()
              + (tookOver(now) ? "" : "; an election came before the transfer was done"));
      return 0;
    } catch (ZabException e) {
      throw new CliException(CliException.DIFFERS, e.getMessage(), e);
    }
  }

  /** Whether it was handed the leadership by which it leads. */
  private static boolean tookOver(Leaders.GroupLeader leader) {
    NodeStatus.Replica replica = leader.replica();
    return replica.hasLastTransfer()
        && replica.getLastTransfer().getKind().equals("TOOK_OVER")
        && replica.getLastTransfer().getText().equals("epoch " + replica.getEpoch());
  }

  /** A transfer may be refused for the moment, so it is asked for until it is made. */
  private Leaders.GroupLeader move(ZabClient client, int from, OptionalInt member)
      throws IOException, InterruptedException, CliException {
    long deadline = System.nanoTime() + Duration.ofSeconds(timeout).toNanos();
    String refused = "";
    while (System.nanoTime() < deadline) {
      try {
        ZabClient.await(client.admin().transfer(group, member));
      } catch (ZabException e) {
        if (e.code() == ErrorCode.INVALID_ARGUMENT) {
          throw CliException.differs(e.problem());
        }
        refused = " (" + e.getMessage() + ")";
      }
      Thread.sleep(POLL_MILLIS);
      Optional<Leaders.GroupLeader> leader = Survey.of(client, target.file()).leader(group);
      if (leader.isPresent()
          && (to == null ? leader.get().node() != from : leader.get().node() == to)) {
        return leader.get();
      }
    }
    throw CliException.differs(
        "node "
            + from
            + " still leads group "
            + group
            + " after "
            + timeout
            + " s"
            + refused
            + ": see './zabdb status' for nodes that are down or lag");
  }

  private OptionalInt member(Survey survey) throws CliException {
    GroupInfo info =
        survey
            .state()
            .orElseThrow(() -> CliException.differs("no node answers: " + survey.silent().values()))
            .groups()
            .stream()
            .filter(each -> each.id() == group)
            .findFirst()
            .orElseThrow(() -> CliException.usage("there is no group " + group));
    if (to == null) {
      return OptionalInt.empty();
    }
    if (!info.nodes().contains(to)) {
      throw CliException.usage(
          "group " + group + " has no replica on node " + to + ", but on " + info.nodes());
    }
    return OptionalInt.of(
        survey
            .replica(to, group)
            .orElseThrow(
                () -> CliException.differs("node " + to + " does not answer: " + survey.silent()))
            .getMember());
  }

  private void print(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }
}
