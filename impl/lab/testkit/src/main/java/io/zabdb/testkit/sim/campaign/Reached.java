package io.zabdb.testkit.sim.campaign;

import io.zabdb.testkit.sim.TimeRecovery;
import io.zabdb.testkit.sim.check.ClusterChecks;
import io.zabdb.testkit.sim.check.MemberChecks;
import io.zabdb.testkit.sim.check.TimeChecks;
import io.zabdb.testkit.sim.engine.Counts;
import io.zabdb.testkit.sim.fault.FaultKind;
import io.zabdb.testkit.sim.fault.Profile;
import io.zabdb.testkit.sim.node.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What many runs must have come to: runs in which a danger never arose say nothing about it. */
public final class Reached {

  /** Fewer runs may miss something by chance. */
  static final long ENOUGH_RUNS = 100;

  /** Of histories at least this part must have operations that overlap. */
  private static final double MEANINGFUL = 0.5;

  /** And at most this part may be left without a verdict. */
  private static final double INCONCLUSIVE = 0.05;

  /** Whatever goes wrong, clients are served in between. */
  private static final List<String> SERVED =
      List.of(
          "operation: PUT ok",
          "operation: GET ok",
          "operation: CAS ok",
          "operation: DELETE ok",
          "replica: leader established");

  /** What a kind of fault is for. */
  private static final Map<FaultKind, List<String>> EFFECTS =
      Map.of(
          FaultKind.POWER_LOSS, List.of("disk: records lost"),
          FaultKind.AMBUSH, List.of("fault: ambush struck"),
          FaultKind.SYNC_FAILURE, List.of("fault: sync failed"),
          FaultKind.ROT, List.of("disk: rot found, replica stays away"),
          FaultKind.CHECKPOINT,
              List.of(
                  "disk: checkpoint taken, log purged",
                  "disk: checkpoint of another replica installed"),
          FaultKind.ISOLATE, List.of("disk: log truncated"),
          FaultKind.PRESSURE, List.of("compaction: heavy"),
          FaultKind.TRANSFER, List.of("replica: leadership handed over"),
          FaultKind.LOSE_DATAGRAMS, List.of("network: datagram lost"));

  private static final List<String> DISKS =
      List.of(ClusterChecks.RETIRED, ClusterChecks.ADMITTED, ClusterChecks.NEEDED_AGAIN);

  private static final List<String> MEMBERS =
      List.of(
          MemberChecks.JOINED,
          MemberChecks.CHANGED,
          MemberChecks.UNDONE,
          MemberChecks.CHANGED_AGAIN,
          MemberChecks.GONE_ON_WITH,
          MemberChecks.LEADER_REMOVED,
          MemberChecks.DEAD_REPLACED,
          MemberChecks.MOVED,
          Node.DROPPED,
          MemberChecks.RETURNED,
          MemberChecks.NEEDED);

  private static final List<String> CLOCKS =
      List.of(
          TimeChecks.LEADER_OFF,
          TimeChecks.HANDED_OVER,
          TimeChecks.SUCCEEDED,
          TimeChecks.HELD_BACK,
          TimeChecks.RAISED,
          TimeChecks.TIMELESS,
          TimeChecks.STANDS,
          TimeChecks.DISAGREED,
          TimeRecovery.CHECKED,
          TimeRecovery.CHECKED_BESIDE_BAD);

  private Reached() {}

  /** What was never reached, in sentences; empty if all was, or if there were too few runs. */
  public static List<String> missed(Profile profile, Totals totals) {
    if (totals.runs() < ENOUGH_RUNS) {
      return List.of();
    }
    Counts counts = totals.counts();
    List<String> missed = new ArrayList<>();
    for (String name : expected(profile)) {
      if (counts.of(name) == 0) {
        missed.add("NOT REACHED in " + totals.runs() + " runs: " + name);
      }
    }
    if (totals.meaningful() < MEANINGFUL * totals.runs()) {
      missed.add(
          "only in %d of %d histories operations overlapped"
              .formatted(totals.meaningful(), totals.runs()));
    }
    if (totals.inconclusive() > INCONCLUSIVE * totals.runs()) {
      missed.add(
          "%d of %d histories are too hard to judge"
              .formatted(totals.inconclusive(), totals.runs()));
    }
    return missed;
  }

  private static List<String> expected(Profile profile) {
    List<String> expected = new ArrayList<>(SERVED);
    for (FaultKind kind : profile.kinds()) {
      expected.add("fault: " + kind);
      expected.addAll(EFFECTS.getOrDefault(kind, List.of()));
    }
    if (profile.kinds().contains(FaultKind.REPLACE_DISK)) {
      expected.addAll(DISKS);
    }
    if (profile.kinds().contains(FaultKind.CHANGE_MEMBERS)) {
      expected.addAll(MEMBERS);
    }
    if (profile.kinds().contains(FaultKind.LEADERS_CLOCK)) {
      expected.addAll(CLOCKS);
    }
    return expected;
  }
}
