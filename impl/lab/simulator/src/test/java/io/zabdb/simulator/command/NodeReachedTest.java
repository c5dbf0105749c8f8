package io.zabdb.simulator.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.testkit.sim.engine.Counts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What runs of whole nodes are for must have come about in them. */
class NodeReachedTest {

  private static Counts counts(List<String> names) {
    Counts counts = new Counts();
    names.forEach(counts::add);
    return counts;
  }

  @Test
  void whatNeverHappenedIsNamed() {
    List<String> all = new ArrayList<>(NodeReached.SPLITS.expected());
    all.add("operation: put ok");
    all.add("operation: get ok");
    all.add("operation: spread read ok");
    all.add("points: at once");
    all.add("replica: rests");
    all.add("replica: woken");
    long runs = NodeReached.SPLITS.enoughRuns();
    assertEquals(List.of(), NodeReached.SPLITS.missed(runs, counts(all)));
    for (String each : all) {
      List<String> others = all.stream().filter(name -> !name.equals(each)).toList();
      assertEquals(
          List.of("NOT REACHED in " + runs + " runs: " + each),
          NodeReached.SPLITS.missed(runs, counts(others)));
    }
  }

  @Test
  void aFewRunsMayMissSomething() {
    long few = NodeReached.SPLITS.enoughRuns() - 1;
    assertEquals(List.of(), NodeReached.SPLITS.missed(few, new Counts()));
  }
}
