package io.zabdb.node.config;

import static io.zabdb.node.config.Types.bytes;
import static io.zabdb.node.config.Types.duration;
import static io.zabdb.node.config.Types.integer;
import static io.zabdb.node.config.Types.oneOf;

import io.zabdb.replica.settings.Durability;
import java.time.Duration;
import java.util.List;

/**
 * When updates are acknowledged, and how much of them, of reads and of sessions may wait or is
 * kept.
 */
final class ReplicationOptions {

  private static final OptionPart PART = new OptionPart("replication");

  static final Option<Durability> DURABILITY =
      PART.given(
          "durability",
          oneOf(Durability.class),
          "sync",
          "When an update is acknowledged: sync, on disk at a quorum; periodic, in memory at a"
              + " quorum: one machine that loses its power can cost acknowledged updates.");
  static final Option<Duration> FLUSH_INTERVAL =
      PART.given(
          "flush-interval",
          duration(Duration.ofMillis(1), Duration.ofMinutes(1)),
          "100ms",
          "With durability periodic: the time from the start of a sync of a replica's log to"
              + " the start of the next.");
  static final Option<Long> MAX_REQUEST =
      PART.given(
          "max-request",
          bytes(4 * Units.KIB, 32 * Units.MIB),
          "8MiB",
          "The size of the largest update, encoded.");
  static final Option<Integer> MAX_UPDATES =
      PART.given(
          "max-updates",
          integer(1, 1 << 24),
          "65536",
          "How many updates of a group may wait to be committed.");
  static final Option<Long> MAX_UPDATE_BYTES =
      PART.given(
          "max-update-bytes",
          bytes(4 * Units.KIB, 16 * Units.GIB),
          "32MiB",
          "How many bytes of updates of a group may wait to be committed.");
  static final Option<Integer> MAX_READS =
      PART.given("max-reads", integer(1, 1 << 24), "65536", "How many reads of a group may wait.");
  static final Option<Duration> SESSION_TTL =
      PART.given(
          "session-ttl",
          duration(Duration.ofSeconds(10), Duration.ofDays(3_650)),
          "7d",
          "The minimum time that a session of a client is remembered after its last update,"
              + " by the replicated time; a retry that comes later is refused as TOO_OLD.");
  static final Option<Integer> SESSION_RECORDS =
      PART.given(
          "session-records",
          integer(1_000, 1_000_000_000),
          "2000000",
          "How many sessions a partition remembers at most, each some 50 bytes on disk;"
              + " beyond that those idle for the longest time are forgotten.");

  private ReplicationOptions() {}

  /** All of them, in the order of the documentation. */
  static List<Option<?>> all() {
    return PART.options();
  }
}
