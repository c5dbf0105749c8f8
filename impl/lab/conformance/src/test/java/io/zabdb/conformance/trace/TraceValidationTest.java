package io.zabdb.conformance.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.conformance.Specs;
import io.zabdb.conformance.replay.Behaviour;
import io.zabdb.conformance.replay.BehaviourSource;
import io.zabdb.conformance.state.WrittenModule;
import io.zabdb.modelcheck.tlc.Outcome;
import io.zabdb.modelcheck.tlc.Tlc;
import io.zabdb.modelcheck.tlc.TlcResult;
import io.zabdb.trace.Trace;
import io.zabdb.trace.TraceFile;
import io.zabdb.trace.TraceFormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Traces made from the spec's own behaviours are accepted; each kind of corruption is refused. */
class TraceValidationTest {

  private static final int BEHAVIOURS = 40;
  private static List<Trace> traces;
  private static TraceChecker checker;

  @BeforeAll
  static void draw() throws Exception {
    checker = new TraceChecker(Specs.folder(), 2);
    List<Behaviour> behaviours = new BehaviourSource(Specs.folder(), 3).draw(BEHAVIOURS, 200, 7);
    traces = new ArrayList<>();
    for (Behaviour behaviour : behaviours) {
      // Through the file format, so that it is tested as well.
      Trace made = BehaviourRecorder.record("trace " + traces.size(), behaviour, traces.size());
      traces.add(TraceFile.parse(made.name(), TraceFile.lines(made)));
      assertEquals(made, traces.get(traces.size() - 1));
    }
    assertEquals(BEHAVIOURS, traces.size());
  }

  @Test
  void behavioursOfTheSpecAreAccepted() throws Exception {
    assertEquals(List.of(), refused(checker.check(traces)));
  }

  /** TraceZab restricts Zab, and adds nothing. */
  @Test
  void eachStepOfAWalkIsAStepOfZab() throws Exception {
    Tlc tlc =
        new Tlc(List.of(Specs.folder().resolve("zab"), Specs.folder().resolve("log")), 512, null);
    List<Walk> walks = traces.subList(0, 5).stream().map(TraceLinearizer::linearize).toList();
    TlcResult result = new WalkRun(tlc).run(walks, WalkRun.Question.IN_ZAB);
    assertEquals(Outcome.Kind.HOLDS, result.outcome().kind());
    assertEquals(5, WrittenModule.accepted(result).size());
  }

  private static List<Verdict> refused(List<Verdict> verdicts) {
    return verdicts.stream().filter(verdict -> !verdict.accepted()).toList();
  }

  @Test
  void theTracesAreWorthChecking() {
    assertTrue(count("Establish") >= BEHAVIOURS);
    assertTrue(count("ClientRequest") >= BEHAVIOURS);
    assertTrue(count("HandleCOMMIT") >= BEHAVIOURS / 2);
    assertTrue(count("HandlePULLED") > 0);
    assertTrue(count("ServeRead") > 0);
    List<WalkStep> steps =
        traces.stream()
            .flatMap(trace -> TraceLinearizer.linearize(trace).steps().stream())
            .toList();
    assertTrue(steps.stream().anyMatch(step -> step.late() > 0 && !step.event().is("Fsync")));
    assertTrue(steps.stream().anyMatch(step -> !step.compared()));
    assertTrue(
        steps.stream()
            .anyMatch(
                step -> step.action().equals(WalkStep.NOTICE) && step.event().is("Disconnect")));
  }

  private static long count(String action) {
    return traces.stream()
        .flatMap(trace -> trace.events().stream())
        .filter(event -> event.is(action))
        .count();
  }

  @Test
  void corruptedTracesAreRefused() throws Exception {
    List<Trace> corrupted = new ArrayList<>();
    for (int seed = 0; seed < 2; seed++) {
      Map<String, List<Trace>> kinds = Corruptions.of(traces, seed);
      kinds.values().forEach(corrupted::addAll);
    }
    List<Trace> accepted = checker.accepted(corrupted);
    assertEquals(List.of(), accepted.stream().map(Trace::name).toList());
  }

  @Test
  void aRefusalNamesTheEventAndTheVariable() throws Exception {
    Trace trace = Corruptions.of(traces, 1).get("state: acked").get(0);
    Verdict verdict = checker.check(List.of(trace)).get(0);
    assertFalse(verdict.accepted());
    assertTrue(verdict.reason().contains("acked: "), verdict.toString());
  }

  @Test
  void aTruncatedFileIsUnreadable() {
    List<String> lines = new ArrayList<>(TraceFile.lines(traces.get(0)));
    String last = lines.remove(lines.size() - 1);
    lines.add(last.substring(0, last.length() / 2));
    assertThrows(TraceFormatException.class, () -> TraceFile.parse("cut", lines));
  }

  @Test
  void membersMustBeNamed() {
    List<String> lines = TraceFile.lines(traces.get(0));
    List<String> headless = lines.subList(1, lines.size());
    assertThrows(TraceFormatException.class, () -> TraceFile.parse("headless", headless));
    List<String> two = new ArrayList<>(headless);
    two.add(0, TraceFile.header(List.of("s1", "s2")));
    assertThrows(TraceFormatException.class, () -> TraceFile.parse("two", two));
  }
}
