package io.zabdb.testkit.linearizability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.testkit.history.History;
import io.zabdb.testkit.history.Operation;
import io.zabdb.testkit.history.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a failure claims must be so. */
final class FailureRules {

  private FailureRules() {}

  static <S> void check(Failure failure, SequentialModel<S> model, String name) {
    List<Operation> order = failure.order().stream().map(Failure.Placement::operation).toList();
    S state = model.initial();
    for (int i = 0; i < order.size(); i++) {
      Operation operation = order.get(i);
      state = model.step(state, operation).orElseThrow();
      assertEquals(state.toString(), failure.order().get(i).state(), name);
      for (Operation later : order.subList(i + 1, order.size())) {
        assertFalse(later.returned() < operation.invoked(), name + ": against the clock");
      }
    }
    assertFalse(order.contains(failure.stuck()), name);
    long end = failure.stuck().returned();
    SequentialModel<S> knowing = new KnowingTheFuture<>(model, failure.operations());
    assertTrue(BruteForce.isLinearizable(upTo(end - 1, failure), knowing), name + ": shorter");
    assertFalse(BruteForce.isLinearizable(upTo(end, failure), knowing), name + ": longer");
    for (Operation operation : failure.operations()) {
      assertTrue(operation.returned() >= end || order.contains(operation), name + ": left out");
    }
  }

  /**
   * Operations in flight may be left out, but if they take effect they have their later results.
   */
  private record KnowingTheFuture<S>(SequentialModel<S> model, List<Operation> all)
      implements SequentialModel<S> {

    @Override
    public S initial() {
      return model.initial();
    }

    @Override
    public Optional<S> step(S state, Operation operation) {
      // Each operation of a random history has a process of its own.
      return all.stream()
          .filter(known -> known.process().equals(operation.process()))
          .findFirst()
          .flatMap(known -> model.step(state, known));
    }

    @Override
    public void check(Operation operation) {
      model.check(operation);
    }
  }

  /** What has happened until then: the operations of the time, those in flight as unknown. */
  private static History upTo(long time, Failure failure) {
    List<Operation> seen = new ArrayList<>();
    for (Operation op : failure.operations()) {
      if (op.invoked() <= time) {
        boolean open = op.returned() > time;
        seen.add(
            new Operation(
                seen.size(),
                op.process(),
                op.key(),
                op.function(),
                op.argument(),
                open ? null : op.result(),
                open ? Outcome.UNKNOWN : op.outcome(),
                op.invoked(),
                open ? Operation.NEVER : op.returned()));
      }
    }
    return new History(seen);
  }
}
