package io.zabdb.replica;

import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.message.Datagram.Permit;
import io.zabdb.core.trace.TransferView;
import io.zabdb.replica.status.EventLog;
import io.zabdb.replica.status.GroupEvent.Kind;
import io.zabdb.storage.tree.TreePressure;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Notes when stores compact, who permitted it, and when updates wait. Not thread-safe: of the event
 * loop.
 */
final class CompactionJournal {

  /** A replica may take small steps for hours, twice a second: one is told in so long. */
  static final long STEP_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final int NOBODY = -1;

  private final EventLog log;
  private final int threshold;
  private final LongSupplier due;
  private final LongSupplier clock;

  private final Map<Integer, Permit> permits = new HashMap<>();
  private long began;
  private boolean stepped;
  private long lastStep;
  private long untold;
  private boolean stalled;
  private long stalledSince;

  /**
   * @param threshold of pressure, in levels
   * @param due bytes that compactions read which run or are due
   * @param clock in nanoseconds from any moment on
   */
  CompactionJournal(EventLog log, int threshold, LongSupplier due, LongSupplier clock) {
    this.log = log;
    this.threshold = threshold;
    this.due = due;
    this.clock = clock;
  }

  /** A pressure, for people. */
  String level(int pressure) {
    return "pressure " + pressure + " of threshold " + threshold;
  }

  /** A permit is sent until it is used; it is told once. */
  void permitted(int member, Permit permit, TransferView view) {
    if (!permit.equals(permits.put(member, permit))) {
      log.add(Kind.PERMITTED, member, 0, 0, "it has " + level(view.heardPressure(member)));
    }
  }

  /**
   * The core has begun a heavy compaction.
   *
   * @param leader that has permitted it, or -1
   */
  void began(int leader, TransferView view) {
    began = clock.getAsLong();
    String how = leader == NOBODY ? ", no permit needed" : ", permitted";
    log.add(Kind.COMPACTION_BEGAN, leader, 0, due.getAsLong(), level(view.pressure()) + how);
  }

  /** The core's heavy compaction is over. */
  void ended() {
    log.add(Kind.COMPACTION_ENDED, NOBODY, clock.getAsLong() - began, due.getAsLong(), "");
  }

  /** The core has asked for a small step. */
  void stepped(TransferView view, TransferPolicy policy) {
    long now = clock.getAsLong();
    if (stepped && now - lastStep < STEP_INTERVAL_NANOS) {
      untold++;
      return;
    }
    String why =
        !view.leads()
            ? "it is as high as it can be"
            : policy == TransferPolicy.OFF ? "policy off" : "no member can take over";
    // The step counts as taken: before it there was a level more.
    String text = level(view.pressure() + 1) + ", " + why;
    log.add(
        Kind.STEP,
        NOBODY,
        0,
        due.getAsLong(),
        untold == 0 ? text : text + "; " + untold + " more since the last one told");
    stepped = true;
    lastStep = now;
    untold = 0;
  }

  /** Takes a sample of the store: notes when updates begin to wait, and when they go on. */
  void sampled(TreePressure pressure, boolean diskFull) {
    boolean waits = diskFull || pressure.stopped();
    long now = clock.getAsLong();
    if (waits && !stalled) {
      stalledSince = now;
      String why = diskFull ? "the disk has no room" : "the store waits for its compactions";
      log.add(Kind.STALLED, NOBODY, 0, pressure.dueBytes(), why);
    } else if (!waits && stalled) {
      log.add(Kind.RESUMED, NOBODY, now - stalledSince, pressure.dueBytes(), "");
    }
    stalled = waits;
  }
}
