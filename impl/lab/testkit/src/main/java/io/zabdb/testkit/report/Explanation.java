package io.zabdb.testkit.report;

import io.zabdb.testkit.history.Operation;
import io.zabdb.testkit.linearizability.Failure;
import java.util.List;

/** Says in words why a history is not linearizable. */
public final class Explanation {

  private static final int LONGEST = 100;

  private Explanation() {}

  /** Two sentences for a person. */
  public static String of(Failure failure) {
    Operation stuck = failure.stuck();
    boolean hasKey = stuck.key() != null;
    return String.format(
        "Process %s called \"%s\"%s and got the answer \"%s\", but no order of the operations"
            + " explains that answer. All earlier answers%s can be explained, for example by an"
            + " order of %d operations that leaves the state \"%s\"; every other order was tried,"
            + " too.",
        stuck.process(),
        Shorten.toEnd(stuck.call(), LONGEST),
        hasKey ? " on key " + stuck.key() : "",
        Shorten.toEnd(stuck.answer(), LONGEST),
        hasKey ? " on this key" : "",
        failure.order().size(),
        Shorten.toEnd(lastState(failure), LONGEST));
  }

  private static String lastState(Failure failure) {
    List<Failure.Placement> order = failure.order();
    return order.isEmpty() ? failure.initial() : order.get(order.size() - 1).state();
  }
}
