package io.zabdb.node.clock;

import io.zabdb.core.group.Configuration;
import io.zabdb.replica.health.Ailment;
import io.zabdb.replica.health.NodeHealth;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** The clocks of all groups of a node. A clock that is too far off is an ailment. Thread-safe. */
public final class NodeClocks {

  private final Duration maxSkew;
  private final NodeHealth health;
  private final LongSupplier clock;
  private final LongSupplier nanoTime;
  private final Map<Integer, GroupClock> groups = new ConcurrentHashMap<>();

  /**
   * @param maxSkew how far this node's clock may be from a quorum's and still count
   */
  public NodeClocks(Duration maxSkew, NodeHealth health) {
    this(maxSkew, health, System::currentTimeMillis, System::nanoTime);
  }

  NodeClocks(Duration maxSkew, NodeHealth health, LongSupplier clock, LongSupplier nanoTime) {
    this.maxSkew = maxSkew;
    this.health = health;
    this.clock = clock;
    this.nanoTime = nanoTime;
  }

  /**
   * A group is added.
   *
   * @param members that founded it
   */
  public GroupClock add(int group, int members, int self) {
    GroupClock added = new GroupClock(members, self, maxSkew, clock, nanoTime);
    groups.put(group, added);
    return added;
  }

  /** A group has ended: its clock is none of this node's any more. */
  public void remove(int group) {
    groups.remove(group);
  }

  /**
   * What a command for a group that was added is to be stamped with, see {@link GroupClock#stamp}.
   */
  public long stamp(int group, long applied) {
    return groups.get(group).stamp(applied);
  }

  /** Those that vote in a group that was added are others. */
  public void votersChanged(int group, Configuration voters) {
    groups.get(group).votersChanged(voters);
  }

  /** Looks at all clocks; to be called every second or so. */
  public void look() {
    groups.forEach(this::look);
  }

  private void look(int group, GroupClock of) {
    if (of.isUnfit()) {
      long skew = of.skew().orElse(0);
      health.unfit(
          Ailment.CLOCK,
          group,
          String.format(
              "the clock is %.1f s %s those of a quorum of group %d, allowed are %d ms"
                  + " (max-clock-skew)",
              Math.abs(skew) / 1e3, skew > 0 ? "ahead of" : "behind", group, of.maxSkewMillis()));
    } else {
      health.cleared(Ailment.CLOCK, group);
    }
  }
}
