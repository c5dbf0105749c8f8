package io.zabdb.cli.admin;

import io.zabdb.balancer.LoadRules;
import io.zabdb.balancer.LoadUnknownException;
import io.zabdb.balancer.PlanRun;
import io.zabdb.balancer.StoreAccess;
import io.zabdb.balancer.StorePlan;
import io.zabdb.balancer.StorePlanner;
import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.node.balance.SettingsRules;
import io.zabdb.rpc.wire.Balance;
import io.zabdb.rpc.wire.BalanceSettings;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code ./zabdb balance}: leaderships and partitions go to nodes that have less to do; by this
 * command, or by the nodes themselves.
 */
@Command(
    name = "balance",
    description =
        "Show how even the load of the nodes is, and have leaderships and partitions go where there"
            + " is less to do: what the planner wants in a round, one thing after another. Or have"
            + " the nodes do that by themselves.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class BalanceCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private Target target;

  @Parameters(
      arity = "0..1",
      paramLabel = "ACTION",
      description =
          "on: one of the nodes does it from now on; off: none does; status: which one does, and"
              + " what; none: this command does it.")
  private String action;

  @Option(names = "--dry-run", description = "Only say what would be done.")
  private boolean dryRun;

  @Option(
      names = "--node-hits",
      paramLabel = "N",
      description =
          "What a node can serve: updates a second, and reads, of which ten count as three"
              + " (default 20000; of on: as before).")
  private Double nodeHits;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long to wait for each partition (default ${DEFAULT-VALUE}).")
  private int timeout = 3_600;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often to look and act; 0: without end (default ${DEFAULT-VALUE}).")
  private int rounds = 1;

  @Option(
      names = "--every",
      paramLabel = "SECONDS",
      description = "How long to wait between two rounds (default 20; of on: as before).")
  private Integer every;

  @Option(
      names = "--sharding",
      negatable = true,
      description =
          "Whether partitions that are too large or have too much to do are split, and small ones"
              + " that nobody asks for merged (default: they are; of on: as before).")
  private Boolean sharding;

  @Option(
      names = "--partition-size",
      paramLabel = "SIZE",
      converter = PartitionSize.SizeReader.class,
      description =
          "A partition is split when it is larger, 1MiB to 1TiB, and two neighbours that nobody asks"
              + " for may be merged when they have less than half of that (default: as the nodes are"
              + " told, or 2GiB).")
  private PartitionSize partitionSize;

  @Option(
      names = "--groups",
      negatable = true,
      description =
          "Whether groups are born on nodes that have little to do and end when they are in the"
              + " way, and nodes that are silent for long are replaced (default: as the nodes are"
              + " told, or they are).")
  private Boolean groups;

  @Option(
      names = "--soft-zones",
      negatable = true,
      description =
          "Whether a group may have two nodes of a zone or rack where they could be spread"
              + " (default: as the nodes are told, or it may not).")
  private Boolean softZones;

  @Option(
      names = "--dead-after",
      paramLabel = "SECONDS",
      description =
          "How long a node must be silent until others take its places, 10 to 604800 (default: as"
              + " the nodes are told, or 600).")
  private Integer deadSeconds;

  @Option(
      names = "--leaving",
      paramLabel = "IDS",
      converter = NodeIds.Converter.class,
      description =
          "Nodes that are to be in no group any more, such as 3,4; none: all stay (default: as the"
              + " nodes are told, or none).")
  private NodeIds leaving;

  @Override
  public Integer call() throws IOException, InterruptedException, CliException {
    if (action != null) {
      return hand();
    }
    rules(BalanceSwitch.settings(Balance.getDefaultInstance()));
    Target.limit(timeout);
    int pause = every == null ? BalanceSwitch.USUAL_SECONDS : every;
    if (rounds < 0 || pause < 0) {
      throw CliException.usage(
          "--rounds=" + rounds + " --every=" + pause + ": both must be at least 0");
    }
    try (ZabClient client = target.connect()) {
      StorePlanner planner = new StorePlanner(rules(new BalanceSwitch(client).known()));
      for (int round = 1; round != rounds; round++) {
        try {
          round(client, planner);
        } catch (CliException e) {
          // Only the last round says how it all ended: what is not known now may be known then.
          print(e.getMessage());
        }
        TimeUnit.SECONDS.sleep(pause);
      }
      return round(client, planner) ? 0 : CliException.DIFFERS;
    }
  }

  /** Has the nodes do it, or asks them. */
  private int hand() throws IOException, CliException {
    List<String> known = List.of("on", "off", "status");
    if (!known.contains(action)) {
      throw CliException.usage("'" + action + "' is none of " + String.join(", ", known));
    }
    if (dryRun || rounds != 1 || (!action.equals("on") && hasSettings())) {
      throw CliException.usage(
          action
              + " takes "
              + (action.equals("on") ? "no option of a single balance" : "none of these options"));
    }
    rules(BalanceSwitch.settings(Balance.getDefaultInstance()));
    try (ZabClient client = target.connect()) {
      BalanceSwitch balancer = new BalanceSwitch(client);
      switch (action) {
        case "on" -> print(balancer.on(this::change));
        case "off" -> print(balancer.off());
        default -> balancer.status().forEach(this::print);
      }
      return 0;
    } catch (ZabException e) {
      throw e.code() == ErrorCode.INVALID_ARGUMENT
          ? CliException.usage(e.problem())
          : CliException.differs(e.getMessage());
    }
  }

  private boolean hasSettings() {
    return nodeHits != null
        || every != null
        || sharding != null
        || partitionSize != null
        || groups != null
        || softZones != null
        || deadSeconds != null
        || leaving != null;
  }

  /** Whether all was done that the plan of this round is about. */
  private boolean round(ZabClient client, StorePlanner planner)
      throws InterruptedException, CliException {
    try {
      StorePlan plan =
          planner.plan(StoreAccess.of(client), TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
      plan.lines().forEach(this::print);
      return dryRun
          || new PlanRun(StoreAccess.of(client), this::print)
              .carryOut(plan, Target.limit(timeout), () -> true);
    } catch (LoadUnknownException e) {
      throw new CliException(CliException.DIFFERS, "nothing is done: " + e.getMessage(), e);
    } catch (ZabException e) {
      throw new CliException(CliException.DIFFERS, e.getMessage(), e);
    }
  }

  /**
   * What is to be gone by, if these are the settings of the nodes.
   *
   * @throws CliException if what was asked for makes no sense
   */
  private LoadRules rules(BalanceSettings known) throws CliException {
    BalanceSettings.Builder settings = known.toBuilder();
    change(settings);
    // Of the nodes' rounds alone.
    settings.setEverySeconds(known.getEverySeconds());
    try {
      return SettingsRules.rules(SettingsRules.read(settings.build()));
    } catch (IllegalArgumentException e) {
      throw CliException.usage(
          "--node-hits, --partition-size, --dead-after or --leaving: " + e.getMessage());
    }
  }

  /** Sets what is asked for. */
  private void change(BalanceSettings.Builder settings) {
    if (nodeHits != null) {
      settings.setNodeHits(nodeHits);
    }
    if (every != null) {
      settings.setEverySeconds(every);
    }
    if (sharding != null) {
      settings.setSharding(sharding);
    }
    if (partitionSize != null) {
      settings.setPartitionBytes(partitionSize.bytes());
    }
    if (groups != null) {
      settings.setGroups(groups);
    }
    if (softZones != null) {
      settings.setSoftZones(softZones);
    }
    if (deadSeconds != null) {
      settings.setDeadSeconds(deadSeconds);
    }
    if (leaving != null) {
      settings.clearLeaving().addAllLeaving(leaving.ids());
    }
  }

  private void print(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }
}
