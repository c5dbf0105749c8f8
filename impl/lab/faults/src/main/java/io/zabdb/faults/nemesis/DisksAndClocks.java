package io.zabdb.faults.nemesis;

import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.preload.DiskError;
import io.zabdb.faults.preload.Operation;
import io.zabdb.faults.preload.Preload;
import io.zabdb.faults.preload.Preloads;
import io.zabdb.faults.process.Waiting;
import io.zabdb.schedule.deed.Act;
import io.zabdb.schedule.deed.Part;
import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Makes disks and clocks of nodes go wrong, by {@link Preloads}, and looks for what that changed,
 * as the nodes themselves tell it. For one thread.
 */
final class DisksAndClocks {

  private static final Set<Act> FAULTS =
      EnumSet.of(Act.SLOW_DISK, Act.FILL_DISK, Act.FAIL_SYNC, Act.SKEW_CLOCK);

  /** With which a process ends that can rely on its disk no more. */
  private static final int FAILED = 70;

  /** With which a process ends that cannot go on without room. */
  private static final int UNAVAILABLE = 69;

  private final Optional<Preloads> preloads;
  private final Proofs proofs;
  private final List<Ill> ills = new ArrayList<>();

  /** How a fault is seen to have taken. */
  private interface Sign {

    /**
     * Looks once.
     *
     * @throws IOException if the node does not answer now
     */
    boolean isSeen() throws IOException;
  }

  /** A fault that is there. */
  private static final class Ill {
    final Act act;
    final ClusterNode node;
    final Sign sign;
    final Runnable cure;
    boolean proved;

    /**
     * @param sign asked until it is seen
     * @param cure undoes it; may be run again
     */
    Ill(Act act, ClusterNode node, Sign sign, Runnable cure) {
      this.act = act;
      this.node = node;
      this.sign = sign;
      this.cure = cure;
    }
  }

  /**
   * @param preloads empty: nothing can be done to disks and clocks here
   */
  DisksAndClocks(Optional<Preloads> preloads, Proofs proofs) {
    this.preloads = preloads;
    this.proofs = proofs;
  }

  /** What can be done on this machine. */
  Set<Act> faults() {
    return preloads.isPresent() ? FAULTS : Set.of();
  }

  /**
   * Does one of the {@link #faults}.
   *
   * @param micros by how much syncs take longer, or the clock is ahead, in microseconds
   */
  void strike(Act act, ClusterNode node, long micros) {
    Duration by = Duration.of(micros, ChronoUnit.MICROS);
    ills.add(
        switch (act) {
          case SLOW_DISK -> slow(node, by);
          case FILL_DISK -> fill(node);
          case FAIL_SYNC -> failSync(node);
          case SKEW_CLOCK -> skew(node, by);
          default -> throw new IllegalArgumentException(act + " is not of disks and clocks");
        });
  }

  private Preload of(ClusterNode node) {
    return preloads.orElseThrow().of(node);
  }

  /** Its syncs take longer, as it measures them: on average by half of the delay at least. */
  private Ill slow(ClusterNode node, Duration delay) {
    double sum = figure(node, "zabdb_log_sync_seconds_sum");
    double count = figure(node, "zabdb_log_sync_seconds_count");
    double least = sum / Math.max(1, count) + delay.toNanos() / 1e9 / 2;
    Preload.Rule rule = of(node).slow(Set.of(Operation.SYNC), node.data() + "/*", delay);
    return new Ill(
        Act.SLOW_DISK,
        node,
        () -> {
          double more = node.metric("zabdb_log_sync_seconds_count") - count;
          double longer = node.metric("zabdb_log_sync_seconds_sum") - sum;
          return more > 0 && longer / more >= least;
        },
        rule::close);
  }

  /** Zero if it does not answer now, as when it starts: then syncs are measured from there on. */
  private static double figure(ClusterNode node, String metric) {
    try {
      return node.metric(metric);
    } catch (IOException e) {
      return 0;
    }
  }

