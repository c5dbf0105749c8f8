package io.zabdb.testkit.history;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All operations of a run, in the order of their invocations. Immutable.
 *
 * @param operations each at the index that is its id
 */
public record History(List<Operation> operations) {

  /**
   * @throws IllegalArgumentException if the ids are not 0, 1, 2, … or the invocations go back in
   *     time
   */
  public History {
    operations = List.copyOf(operations);
    long last = Long.MIN_VALUE;
    for (int i = 0; i < operations.size(); i++) {
      Operation operation = operations.get(i);
      if (operation.id() != i || operation.invoked() < last) {
        throw new IllegalArgumentException("operation " + operation.id() + " is out of order");
      }
      last = operation.invoked();
    }
  }

  /** How many operations ended so. */
  public long count(Outcome outcome) {
    return operations.stream().filter(operation -> operation.outcome() == outcome).count();
  }

  /** The operations of each key, in the order in which the keys are first used. */
  public Collection<List<Operation>> byKey() {
    Map<Object, List<Operation>> keys = new LinkedHashMap<>();
    for (Operation operation : operations) {
      keys.computeIfAbsent(operation.key(), key -> new ArrayList<>()).add(operation);
    }
    return keys.values();
  }
}
