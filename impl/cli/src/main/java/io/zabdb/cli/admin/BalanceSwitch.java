package io.zabdb.cli.admin;

import io.zabdb.balancer.LoadRules;
import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.coordination.format.GroupUpkeep;
import io.zabdb.coordination.format.PartitionUpkeep;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.node.balance.SettingsRules;
import io.zabdb.node.config.Units;
import io.zabdb.rpc.wire.Balance;
import io.zabdb.rpc.wire.BalanceSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** Whether the nodes balance the store by themselves: says so, and has it said. For one thread. */
final class BalanceSwitch {

  static final int USUAL_SECONDS = 20;

  private final ZabClient client;

  BalanceSwitch(ZabClient client) {
    this.client = client;
  }

  /**
   * Has the nodes balance the store.
   *
   * @param change what is to be otherwise than before
   * @return what is so then
   */
  String on(Consumer<BalanceSettings.Builder> change) throws CliException {
    BalanceSettings.Builder wanted = before().toBuilder().setOn(true);
    change.accept(wanted);
    set(wanted.build());
    return how(wanted.build()) + "; './zabdb balance status' shows what it does";
  }

  /** Has nobody balance the store; what is under way goes on. */
  String off() throws CliException {
    BalanceSettings wanted = before().toBuilder().setOn(false).build();
    set(wanted);
    return how(wanted) + "; what has begun goes on";
  }

  /**
   * What is so, in lines.
   *
   * @throws CliException {@code DIFFERS} if the store should be balanced, and no node does it
   */
  List<String> status() throws CliException {
    Balance known = told();
    BalanceSettings settings = settings(known);
    List<String> lines = new ArrayList<>(List.of(how(settings)));
    if (!settings.getOn()) {
      return lines;
    }
    if (!known.hasHolder()) {
      throw CliException.differs(how(settings) + ", and no node does it yet");
    }
    int holder = known.getHolder();
    lines.add("node " + holder + " does it");
    try {
      Balance own = ZabClient.await(client.admin().balance(holder));
      if (own.hasRoundMillisAgo()) {
        lines.add("its last round began " + own.getRoundMillisAgo() / 1_000 + " s ago:");
        own.getLinesList().forEach(line -> lines.add("  " + line));
      }
    } catch (ZabException e) {
      lines.add("it does not say how: " + e.problem());
    }
    return lines;
  }

  /** What cannot be read is as good as never said, and is mended by saying it. */
  private BalanceSettings before() throws CliException {
    try {
      return settings(told());
    } catch (ZabException e) {
      if (e.code() != ErrorCode.INTERNAL) {
        throw e;
      }
      return settings(Balance.getDefaultInstance());
    }
  }

  /** What the nodes are told, if anybody knows; else what is usual. */
  BalanceSettings known() {
    try {
      return before();
    } catch (ZabException | CliException e) {
      return settings(Balance.getDefaultInstance());
    }
  }

  static BalanceSettings settings(Balance known) {
    return known.hasSettings()
        ? known.getSettings()
        : BalanceSettings.newBuilder()
            .setNodeHits(LoadRules.USUAL_NODE_HITS)
            .setEverySeconds(USUAL_SECONDS)
            .setSharding(true)
            .setPartitionBytes(PartitionUpkeep.USUAL_BYTES)
            .setGroups(true)
            .setDeadSeconds(GroupUpkeep.USUAL_SECONDS)
            .build();
  }

  private static String how(BalanceSettings settings) {
    return settings.getOn()
        ? "the nodes balance the store, every %d s; one can serve %.0f hits a second%s%s"
            .formatted(
                settings.getEverySeconds(),
                settings.getNodeHits(),
                partitions(settings),
                groups(settings))
        : "the nodes do not balance the store by themselves";
  }

  private static String partitions(BalanceSettings settings) {
    return settings.getSharding()
        ? "; partitions of more than %s are split"
            .formatted(Units.bytes().write(SettingsRules.partitionBytes(settings)))
        : "; partitions are neither split nor merged";
  }

  private static String groups(BalanceSettings settings) {
    if (!settings.getGroups()) {
      return "; groups stay as they are";
    }
    return "; a node that is silent for %d s is replaced%s%s"
        .formatted(
            settings.getDeadSeconds(),
            settings.getSoftZones() ? ", zones and racks are a wish" : "",
            settings.getLeavingCount() == 0
                ? ""
                : ", nodes " + settings.getLeavingList() + " leave their groups");
  }

  private Balance told() throws CliException {
    return ofAny(node -> client.admin().balance(node));
  }

  private void set(BalanceSettings wanted) throws CliException {
    ofAny(node -> client.admin().setBalance(node, wanted));
  }

  /**
   * Of the first node that reaches the configuration manager; asking or saying it twice is well.
   */
  private <T> T ofAny(IntFunction<CompletableFuture<T>> ask) throws CliException {
    List<String> problems = new ArrayList<>();
    for (NodeInfo node : ZabClient.await(client.admin().ring()).nodes()) {
      try {
        return ZabClient.await(ask.apply(node.id()));
      } catch (ZabException e) {
        if (e.code() != ErrorCode.UNAVAILABLE
            && e.code() != ErrorCode.UNREACHABLE
            && e.code() != ErrorCode.TIMEOUT) {
          throw e;
        }
        problems.add(e.problem());
      }
    }
    throw CliException.differs(
        problems.isEmpty() ? "no node is known" : String.join("\n", problems));
  }
}
