package io.zabdb.simulator.balance;

import io.zabdb.balancer.LoadRules;
import io.zabdb.balancer.LoadUnknownException;
import io.zabdb.balancer.PlanRun;
import io.zabdb.balancer.StorePlan;
import io.zabdb.balancer.StorePlanner;
import io.zabdb.model.error.ZabException;
import io.zabdb.simulator.client.AdminClient;
import io.zabdb.simulator.node.NodeProcess;
import io.zabdb.testkit.sim.engine.World;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The balancer of a node that has the seat, or believes so: round after round, as {@code
 * BalancerService} does it. It ends with the process of its node, wherever it is. For the world's
 * thread.
 */
final class SimulatedBalancer {

  private static final Duration EVERY = Duration.ofSeconds(1);

  /** What is not done by then goes on by itself. */
  private static final Duration LONGEST = Duration.ofSeconds(20);

  /** Longer than groups may be empty, learners idle, and than hits take to be known. */
  private static final int SETTLED_ROUNDS = 25;

  /** Longer than it takes until a node without a group that was silent is asked again. */
  private static final int UNSEEN_ROUNDS = 65;

  private final World world;
  private final int node;
  private final NodeProcess process;
  private final StorePlanner planner;
  private final AdminClient client;
  private final WaitingThread thread;
  private final VirtualAccess access;

  private boolean hasSeat = true;

  /** So many rounds in a row found nothing to do but to place leaders. */
  private int idle;

  /** How many nodes the last round has seen; none if it found what should be done and cannot. */
  private int seen;

  private String last = "no round yet";

  SimulatedBalancer(
      World world, int node, NodeProcess process, LoadRules rules, AdminClient client) {
    this.world = world;
    this.node = node;
    this.process = process;
    this.client = client;
    planner = new StorePlanner(rules);
    thread = new WaitingThread("balancer-" + node, this::work);
    access =
        new VirtualAccess(client.admin(), process.clock(), process.openLoop("balancer"), thread);
  }

  void start() {
    process.whenOver(this::end);
    thread.start();
  }

  /** Somebody else has the seat: nothing more is begun. */
  void loseSeat() {
    hasSeat = false;
  }

  /** It is no more. */
  void end() {
    thread.end();
    client.close();
  }

  boolean isOver() {
    return thread.isOver();
  }

  boolean isOn(int other) {
    return node == other;
  }

  /**
   * Whether it has found nothing to do but to place leaders for a while.
   *
   * @param all so many nodes there are
   */
  boolean isSettled(int all) {
    return idle >= (seen == all ? SETTLED_ROUNDS : UNSEEN_ROUNDS);
  }

  @Override
  public String toString() {
    return "the balancer on node " + node + ": " + last;
  }

  /**
   * An operator, who has the same rights, begins to make a node a member of a group, and gives up.
   */
  void beginInVain(int newcomer, int group) {
    client
        .admin()
        .takeGroup(newcomer, group)
        .thenRun(() -> world.counts().add("operator: a member was begun in vain"));
  }

  private void work() throws InterruptedException {
    while (hasSeat) {
      round();
      access.pause(EVERY);
    }
  }

  private void round() throws InterruptedException {
    try {
      StorePlan plan = planner.plan(access, TimeUnit.NANOSECONDS.toMillis(access.nanos()));
      int now = plan.isRefused() ? 0 : plan.answering().size();
      // What it has to do with a node that was silent it begins to see then.
      idle = plan.isAtRest() && now == seen ? idle + 1 : 0;
      seen = now;
      last = String.join("; ", plan.lines());
      count(plan);
      boolean all = new PlanRun(access, this::tell).carryOut(plan, LONGEST, () -> hasSeat);
      world.counts().add("balancer: a plan " + (all ? "was" : "was not") + " carried out");
    } catch (LoadUnknownException e) {
      lookedInVain("balancer: a load was not known", e.getMessage());
    } catch (ZabException e) {
      lookedInVain("balancer: nobody told of the store", e.problem());
    }
  }

  private void lookedInVain(String counted, String why) {
    world.counts().add(counted);
    tell(why);
  }

  private void tell(String line) {
    last = line;
    world.log(node, "balances:", line);
  }

  private void count(StorePlan plan) {
    count("a leadership", plan.handovers().size());
    count("a birth", plan.births().size());
    count("an end", plan.ends().size());
    count("other members", plan.replacements().size());
    count("a dismissal", plan.dismissals().size());
    count("a split", plan.shardings().size());
    count("a move", plan.intents().size());
    if (plan.isEmpty()) {
      count("nothing", 1);
    } else if (world.log().isOn()) {
      plan.lines().forEach(this::tell);
    }
  }

  private void count(String what, int wanted) {
    if (wanted > 0) {
      world.counts().add("balancer: wants " + what);
    }
  }
}
