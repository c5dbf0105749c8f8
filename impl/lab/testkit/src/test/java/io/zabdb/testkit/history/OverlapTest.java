package io.zabdb.testkit.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class OverlapTest {

  private final HistoryRecorder recorder = new HistoryRecorder();

  @Test
  void countsPairsOnTheSameKeyOnly() {
    int a = recorder.invoke("a", "x", "read", null);
    int b = recorder.invoke("b", "x", "read", null);
    int c = recorder.invoke("c", "y", "read", null);
    recorder.ok(a, 1);
    int d = recorder.invoke("d", "x", "read", null);
    recorder.ok(b, 1);
    recorder.ok(c, 1);
    recorder.ok(d, 1);
    // In flight after the invocations: 1, 2, 3, 3. Pairs: a and b, b and d.
    assertEquals(new Overlap(4, 3, 9 / 4.0, 2, 0), Overlap.of(recorder.history()));
    assertEquals(List.of(), Overlap.of(recorder.history()).weaknesses());
  }

  @Test
  void touchingIsOverlapping() {
    History history =
        new History(
            List.of(
                new Operation(0, "a", null, "read", null, 1, Outcome.OK, 0, 5),
                new Operation(1, "b", null, "read", null, 1, Outcome.OK, 5, 6)));
    assertEquals(1, Overlap.of(history).pairs());
  }

  @Test
  void aHistoryWithoutOverlapIsWeak() {
    recorder.ok(recorder.invoke("a", "x", "write", 1), null);
    recorder.fail(recorder.invoke("b", "x", "write", 1));
    recorder.ok(recorder.invoke("a", "x", "read", null), 1);
    assertEquals(
        List.of("no two operations on the same key overlap"),
        Overlap.of(recorder.history()).weaknesses());
  }

  @Test
  void aHistoryOfUnknownsIsWeak() {
    recorder.invoke("a", "x", "write", 1);
    recorder.invoke("b", "x", "write", 2);
    assertEquals(new Overlap(0, 0, 0, 0, 2), Overlap.of(recorder.history()));
    assertEquals(
        List.of("no operation is known to have taken effect", "most outcomes are unknown"),
        Overlap.of(recorder.history()).weaknesses());
  }
}
