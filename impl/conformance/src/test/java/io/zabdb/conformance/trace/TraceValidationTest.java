package io.zabdb.conformance.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.conformance.Specs;
import io.zabdb.conformance.replay.Behaviour;
import io.zabdb.conformance.replay.BehaviourSource;
import java.util.ArrayList;
import java.util.List;
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
    }
    assertEquals(BEHAVIOURS, traces.size());
  }

  @Test
  void behavioursOfTheSpecAreAccepted() throws Exception {
    long start = System.nanoTime();
    List<Verdict> verdicts = checker.check(traces);
    verdicts.stream().filter(v -> !v.accepted()).forEach(System.out::println);
    System.out.println(
        traces.stream().mapToInt(t -> t.events().size()).sum()
            + " events in ms "
            + (System.nanoTime() - start) / 1_000_000);
    assertTrue(verdicts.stream().allMatch(Verdict::accepted));
  }
}