  /** Its log waits for room, as it says; or it has ended for want of room. */
  private Ill fill(ClusterNode node) {
    Preload.Rule rule =
        of(node).fail(Set.of(Operation.WRITE), node.data() + "/group-*", DiskError.ENOSPC);
    return new Ill(
        Act.FILL_DISK,
        node,
        () -> endedFull(node) || node.metric("zabdb_log_disk_full") > 0,
        rule::close);
  }

  private static boolean endedFull(ClusterNode node) {
    return !node.isRunning() && exit(node) == UNAVAILABLE;
  }

  /** A sync failed: then it must end, since nobody knows what is on its disk. */
  private Ill failSync(ClusterNode node) {
    Preload.Rule rule =
        of(node).fail(Set.of(Operation.SYNC), node.data() + "/group-*/log/*", DiskError.EIO);
    return new Ill(Act.FAIL_SYNC, node, () -> rule.hits() > 0 && hasEnded(node), rule::close);
  }

  /**
   * Waits for its end.
   *
   * @throws AssertionError if it goes on, or ends otherwise than it should
   */
  private static boolean hasEnded(ClusterNode node) {
    int exit = exit(node);
    if (exit != FAILED) {
      throw new AssertionError(
          "node-" + node.id() + " ended with " + exit + " after a sync of its log had failed");
    }
    return true;
  }

  private static int exit(ClusterNode node) {
    try {
      return node.process().awaitExit(Waiting.PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Its clock is ahead of those of the others, as it says: by half of that at least. */
  private Ill skew(ClusterNode node, Duration ahead) {
    double least = ahead.toNanos() / 1e9 / 2;
    boolean before = mayBeAhead(node, least);
    of(node).setClock(ahead);
    return new Ill(
        Act.SKEW_CLOCK,
        node,
        () -> !before && isAhead(node, least),
        () -> of(node).setClock(Duration.ZERO));
  }

  /** True also if it does not answer now: then nothing is proved. */
  private static boolean mayBeAhead(ClusterNode node, double seconds) {
    try {
      return isAhead(node, seconds);
    } catch (IOException e) {
      return true;
    }
  }

  /** False also if the node does not know. */
  private static boolean isAhead(ClusterNode node, double seconds) throws IOException {
    return node.metric("zabdb_clock_skew_seconds") >= seconds;
  }

  /**
   * Looks for what the faults changed; call often, and before anything is undone.
   *
   * @throws AssertionError if a node goes on with a disk that has failed
   */
  void look() {
    for (Ill ill : ills) {
      if (!ill.proved && !ill.node.process().isPaused() && isSeen(ill)) {
        ill.proved = true;
        proofs.count(ill.act);
      }
    }
  }

  private static boolean isSeen(Ill ill) {
    try {
      return ill.sign.isSeen();
    } catch (IOException e) {
      // It may answer when it is asked again.
      return false;
    }
  }

  /**
   * Whether a node has ended by what was done to its disk.
   *
   * @throws AssertionError if a sync of its log failed, and it ended otherwise than it should
   */
  boolean hasEndedByDisk(ClusterNode node) {
    return !node.isRunning()
        && ills.stream()
            .filter(ill -> ill.node == node)
            .filter(ill -> ill.act == Act.FAIL_SYNC || ill.act == Act.FILL_DISK)
            .anyMatch(DisksAndClocks::isSeen);
  }

  /** Its disk is well again; if a sync has failed it ends nevertheless, and has by now. */
  void healDisk(ClusterNode node) {
    end(node, ill -> ill.act.part() == Part.DISK || (ill.act == Act.FAIL_SYNC && node.isRunning()));
  }

  /** Its clock is right again. */
  void setClock(ClusterNode node) {
    end(node, ill -> ill.act == Act.SKEW_CLOCK);
  }

  /** It is about to be started again: it finds a disk that does not fail. */
  void starts(ClusterNode node) {
    end(node, ill -> ill.act == Act.FAIL_SYNC);
  }

  private void end(ClusterNode node, Predicate<Ill> wanted) {
    look();
    List<Ill> ended = ills.stream().filter(ill -> ill.node == node && wanted.test(ill)).toList();
    ended.forEach(ill -> ill.cure.run());
    // A sync may have failed since the look above.
    look();
    ills.removeIf(ill -> ended.contains(ill) && wanted.test(ill));
  }
}
