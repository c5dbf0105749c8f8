package io.zabdb.testkit.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryRecorderTest {

  @Test
  void recordsWhatTheClientLearned() {
    HistoryRecorder recorder = new HistoryRecorder();
    int write = recorder.invoke("a", "x", "write", 1);
    int read = recorder.invoke("b", "x", "read", null);
    int cas = recorder.invoke("c", "x", "cas", List.of(1, 2));
    int lost = recorder.invoke("d", "x", "write", 2);
    recorder.ok(read, 1);
    recorder.fail(cas);
    recorder.unknown(lost);
    long never = Operation.NEVER;
    assertEquals(
        List.of(
            new Operation(write, "a", "x", "write", 1, null, Outcome.UNKNOWN, 0, never),
            new Operation(read, "b", "x", "read", null, 1, Outcome.OK, 1, 4),
            new Operation(cas, "c", "x", "cas", List.of(1, 2), null, Outcome.FAILED, 2, 5),
            new Operation(lost, "d", "x", "write", 2, null, Outcome.UNKNOWN, 3, never)),
        recorder.history().operations());
  }

  @Test
  void theOrderOfTheCallsIsTheOrderOfTheTimes() {
    Iterator<Long> clock = List.of(10L, 10L, 7L, 20L).iterator();
    HistoryRecorder recorder = new HistoryRecorder(clock::next);
    recorder.ok(recorder.invoke("a", null, "read", null), 1);
    recorder.ok(recorder.invoke("a", null, "read", null), 1);
    List<Operation> operations = recorder.history().operations();
    assertEquals(List.of(10L, 11L), times(operations.get(0)));
    assertEquals(List.of(12L, 20L), times(operations.get(1)));
  }

  private static List<Long> times(Operation operation) {
    return List.of(operation.invoked(), operation.returned());
  }

  @Test
  void aLateAnswerCountsAndASecondOneIsRefused() {
    HistoryRecorder recorder = new HistoryRecorder();
    int id = recorder.invoke("a", null, "write", 1);
    recorder.unknown(id);
    recorder.ok(id, null);
    assertEquals(1, recorder.history().count(Outcome.OK));
    assertThrows(IllegalStateException.class, () -> recorder.ok(id, null));
    assertThrows(IllegalStateException.class, () -> recorder.fail(id));
    assertThrows(IllegalStateException.class, () -> recorder.unknown(id));
  }

  @Test
  void aHistoryIsInOrder() {
    Operation second = new Operation(1, "a", null, "read", null, 1, Outcome.OK, 0, 1);
    assertThrows(IllegalArgumentException.class, () -> new History(List.of(second)));
    Operation early = new Operation(0, "a", null, "read", null, 1, Outcome.OK, 5, 6);
    assertThrows(IllegalArgumentException.class, () -> new History(List.of(early, second)));
  }

  @Test
  void anOperationReturnsAfterItsInvocationIfAtAll() {
    for (Outcome outcome : List.of(Outcome.OK, Outcome.FAILED)) {
      assertThrows(IllegalArgumentException.class, () -> read(outcome, 3, 2));
      assertThrows(IllegalArgumentException.class, () -> read(outcome, 3, Operation.NEVER));
    }
    assertThrows(IllegalArgumentException.class, () -> read(Outcome.UNKNOWN, 3, 4));
  }

  private static Operation read(Outcome outcome, long invoked, long returned) {
    return new Operation(0, "a", null, "read", null, null, outcome, invoked, returned);
  }
}
