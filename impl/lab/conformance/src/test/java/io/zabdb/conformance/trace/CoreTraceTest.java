package io.zabdb.conformance.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.conformance.Specs;
import io.zabdb.core.trace.Action;
import io.zabdb.core.zab.Guards;
import io.zabdb.testkit.sim.Options;
import io.zabdb.testkit.sim.Simulation;
import io.zabdb.testkit.sim.engine.EventLog;
import io.zabdb.testkit.sim.fault.Fault;
import io.zabdb.testkit.sim.fault.FaultKind;
import io.zabdb.testkit.sim.fault.Profile;
import io.zabdb.testkit.sim.fault.Schedule;
import io.zabdb.testkit.sim.node.CoreReplicas;
import io.zabdb.trace.RecordedEvent;
import io.zabdb.trace.Trace;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the core does in the simulator, under every kind of fault, are behaviours of the spec. */
class CoreTraceTest {

  /** The first traces are checked up to so many events. */
  private static final int FIRST_TRACES = 40;

  private static final int EVENTS = 450;

  /** Rare things are looked for in the traces of further seeds, up to so many events. */
  private static final int MAX_SEEDS = 500;

  private static final int MAX_EVENTS = 700;
  private static final int OF_EACH_RARE_KIND = 2;
  private static final long MICROS = 5_000_000;

  private static final List<Predicate<RecordedEvent>> RARE =
      List.of(
          event -> event.is("HandlePULLED"),
          event -> event.message() != null && event.message().mode().equals("TRUNC"),
          event -> event.message() != null && event.message().mode().equals("SNAP"));

  /** For Zab, a member that forgets is none. */
  private static final Set<FaultKind> FORGETTING =
      EnumSet.of(FaultKind.REPLACE_DISK, FaultKind.REPLACE_MAJORITY);

  /** Where members change, {@link MembersTraceTest} asks another spec. */
  private static final List<Profile> PROFILES =
      Stream.of(Profile.values())
          .filter(profile -> !profile.kinds().contains(FaultKind.CHANGE_MEMBERS))
          .toList();

  private static List<Trace> traces;

  @BeforeAll
  static void simulate() {
    traces = new ArrayList<>();
    int[] found = new int[RARE.size()];
    for (int seed = 1; seed <= MAX_SEEDS && !hasAll(found); seed++) {
      if (draw(seed).stream().anyMatch(fault -> FORGETTING.contains(fault.kind()))) {
        continue;
      }
      Trace trace = simulate(seed);
      boolean wanted = false;
      for (int kind = 0; kind < found.length; kind++) {
        if (found[kind] < OF_EACH_RARE_KIND && trace.events().stream().anyMatch(RARE.get(kind))) {
          found[kind]++;
          wanted = true;
        }
      }
      if (wanted) {
        traces.add(trace);
      } else if (traces.size() < FIRST_TRACES) {
        int events = Math.min(EVENTS, trace.events().size());
        traces.add(new Trace(trace.name(), trace.servers(), trace.events().subList(0, events)));
      }
    }
  }

  private static boolean hasAll(int[] found) {
    return traces.size() >= FIRST_TRACES
        && IntStream.of(found).allMatch(count -> count >= OF_EACH_RARE_KIND);
  }

  private static Profile profileOf(int seed) {
    return PROFILES.get(seed % PROFILES.size());
  }

  private static int nodesOf(int seed) {
    return seed % 6 == 0 ? 5 : 3;
  }

  private static List<Fault> draw(int seed) {
    return Schedule.draw(seed, profileOf(seed), nodesOf(seed), MICROS);
  }

  private static Trace simulate(int seed) {
    TraceRecorder recorder = new TraceRecorder(() -> 0, MAX_EVENTS);
    Options options =
        new Options(
            seed,
            nodesOf(seed),
            MICROS,
            draw(seed),
            new CoreReplicas(member -> Guards.STANDARD, member -> recorder),
            EventLog.NONE);
    new Simulation(options).run();
    return recorder.trace("seed " + seed + ", " + profileOf(seed).label());
  }

  @Test
  void whatTheCoreDoesIsABehaviourOfTheSpec() throws Exception {
    List<Verdict> verdicts = new TraceChecker(Specs.folder(), 2).check(traces);
    List<Verdict> refused = verdicts.stream().filter(verdict -> !verdict.accepted()).toList();
    assertEquals(List.of(), refused);
  }

  @Test
  void theTracesAreWorthChecking() {
    int most = traces.size();
    assertTrue(most >= FIRST_TRACES);
    RARE.forEach(
        kind -> assertTrue(traces.stream().anyMatch(t -> t.events().stream().anyMatch(kind))));
    assertTrue(traces.stream().filter(trace -> count(trace, "Establish") > 0).count() > most / 2);
    assertTrue(traces.stream().filter(trace -> committed(trace) > 10).count() > most / 2);
    assertTrue(traces.stream().anyMatch(trace -> count(trace, "Establish") > 2));
    TreeSet<String> missing = new TreeSet<>();
    for (Action action : Action.values()) {
      if (traces.stream().noneMatch(trace -> count(trace, action.name()) > 0)) {
        missing.add(action.name());
      }
    }
    assertEquals(new TreeSet<>(), missing);
  }

  private static long count(Trace trace, String action) {
    return trace.events().stream().filter(event -> event.is(action)).count();
  }

  private static long committed(Trace trace) {
    return trace.events().stream()
        .mapToLong(event -> event.state().lastCommitted())
        .max()
        .orElse(0);
  }
}
