package io.zabdb.testkit.sim.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.testkit.history.History;
import io.zabdb.testkit.linearizability.Verdict;
import io.zabdb.testkit.sim.Options;
import io.zabdb.testkit.sim.Result;
import io.zabdb.testkit.sim.check.ClusterChecks;
import io.zabdb.testkit.sim.check.MemberChecks;
import io.zabdb.testkit.sim.check.TimeChecks;
import io.zabdb.testkit.sim.engine.Counts;
import io.zabdb.testkit.sim.fault.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReachedTest {

  private static final List<String> SERVED =
      List.of(
          "operation: PUT ok",
          "operation: GET ok",
          "operation: CAS ok",
          "operation: DELETE ok",
          "replica: leader established");

  /** So many runs, in each of which the named things happened. */
  private static Totals totals(long runs, List<String> happened) {
    return totals(runs, happened, Verdict.VALID, true);
  }

  private static Totals totals(
      long runs, List<String> happened, Verdict verdict, boolean meaningful) {
    Options calm = Options.of(1, Profile.CALM, 3);
    Counts counts = new Counts();
    happened.forEach(counts::add);
    Result result =
        new Result(
            calm, Optional.empty(), 0, 0, counts, new History(List.of()), verdict, meaningful);
    Totals totals = new Totals();
    for (long run = 0; run < runs; run++) {
      totals.add(result);
    }
    return totals;
  }

  @Test
  void whatNeverHappenedIsNamed() {
    List<String> missed = Reached.missed(Profile.REPLACED_DISKS, totals(100, List.of()));
    assertTrue(
        missed.containsAll(
            List.of(
                "NOT REACHED in 100 runs: " + ClusterChecks.RETIRED,
                "NOT REACHED in 100 runs: " + ClusterChecks.ADMITTED,
                "NOT REACHED in 100 runs: " + ClusterChecks.NEEDED_AGAIN)),
        missed::toString);
  }

  @Test
  void whatHappenedIsNot() {
    List<String> happened =
        new ArrayList<>(
            List.of(
                ClusterChecks.RETIRED,
                ClusterChecks.NEEDED_AGAIN,
                "disk: records lost",
                "disk: log truncated",
                "disk: checkpoint taken, log purged",
                "disk: checkpoint of another replica installed"));
    happened.addAll(SERVED);
    Profile.REPLACED_DISKS.kinds().forEach(kind -> happened.add("fault: " + kind));
    assertEquals(
        List.of("NOT REACHED in 100 runs: " + ClusterChecks.ADMITTED),
        Reached.missed(Profile.REPLACED_DISKS, totals(100, happened)));
  }

  /** A group that nobody is served by passes each judge. */
  @Test
  void inEachProfileClientsAreServed() {
    List<String> nothing = SERVED.stream().map(name -> "NOT REACHED in 100 runs: " + name).toList();
    assertEquals(nothing, Reached.missed(Profile.CALM, totals(100, List.of())));
    assertEquals(List.of(), Reached.missed(Profile.CALM, totals(100, SERVED)));
    for (Profile profile : Profile.values()) {
      List<String> missed = Reached.missed(profile, totals(100, List.of()));
      assertTrue(missed.containsAll(nothing), () -> profile + ": " + missed);
    }
  }

  @Test
  void eachFaultHappensAndHasItsEffect() {
    List<String> missed = Reached.missed(Profile.DISK, totals(100, SERVED));
    for (String name :
        List.of("fault: FULL_DISK", "fault: sync failed", "disk: rot found, replica stays away")) {
      assertTrue(missed.contains("NOT REACHED in 100 runs: " + name), missed::toString);
    }
  }

  @Test
  void historiesThatSayNothingDoNotCount() {
    assertEquals(
        List.of("only in 0 of 100 histories operations overlapped"),
        Reached.missed(Profile.CALM, totals(100, SERVED, Verdict.VALID, false)));
    assertEquals(
        List.of("100 of 100 histories are too hard to judge"),
        Reached.missed(Profile.CALM, totals(100, SERVED, Verdict.INCONCLUSIVE, true)));
  }

  @Test
  void eachProfileHasItsOwn() {
    String clock = "NOT REACHED in 100 runs: " + TimeChecks.HANDED_OVER;
    String disk = "NOT REACHED in 100 runs: " + ClusterChecks.ADMITTED;
    List<String> clocks = Reached.missed(Profile.WRONG_CLOCKS, totals(100, List.of()));
    assertTrue(clocks.contains(clock) && !clocks.contains(disk), clocks::toString);
    List<String> both = Reached.missed(Profile.DISKS_AND_CLOCKS, totals(100, List.of()));
    assertTrue(both.containsAll(List.of(clock, disk)), both::toString);
  }

  @Test
  void aFewRunsMayMissSomething() {
    assertEquals(List.of(), Reached.missed(Profile.DISKS_AND_CLOCKS, totals(99, List.of())));
  }

  @Test
  void whereMembersChangeAllKindsOfChangesMustHaveHappened() {
    List<String> missed = Reached.missed(Profile.RECONFIG, totals(100, List.of()));
    for (String name :
        List.of(
            MemberChecks.CHANGED_AGAIN,
            MemberChecks.UNDONE,
            MemberChecks.GONE_ON_WITH,
            MemberChecks.LEADER_REMOVED,
            MemberChecks.DEAD_REPLACED)) {
      assertTrue(missed.contains("NOT REACHED in 100 runs: " + name), missed::toString);
    }
  }
}
