package io.zabdb.replica;

import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.step.Input;
import io.zabdb.core.trace.TransferView;
import io.zabdb.core.transfer.NodePressure.Heat;
import io.zabdb.model.cluster.MemberNumbers;
import io.zabdb.replica.pressure.NodeArbiter;
import io.zabdb.replica.pressure.NodeArbiter.Advice;
import io.zabdb.storage.tree.PressureLevels;
import io.zabdb.storage.tree.TreePressure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a replica has to do with the pressure of its node: it tells the arbiter of its store, tells
 * the core what the arbiter makes of it, and lets the store compact when all groups of the node
 * permit it. Of the event loop, but for what the arbiter calls.
 */
final class ReplicaPressure implements NodeArbiter.Seat {

  private static final int NOBODY = -1;

  /** What the replica does for it, on its event loop. */
  interface Host {

    /** Runs something on the event loop, soon. */
    void onLoop(Runnable action);

    /** Gives the core an input. */
    void step(Input input);

    /** The next transfer is asked for because of this. */
    void wished(String why);
  }

  private final int group;
  private final MemberNumbers numbers;
  private final TransferSettings settings;
  private final PressureLevels levels;
  private final ReplicaHealth health;
  private final CompactionGovernor governor;
  private final NodeArbiter arbiter;
  private final Host host;
  private volatile Optional<Runnable> resting = Optional.empty();

  ReplicaPressure(
      int group,
      TransferSettings settings,
      PressureLevels levels,
      ReplicaHealth health,
      CompactionGovernor governor,
      NodeArbiter arbiter,
      Host host) {
    this.group = group;
    numbers = arbiter.numbers(group);
    this.settings = settings;
    this.levels = levels;
    this.health = health;
    this.governor = governor;
    this.arbiter = arbiter;
    this.host = host;
    arbiter.attach(group, this);
  }

  /**
   * The store was sampled.
   *
   * @param triesToLead whether this replica leads, or tries to
   * @param inSync whether log and store lack little of what the replica knows of
   * @return the level that the group is told
   */
  int sampled(
      TreePressure found,
      boolean triesToLead,
      TransferPolicy policy,
      boolean inSync,
      TransferView view) {
    int own = levels.of(found);
    Advice advice = arbiter.sampled(group, sample(found, own, policy, view));
    int ofNode = advice.hot() ? Math.max(own, settings.threshold()) : own;
    governor.sampled(found, ofNode, levels.isHeavyNear(found), triesToLead, policy, inSync);
    int told = told(advice.heat(), own, view.leads());
    // Each time: the core guesses what is left after a compaction, and must hear if it was wrong.
    host.step(new Input.PressureSampled(told));
    if (advice.successor() >= 0) {
      host.wished(advice.why());
      host.step(new Input.TransferRequested(numbers.memberOf(advice.successor())));
    }
    return told;
  }

  /**
   * Hot asks for a permit, or hands over; warm is one level less, which is too much for a
   * successor. What strains the node otherwise needs no permit. A store about to hold updates up
   * must not wait.
   */
  private int told(Heat heat, int own, boolean leads) {
    int level = health.pressure(own);
    int warm = settings.threshold() - 1;
    return switch (heat) {
      case HOT -> Math.max(level, settings.threshold());
      case WARM, COOL -> {
        int least = heat == Heat.WARM ? warm : 0;
        boolean mayBeHot = leads || own >= settings.maxPressure();
        yield Math.max(least, mayBeHot ? level : Math.min(level, warm));
      }
    };
  }

  private NodeArbiter.Sample sample(
      TreePressure found, int own, TransferPolicy policy, TransferView view) {
    List<Integer> idle = new ArrayList<>();
    List<Integer> cool = new ArrayList<>();
    boolean busy = view.target() != NOBODY;
    for (int member = 0; view.leads() && member < view.members(); member++) {
      if (member == view.self() || view.heardRun(member) < 0) {
        continue;
      }
      int heard = view.heardPressure(member);
      boolean permitted =
          view.heardRun(member) % 2 != 0 || view.granted(member) > view.heardRun(member);
      if (heard > settings.maxPressure() && !permitted) {
        // It is not fit to lead: nobody waits for it to cool.
        continue;
      }
      if (permitted || heard >= settings.threshold()) {
        busy = true;
      } else if (view.lag(member) <= settings.maxLag()) {
        idle.add(numbers.nodeOf(member));
        if (heard + settings.hysteresis() <= settings.threshold()) {
          cool.add(numbers.nodeOf(member));
        }
      }
    }
    return new NodeArbiter.Sample(
        found.dueBytes(),
        own >= settings.threshold(),
        policy == TransferPolicy.OFF,
        idle,
        cool,
        busy);
  }

  /** Another member leads, or -1: none. */
  void leaderChanged(int leader) {
    arbiter.leaderChanged(group, leader < 0 ? NOBODY : numbers.nodeOf(leader));
  }

  /** The core may begin a heavy compaction, as far as its group is concerned. */
  void permitted() {
    if (settings.staggered()) {
      arbiter.permitted(group);
    } else {
      governor.permit(() -> host.step(new Input.CompactionFinished()));
    }
  }

  @Override
  public void compact() {
    host.onLoop(() -> governor.permit(() -> arbiter.finished(group)));
  }

  @Override
  public void released() {
    host.onLoop(() -> host.step(new Input.CompactionFinished()));
  }

  @Override
  public void turned() {
    resting.ifPresent(host::onLoop);
  }

  /**
   * The replica rests now, or no longer.
   *
   * @param turned what to do, on the event loop, when the node is another thing to the group; none:
   *     it will take a sample soon
   */
  void rests(Optional<Runnable> turned) {
    resting = turned;
  }

  /** The replica ends. */
  void close() {
    arbiter.detach(group);
  }
}
