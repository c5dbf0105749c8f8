package io.zabdb.simulator.command;

import io.zabdb.simulator.NodeOptions;
import io.zabdb.simulator.NodeResult;
import io.zabdb.simulator.NodeSimulation;
import io.zabdb.simulator.fault.NodeFault;
import io.zabdb.testkit.sim.campaign.Minimiser;
import io.zabdb.testkit.sim.command.OtherProfile;
import io.zabdb.testkit.sim.explain.EventPrinter;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/**
 * Profiles {@code node}, {@code windows}, {@code splits}, {@code moves}, {@code ends}, {@code
 * births}, {@code elastic}, {@code periodic} and {@code balance}: the production code of nodes and
 * clients.
 */
public final class NodeProfile implements OtherProfile {

  private static final int MINIMISER_RUNS = 200;

  private final String label;
  private final LongFunction<NodeOptions> options;
  private final NodeReached reached;
  private final Runnable quiet;

  private NodeProfile(
      String label, LongFunction<NodeOptions> options, NodeReached reached, Runnable quiet) {
    this.label = label;
    this.options = options;
    this.reached = reached;
    this.quiet = quiet;
  }

  /**
   * All of them.
   *
   * @param quiet has the product say nothing in its log: simulated disks fail all the time
   */
  public static List<NodeProfile> all(Runnable quiet) {
    return List.of(
        new NodeProfile("node", NodeOptions::of, NodeReached.NODE, quiet),
        new NodeProfile("windows", NodeOptions::windows, NodeReached.WINDOWS, quiet),
        new NodeProfile("splits", NodeOptions::splits, NodeReached.SPLITS, quiet),
        new NodeProfile("moves", NodeOptions::moves, NodeReached.MOVES, quiet),
        new NodeProfile("ends", NodeOptions::ends, NodeReached.ENDS, quiet),
        new NodeProfile("births", NodeOptions::births, NodeReached.BIRTHS, quiet),
        new NodeProfile("elastic", NodeOptions::elastic, NodeReached.ELASTIC, quiet),
        new NodeProfile("periodic", NodeOptions::periodic, NodeReached.PERIODIC, quiet),
        new NodeProfile("balance", NodeOptions::balance, NodeReached.BALANCE, quiet));
  }

  /** So many runs are enough to tell what was never reached; fewer are not asked. */
  public long enoughRuns() {
    return reached.enoughRuns();
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public int runMany(long from, long seeds, Optional<Duration> limit, int threads, PrintStream out)
      throws InterruptedException {
    quiet.run();
    NodeCampaign campaign = new NodeCampaign(options, from, seeds, limit, out);
    Optional<NodeResult> failed = campaign.run(threads);
    campaign.print();
    failed.ifPresent(result -> report(result, out));
    List<String> missed = reached.missed(campaign.runs(), campaign.counts());
    missed.forEach(out::println);
    return failed.isPresent() || !missed.isEmpty() ? 1 : 0;
  }

  private void report(NodeResult failed, PrintStream out) {
    long seed = failed.options().seed();
    out.printf("%nFAILED: seed %d, after %,d us of virtual time%n", seed, failed.virtualMicros());
    failed.failure().ifPresent(failure -> failure.printStackTrace(out));
    out.printf("%nReplay it: %s%n", replay(seed));
    if (failed.options().faults().isEmpty()) {
      return;
    }
    out.println("leaving out faults as long as it still fails ...");
    List<NodeFault> needed =
        new Minimiser<NodeFault>(
                faults -> {
                  NodeResult again = new NodeSimulation(failed.options().withFaults(faults)).run();
                  return again.failed() && again.property().equals(failed.property());
                },
                MINIMISER_RUNS)
            .minimise(failed.options().faults());
    out.printf("%d of %d faults are left:%n", needed.size(), failed.options().faults().size());
    needed.forEach(fault -> out.println("  " + fault));
    String numbers =
        needed.stream().map(fault -> "" + fault.number()).collect(Collectors.joining(","));
    out.printf("Replay these: %s --faults=%s%n", replay(seed), numbers);
  }

  private String replay(long seed) {
    return "./zabdb simulate --profile " + label + " --explain " + seed;
  }

  @Override
  public int explain(long seed, Optional<List<Integer>> kept, PrintStream out) {
    quiet.run();
    NodeOptions all = options.apply(seed);
    List<NodeFault> faults =
        all.faults().stream()
            .filter(fault -> kept.isEmpty() || kept.get().contains(fault.number()))
            .toList();
    NodeResult result =
        new NodeSimulation(all.withFaults(faults).withLog(new EventPrinter(out))).run();
    out.println(result.failed() ? "FAILED: " + result.message() : "nothing went wrong");
    result.failure().ifPresent(failure -> failure.printStackTrace(out));
    return result.failed() ? 1 : 0;
  }
}
