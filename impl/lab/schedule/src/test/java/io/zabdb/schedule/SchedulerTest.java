package io.zabdb.schedule;

import static io.zabdb.schedule.FakeCluster.SECOND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.schedule.deed.Act;
import io.zabdb.schedule.deed.Deed;
import io.zabdb.schedule.sight.Sight;
import io.zabdb.schedule.window.Done;
import io.zabdb.schedule.window.FaultWindow;
import io.zabdb.schedule.window.WindowKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the scheduler promises, on clusters that are not real. */
class SchedulerTest {

  private static final Set<Act> FAULTS =
      EnumSet.allOf(Act.class).stream().filter(Act::isFault).collect(Collectors.toSet());

  private static ScheduleSettings settings(long seed) {
    return ScheduleSettings.of(seed, FAULTS);
  }

  /**
   * Nodes, restarts in seconds: fast ones, and such that take longer than all that is scheduled.
   */
  @ParameterizedTest
  @CsvSource({"3, 1", "3, 12", "5, 1", "5, 12"})
  void aQuorumIsLeftButInOutages(int nodes, int restart) {
    for (long seed = 1; seed <= 5; seed++) {
      Trial trial = new Trial(settings(seed), nodes, restart * SECOND);
      List<Long> without = new ArrayList<>();
      for (int i = 0; i < 10_000; i++) {
        assertTrue(trial.step());
        if (!trial.cluster.hasQuorum()) {
          without.add(trial.cluster.now());
        }
      }
      long excused = without.stream().filter(micros -> isExcused(trial, micros)).count();
      assertEquals(without.size(), excused, "seed " + seed);
      assertTrue(excused > 0, "the quorum is never away");
    }
  }

  /** In an outage, and until what it did is undone and all is well. */
  private static boolean isExcused(Trial trial, long micros) {
    List<FaultWindow> windows = trial.run().windows();
    for (int i = 0; i < windows.size(); i++) {
      boolean within = windows.get(i).begin() <= micros && micros <= windows.get(i).end();
      boolean outage = windows.get(i).kind() == WindowKind.OUTAGE;
      boolean behindOutage = i > 0 && windows.get(i - 1).kind() == WindowKind.OUTAGE;
      if (within && (outage || behindOutage)) {
        return true;
      }
    }
    // What is under way is not among the windows yet.
    FaultWindow last = windows.get(windows.size() - 1);
    return micros > last.end();
  }

  @ParameterizedTest
  @CsvSource({"3, 1", "3, 12", "5, 12"})
  void aQuorumIsThereMostOfTheTime(int nodes, int restart) {
    Trial trial = new Trial(settings(7), nodes, restart * SECOND);
    long with = 0;
    long before = 0;
    while (trial.cluster.now() < 500 * SECOND) {
      trial.step();
      with += trial.cluster.hasQuorum() ? trial.cluster.now() - before : 0;
      before = trial.cluster.now();
    }
    assertTrue(with > 0.75 * before, with + " of " + before);
  }

  @Test
  void outagesLastAsLongAsIsStated() {
    Trial trial = new Trial(settings(3), 3, 12 * SECOND);
    trial.run(3_000 * SECOND);
    List<FaultWindow> outages =
        trial.run().windows().stream()
            .filter(window -> window.kind() == WindowKind.OUTAGE)
            .toList();
    assertTrue(outages.size() > 5, outages.toString());
    for (FaultWindow outage : outages) {
      long length = outage.end() - outage.struck();
      assertTrue(outage.reached(), outage.toString());
      assertTrue(length >= SECOND && length <= 2 * SECOND + SECOND / 10, outage.toString());
    }
    Set<Act> ways = new HashSet<>();
    outages.forEach(outage -> outage.done().forEach(done -> ways.add(done.deed().act())));
    assertEquals(Set.of(Act.KILL, Act.LOSE_POWER, Act.PAUSE, Act.CUT), ways);
  }

