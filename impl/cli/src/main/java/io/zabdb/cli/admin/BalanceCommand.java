package io.zabdb.cli.admin;

import io.zabdb.balancer.LeaderIntent;
import io.zabdb.balancer.LoadRules;
import io.zabdb.balancer.LoadUnknownException;
import io.zabdb.balancer.MoveIntent;
import io.zabdb.balancer.PlanRun;
import io.zabdb.balancer.StorePlan;
import io.zabdb.balancer.StorePlanner;
import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.model.error.ZabException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./zabdb balance}: leaderships and partitions go to nodes that have less to do. */
@Command(
    name = "balance",
    description =
        "Show how even the load of the nodes is, and have leaderships and partitions go where there"
            + " is less to do: what the planner wants in a round, one thing after another.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class BalanceCommand implements Callable<Integer> {

  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final Duration HANDOVER = Duration.ofSeconds(10);

  @Spec private CommandSpec spec;
  @Mixin private Target target;

  @Option(names = "--dry-run", description = "Only say what would be done.")
  private boolean dryRun;

  @Option(
      names = "--node-hits",
      paramLabel = "N",
      description =
          "What a node can serve: updates a second, and reads, of which ten count as three"
              + " (default ${DEFAULT-VALUE}).")
  private double nodeHits = LoadRules.USUAL_NODE_HITS;

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
      description = "How long to wait between two rounds (default ${DEFAULT-VALUE}).")
  private int every = 20;

  @Override
  public Integer call() throws IOException, InterruptedException, CliException {
    StorePlanner planner = new StorePlanner(rules());
    Target.limit(timeout);
    if (rounds < 0 || every < 0) {
      throw CliException.usage(
          "--rounds=" + rounds + " --every=" + every + ": both must be at least 0");
    }
    try (ZabClient client = target.connect(LIMIT)) {
      for (int round = 1; round != rounds; round++) {
        try {
          round(client, planner);
        } catch (CliException e) {
          // Only the last round says how it all ended: what is not known now may be known then.
          print(e.getMessage());
        }
        TimeUnit.SECONDS.sleep(every);
      }
      return round(client, planner) ? 0 : CliException.DIFFERS;
    }
  }

  /** Whether all was done that the plan of this round is about. */
  private boolean round(ZabClient client, StorePlanner planner)
      throws InterruptedException, CliException {
    try {
      StorePlan plan = planner.plan(client, TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
      plan.lines().forEach(this::print);
      return dryRun || carryOut(client, plan);
    } catch (LoadUnknownException e) {
      throw new CliException(CliException.DIFFERS, "nothing is done: " + e.getMessage(), e);
    } catch (ZabException e) {
      throw new CliException(CliException.DIFFERS, e.getMessage(), e);
    }
  }

  private LoadRules rules() throws CliException {
    try {
      return LoadRules.usual(nodeHits);
    } catch (IllegalArgumentException e) {
      throw CliException.usage("--node-hits: " + e.getMessage());
    }
  }

  /** Whether all of it was done; what does not end in time goes on, so nothing else is begun. */
  private boolean carryOut(ZabClient client, StorePlan plan)
      throws InterruptedException, CliException {
    PlanRun run = new PlanRun(client, this::print);
    boolean all = true;
    for (LeaderIntent handover : plan.handovers()) {
      all &= run.hand(handover, HANDOVER) == PlanRun.RunEnd.DONE;
    }
    for (MoveIntent intent : plan.intents()) {
      PlanRun.RunEnd end = run.move(intent, Target.limit(timeout));
      all &= end == PlanRun.RunEnd.DONE;
      if (end == PlanRun.RunEnd.GOES_ON) {
        print("nothing else is begun; './zabdb moves' shows how it goes");
        return false;
      }
    }
    return all;
  }

  private void print(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }
}
