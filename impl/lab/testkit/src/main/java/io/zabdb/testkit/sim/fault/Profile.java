package io.zabdb.testkit.sim.fault;

import static io.zabdb.testkit.sim.fault.FaultKind.AMBUSH;
import static io.zabdb.testkit.sim.fault.FaultKind.BREAK_CONNECTION;
import static io.zabdb.testkit.sim.fault.FaultKind.CHANGE_MEMBERS;
import static io.zabdb.testkit.sim.fault.FaultKind.CHAOTIC_ELECTION;
import static io.zabdb.testkit.sim.fault.FaultKind.CHECKPOINT;
import static io.zabdb.testkit.sim.fault.FaultKind.CLOCK_JUMP;
import static io.zabdb.testkit.sim.fault.FaultKind.CLOCK_SKEW;
import static io.zabdb.testkit.sim.fault.FaultKind.CUT_LINK;
import static io.zabdb.testkit.sim.fault.FaultKind.DEAF;
import static io.zabdb.testkit.sim.fault.FaultKind.DELAY_DATAGRAMS;
import static io.zabdb.testkit.sim.fault.FaultKind.DOUBLE_DATAGRAMS;
import static io.zabdb.testkit.sim.fault.FaultKind.FULL_DISK;
import static io.zabdb.testkit.sim.fault.FaultKind.ILLNESS;
import static io.zabdb.testkit.sim.fault.FaultKind.ISOLATE;
import static io.zabdb.testkit.sim.fault.FaultKind.JITTER;
import static io.zabdb.testkit.sim.fault.FaultKind.KILL;
import static io.zabdb.testkit.sim.fault.FaultKind.LEADERS_CLOCK;
import static io.zabdb.testkit.sim.fault.FaultKind.LOSE_DATAGRAMS;
import static io.zabdb.testkit.sim.fault.FaultKind.MUTE;
import static io.zabdb.testkit.sim.fault.FaultKind.PAUSE;
import static io.zabdb.testkit.sim.fault.FaultKind.POLICY_CHANGE;
import static io.zabdb.testkit.sim.fault.FaultKind.POWER_LOSS;
import static io.zabdb.testkit.sim.fault.FaultKind.POWER_LOSS_OF_ALL;
import static io.zabdb.testkit.sim.fault.FaultKind.PRESSURE;
import static io.zabdb.testkit.sim.fault.FaultKind.REPLACE_DISK;
import static io.zabdb.testkit.sim.fault.FaultKind.REPLACE_MAJORITY;
import static io.zabdb.testkit.sim.fault.FaultKind.RESTART;
import static io.zabdb.testkit.sim.fault.FaultKind.ROT;
import static io.zabdb.testkit.sim.fault.FaultKind.SLOW_DISK;
import static io.zabdb.testkit.sim.fault.FaultKind.SLOW_LINK;
import static io.zabdb.testkit.sim.fault.FaultKind.SLOW_READER;
import static io.zabdb.testkit.sim.fault.FaultKind.SPLIT;
import static io.zabdb.testkit.sim.fault.FaultKind.STALE_VIEW;
import static io.zabdb.testkit.sim.fault.FaultKind.STEP_DOWN;
import static io.zabdb.testkit.sim.fault.FaultKind.SYNC_FAILURE;
import static io.zabdb.testkit.sim.fault.FaultKind.TRANSFER;
import static io.zabdb.testkit.sim.fault.FaultKind.WRONG_CLOCK;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Which kinds of faults a run may have. */
public enum Profile {
  /**
   * Any but those of profiles with rules of their own: each run draws some kinds, and how often.
   */
  SWARM(
      false,
      EnumSet.complementOf(
          EnumSet.of(REPLACE_MAJORITY, WRONG_CLOCK, LEADERS_CLOCK, CHANGE_MEMBERS))),
  CALM(true, EnumSet.noneOf(FaultKind.class)),
  PARTITIONS(
      true,
      EnumSet.of(
          CUT_LINK,
          MUTE,
          DEAF,
          STALE_VIEW,
          ISOLATE,
          SPLIT,
          BREAK_CONNECTION,
          SLOW_LINK,
          SLOW_READER,
          JITTER,
          LOSE_DATAGRAMS,
          DOUBLE_DATAGRAMS,
          DELAY_DATAGRAMS)),
  ELECTIONS(true, EnumSet.of(CHAOTIC_ELECTION, STEP_DOWN, POWER_LOSS, SLOW_LINK, JITTER)),
  CRASHES(true, EnumSet.of(POWER_LOSS, POWER_LOSS_OF_ALL, KILL, RESTART, AMBUSH)),
  DISK(true, EnumSet.of(SLOW_DISK, FULL_DISK, SYNC_FAILURE, ROT, POWER_LOSS, AMBUSH, CHECKPOINT)),
  CLOCKS(true, EnumSet.of(CLOCK_SKEW, CLOCK_JUMP, PAUSE)),
  COMPACTION(
      true,
      EnumSet.of(
          PRESSURE, ILLNESS, POLICY_CHANGE, TRANSFER, STEP_DOWN, KILL, LOSE_DATAGRAMS, SLOW_DISK)),
  /** Disks are replaced one after the other, whatever else happens to the group. */
  REPLACED_DISKS(
      true, EnumSet.of(REPLACE_DISK, POWER_LOSS, KILL, ISOLATE, SPLIT, STEP_DOWN, CHECKPOINT)),
  /** A majority forgets: the group may stop for good, but must not lose anything. */
  FORGOTTEN(true, EnumSet.of(REPLACE_MAJORITY, REPLACE_DISK, KILL, ISOLATE, STEP_DOWN)),
  PURGE(true, EnumSet.of(CHECKPOINT, POWER_LOSS, RESTART, ISOLATE, BREAK_CONNECTION, SLOW_READER)),
  /** Sessions are forgotten after a moment, and while there are a few. */
  SESSIONS(
      true,
      EnumSet.of(CHECKPOINT, POWER_LOSS, RESTART, ISOLATE, BREAK_CONNECTION, STEP_DOWN, PAUSE)),
  /** Wall clocks show anything, and values and sessions last for an hour of replicated time. */
  WRONG_CLOCKS(
      true,
      EnumSet.of(
          WRONG_CLOCK,
          LEADERS_CLOCK,
          PAUSE,
          POWER_LOSS,
          RESTART,
          ISOLATE,
          SLOW_LINK,
          STEP_DOWN,
          CLOCK_SKEW,
          CHECKPOINT)),
  /** The same while disks are replaced. */
  DISKS_AND_CLOCKS(
      true,
      EnumSet.of(
          WRONG_CLOCK,
          LEADERS_CLOCK,
          REPLACE_DISK,
          POWER_LOSS,
          KILL,
          ISOLATE,
          SPLIT,
          STEP_DOWN,
          CHECKPOINT)),
  /** Members are added, removed and replaced, whatever else happens to the group. */
  RECONFIG(
      true,
      EnumSet.of(
          CHANGE_MEMBERS,
          REPLACE_DISK,
          POWER_LOSS,
          KILL,
          AMBUSH,
          ISOLATE,
          SPLIT,
          BREAK_CONNECTION,
          LOSE_DATAGRAMS,
          SLOW_DISK,
          STEP_DOWN,
          TRANSFER,
          PRESSURE,
          CHECKPOINT));

  private final boolean all;
  private final Set<FaultKind> kinds;

  Profile(boolean all, Set<FaultKind> kinds) {
    this.all = all;
    this.kinds = kinds;
  }

  /** Whether each run has all of the kinds, and not only some. */
  boolean takesAll() {
    return all;
  }

  /** The kinds. */
  public Set<FaultKind> kinds() {
    return kinds;
  }

  /** The profile of a name in small letters. */
  public static Optional<Profile> named(String name) {
    return Arrays.stream(values()).filter(profile -> profile.label().equals(name)).findFirst();
  }

  /** Its name in small letters. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