  @Test
  void eachWindowWithFaultsIsFollowedByARecoveryThatIsAwaited() {
    Trial trial = new Trial(settings(4), 3, 9 * SECOND);
    trial.run(1_000 * SECOND);
    List<FaultWindow> windows = trial.run().windows();
    for (int i = 1; i < windows.size(); i++) {
      WindowKind before = windows.get(i - 1).kind();
      WindowKind kind = windows.get(i).kind();
      boolean faults = before != WindowKind.CALM && before != WindowKind.RECOVERY;
      assertEquals(faults, kind == WindowKind.RECOVERY, windows.toString());
      assertEquals(before == WindowKind.RECOVERY, kind == WindowKind.CALM, windows.toString());
      assertEquals(windows.get(i - 1).end(), windows.get(i).begin(), "a gap");
      assertTrue(windows.get(i).reached(), windows.get(i).toString());
    }
  }

  @Test
  void aRecoveryThatTakesTooLongEndsTheRun() {
    Trial trial = new Trial(settings(5).withRecovery(20 * SECOND), 3, SECOND);
    trial.run(30 * SECOND);
    trial.cluster.hang(1);
    assertTrue(trial.run(300 * SECOND), "it goes on");
    List<FaultWindow> windows = trial.run().windows();
    FaultWindow last = windows.get(windows.size() - 1);
    assertEquals(WindowKind.RECOVERY, last.kind());
    assertFalse(last.reached());
    assertTrue(last.end() - last.begin() >= 20 * SECOND, last.toString());
    assertTrue(last.end() - last.begin() < 21 * SECOND, last.toString());
  }

  @Test
  void aNodeThatEndedByItselfIsStartedInTheRecovery() {
    Trial trial = new Trial(ScheduleSettings.of(6, Set.of(Act.SLOW_DISK)), 3, SECOND);
    trial.run(2 * SECOND);
    trial.cluster.die(2);
    trial.run(15 * SECOND);
    long starts = trial.deeds.stream().filter(deed -> deed.act() == Act.START).count();
    assertTrue(starts >= 2, "it is not tried again: " + trial.deeds);
    assertTrue(starts <= 6, "it is started again and again: " + trial.deeds);
    trial.cluster.live(2);
    trial.run(60 * SECOND);
    assertTrue(trial.cluster.sight().isWell());
  }

  @Test
  void aNodeIsNotStartedWhileItsDiskIsFull() {
    Set<Integer> full = new HashSet<>();
    Set<Integer> killedWhileFull = new HashSet<>();
    List<String> wrong = new ArrayList<>();
    for (long seed = 1; seed <= 10; seed++) {
      Trial trial =
          new Trial(
              ScheduleSettings.of(seed, Set.of(Act.KILL, Act.FILL_DISK)),
              3,
              SECOND,
              (sight, deed) -> {
                switch (deed.act()) {
                  case FILL_DISK -> full.addAll(deed.nodes());
                  case HEAL_DISK -> full.removeAll(deed.nodes());
                  case KILL ->
                      deed.nodes().stream().filter(full::contains).forEach(killedWhileFull::add);
                  default ->
                      deed.nodes().stream()
                          .filter(full::contains)
                          .forEach(n -> wrong.add(deed.toString()));
                }
              });
      trial.run(300 * SECOND);
      trial.scheduler.relent();
      assertTrue(trial.run(60 * SECOND), "it goes on");
      assertTrue(trial.cluster.sight().isWell(), "seed " + seed);
      assertEquals(Set.of(), full, "seed " + seed);
    }
    assertEquals(List.of(), wrong);
    assertEquals(Set.of(0, 1, 2), killedWhileFull, "this never had to be decided");
  }

  @Test
  void aWindowLastsUntilSomebodyHasLedForAWhile() {
    Trial trial = new Trial(ScheduleSettings.of(6, Set.of(Act.KILL)), 3, SECOND);
    trial.cluster.election = 7 * SECOND;
    trial.run(600 * SECOND);
    List<FaultWindow> atLeader =
        trial.run().windows().stream()
            .filter(window -> window.kind() == WindowKind.ONE_FAULT)
            .filter(window -> window.done().get(0).deed().why().equals("the leader"))
            .toList();
    assertTrue(atLeader.size() > 2, trial.run().windows().toString());
    for (FaultWindow window : atLeader) {
      assertTrue(window.end() - window.struck() >= 7 * SECOND, window.toString());
    }
  }

