package io.zabdb.node.config;

import static io.zabdb.node.config.Types.bytes;
import static io.zabdb.node.config.Types.duration;
import static io.zabdb.node.config.Types.integer;
import static io.zabdb.node.config.Types.oneOf;
import static io.zabdb.node.config.Types.yesOrNo;

import io.zabdb.core.group.TransferPolicy;
import java.time.Duration;
import java.util.List;

/** When leadership is handed over, above all for compactions. */
final class TransferOptions {

  private static final OptionPart PART = new OptionPart("transfer");

  static final Option<TransferPolicy> TRANSFER_POLICY =
      PART.given(
          "transfer-policy",
          oneOf(TransferPolicy.class),
          "coldest",
          "How a leader chooses its successor before it compacts; 'zabdb policy' changes it"
              + " while the node runs.");
  static final Option<Boolean> TRANSFER_STAGGERED =
      PART.given(
          "transfer-staggered",
          yesOrNo(),
          "true",
          "Whether heavy compactions need the leader's permit, so that a quorum never"
              + " compacts.");
  static final Option<Integer> TRANSFER_LEVELS =
      PART.given(
          "transfer-levels", integer(1, 1_000), "10", "The highest level of compaction pressure.");
  static final Option<Integer> TRANSFER_THRESHOLD =
      PART.given(
          "transfer-threshold",
          integer(2, 1_000),
          "6",
          "The level from which on a compaction is heavy; at most transfer-levels.");
  static final Option<Integer> TRANSFER_HYSTERESIS =
      PART.given(
          "transfer-hysteresis",
          integer(2, 1_000),
          "2",
          "How many levels below the threshold a successor must be; at most transfer-threshold.");
  static final Option<Long> TRANSFER_HEAVY_BYTES =
      PART.given(
          "transfer-heavy-bytes",
          bytes(4 * Units.KIB, Units.TIB),
          "16MiB",
          "Compactions that together read at least this much are heavy, and count as the"
              + " threshold when they are due; lighter ones run at once, also at a leader.");
  static final Option<Integer> TRANSFER_HEAVY_FILES =
      PART.given(
          "transfer-heavy-files",
          integer(1, 100_000),
          "16",
          "The number of files in level 0 that counts as the threshold, whatever their size;"
              + " other levels in proportion. At least the level0-trigger.");
  static final Option<Long> TRANSFER_STEP_RATE =
      PART.given(
          "transfer-step-rate",
          bytes(0, Units.TIB),
          "32MiB",
          "Bytes a second that a leader flushes and compacts when no member can take over"
              + " and writes would soon have to wait; 0: no limit.");
  static final Option<Integer> TRANSFER_MAX_LAG =
      PART.given(
          "transfer-max-lag",
          integer(0, 1_000_000_000),
          "1024",
          "How many entries a successor may lack when it is chosen; also a member that is"
              + " elected for its low pressure.");
  static final Option<Duration> TRANSFER_MIN_INTERVAL =
      PART.given(
          "transfer-min-interval",
          duration(Duration.ZERO, Duration.ofDays(1)),
          "5s",
          "How long a leader leads at least before it hands over by itself.");
  static final Option<Duration> TRANSFER_SPREAD_INTERVAL =
      PART.given(
          "transfer-spread-interval",
          duration(Duration.ZERO, Duration.ofDays(1)),
          "5s",
          "How long a node waits before it hands a group over to a node that leads at least"
              + " two groups fewer, and again before the next one; 0: leaders are not spread. While"
              + " somebody balances the store, its load decides.");
  static final Option<Duration> TRANSFER_DRAIN_TIMEOUT =
      PART.given(
          "transfer-drain-timeout",
          duration(Duration.ofMillis(1), Duration.ofMinutes(10)),
          "500ms",
          "How long a transfer waits for updates under way before it is given up.");

  private TransferOptions() {}

  /** All of them, in the order of the documentation. */
  static List<Option<?>> all() {
    return PART.options();
  }
}
