package io.zabdb.modelcheck.explain;

import io.zabdb.modelcheck.trace.Step;
import io.zabdb.modelcheck.trace.Trace;
import io.zabdb.modelcheck.value.Value;
import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;

/** Collects the model values in a behaviour: words that are no number, string or boolean. */
final class ModelValues {

  private ModelValues() {}

  static SortedSet<String> in(Trace trace) {
    TreeSet<String> names = new TreeSet<>();
    for (Step step : trace.steps()) {
      collect(step.state().values(), names);
    }
    return names;
  }

  private static void collect(Collection<Value> values, SortedSet<String> names) {
    for (Value value : values) {
      if (value instanceof Value.SetOf set) {
        collect(set.elements(), names);
      } else if (value instanceof Value.Sequence sequence) {
        collect(sequence.elements(), names);
      } else if (value instanceof Value.Record record) {
        collect(record.fields().values(), names);
      } else if (value instanceof Value.Function function) {
        collect(function.graph().keySet(), names);
        collect(function.graph().values(), names);
      } else if (value instanceof Value.Atom atom
          && atom.text().matches("(?!TRUE$|FALSE$)[A-Za-z_]\\w*")) {
        names.add(atom.text());
      }
    }
  }
}
