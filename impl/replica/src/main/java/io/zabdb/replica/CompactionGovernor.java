package io.zabdb.replica;

import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.storage.tree.TreePressure;
import java.util.function.Consumer;

/**
 * Decides when the store of a replica may compact. RocksDB knows best what to compact; this says
 * when: its automatic compaction is off until what waits is light and no flush can make it heavy,
 * or the leader has permitted a heavy compaction, or nothing else would keep writes going. A
 * permitted compaction is over once little waits, nothing runs, and the replica has caught up with
 * what it missed meanwhile: the next follower is permitted to compact then, and this one is needed
 * for a quorum.
 *
 * <p>Of the event loop. Source: ACaZoo, section III; {@code LeadershipTransfer}: what {@code
 * StartCompaction}, {@code FinishCompaction} and {@code CompactStep} mean on a real store, and why
 * {@code Grow} may also shrink.
 */
final class CompactionGovernor {

  /** How the store compacts by itself. */
  enum Mode {
    /** Not at all. What runs goes on to its end. */
    HELD,
    /** When it likes. */
    FREE,
    /** When it likes, but slowly, so that requests hardly feel it. */
    SLOW
  }

  /** After permission it may take a moment until something runs. */
  private static final int IDLE_SAMPLES = 2;

  /** A replica that never catches up must not keep the others from compacting for ever. */
  private static final int MAX_CATCH_UP_SAMPLES = 40;

  /** Four a second: others wait for their turn. What runs goes on to its end. */
  private static final int MAX_PERMITTED_SAMPLES = 240;

  private final TransferSettings settings;
  private final Consumer<Mode> store;
  private Mode mode;
  private Runnable finished;
  private boolean ending;
  private boolean stepping;
  private int level;
  private int idle;
  private int catchingUp;
  private int permitted;

  /**
   * @param store is told the mode, at once and whenever it changes
   */
  CompactionGovernor(TransferSettings settings, Consumer<Mode> store) {
    this.settings = settings;
    this.store = store;
    // Until something is known of the leader and the pressure.
    change(Mode.HELD);
  }

  /** Whether a compaction may be running that was permitted. */
  boolean isPermitted() {
    return finished != null && !(ending && idle > 0);
  }

  Mode mode() {
    return mode;
  }

  /**
   * Takes a sample of the store.
   *
   * @param level that the pressure is worth
   * @param heavyNear whether a flush may make a heavy compaction due: it would begin at once
   * @param leads whether this replica leads, or tries to
   * @param inSync whether log and store lack little of what the replica knows of
   */
  void sampled(
      TreePressure pressure,
      int level,
      boolean heavyNear,
      boolean leads,
      TransferPolicy policy,
      boolean inSync) {
    this.level = level;
    idle = pressure.running() == 0 ? idle + 1 : 0;
    stepping &= level >= settings.threshold();
    if (finished != null) {
      permitted++;
      ending |=
          pressure.dueBytes() == 0 || idle > IDLE_SAMPLES || permitted > MAX_PERMITTED_SAMPLES;
    }
    change(wanted(pressure, heavyNear, leads, policy));
    catchingUp = ending && idle > 0 && !inSync ? catchingUp + 1 : 0;
    if (ending && idle > 0 && (inSync || catchingUp > MAX_CATCH_UP_SAMPLES)) {
      Runnable listener = finished;
      finished = null;
      ending = false;
      listener.run();
    }
  }

  private Mode wanted(
      TreePressure pressure, boolean heavyNear, boolean leads, TransferPolicy policy) {
    if (policy == TransferPolicy.OFF && (leads || !settings.staggered())) {
      return Mode.FREE;
    }
    if (finished != null) {
      return ending ? Mode.HELD : Mode.FREE;
    }
    if (stepping) {
      return Mode.SLOW;
    }
    boolean light = pressure.dueBytes() > 0 && level < settings.threshold() && !heavyNear;
    return light ? Mode.FREE : Mode.HELD;
  }

  /**
   * A heavy compaction may begin.
   *
   * @param finished runs once, when it is over
   */
  void permit(Runnable finished) {
    this.finished = finished;
    ending = false;
    idle = 0;
    permitted = 0;
    change(Mode.FREE);
  }

  /**
   * The core asks for a small step. RocksDB compacts level 0 as a whole, so there is no small one:
   * it is done slowly instead, and only shortly before writes would have to wait. Until then a
   * follower that is about to finish its own may still take over.
   */
  void step() {
    if (finished == null && level >= settings.maxPressure() - 1) {
      stepping = true;
      change(Mode.SLOW);
    }
  }

  private void change(Mode next) {
    if (mode != next) {
      mode = next;
      store.accept(next);
    }
  }
}
