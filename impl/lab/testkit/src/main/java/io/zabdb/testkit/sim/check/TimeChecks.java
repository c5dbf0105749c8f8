package io.zabdb.testkit.sim.check;

import io.zabdb.core.time.ReplicatedTime;
import io.zabdb.testkit.sim.engine.Violation;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.node.Node;
import io.zabdb.testkit.sim.node.TimeWatcher;
import io.zabdb.testkit.sim.node.WallClock;
import java.util.List;

/**
 * The properties of MCReplicatedTime. Clocks that have gone right all the time are more than half,
 * so that a quorum of clocks never reaches a time that none of these has reached. Throws {@link
 * Violation}.
 */
public final class TimeChecks implements TimeWatcher {

  /** The clock of an established leader was found to be out of bounds. */
  public static final String LEADER_OFF = "clock: leader out of bounds";

  /** Such a leader handed over. */
  public static final String HANDED_OVER = "clock: leader out of bounds handed over";

  /** Behind such a hand-over a client was told of success by another leader. */
  public static final String SUCCEEDED = "clock: update acknowledged behind such a hand-over";

  /** A clock was ahead, and its node stamped an earlier time. */
  public static final String HELD_BACK = "clock: stamp held back";

  /** A clock was behind, and its node stamped a later time. */
  public static final String RAISED = "clock: stamp raised";

  /** An update was refused: the clocks of a quorum were not known, and there was no time yet. */
  public static final String TIMELESS = "clock: update refused, no time is known";

  /** The same: a quorum was known, but did not agree. */
  public static final String DISAGREED = "clock: update refused, clocks disagree at first";

  /** A command got the applied time: the clocks of a quorum were not known. */
  public static final String STANDS = "clock: stamp is the applied time";

  /** What rounding, and the drift of a clock since it was heard of, may add. */
  private static final long ROUNDING_MILLIS = 5;

  private static final int NOBODY = -1;

  private final World world;
  private final List<Node> nodes;
  private final boolean[] off;
  private int lastHandedOver = NOBODY;

  /**
   * @param nodes may still be filled
   */
  public TimeChecks(World world, List<Node> nodes) {
    this.world = world;
    this.nodes = nodes;
    off = new boolean[world.nodes()];
  }

  /** The latest time that a clock shows that was never wrong. */
  private long latest() {
    return nodes.stream()
        .map(Node::wall)
        .filter(WallClock::wasAlwaysRight)
        .mapToLong(WallClock::millis)
        .max()
        .orElseThrow();
  }

  private void checkBound(String property, int node, String what, long time, long bound) {
    long ahead = time - latest();
    if (ahead > bound + ROUNDING_MILLIS) {
      throw new Violation(
          property,
          String.format(
              "n%d %s %d, %d ms ahead of the latest good clock; the bound is %d ms",
              node, what, time, ahead, bound));
    }
  }

  @Override
  public void stamped(int node, long own, long reached, long applied, long stamp) {
    if (reached == ReplicatedTime.UNKNOWN) {
      if (stamp != applied) {
        throw new Violation(
            "TimeStandsStill", "n" + node + " knows no quorum of clocks, and stamps " + stamp);
      }
      world.counts().add(stamp == 0 ? TIMELESS : STANDS);
      return;
    }
    checkBound("ReachedByAGoodClock", node, "takes for reached", reached, 0);
    checkBound("TimeIsBounded", node, "stamps", stamp, WallClock.MAX_SKEW_MILLIS);
    if (stamp == 0 && applied == 0) {
      world.counts().add(DISAGREED);
      return;
    }
    if (stamp < reached - WallClock.MAX_SKEW_MILLIS) {
      throw new Violation(
          "StampsKeepUp", "n" + node + " stamps " + stamp + ", a quorum has reached " + reached);
    }
    if (applied == 0) {
      checkBegins(node, stamp);
    }
    if (stamp != own) {
      world.counts().add(stamp < own ? HELD_BACK : RAISED);
    }
  }

  /**
   * BeginsByAGoodClock. What is written at first expires when time catches up, so it must not begin
   * far behind; news of a clock is late by as much as a pause or a link takes.
   */
  private void checkBegins(int node, long stamp) {
    long behind = latest() - stamp;
    if (behind > 2 * WallClock.MAX_SKEW_MILLIS + ReplicatedTime.MEMORY_MILLIS) {
      throw new Violation(
          "BeginsByAGoodClock", "n" + node + " begins at " + stamp + ", " + behind + " ms behind");
    }
  }

  @Override
  public void advanced(int node, long before, long now) {
    if (now < before) {
      throw new Violation(
          "TimeNeverGoesBack", "n" + node + " goes back from " + before + " to " + now);
    }
    checkBound("TimeIsBounded", node, "has applied", now, WallClock.MAX_SKEW_MILLIS);
  }

  @Override
  public void looked(int node, boolean leads, boolean isOff) {
    if (leads && isOff && !off[node]) {
      world.counts().add(LEADER_OFF);
    }
    off[node] = leads && isOff;
  }

  @Override
  public void handedOver(int node) {
    if (off[node]) {
      world.counts().add(HANDED_OVER);
      lastHandedOver = node;
    }
  }

  @Override
  public void acknowledged(int node) {
    if (lastHandedOver != NOBODY && lastHandedOver != node) {
      world.counts().add(SUCCEEDED);
      lastHandedOver = NOBODY;
    }
  }
}
