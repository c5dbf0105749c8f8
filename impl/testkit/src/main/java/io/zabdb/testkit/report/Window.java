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
 * operation does, those in flight with it, and the next few; of the unknown ones that are older
 * only those that have a place in the order.
 *
 * @param operations in the order of their invocations
 * @param leftOut how many operations of the key are not shown
 */
record Window(List<Operation> operations, int leftOut) {

  private static final int BEFORE = 20;
  private static final int AFTER = 6;
  private static final int UNKNOWN = 12;

  static Window around(Failure failure) {
    Operation stuck = failure.stuck();
    List<Operation> returned = new ArrayList<>();
    List<Operation> unknown = new ArrayList<>();
    List<Operation> later = new ArrayList<>();
    Set<Operation> shown = new HashSet<>();
    for (Operation operation : failure.operations()) {
      if (operation.invoked() > stuck.returned()) {
        later.add(operation);
      } else if (operation.returned() == Operation.NEVER) {
        unknown.add(operation);
      } else if (operation.overlaps(stuck)) {
        shown.add(operation);
      } else {
        returned.add(operation);
      }
    }
    returned.sort(Comparator.comparingLong(Operation::returned));
    shown.addAll(last(returned, BEFORE));
    shown.addAll(later.subList(0, Math.min(AFTER, later.size())));
    long start = shown.stream().mapToLong(Operation::invoked).min().orElse(0);
    Set<Operation> placed = new HashSet<>();
    failure.order().forEach(placement -> placed.add(placement.operation()));
    unknown.removeIf(operation -> operation.invoked() < start && !placed.contains(operation));
    shown.addAll(last(unknown, UNKNOWN));
    List<Operation> sorted = shown.stream().sorted(Comparator.comparingInt(Operation::id)).toList();
    return new Window(sorted, failure.operations().size() - sorted.size());
  }

  private static List<Operation> last(List<Operation> operations, int most) {
    return operations.subList(Math.max(0, operations.size() - most), operations.size());
  }
}
