package io.zabdb.testkit.linearizability;

import io.zabdb.testkit.history.History;
import io.zabdb.testkit.history.Operation;
import io.zabdb.testkit.history.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Makes small histories of a store that answers correctly most of the time: each operation takes
 * effect at a time of its own, and now and then it lies about its result or its times.
 */
final class RandomHistory {

  /** Makes calls and plays the store. */
  interface Store {
    /** A function and an argument. */
    Map.Entry<String, Object> call(Random random);

    /** Does it to the states of the keys and returns the result. */
    Object run(Map<Object, Object> states, Object key, String function, Object argument);

    /** A result that may be wrong. */
    Object lie(Random random, Object result);
  }

  private record Draft(Object key, String function, Object argument, long invoked, long effect) {}

  private RandomHistory() {}

  static History make(Random random, Store store) {
    int count = 2 + random.nextInt(5);
    int keys = 1 + random.nextInt(2);
    // Few different times make ties likely; a larger span makes overlaps rare.
    int span = 3 + random.nextInt(20);
    // In some histories most outcomes are unknown.
    int fates = random.nextBoolean() ? 10 : 4;
    List<Draft> drafts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      var call = store.call(random);
      long invoked = random.nextInt(span);
      long effect = invoked + random.nextInt(4);
      Object key = "k" + random.nextInt(keys);
      drafts.add(new Draft(key, call.getKey(), call.getValue(), invoked, effect));
    }
    drafts.sort(Comparator.comparingLong(Draft::effect));
    Map<Object, Object> states = new HashMap<>();
    List<Operation> operations = new ArrayList<>();
    int process = 0;
    for (Draft draft : drafts) {
      int fate = random.nextInt(fates);
      boolean happens = fate != 0 && (fate != 1 || random.nextBoolean());
      Object result =
          happens ? store.run(states, draft.key(), draft.function(), draft.argument()) : null;
      Outcome outcome = fate == 0 ? Outcome.FAILED : fate <= 2 ? Outcome.UNKNOWN : Outcome.OK;
      if (random.nextInt(8) == 0) {
        result = store.lie(random, result);
      }
      long returned =
          outcome == Outcome.UNKNOWN ? Operation.NEVER : draft.effect() + random.nextInt(4);
      operations.add(
          new Operation(
              0,
              "p" + process++,
              draft.key(),
              draft.function(),
              draft.argument(),
              outcome == Outcome.OK ? result : null,
              outcome,
              draft.invoked(),
              returned));
    }
    operations.sort(Comparator.comparingLong(Operation::invoked));
    return new History(numbered(operations));
  }

  private static List<Operation> numbered(List<Operation> operations) {
    List<Operation> numbered = new ArrayList<>();
    for (Operation op : operations) {
      numbered.add(
          new Operation(
              numbered.size(),
              op.process(),
              op.key(),
              op.function(),
              op.argument(),
              op.result(),
              op.outcome(),
              op.invoked(),
              op.returned()));
    }
    return numbered;
  }
}
