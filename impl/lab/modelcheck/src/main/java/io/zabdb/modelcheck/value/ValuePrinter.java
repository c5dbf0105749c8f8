package io.zabdb.modelcheck.value;

import java.util.stream.Collectors;

/** Prints a value in TLA+ syntax on one line; what it prints, {@link ValueParser} reads back. */
public final class ValuePrinter {

  private ValuePrinter() {}

  /** The value in TLA+ syntax, on one line, of any length. */
  public static String print(Value value) {
    if (value instanceof Value.SetOf set) {
      return set.elements().stream()
          .map(ValuePrinter::print)
          .collect(Collectors.joining(", ", "{", "}"));
    }
    if (value instanceof Value.Sequence sequence) {
      return sequence.elements().stream()
          .map(ValuePrinter::print)
          .collect(Collectors.joining(", ", "<<", ">>"));
    }
    if (value instanceof Value.Record record) {
      return record.fields().entrySet().stream()
          .map(field -> field.getKey() + " |-> " + print(field.getValue()))
          .collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Value.Function function) {
      return function.graph().entrySet().stream()
          .map(pair -> print(pair.getKey()) + " :> " + print(pair.getValue()))
          .collect(Collectors.joining(" @@ ", "(", ")"));
    }
    return ((Value.Atom) value).text();
  }
}
