package io.zabdb.simulator.command;

import io.zabdb.schedule.window.WindowKind;
import io.zabdb.simulator.disk.DiskState.Access;
import io.zabdb.simulator.fault.NodeFaultKind;
import io.zabdb.simulator.fault.ScheduledFaults;
import io.zabdb.testkit.sim.engine.Counts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What many runs must have come to: runs in which a danger never arose say nothing about it.
 *
 * @param enoughRuns fewer may miss something by chance
 * @param expected what must have been counted
 */
record NodeReached(long enoughRuns, List<String> expected) {

  /** In runs of all profiles. */
  private static final List<String> SERVED =
      List.of(
          "operation: put ok",
          "operation: get ok",
          "operation: spread read ok",
          "points: at once",
          "replica: rests",
          "replica: woken");

  private static final List<String> DANGERS =
      List.of(
          "rest: a follower wakes its leader",
          "replica: leadership begun",
          "replica: leadership handed over",
          "replica: log purged behind a checkpoint",
          "replica: checkpoint installed",
          "replica: update committed",
          "transfer: begun, pressure",
          "transfer: begun, health",
          "transfer: begun, request",
          "transfer: took over",
          "node: request forwarded",
          "points: awaited",
          "node: rot found, stays away",
          "node: disk replaced",
          "node: power lost as a client heard of success",
          "store: set aside, its log is gone",
          "disk: a task was interrupted",
          "node: ended, its disk has failed",
          "node: did not start for its disk",
          "rings: a lie was told",
          "rings: away",
          "rings: news lost",
          "network: stream held up",
          "network: connection given up",
          "operation: put failed, DISK_FULL",
          "operation: put failed, TIMEOUT");

  /** Of profile {@code node}. */
  static final NodeReached NODE = new NodeReached(300, ofNode());

  /** Of profile {@code windows}. */
  static final NodeReached WINDOWS = new NodeReached(20, ofWindows());

  /** Of profile {@code splits}. */
  static final NodeReached SPLITS =
      new NodeReached(
          100,
          List.of(
              "sharding: begun",
              "sharding: resumed",
              "sharding: split",
              "sharding: merged",
              "operator: split done",
              "operator: merge done",
              "operator: split failed, NOT_LEADER",
              "replica: checkpoint installed",
              "node: disk replaced",
              "transfer: took over"));

  /** Of profile {@code moves}. */
  static final NodeReached MOVES =
      new NodeReached(
          60,
          List.of(
              "move: begun",
              "move: resumed",
              "move: offered",
              "move: sealed",
              "move: switched",
              "move: moved",
              "move: given up",
              "move: comes",
              "move: staged",
              "move: arrived",
              "move: cancelled",
              "move: repaired",
              "node: ended while a partition moved",
              "operator: move done",
              "operator: abort done",
              "sharding: split",
              "sharding: merged",
              "replica: checkpoint installed",
              "node: disk replaced",
              "transfer: took over"));

  /** Of profile {@code ends}. */
  static final NodeReached ENDS =
      new NodeReached(
          60,
          List.of(
              "end: applied",
              "end: noted",
              "end: not noted for its disk",
              "end: replica gone",
              "end: heard by a replica that was away",
              "operator: end done",
              "operator: end failed, INVALID_ARGUMENT",
              "operator: end failed, NOT_LEADER",
              "move: moved",
              "move: cancelled",
              "move: given up",
              "node: disk replaced",
              "transfer: took over"));

  /** Of profile {@code births}. */
  static final NodeReached BIRTHS =
      new NodeReached(
          60,
          List.of(
              "birth: replica started",
              "birth: heard of by a founder",
              "birth: heard of by its bearer",
              "groups: written, and the node was not told",
              "operator: birth done",
              "operator: birth failed, UNAVAILABLE",
              "operator: birth failed, INTERNAL",
              "end: noted",
              "end: replica gone",
              "move: moved",
              "node: ended while a partition moved",
              "node: disk replaced",
              "transfer: took over"));

  /** Of profile {@code elastic}. */
  static final NodeReached ELASTIC =
      new NodeReached(
          60,
          List.of(
              "birth: replica started",
              "operator: change of members begun",
              "operator: take done",
              "replica: members change",
              "replica: members changed",
              "members: one that joined has another disk",
              "members: heard of by one that joined",
              "members: one that was removed came back",
              "removal: noted",
              "removal: not noted for its disk",
              "removal: replica gone",
              "removal: heard of by a replica",
              "files: all asked are whole",
              "files: not all asked are whole",
              "operator: birth done",
              "end: noted",
              "end: replica gone",
              "move: moved",
              "node: ended while a partition moved",
              "node: disk replaced",
              "transfer: took over"));

  /** Of profile {@code periodic}. */
  static final NodeReached PERIODIC =
      new NodeReached(
          60,
          List.of(
              "node: killed, and its disk had less than it vouched for",
              "members: one that joined has another disk",
              "birth: replica started",
              "operator: take done",
              "replica: members changed",
              "replica: checkpoint installed",
              "removal: replica gone",
              "end: replica gone",
              "move: moved",
              "node: ended while a partition moved",
              "transfer: took over"));

  /** Of profile {@code balance}. */
  static final NodeReached BALANCE =
      new NodeReached(
          20,
          List.of(
              "balancer: begun",
              "balancer: two at a time",
              "balancer: a load was not known",
              "balancer: a plan was carried out",
              "balancer: a plan was not carried out",
              "balancer: wants a leadership",
              "balancer: wants a birth",
              "balancer: wants an end",
              "balancer: wants other members",
              "balancer: wants a dismissal",
              "balancer: wants a split",
              "balancer: wants a move",
              "balancer: wants nothing",
              "transfer: begun, request",
              "birth: replica started",
              "replica: members changed",
              "removal: replica gone",
              "end: replica gone",
              "sharding: split",
              "move: moved"));

  private static List<String> ofNode() {
    List<String> expected = new ArrayList<>(DANGERS);
    expected.add("operation: check-and-mutate ok");
    for (NodeFaultKind kind : NodeFaultKind.values()) {
      expected.add("fault: " + kind.name().toLowerCase(Locale.ROOT));
    }
    Arrays.stream(Access.values()).map(Access::count).forEach(expected::add);
    return expected;
  }

  private static List<String> ofWindows() {
    List<String> expected =
        new ArrayList<>(
            List.of(
                "transfer: begun, pressure",
                "transfer: took over",
                "replica: checkpoint installed",
                "node: disk replaced",
                "node: ended, its disk has failed"));
    ScheduledFaults.FAULTS.forEach(act -> expected.add("deed: " + act.label()));
    Arrays.stream(WindowKind.values()).forEach(kind -> expected.add("window: " + kind.words()));
    return expected;
  }

  /** What was never reached, in sentences; empty if all was, or if there were too few runs. */
  List<String> missed(long runs, Counts counts) {
    if (runs < enoughRuns) {
      return List.of();
    }
    return Stream.concat(SERVED.stream(), expected.stream())
        .filter(name -> counts.of(name) == 0)
        .map(name -> "NOT REACHED in " + runs + " runs: " + name)
        .toList();
  }
}
