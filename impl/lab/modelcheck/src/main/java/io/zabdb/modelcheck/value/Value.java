package io.zabdb.modelcheck.value;

import java.util.List;
import java.util.Map;

/**
 * A TLA+ value as TLC prints it. Immutable; equality is TLA+ equality for values of the same shape
 * (sets and functions ignore order).
 *
 * <p>TLC prints a function with domain 1..n as a sequence and one with string keys as a record, so
 * those shapes never arrive here as {@link Function}.
 */
public sealed interface Value {

  /**
   * A number, string, boolean, model value or anything else TLC prints as one word; {@code text} is
   * its spelling.
   */
  record Atom(String text) implements Value {
    @Override
    public String toString() {
      return text;
    }
  }

  /** A set; elements keep the order in which TLC printed them. */
  record SetOf(List<Value> elements) implements Value {
    public SetOf {
      elements = List.copyOf(elements);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof SetOf that
          && elements.size() == that.elements.size()
          && java.util.Set.copyOf(elements).equals(java.util.Set.copyOf(that.elements));
    }

    @Override
    public int hashCode() {
      return java.util.Set.copyOf(elements).hashCode();
    }

    @Override
    public String toString() {
      return ValuePrinter.print(this);
    }
  }

  /** A sequence or tuple. */
  record Sequence(List<Value> elements) implements Value {
    public Sequence {
      elements = List.copyOf(elements);
    }

    @Override
    public String toString() {
      return ValuePrinter.print(this);
    }
  }

  /** A record; fields keep the order in which TLC printed them. */
  @SuppressWarnings("JavaLangClash") // a word of TLA+
  record Record(Map<String, Value> fields) implements Value {
    @Override
    public String toString() {
      return ValuePrinter.print(this);
    }
  }

  /**
   * A function given by its graph; the empty function prints as the empty sequence and is not of
   * this shape.
   */
  record Function(Map<Value, Value> graph) implements Value {
    @Override
    public String toString() {
      return ValuePrinter.print(this);
    }
  }
}
