package io.zabdb.conformance.state;

import io.zabdb.modelcheck.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** TLC's values as Java's. Fails with an IllegalArgumentException on a value of another shape. */
public final class SpecValues {

  private SpecValues() {}

  /** A number. */
  public static long number(Value value) {
    return Long.parseLong(atom(value));
  }

  /** A string without its quotes. */
  public static String text(Value value) {
    String atom = atom(value);
    return atom.startsWith("\"") ? atom.substring(1, atom.length() - 1) : atom;
  }

  public static boolean truth(Value value) {
    return atom(value).equals("TRUE");
  }

  private static String atom(Value value) {
    if (value instanceof Value.Atom atom) {
      return atom.text();
    }
    throw new IllegalArgumentException("not one word: " + value);
  }

  /** A sequence or tuple. */
  public static List<Value> list(Value value) {
    if (value instanceof Value.Sequence sequence) {
      return sequence.elements();
    }
    throw new IllegalArgumentException("not a sequence: " + value);
  }

  /** The elements of a set. */
  public static List<Value> elements(Value value) {
    if (value instanceof Value.SetOf set) {
      return set.elements();
    }
    throw new IllegalArgumentException("not a set: " + value);
  }

  /** A set of strings. */
  public static Set<String> texts(Value value) {
    return elements(value).stream()
        .map(SpecValues::text)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** A record, or a function over strings, which TLC prints alike. */
  public static Map<String, Value> fields(Value value) {
    if (value instanceof Value.Record record) {
      return record.fields();
    }
    if (value instanceof Value.Function function) {
      Map<String, Value> fields = new LinkedHashMap<>();
      function.graph().forEach((key, entry) -> fields.put(text(key), entry));
      return fields;
    }
    throw new IllegalArgumentException("not a record: " + value);
  }

  /** A field of a record, or the value of a function over strings. */
  public static Value field(Value value, String name) {
    Value field = fields(value).get(name);
    if (field == null) {
      throw new IllegalArgumentException("no field " + name + ": " + value);
    }
    return field;
  }

  /** A function over strings with numbers for values. */
  public static Map<String, Long> numbers(Value value) {
    return fields(value).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> number(entry.getValue())));
  }
}
