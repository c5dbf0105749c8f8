package io.zabdb.testkit.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * How much the operations of a history overlapped. In a history without overlap every store that
 * answers from its newest state looks linearizable.
 *
 * <p>Operations that failed or whose outcome is unknown are left out: the former did not happen,
 * and the latter never end and so overlap everything after them.
 *
 * @param done how many operations are known to have taken effect
 * @param most the greatest number of operations in flight at once
 * @param mean the number of operations in flight just after an invocation, itself included, on
 *     average; 0 if there are none
 * @param pairs how many pairs of operations on the same key overlapped
 * @param unknown how many outcomes are unknown
 */
public record Overlap(int done, int most, double mean, long pairs, long unknown) {

  /** Measures a history. */
  public static Overlap of(History history) {
    List<Operation> done =
        history.operations().stream().filter(op -> op.outcome() == Outcome.OK).toList();
    int most = 0;
    long sum = 0;
    long pairs = 0;
    PriorityQueue<Operation> inFlight =
        new PriorityQueue<>(Comparator.comparingLong(Operation::returned));
    Map<Object, Integer> perKey = new HashMap<>();
    for (Operation operation : done) {
      while (!inFlight.isEmpty() && inFlight.peek().returned() < operation.invoked()) {
        perKey.merge(inFlight.remove().key(), -1, Integer::sum);
      }
      pairs += perKey.getOrDefault(operation.key(), 0);
      inFlight.add(operation);
      perKey.merge(operation.key(), 1, Integer::sum);
      most = Math.max(most, inFlight.size());
      sum += inFlight.size();
    }
    double mean = done.isEmpty() ? 0 : (double) sum / done.size();
    return new Overlap(done.size(), most, mean, pairs, history.count(Outcome.UNKNOWN));
  }

  /** Reasons why a verdict on this history says little; empty if there are none. */
  public List<String> weaknesses() {
    List<String> weaknesses = new ArrayList<>();
    if (done == 0) {
      weaknesses.add("no operation is known to have taken effect");
    } else if (pairs == 0) {
      weaknesses.add("no two operations on the same key overlap");
    }
    if (unknown > done) {
      weaknesses.add("most outcomes are unknown");
    }
    return weaknesses;
  }
}
