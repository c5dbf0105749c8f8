package io.zabdb.modelcheck.diagram;

import io.zabdb.modelcheck.trace.Step;
import io.zabdb.modelcheck.value.Value;
import java.util.List;
import java.util.TreeSet;

/** Which nodes take part in a behaviour, and which of them takes each step. */
final class Lanes {

  private final List<String> names;

  /** The nodes that send, receive or act, in alphabetical order. */
  Lanes(List<Step> steps, List<Flight> flights) {
    TreeSet<String> nodes = new TreeSet<>();
    for (Flight flight : flights) {
      nodes.add(flight.source());
      nodes.add(flight.destination());
    }
    for (Step step : steps) {
      String actor = actorOf(step);
      if (!actor.isEmpty()) {
        nodes.add(actor);
      }
    }
    names = List.copyOf(nodes);
  }

  List<String> names() {
    return names;
  }

  /** The lane of a node; -1 if it has none. */
  int of(String node) {
    return names.indexOf(node);
  }

  /**
   * The node that takes a step: the action's first parameter, or the addressee of the message that
   * is its first parameter. Empty if neither tells.
   */
  static String actorOf(Step step) {
    if (step.parameters().isEmpty()) {
      return "";
    }
    Value first = step.parameters().get(0);
    if (first instanceof Value.Record message
        && message.fields().containsKey("dst")
        && !step.name().matches("(Lose|Drop|Duplicate)\\w*")) {
      return message.fields().get("dst").toString();
    }
    return isNode(first) ? first.toString() : "";
  }

  /** Nodes are model values or strings, never numbers or truth values. */
  private static boolean isNode(Value value) {
    return value instanceof Value.Atom atom
        && atom.text().matches("(?!TRUE$|FALSE$)\"?[A-Za-z_].*");
  }
}
