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

/** What many runs must have come to: runs in which a danger never arose say nothing about it. */
public final class Reached {

  /** Fewer runs may miss something by chance. */
  static final long ENOUGH_RUNS = 100;

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
    return missed;
  }

  private static List<String> expected(Profile profile) {
    List<String> expected = new ArrayList<>();
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
