package io.zabdb.modelcheck.trace;

import io.zabdb.modelcheck.value.Value;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A state of a counterexample and the action that led to it.
 *
 * @param number TLC's number of the state, from 1
 * @param name the action's name; {@code "Initial state"} for the first state
 * @param parameters the action's parameters, the acting node first; empty if they are not known
 * @param state the variables in TLC's order
 */
public record Step(int number, String name, List<Value> parameters, Map<String, Value> state) {

  /**
   * The action as it is written, e.g. {@code HandleACK(s1, s2)}; a record is named by its type
   * alone.
   */
  public String action() {
    String inside = parameters.stream().map(Step::brief).collect(Collectors.joining(", "));
    return inside.isEmpty() ? name : name + "(" + inside + ")";
  }

  private static String brief(Value value) {
    return value instanceof Value.Record record && record.fields().containsKey("type")
        ? record.fields().get("type").toString().replace("\"", "")
        : value.toString();
  }
}
