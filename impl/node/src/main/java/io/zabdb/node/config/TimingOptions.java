package io.zabdb.node.config;

import static io.zabdb.node.config.Types.duration;

import java.time.Duration;
import java.util.List;

/** Of the clock of replicas, and of the protocol. */
final class TimingOptions {

  private static final OptionPart PART = new OptionPart("timing");

  static final Option<Duration> TICK =
      time(
          "tick",
          1,
          1_000,
          "10ms",
          "The tick of the replicas' clocks; other times are rounded up to multiples of it.");
  static final Option<Duration> HEARTBEAT =
      time("heartbeat", 1, 60_000, "40ms", "The time between heartbeats of a leader.");
  static final Option<Duration> FOLLOWER_TIMEOUT =
      time(
          "follower-timeout",
          3,
          600_000,
          "240ms",
          "How long a leader may be silent before a follower gives it up; more than twice"
              + " the heartbeat.");
  static final Option<Duration> LEADER_TIMEOUT =
      time(
          "leader-timeout",
          3,
          600_000,
          "240ms",
          "How long a quorum may be silent before a leader steps down; more than twice the"
              + " heartbeat.");
  static final Option<Duration> ELECTION_WAIT =
      time(
          "election-wait",
          1,
          60_000,
          "30ms",
          "How long an election waits for members that do not answer.");
  static final Option<Duration> MAX_CLOCK_SKEW =
      PART.given(
          "max-clock-skew",
          duration(Duration.ofMillis(10), Duration.ofHours(1)),
          "500ms",
          "How far a leader's clock may be from those of a quorum and still count: the replicated"
              + " time, by which cells expire, goes no further ahead; a node beyond it does not lead"
              + " while another can.");
  static final Option<Duration> ELECTION_TIMEOUT =
      time(
          "election-timeout",
          2,
          600_000,
          "500ms",
          "How long an attempt to lead or to join a leader may take; more than the"
              + " election-wait.");
  static final Option<Duration> SYNCHRONIZATION_TIMEOUT =
      time(
          "synchronization-timeout",
          3,
          3_600_000,
          "1s",
          "How long a member that is being synchronized waits for the next message; at least the"
              + " follower-timeout.");

  static final Option<Duration> REST_AFTER =
      PART.given(
          "rest-after",
          duration(Duration.ZERO, Duration.ofMinutes(10)),
          "2s",
          "After how long without anything to do a group rests: no heartbeats are sent, and nodes"
              + " vouch for each other, for all their groups together. 0s: never. A leader that is"
              + " gone is noticed as soon as otherwise.");

  static final Option<Duration> FOUNDING_WAIT =
      PART.given(
          "founding-wait",
          duration(Duration.ZERO, Duration.ofMinutes(10)),
          "5s",
          "How long a node that founds a group alone, and has nothing of it on its disk, looks for"
              + " others that have, before it founds the group: it may have grown, and the disk be"
              + " another one. 0s: not at all.");

  private TimingOptions() {}

  /** All of them, in the order of the documentation. */
  static List<Option<?>> all() {
    return PART.options();
  }

  private static Option<Duration> time(
      String name, long least, long most, String fallback, String doc) {
    return PART.given(
        name, duration(Duration.ofMillis(least), Duration.ofMillis(most)), fallback, doc);
  }
}
