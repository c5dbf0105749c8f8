package io.zabdb.replica;

import io.zabdb.core.message.Datagram;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Input;
import io.zabdb.core.zab.Replica;
import io.zabdb.environment.Clock;
import io.zabdb.storage.tree.TreePressure;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks, a few times a second, at how store, log and node are: tells the core of its pressure and
 * whether it is fit to lead, and sets the pace of flushes, scrubs and purges by that. By the loop.
 */
final class Sampling {

  private static final Logger LOG = LoggerFactory.getLogger(Sampling.class);

  private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** Of a replica that rests: nothing changes by itself, and it hears what does. */
  static final long RESTING_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final ReplicaParts parts;
  private final Turns turns;
  private final Clock clock;
  private final Replica replica;
  private final ApplySchedule schedule;
  private final Purging purging;
  private final FlushPace flushPace;
  private final StepAside stepAside;
  private long lastSample;

  Sampling(
      ReplicaParts parts, Turns turns, Replica replica, ApplySchedule schedule, Purging purging) {
    this.parts = parts;
    this.turns = turns;
    clock = parts.clock();
    this.replica = replica;
    this.schedule = schedule;
    this.purging = purging;
    flushPace = new FlushPace(parts.settings().flushPace(), clock.nanos());
    stepAside = new StepAside(parts.settings().core().transfer(), parts.settings().tick());
  }

  /** Takes a sample if it is time to. */
  void look(long now) {
    if (now - lastSample >= (replica.isResting() ? RESTING_NANOS : INTERVAL_NANOS)) {
      take(now);
    }
  }

  /** The replica rests now, or no longer. */
  void setResting(boolean rests) {
    parts.pressure().rests(rests ? Optional.of(this::turned) : Optional.empty());
    if (rests) {
      // What it was told until now it would have seen with the next sample.
      take(clock.nanos());
    }
  }

  private void take(long now) {
    lastSample = now;
    parts.syncs().look();
    parts.compactor().sample(found -> parts.loop().run(() -> sampled(found)));
  }

  /** What the node is to the group has changed. */
  private void turned() {
    if (turns.isOpen()) {
      take(clock.nanos());
    }
  }

  private void sampled(TreePressure found) {
    if (turns.isOver()) {
      return;
    }
    // Also while the core waits for the disk: a follower whose log is slow may do so all the time.
    boolean waitsForRoom = parts.waitsForRoom();
    parts.health().waitsForRoom(waitsForRoom);
    if (turns.isOpen()) {
      heed(found, waitsForRoom);
    }
  }

  private void heed(TreePressure found, boolean waitsForRoom) {
    LastSample sample = parts.sample();
    sample.set(found);
    purging.look();
    parts.compactions().sampled(found, waitsForRoom);
    sample.setLevel(
        parts
            .pressure()
            .sampled(found, leads(), parts.journal().policy(), isInSync(), replica.transferView()));
    long pace = flushPace.measured(parts.bytesApplied(), clock.nanos());
    parts.compactor().paceFlushes(parts.governor().isPermitted() ? 0 : pace);
    int threshold = parts.settings().core().transfer().threshold();
    parts.scrubber().go(parts.isCompacting() || sample.level() >= threshold);
    heedHealth();
  }

  /**
   * A replica that is not fit hands over, and gives up leadership where that takes too long. Those
   * who wait for its disk then need not.
   */
  void heedHealth() {
    turns.step(new Input.FitnessChanged(parts.health().isFit()));
    if (stepAside.isDue(replica.transferView(), clock.nanos())) {
      LOG.warn("Group {}: gives leadership up: it is not fit, others are", parts.group());
      turns.step(new Input.StepDownRequested());
    }
    if (!leads() && parts.syncs().isStuck()) {
      parts.applier().leaveWhatWaits();
    }
  }

  private boolean leads() {
    return replica.state().role() == Datagram.Role.LEADING;
  }

  /** Whether a leader knows of another member that is fit to lead. */
  boolean isAnotherFit() {
    return stepAside.isAnotherFit(replica.transferView());
  }

  /** As much as a follower may lack that takes over. */
  private boolean isInSync() {
    StateView state = replica.state();
    long unsynced = state.historyLength() - state.synced();
    long unapplied = schedule.deliverable() - parts.applier().applied().length();
    return Math.max(unsynced, unapplied) <= parts.settings().core().transfer().maxLag();
  }
}
