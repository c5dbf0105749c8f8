package io.zabdb.maelstrom.replica;

import io.zabdb.core.group.Settings;
import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.group.TransferSettings;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How the replicas of the group run; the same for all.
 *
 * @param directory below which each keeps its log and store, in a directory of its own; empty: in
 *     memory
 * @param tickMillis the length of a tick, 1 to 1000
 * @param leaderTicks after so many ticks without a quorum a leader steps down; more than twice the
 *     heartbeat of 4
 * @param patienceMillis how long a request may take before it is answered with an error, at least
 *     10
 * @param compactionSeconds about how often compaction work piles up at a replica; 0: never
 * @param transferSeconds about how often a leader is told to hand over; 0: never
 */
public record GroupSettings(
    Optional<Path> directory,
    int tickMillis,
    int leaderTicks,
    int patienceMillis,
    int compactionSeconds,
    int transferSeconds) {

  /** Short, so that a run of a minute sees many transfers. */
  private static final int TRANSFER_INTERVAL_TICKS = 50;

  private static final int DRAIN_TICKS = 50;

  /** From this pressure on, of 10, a compaction is heavy and due. */
  private static final int THRESHOLD = 6;

  /** What piles up when compaction work is made up. */
  static final int HOT = 8;

  public GroupSettings {
    check("the tick in milliseconds", tickMillis, 1, 1_000);
    check("the leader's patience in ticks", leaderTicks, 9, 10_000);
    check("the patience of requests in milliseconds", patienceMillis, 10, 60_000);
    check("the seconds between compactions", compactionSeconds, 0, 3_600);
    check("the seconds between transfers", transferSeconds, 0, 3_600);
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be from " + least + " to " + most + ", but is " + value);
    }
  }

  /** What the core is told. */
  Settings core(int self, int members, long incarnation) {
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
            10,
            THRESHOLD,
            2,
            1_024,
            TRANSFER_INTERVAL_TICKS,
            DRAIN_TICKS);
    return new Settings(self, members, incarnation, timing, Settings.Limits.DEFAULT, transfer);
  }
}
