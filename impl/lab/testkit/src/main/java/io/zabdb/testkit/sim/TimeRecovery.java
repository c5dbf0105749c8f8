package io.zabdb.testkit.sim;

import io.zabdb.testkit.sim.engine.Violation;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.node.Node;
import io.zabdb.testkit.sim.node.WallClock;
import java.util.ArrayList;
import java.util.List;

/**
 * What must come of the replicated time once faults have stopped: whoever has a good clock may
 * lead, whoever leads has one or hands over, and time goes on, whatever bad clocks show.
 */
public final class TimeRecovery {

  /** The time was looked at in the end of a run. */
  public static final String CHECKED = "clock: time goes on in recovery";

  /** The same with a bad clock among the healthy nodes. */
  public static final String CHECKED_BESIDE_BAD =
      "clock: time goes on in recovery beside a bad clock";

  /** What a good clock is behind at most, and what news of it may be late, in milliseconds. */
  private static final long LATE_MILLIS = 200;

  /** Within so many microseconds each node has told each other one its clock. */
  private static final long TOLD_MICROS = 1_000_000;

  private final World world;
  private final List<Node> healthy;

  TimeRecovery(World world, List<Node> healthy) {
    this.world = world;
    this.healthy = healthy;
  }

  /** Waits until all have heard of all clocks, without which nothing is promised. */
  void awaitNews() {
    world.time().runUntil(world.time().now() + TOLD_MICROS);
  }

  /** Whether anything is promised: it takes a quorum of clocks that go right. */
  boolean isPromised() {
    return healthy.stream().filter(node -> node.wall().isRight()).count() >= world.quorum();
  }

  /**
   * GoodClocksAreFit, BadClocksAreUnfit: which right clock is taken for a bad one, and who leads
   * with a bad one; empty if there is none.
   */
  String wrong() {
    List<String> wrong = new ArrayList<>();
    for (Node node : healthy) {
      if (node.wall().isRight() && !node.mayLead()) {
        wrong.add("n" + node.number() + " takes its clock for a bad one");
      }
      if (node.leads() && node.wall().isFarOff()) {
        wrong.add("n" + node.number() + " leads with a bad clock");
      }
    }
    return String.join(", ", wrong);
  }

  /**
   * StampsKeepUp, behind updates.
   *
   * @param asked the true time when they were asked
   */
  void checkGoesOn(long asked) {
    boolean besideBad = healthy.stream().anyMatch(node -> !node.wall().isRight());
    world.counts().add(besideBad ? CHECKED_BESIDE_BAD : CHECKED);
    for (Node node : healthy) {
      long behind = asked - node.time();
      if (behind > WallClock.MAX_SKEW_MILLIS + LATE_MILLIS) {
        throw new Violation(
            "TimeGoesOn",
            "n" + node.number() + " has applied updates, and is " + behind + " ms behind");
      }
    }
  }
}
