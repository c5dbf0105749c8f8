package io.zabdb.testkit.linearizability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.testkit.history.HistoryRecorder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LinearizabilityCheckerTest {

  private final HistoryRecorder recorder = new HistoryRecorder();

  private int write(Object key, int value) {
    return recorder.invoke("writer" + value, key, "write", value);
  }

  private void read(Object key, Object result) {
    recorder.ok(recorder.invoke("reader", key, "read", null), result);
  }

  private CheckResult check(Limits limits) {
    return LinearizabilityChecker.check(recorder.history(), RegisterModel.casRegister(), limits);
  }

  private Verdict verdict() {
    return check(Limits.DEFAULT).verdict();
  }

  @Test
  void nothingIsValid() {
    assertEquals(Verdict.VALID, verdict());
  }

  @Test
  void aReadSeesAWriteInFlightOrNot() {
    int write = write("x", 1);
    read("x", null);
    read("x", 1);
    recorder.ok(write, null);
    assertEquals(Verdict.VALID, verdict());
  }

  @Test
  void readsDoNotGoBack() {
    int write = write("x", 1);
    read("x", 1);
    read("x", null);
    recorder.ok(write, null);
    CheckResult result = check(Limits.DEFAULT);
    assertEquals(Verdict.INVALID, result.verdict());
    Failure failure = result.failure().orElseThrow();
    assertEquals(2, failure.stuck().id());
    assertEquals(List.of(0, 1), ids(failure));
  }

  private static List<Integer> ids(Failure failure) {
    return failure.order().stream().map(placement -> placement.operation().id()).toList();
  }

  @Test
  void anUnknownWriteMayTakeEffectLateOrNever() {
    write("x", 1);
    read("x", null);
    assertEquals(Verdict.VALID, verdict());
    recorder.ok(write("x", 2), null);
    read("x", 2);
    read("x", 1);
    assertEquals(Verdict.VALID, verdict());
    read("x", 2);
    assertEquals(Verdict.INVALID, verdict());
  }

  @Test
  void whatWasSpentInVainIsStillThereToBeSpent() {
    recorder.ok(write("x", 0), null);
    recorder.invoke("a", "x", "cas", List.of(0, 1));
    recorder.invoke("b", "x", "cas", List.of(1, 2));
    recorder.invoke("c", "x", "cas", List.of(2, 0));
    recorder.invoke("d", "x", "cas", List.of(0, 5));
    // From 0 to 1, 2, 0 and on to 5 would do here, but the first of these is needed later.
    read("x", 5);
    recorder.ok(write("x", 0), null);
    read("x", 1);
    assertEquals(Verdict.VALID, verdict());
    read("x", 0);
    assertEquals(Verdict.VALID, verdict());
    read("x", 5);
    assertEquals(Verdict.INVALID, verdict());
  }

  @Test
  void anUnknownWriteMayNotTakeEffectBeforeItsInvocation() {
    read("x", 1);
    write("x", 1);
    assertEquals(Verdict.INVALID, verdict());
  }

  @Test
  void aFailedWriteHasNoEffect() {
    recorder.fail(write("x", 1));
    read("x", 1);
    assertEquals(Verdict.INVALID, verdict());
  }

  @Test
  void keysAreIndependent() {
    recorder.ok(write("x", 1), null);
    read("y", null);
    read("x", 1);
    assertEquals(Verdict.VALID, verdict());
    assertEquals(2, check(Limits.DEFAULT).keys());
  }

  /** Each order of the operations leads to a state of its own, and none explains the read. */
  private void hard(Object key) {
    List<Integer> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ids.add(write(key, i));
      recorder.invoke("lost" + i, key, "cas", List.of(i, i + 10));
    }
    ids.forEach(id -> recorder.ok(id, null));
    read(key, 17);
  }

  @Test
  void aLimitIsInconclusive() {
    hard("x");
    CheckResult full = check(Limits.DEFAULT);
    assertEquals(Verdict.INVALID, full.verdict());
    assertTrue(full.steps() > 150, "steps: " + full.steps());
    assertLimit("more than 100 steps", new Limits(100, 1000, Optional.empty()));
    assertLimit("more than 10 configurations", new Limits(1000_000, 10, Optional.empty()));
    assertLimit("more than 0 ms", new Limits(1000_000, 1000_000, Optional.of(Duration.ZERO)));
    Limits exact = new Limits(full.steps(), 1000_000, Optional.of(Duration.ofHours(1)));
    assertEquals(Verdict.INVALID, check(exact).verdict());
  }

  private void assertLimit(String limit, Limits limits) {
    CheckResult result = check(limits);
    assertEquals(Verdict.INCONCLUSIVE, result.verdict());
    assertEquals(Optional.of(limit), result.limit());
    assertEquals(Optional.empty(), result.failure());
  }

  @Test
  void evenAValidHistoryIsInconclusiveBelowItsSteps() {
    recorder.ok(write("x", 1), null);
    read("x", 1);
    long steps = check(Limits.DEFAULT).steps();
    assertEquals(Verdict.VALID, check(new Limits(steps, 10, Optional.empty())).verdict());
    assertEquals(
        Verdict.INCONCLUSIVE, check(new Limits(steps - 1, 10, Optional.empty())).verdict());
  }

  @Test
  void anExhaustedKeyDoesNotHideAnInvalidOne() {
    hard("x");
    read("y", 5);
    CheckResult result = check(new Limits(100, 1000, Optional.empty()));
    assertEquals(Verdict.INVALID, result.verdict());
    assertEquals("y", result.failure().orElseThrow().stuck().key());
  }

  @Test
  void refusesWhatTheModelDoesNotKnow() {
    recorder.invoke("a", "x", "increment", 1);
    assertThrows(IllegalArgumentException.class, this::verdict);
    assertThrows(IllegalArgumentException.class, () -> new Limits(-1, 1, Optional.empty()));
  }

  @Test
  void unknownsThatNobodySawCostLittle() {
    for (int i = 0; i < 100; i++) {
      recorder.invoke("lost" + i, "x", "write", -i);
      recorder.ok(write("x", i), null);
      read("x", i);
    }
    read("x", 777);
    CheckResult result = check(Limits.DEFAULT);
    assertEquals(Verdict.INVALID, result.verdict());
    assertTrue(result.steps() < 100 * 100 * 100, "steps: " + result.steps());
    Failure failure = result.failure().orElseThrow();
    assertEquals(200, failure.order().size());
  }

  @Test
  void appendsThatNobodySawCostLittle() {
    for (int i = 0; i < 50; i++) {
      recorder.invoke("lost" + i, "x", "append", "lost " + i);
    }
    recorder.invoke("late", "x", "append", "late");
    recorder.ok(recorder.invoke("a", "x", "append", "a"), null);
    read("x", List.of("a"));
    read("x", List.of("a", "late"));
    CheckResult valid =
        LinearizabilityChecker.check(recorder.history(), new AppendModel(), Limits.DEFAULT);
    assertEquals(Verdict.VALID, valid.verdict());
    read("x", List.of("late", "a"));
    CheckResult invalid =
        LinearizabilityChecker.check(recorder.history(), new AppendModel(), Limits.DEFAULT);
    assertEquals(Verdict.INVALID, invalid.verdict());
    assertTrue(invalid.steps() < 100, "steps: " + invalid.steps());
  }

  @Test
  void longHistoriesTakeStepsInProportion() {
    int clients = 8;
    int rounds = 2000;
    for (int round = 0; round < rounds; round++) {
      int[] ids = new int[clients];
      for (int client = 0; client < clients; client++) {
        boolean writes = client % 2 == 0;
        ids[client] =
            recorder.invoke(client, "x", writes ? "write" : "read", writes ? round + client : null);
      }
      for (int client = clients - 1; client >= 0; client--) {
        recorder.ok(ids[client], client % 2 == 0 ? null : round + client - 1);
      }
    }
    CheckResult result = check(Limits.DEFAULT);
    assertEquals(Verdict.VALID, result.verdict());
    assertTrue(result.steps() < 50L * clients * rounds, "steps: " + result.steps());
  }
}
