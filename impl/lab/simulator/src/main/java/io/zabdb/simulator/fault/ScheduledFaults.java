package io.zabdb.simulator.fault;

import io.zabdb.schedule.ScheduleSettings;
import io.zabdb.schedule.Scheduler;
import io.zabdb.schedule.Step;
import io.zabdb.schedule.deed.Act;
import io.zabdb.schedule.deed.Deed;
import io.zabdb.schedule.sight.Sight;
import io.zabdb.schedule.window.FaultRun;
import io.zabdb.simulator.node.SimulatedNode;
import io.zabdb.testkit.sim.engine.World;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Does to a cluster of one group what the {@link Scheduler} says, in virtual time: the same
 * scheduler strikes at real processes. Not thread-safe.
 */
public final class ScheduledFaults {

  /** What comes in every run. */
  public static final Set<Act> FAULTS =
      EnumSet.of(
          Act.KILL,
          Act.LOSE_POWER,
          Act.PAUSE,
          Act.FAIL_SYNC,
          Act.REPLACE_DISK,
          Act.CUT,
          Act.MUTE,
          Act.DEAFEN,
          Act.SLOW_DISK,
          Act.FILL_DISK,
          Act.COMPACT,
          Act.TRANSFER,
          Act.KILL_MANAGER);

  /** Windows, by when each fault should have come. */
  private static final int MAX_WINDOWS = 90;

  private final World world;
  private final Scheduler scheduler;
  private final NodeEyes eyes;
  private final NodeHands hands;
  private boolean over;

  public ScheduledFaults(
      World world, ScheduleSettings settings, List<SimulatedNode> nodes, NodeHands hands) {
    this.world = world;
    this.hands = hands;
    eyes = new NodeEyes(world, nodes, hands);
    scheduler = new Scheduler(settings, nodes.size());
  }

  /** Begins to look, and goes on until it is over. */
  public void start() {
    eyes.ask();
    again(NodeEyes.ANSWER_MICROS);
  }

  private void again(long micros) {
    world.time().after(micros, this::look);
  }

  private void look() {
    if (scheduler.hasHadAll() || scheduler.run().windows().size() >= MAX_WINDOWS) {
      scheduler.relent();
    }
    Sight sight = eyes.sight();
    Step step = scheduler.next(sight);
    if (step instanceof Step.Act act) {
      act.deeds().forEach(deed -> take(deed, sight.leader().orElse(-1)));
    }
    if (step instanceof Step.Over) {
      over = true;
    } else {
      eyes.ask();
      again(NodeEyes.ANSWER_MICROS);
    }
  }

  private void take(Deed deed, int leader) {
    world.counts().add("deed: " + deed.act().label());
    if (world.log().isOn()) {
      world.log().add(world.time().now(), "schedule", deed.toString());
    }
    hands.take(deed, leader);
  }

  /** Whether nothing is done any more. */
  public boolean isOver() {
    return over;
  }

  /** What was done. */
  public FaultRun run() {
    return scheduler.run();
  }
}