  @Test
  void whoDoesNotTurnUpIsReplacedByOthers() {
    Trial trial = new Trial(ScheduleSettings.of(7, Set.of(Act.KILL, Act.COMPACT)), 3, SECOND);
    // Nobody is ever seen to compact.
    trial.cluster.compaction = 0;
    trial.run(300 * SECOND);
    assertTrue(trial.run().count(WindowKind.ONE_FAULT) > 8);
    assertTrue(trial.run().windows().stream().allMatch(FaultWindow::reached));
    assertTrue(
        trial.deeds.stream().anyMatch(deed -> deed.why().equals("to be struck")),
        "nobody is made to compact");
  }

  @Test
  void eachFaultGetsItsTurns() {
    Trial trial = new Trial(settings(8), 3, SECOND);
    while (!trial.scheduler.hasHadAll()) {
      assertTrue(trial.step());
      assertTrue(trial.cluster.now() < 600 * SECOND, trial.run().missing().toString());
    }
    trial.run(4_000 * SECOND);
    Map<Act, Integer> turns = trial.run().turns();
    for (Act fault : FAULTS) {
      assertTrue(turns.get(fault) >= 8, fault + ": " + turns);
    }
  }

  @Test
  void eachAimIsMet() {
    Set<Act> faults = Set.of(Act.KILL, Act.PAUSE, Act.COMPACT, Act.TRANSFER);
    Set<String> met = new HashSet<>();
    Trial trial =
        new Trial(
            ScheduleSettings.of(9, faults),
            5,
            SECOND,
            (sight, deed) -> {
              if (deed.act() == Act.KILL || deed.act() == Act.PAUSE) {
                met.add(deed.why());
                assertTrue(isAt(deed, sight), deed + " at " + sight);
              }
            });
    trial.run(2_000 * SECOND);
    Set<String> wanted = new HashSet<>(Set.of("3 of 5", "5 of 5"));
    Aim.of(Act.KILL, faults).forEach(aim -> wanted.add(aim.words()));
    assertEquals(wanted, met);
    for (int i = 0; i < trial.deeds.size(); i++) {
      if (trial.deeds.get(i).why().equals(Aim.SUCCESSOR.words())) {
        Deed before = trial.deeds.get(i - 1);
        assertEquals(Act.TRANSFER, before.act(), "nobody is successor");
        assertEquals(before.nodes(), trial.deeds.get(i).nodes());
      }
    }
  }

  private static boolean isAt(Deed deed, Sight sight) {
    int first = deed.nodes().get(0);
    boolean leads = sight.leader().orElse(-1) == first;
    return switch (deed.why()) {
      case "the leader" -> leads;
      case "a follower", "the successor in a transfer" -> !leads && deed.nodes().size() == 1;
      case "a minority" -> deed.nodes().size() <= 2;
      case "who compacts" -> sight.nodes().get(first).compacting();
      default -> deed.why().startsWith(deed.nodes().size() + " of ");
    };
  }

  @Test
  void nothingIsDoneToANodeThatHasItAlready() {
    Set<String> wrong = new HashSet<>();
    for (long seed = 1; seed <= 10; seed++) {
      Trial trial =
          new Trial(
              settings(seed),
              5,
              4 * SECOND,
              (sight, deed) -> {
                for (int node : deed.nodes()) {
                  boolean runs = sight.nodes().get(node).running();
                  boolean stands = sight.nodes().get(node).paused();
                  boolean fits =
                      switch (deed.act()) {
                        case START -> !runs;
                        case RESUME -> runs && stands;
                        case COMPACT -> runs && !sight.nodes().get(node).compacting();
                        case HEAL_DISK, SET_CLOCK -> true;
                        default -> runs && !stands;
                      };
                  if (!fits) {
                    wrong.add(deed + " at " + sight);
                  }
                }
              });
      trial.cluster.compaction = 3 * SECOND;
      trial.run(300 * SECOND);
      assertEquals(List.of(), doubled(trial), "seed " + seed);
    }
    assertEquals(Set.of(), wrong);
  }

