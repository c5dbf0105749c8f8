package io.zabdb.maelstrom.replica;

import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;
import io.zabdb.core.group.Settings;
import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.log.LogIdentity;
import io.zabdb.log.LogSettings;
import io.zabdb.replica.settings.Durability;
import io.zabdb.replica.settings.Founding;
import io.zabdb.replica.settings.MoveBounds;
import io.zabdb.replica.settings.ReplicaMemory;
import io.zabdb.replica.settings.ReplicaSettings;
import io.zabdb.replica.settings.ScrubSettings;
import io.zabdb.storage.tree.PressureLevels;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How the replicas of all groups run; the same for all.
 *
 * @param groups how many there are, 1 to 8; each node has a replica of each
 * @param directory below which each node keeps its logs and stores, in a directory of its own;
 *     empty: in memory
 * @param unsynced what is left of what a process that ended has written to its log and not synced
 * @param tickMillis the length of a tick, 1 to 1000
 * @param leaderTicks after so many ticks without a quorum a leader steps down; more than twice the
 *     heartbeat of 4
 * @param patienceMillis how long a request may take before it is answered with an error, at least
 *     10
 * @param compactionSeconds about how often compaction work piles up at a replica; 0: never
 * @param transferSeconds about how often a leader is told to hand over; 0: never
 * @param moveSeconds about how often a leader is told to give a partition to another group; 0:
 *     never; otherwise there must be several groups, and a directory
 */
public record GroupSettings(
    int groups,
    Optional<Path> directory,
    Unsynced unsynced,
    int tickMillis,
    int leaderTicks,
    int patienceMillis,
    int compactionSeconds,
    int transferSeconds,
    int moveSeconds) {

  /** Of work under way. */
  public static final Settings.Limits LIMITS = Settings.Limits.DEFAULT;

  /** Short, so that a run of a minute sees many transfers. */
  private static final int TRANSFER_INTERVAL_TICKS = 50;

  private static final int DRAIN_TICKS = 50;

  private static final int MAX_PRESSURE = 10;

  /** From this pressure on a compaction is heavy and due. */
  private static final int THRESHOLD = 6;

  /** What compactions read at the threshold. */
  static final long HEAVY_BYTES = 1 << 20;

  private static final int HEAVY_FILES = 12;

  /** In level 0 when compaction work is made up: a pressure of 8. */
  static final int HOT_FILES = 16;

  /** Segments so small that each purge deletes some. */
  private static final LogSettings LOG = new LogSettings(64 << 10, 48 << 10, 16 << 10, 1);

  /**
   * So few that members which lag are sent what is read from the log; and so many that a follower
   * takes what some hundred updates a second make between two syncs: beyond this it takes nothing
   * more, and must find its leader again.
   */
  private static final long HISTORY_BYTES = 64 << 10;

  private static final long APPLY_BYTES = 1 << 20;

  /** So few that a member which was away for some seconds is sent a checkpoint. */
  private static final long CHECKPOINT_BYTES = 8 << 10;

  /** In memory none is taken: a run is over long before, and the log is never purged. */
  private static final long NO_CHECKPOINT = 1L << 40;

  /**
   * A move that stands still is given up soon, and the next one begins: a run takes minutes at
   * most.
   */
  private static final MoveBounds MOVES =
      new MoveBounds(
          MoveBounds.DEFAULT.updates(),
          MoveBounds.DEFAULT.bytes(),
          MoveBounds.DEFAULT.sealed(),
          Duration.ofSeconds(10));

  public GroupSettings {
    check("the number of groups", groups, 1, 8);
    check("the tick in milliseconds", tickMillis, 1, 1_000);
    check("the leader's patience in ticks", leaderTicks, 9, 10_000);
    check("the patience of requests in milliseconds", patienceMillis, 10, 60_000);
    check("the seconds between compactions", compactionSeconds, 0, 3_600);
    check("the seconds between transfers", transferSeconds, 0, 3_600);
    check("the seconds between moves", moveSeconds, 0, 3_600);
    if (moveSeconds > 0 && (groups == 1 || directory.isEmpty())) {
      throw new IllegalArgumentException("partitions move between several groups, on disk");
    }
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be from " + least + " to " + most + ", but is " + value);
    }
  }

  /** Where a node keeps all that it has; empty: in memory. */
  Optional<Path> directoryOf(String node) {
    return directory.map(all -> all.resolve(node));
  }

  /** What a node's replica of a group is told. */
  ReplicaSettings replica(int group, Membership members, long incarnation, MemoryBudget budget) {
    return new ReplicaSettings(
        core(members.self(), members.size(), incarnation),
        new LogIdentity(Membership.CLUSTER, group, members.self()),
        LOG,
        new Founding(members.firstOf(group), members.topology().families()),
        Durability.SYNC,
        Duration.ofMillis(20),
        Duration.ofMillis(tickMillis),
        directory.isPresent() ? CHECKPOINT_BYTES : NO_CHECKPOINT,
        new PressureLevels(MAX_PRESSURE, THRESHOLD, HEAVY_BYTES, HEAVY_FILES),
        0,
        0,
        ScrubSettings.OFF,
        new ReplicaMemory(
            budget.account(Purpose.HISTORY),
            HISTORY_BYTES,
            budget.account(Purpose.APPLY_QUEUE),
            APPLY_BYTES,
            budget.account(Purpose.LOG_BUFFERS)),
        MOVES);
  }

  private Settings core(int self, int members, long incarnation) {
    Settings.Timing usual = Settings.Timing.DEFAULT;
    Settings.Timing timing =
        new Settings.Timing(
            usual.heartbeat(),
            usual.followerTimeout(),
            leaderTicks,
            usual.electionWait(),
            usual.electionTimeout(),
            usual.synchronizationTimeout());
    TransferSettings transfer =
        new TransferSettings(
            TransferPolicy.COLDEST,
            true,
            MAX_PRESSURE,
            THRESHOLD,
            2,
            1_024,
            TRANSFER_INTERVAL_TICKS,
            DRAIN_TICKS);
    return new Settings(self, members, incarnation, timing, LIMITS, transfer);
  }
}
