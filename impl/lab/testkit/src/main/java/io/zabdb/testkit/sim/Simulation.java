package io.zabdb.testkit.sim;

import io.zabdb.core.group.Settings;
import io.zabdb.core.group.Settings.Limits;
import io.zabdb.core.group.Settings.Timing;
import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.testkit.history.History;
import io.zabdb.testkit.history.HistoryRecorder;
import io.zabdb.testkit.history.Overlap;
import io.zabdb.testkit.linearizability.CheckResult;
import io.zabdb.testkit.linearizability.LinearizabilityChecker;
import io.zabdb.testkit.linearizability.RegisterModel;
import io.zabdb.testkit.linearizability.Verdict;
import io.zabdb.testkit.report.Explanation;
import io.zabdb.testkit.sim.check.ClusterChecks;
import io.zabdb.testkit.sim.check.TimeChecks;
import io.zabdb.testkit.sim.client.Clients;
import io.zabdb.testkit.sim.client.Workload;
import io.zabdb.testkit.sim.engine.Counts;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.Timeline;
import io.zabdb.testkit.sim.engine.Violation;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.fault.Injector;
import io.zabdb.testkit.sim.network.ClockNews;
import io.zabdb.testkit.sim.network.Datagrams;
import io.zabdb.testkit.sim.network.Links;
import io.zabdb.testkit.sim.network.Network;
import io.zabdb.testkit.sim.node.Compactor;
import io.zabdb.testkit.sim.node.Node;
import io.zabdb.testkit.sim.node.Surroundings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One run of a group in virtual time: first with faults, when nothing bad may happen; then with a
 * quorum in good order, when good things must happen in time ({@link Recovery}). Everything follows
 * from the {@link Options}. Runs once, in one thread.
 */
public final class Simulation {

  private static final io.zabdb.testkit.linearizability.Limits CHECKER_LIMITS =
      new io.zabdb.testkit.linearizability.Limits(2_000_000, 300_000, Optional.empty());

  private final Options options;
  private final World world;
  private final ClusterChecks checks;
  private final Clients clients;
  private final Injector injector;
  private final Recovery recovery;
  private final List<Node> nodes = new ArrayList<>();
  private final HistoryRecorder history;

  public Simulation(Options options) {
    this.options = options;
    Timeline time = new Timeline();
    world =
        new World(
            options.seed(), options.nodes(), options.founders(), time, options.log(), new Counts());
    history = new HistoryRecorder(time::now);
    checks = new ClusterChecks(world);
    Links links = new Links(world);
    Network network = new Network(world, links);
    Datagrams datagrams = new Datagrams(world, links);
    ClockNews news = new ClockNews(world, links);
    Workload workload = Workload.draw(world);
    clients = new Clients(world, links, nodes, workload, history);
    Surroundings around =
        new Surroundings(
            network,
            datagrams,
            checks,
            clients,
            options.replicas(),
            options.sessions(),
            news,
            options.times(),
            new TimeChecks(world, nodes));
    Limits limits = drawLimits();
    TransferSettings transfer = drawTransfer();
    boolean numbered = drawNumbered();
    for (int i = 0; i < options.nodes(); i++) {
      nodes.add(
          new Node(
              world,
              new Settings(
                  i, options.founders(), options.nodes(), 0, Timing.DEFAULT, limits, transfer),
              around,
              numbered ? Node.FIRST_DISK : 0));
    }
    injector = new Injector(world, links, network, datagrams, nodes, checks);
    recovery =
        new Recovery(
            world,
            nodes,
            links,
            network,
            datagrams,
            news,
            injector,
            clients,
            workload,
            checks,
            around.hasTime());
  }

  /** Some groups are from before disks had numbers, and found themselves without their help. */
  private boolean drawNumbered() {
    return world.random("disks").chance(0.7);
  }

  /** Sometimes so small that the leader is overloaded. */
  private Limits drawLimits() {
    SeededRandom random = world.random("limits");
    return random.chance(0.7)
        ? Limits.DEFAULT
        : new Limits(200, (int) random.between(1, 4), 400, (int) random.between(1, 4));
  }

  /** Transfers come much more often than by default. */
  private TransferSettings drawTransfer() {
    SeededRandom random = world.random("transfer");
    TransferPolicy[] policies = TransferPolicy.values();
    int threshold = (int) random.between(2, 8);
    return new TransferSettings(
        policies[random.below(policies.length)],
        true,
        Compactor.MAX,
        threshold,
        (int) random.between(1, threshold),
        random.below(20),
        (int) random.spread(1, 1_000),
        (int) random.between(1, 50));
  }

  /** Runs to the end or to the first failure. */
  public Result run() {
    Optional<Throwable> failure = Optional.empty();
    Verdict verdict = Verdict.INCONCLUSIVE;
    try {
      nodes.forEach(Node::start);
      clients.start();
      injector.schedule(options.faults());
      world.time().runUntil(options.safetyMicros());
      recovery.run();
      verdict = judge(history.history());
    } catch (RuntimeException | AssertionError e) {
      failure = Optional.of(e);
    }
    History seen = history.history();
    boolean meaningful = Overlap.of(seen).weaknesses().isEmpty();
    return new Result(
        options,
        failure,
        world.time().now(),
        world.time().happened(),
        world.counts(),
        seen,
        verdict,
        meaningful);
  }

  private static Verdict judge(History seen) {
    CheckResult result = LinearizabilityChecker.check(seen, RegisterModel.map(), CHECKER_LIMITS);
    if (result.verdict() == Verdict.INVALID) {
      String why = result.failure().map(Explanation::of).orElse("");
      throw new Violation("Linearizable", why);
    }
    return result.verdict();
  }
}