  /** Faults of disk, clock, links or manager on nodes that had one: sights do not show them. */
  private static List<String> doubled(Trial trial) {
    List<String> doubled = new ArrayList<>();
    Map<String, Act> has = new HashMap<>();
    for (Deed deed : trial.deeds) {
      switch (deed.act()) {
        case HEAL_LINKS -> has.keySet().removeIf(key -> key.startsWith("LINKS"));
        case HEAL_DISK -> deed.nodes().forEach(node -> has.remove("DISK " + node));
        case SET_CLOCK -> deed.nodes().forEach(node -> has.remove("CLOCK " + node));
        case START_MANAGER -> has.remove("MANAGER");
        case KILL_MANAGER -> {
          if (has.put("MANAGER", deed.act()) != null) {
            doubled.add(deed.toString());
          }
        }
        default -> {
          for (int node : deed.nodes()) {
            boolean stays =
                switch (deed.act().part()) {
                  case LINKS, DISK, CLOCK -> true;
                  default -> false;
                };
            if (stays && has.put(deed.act().part() + " " + node, deed.act()) != null) {
              doubled.add(deed.toString());
            }
          }
        }
      }
    }
    return doubled;
  }

  @Test
  void faultsLastLongerWhereRestartsTakeLonger() {
    assertTrue(meanFault(1) < 4 * SECOND, "restarts of 1 s: " + meanFault(1));
    assertTrue(meanFault(15) >= 15 * SECOND, "restarts of 15 s: " + meanFault(15));
  }

  /** How long a fault lasts on average once restarts have been seen. */
  private static long meanFault(int restart) {
    Trial trial = new Trial(ScheduleSettings.of(1, Set.of(Act.KILL)), 3, restart * SECOND);
    trial.run(1_000 * SECOND);
    return (long)
        trial.run().windows().stream()
            .filter(window -> window.kind() == WindowKind.ONE_FAULT && window.number() > 10)
            .mapToLong(window -> window.end() - window.struck())
            .average()
            .orElseThrow();
  }

  @Test
  void severalFaultsAreThereAtATime() {
    Trial trial = new Trial(settings(11), 5, SECOND);
    trial.run(1_000 * SECOND);
    int most = 0;
    for (FaultWindow window : trial.run().windows()) {
      if (window.kind() == WindowKind.SEVERAL) {
        int present = 0;
        for (Done done : window.done()) {
          present += done.deed().act().cure().isPresent() ? 1 : 0;
          present -= done.deed().act().isFault() ? 0 : 1;
          most = Math.max(most, present);
        }
      }
    }
    assertTrue(most >= 3, "at most " + most + " at a time");
  }

  @Test
  void theSeedDrawsAll() {
    assertEquals(deeds(1), deeds(1));
    assertNotEquals(deeds(1), deeds(2));
  }

  private static List<Deed> deeds(long seed) {
    Trial trial = new Trial(settings(seed), 3, SECOND);
    trial.run(200 * SECOND);
    assertTrue(trial.deeds.size() > 20);
    return trial.deeds;
  }

  @Test
  void itEndsWhenItIsToldTo() {
    Trial trial = new Trial(settings(12), 3, 2 * SECOND);
    trial.run(20 * SECOND);
    trial.scheduler.relent();
    assertTrue(trial.run(120 * SECOND), "it goes on");
    assertTrue(trial.cluster.sight().isWell());
    int count = trial.run().windows().size();
    assertEquals(WindowKind.RECOVERY, trial.run().windows().get(count - 1).kind());
    assertEquals(new Step.Over(), trial.scheduler.next(trial.cluster.sight()));
  }

  @Test
  void onlyFaultsCanBeAskedFor() {
    assertThrows(IllegalArgumentException.class, () -> ScheduleSettings.of(1, Set.of(Act.START)));
    assertThrows(IllegalArgumentException.class, () -> ScheduleSettings.of(1, Set.of()));
    Scheduler scheduler = new Scheduler(settings(1), 3);
    Sight five = new FakeCluster(5, SECOND).sight();
    assertThrows(IllegalArgumentException.class, () -> scheduler.next(five));
  }
}
