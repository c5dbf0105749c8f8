package io.zabdb.conformance.move;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.conformance.Specs;
import io.zabdb.conformance.move.MoveCorruptions.Corruption;
import io.zabdb.simulator.NodeOptions;
import io.zabdb.testkit.broken.BrokenBuild;
import io.zabdb.testkit.broken.BrokenBuilds;
import io.zabdb.testkit.broken.BrokenLoader;
import io.zabdb.testkit.broken.CompiledBuild;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What the groups of simulated clusters did to their tables of partitions, under all faults, is a
 * behaviour of Move; with one thing changed, or a bug in the product, it is not. TLC runs once,
 * over all traces.
 */
class MoveTraceTest {

  private static final Path IMPL = Path.of("").toAbsolutePath().getParent().getParent();

  /** Whoever changes the simulator changes what seeds do: {@link #EXPECTED} must be reached. */
  private static final List<NodeOptions> RUNS =
      List.of(
          NodeOptions.moves(26), NodeOptions.moves(40), NodeOptions.splits(5), NodeOptions.ends(2));

  private static final long SEED_OF_BUILDS = 29;

  private static final Set<String> EXPECTED =
      Set.of(
          "BEGIN",
          "PREPARE",
          "STAGE",
          "CATCH",
          "SEAL",
          "FINISH",
          "SWITCH",
          "ACTIVATE",
          "RELEASE",
          "ABORT",
          "CANCEL",
          "BEGIN_SHARDING",
          "COMMIT_SHARDING",
          "DISSOLVE",
          "UPDATE",
          "given up",
          "too low",
          "split",
          "merged",
          "begun for a dissolved group",
          "moved again",
          "switched by another leader",
          "activated by another leader");

  /**
   * Not a bug: splits and merges that are not done soon are given up, which else takes ten seconds,
   * longer than any that was seen. So traces have AbortSharding.
   */
  private static final BrokenBuild IMPATIENT =
      new BrokenBuild(
          "Impatient",
          "splits and merges are given up soon",
          "io.zabdb.replica.Resharding",
          "LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);",
          "LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);");

  /** Bugs, and the command that shows each at once. */
  private static final Map<BrokenBuild, String> BUGS =
      Map.of(
          BrokenBuilds.named("ActiveBeforeSwitch").orElseThrow(),
          "Finish",
          new BrokenBuild(
              "NumbersForgotten",
              "the number of an attempt is forgotten with its partition",
              "io.zabdb.shard.MoveGuards",
              ".reduce(s.floor(), Math::max)",
              ".reduce(s.floor(), (floor, number) -> floor)"),
          "Release");

  private static final List<MoveTrace> TRACES = new ArrayList<>();
  private static List<Corruption> corruptions;

  /** All that was asked of TLC, by what it is, and which of it was accepted. */
  private static final Map<String, String> WRITTEN = new LinkedHashMap<>();

  private static final Set<String> ACCEPTED = new TreeSet<>();
  private static MoveChecker checker;

  @BeforeAll
  static void recordAndCheck() throws Exception {
    for (NodeOptions run : RUNS) {
      MoveRecorder recorder = new MoveRecorder();
      assertEquals("", recorder.watch(run).message());
      TRACES.add(recorder.trace());
      WRITTEN.put(name(TRACES.size() - 1), MoveModule.trace(recorder.trace()));
    }
    corruptions = MoveCorruptions.of(TRACES);
    corruptions.forEach(one -> WRITTEN.put(one.what(), MoveModule.trace(one.trace())));
    WRITTEN.put(IMPATIENT.name(), traceOf(IMPATIENT));
    for (Map.Entry<BrokenBuild, String> bug : BUGS.entrySet()) {
      String trace = traceOf(bug.getKey());
      WRITTEN.put(before(bug.getKey()), MoveModule.upTo(bug.getValue(), false, trace));
      WRITTEN.put(bug.getKey().name(), MoveModule.upTo(bug.getValue(), true, trace));
    }
    checker = new MoveChecker(Specs.folder());
    List<String> names = List.copyOf(WRITTEN.keySet());
    checker
        .accepted(List.copyOf(WRITTEN.values()))
        .forEach(number -> ACCEPTED.add(names.get(number - 1)));
  }

  private static String name(int run) {
    return "run " + run + ", seed " + RUNS.get(run).seed();
  }

  private static String before(BrokenBuild bug) {
    return "before " + bug.name();
  }

  /** What a build other than the product records. */
  private static String traceOf(BrokenBuild build) throws Exception {
    ClassLoader loader =
        new BrokenLoader(
            MoveTraceTest.class.getClassLoader(),
            CompiledBuild.of(build, IMPL),
            BrokenLoader.EVERYTHING);
    Class<?> run = loader.loadClass(MoveTraceRun.class.getName());
    LongFunction<?> recorded = (LongFunction<?>) run.getDeclaredConstructor().newInstance();
    return (String) recorded.apply(SEED_OF_BUILDS);
  }

  @Test
  void whatTheGroupsDidIsABehaviourOfTheSpec() throws Exception {
    for (int i = 0; i < TRACES.size(); i++) {
      if (!ACCEPTED.contains(name(i))) {
        int fitting = checker.fitting(WRITTEN.get(name(i)));
        throw new AssertionError(
            name(i)
                + ": event "
                + (fitting + 1)
                + " is none of the spec's: "
                + TRACES.get(i).events().get(fitting));
      }
    }
  }

  @Test
  void theTracesReachWhatTheyAreFor() {
    Map<String, Integer> reached = MoveReached.of(TRACES);
    assertTrue(reached.keySet().containsAll(EXPECTED), reached::toString);
  }

  @Test
  void aSplitThatIsGivenUpIsABehaviourOfTheSpec() {
    assertTrue(WRITTEN.get(IMPATIENT.name()).contains("\"AbortSharding\""));
    assertTrue(ACCEPTED.contains(IMPATIENT.name()));
  }

  /** At the event that is corrupted: what is before it is the beginning of a trace above. */
  @Test
  void corruptedTracesAreRefused() {
    assertEquals(
        List.of(),
        corruptions.stream().map(Corruption::what).filter(ACCEPTED::contains).toList(),
        "accepted");
  }

  /** At the command that is wrong: up to there each trace is accepted. */
  @Test
  void bugsInTheProductAreRefused() {
    for (BrokenBuild bug : BUGS.keySet()) {
      assertTrue(ACCEPTED.contains(before(bug)), () -> before(bug) + " is refused");
      assertFalse(ACCEPTED.contains(bug.name()), () -> bug.name() + " is accepted");
    }
  }
}
