package io.zabdb.testkit.report;

import io.zabdb.testkit.history.Operation;
import io.zabdb.testkit.linearizability.Failure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The operations around a failure that are worth a look: the last ones to return before the stuck
 * operation does, the latest in flight with it, the next few, and the latest of unknown outcome.
 *
 * @param operations in the order of their invocations
 * @param leftOut how many operations of the key are not shown
 */
record Window(List<Operation> operations, int leftOut) {

  private static final int BEFORE = 20;
  private static final int IN_FLIGHT = 30;
  private static final int AFTER = 6;
  private static final int UNKNOWN = 8;

  static Window around(Failure failure) {
    Operation stuck = failure.stuck();
    List<Operation> returned = new ArrayList<>();
    List<Operation> unknown = new ArrayList<>();
    List<Operation> inFlight = new ArrayList<>();
    List<Operation> later = new ArrayList<>();
    for (Operation operation : failure.operations()) {
      if (operation.invoked() > stuck.returned()) {
        later.add(operation);
      } else if (operation.returned() == Operation.NEVER) {
        unknown.add(operation);
      } else if (operation.overlaps(stuck)) {
        inFlight.add(operation);
      } else {
        returned.add(operation);
      }
    }
    returned.sort(Comparator.comparingLong(Operation::returned));
    Set<Operation> shown = new HashSet<>(last(returned, BEFORE));
    shown.addAll(last(inFlight, IN_FLIGHT));
    shown.add(stuck);
    shown.addAll(later.subList(0, Math.min(AFTER, later.size())));
    Set<Operation> placed = new HashSet<>();
    failure.order().forEach(placement -> placed.add(placement.operation()));
    shown.addAll(last(unknown.stream().filter(placed::contains).toList(), UNKNOWN));
    shown.addAll(last(unknown.stream().filter(op -> !placed.contains(op)).toList(), UNKNOWN));
    List<Operation> sorted = shown.stream().sorted(Comparator.comparingInt(Operation::id)).toList();
    return new Window(sorted, failure.operations().size() - sorted.size());
  }

  private static List<Operation> last(List<Operation> operations, int most) {
    return operations.subList(Math.max(0, operations.size() - most), operations.size());
  }
}
