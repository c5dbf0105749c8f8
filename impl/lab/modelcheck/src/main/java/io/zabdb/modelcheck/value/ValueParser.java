package io.zabdb.modelcheck.value;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the syntax in which TLC prints values: numbers, strings, TRUE and FALSE, model values,
 * intervals, sets, tuples, records and functions ({@code a :> 1 @@ b :> 2}). Not thread-safe; use
 * one per text.
 */
public final class ValueParser {

  /**
   * Intervals with more elements than this stay one word, so that a counterexample stays readable.
   */
  private static final long LARGEST_INTERVAL = 64;

  private final String text;
  private int at;

  private ValueParser(String text) {
    this.text = text;
  }

  /**
   * Parses one value that fills the whole text.
   *
   * @throws IllegalArgumentException if the text is not such a value; the message says where
   */
  public static Value parse(String text) {
    ValueParser parser = new ValueParser(text);
    Value value = parser.value();
    parser.skipSpace();
    if (parser.at < text.length()) {
      throw parser.error("end of value");
    }
    return value;
  }

  private Value value() {
    Value first = simple();
    if (!looksAt(":>")) {
      return first;
    }
    Map<Value, Value> graph = new LinkedHashMap<>();
    expect(":>");
    graph.put(first, simple());
    while (accept("@@")) {
      Value key = simple();
      expect(":>");
      graph.put(key, simple());
    }
    return new Value.Function(graph);
  }

  private Value simple() {
    skipSpace();
    if (accept("<<")) {
      return new Value.Sequence(listUntil(">>"));
    }
    if (accept("{")) {
      return new Value.SetOf(listUntil("}"));
    }
    if (accept("[")) {
      return record();
    }
    if (accept("(")) {
      Value inner = value();
      expect(")");
      return inner;
    }
    if (looksAt("\"")) {
      return string();
    }
    return word();
  }

  private List<Value> listUntil(String close) {
    List<Value> elements = new ArrayList<>();
    if (accept(close)) {
      return elements;
    }
    do {
      elements.add(value());
    } while (accept(","));
    expect(close);
    return elements;
  }

  private Value record() {
    Map<String, Value> fields = new LinkedHashMap<>();
    do {
      String name = ((Value.Atom) word()).text();
      expect("|->");
      fields.put(name, value());
    } while (accept(","));
    expect("]");
    return new Value.Record(fields);
  }

  private Value string() {
    int from = at++;
    while (at < text.length() && text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    at++;
    if (at > text.length()) {
      throw error("closing quote");
    }
    return new Value.Atom(text.substring(from, at));
  }

  private Value word() {
    skipSpace();
    int from = at;
    while (at < text.length() && isWordPart(text.charAt(at))) {
      at++;
    }
    if (from == at) {
      throw error("a value");
    }
    String word = text.substring(from, at);
    if (accept("..")) {
      return interval(word, ((Value.Atom) word()).text());
    }
    return new Value.Atom(word);
  }

  private static Value interval(String low, String high) {
    long from = Long.parseLong(low);
    long to = Long.parseLong(high);
    if (to - from >= LARGEST_INTERVAL) {
      return new Value.Atom(low + ".." + high);
    }
    List<Value> elements = new ArrayList<>();
    for (long i = from; i <= to; i++) {
      elements.add(new Value.Atom(Long.toString(i)));
    }
    return new Value.SetOf(elements);
  }

  private static boolean isWordPart(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '!' || c == '$';
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private boolean looksAt(String token) {
    skipSpace();
    return text.startsWith(token, at);
  }

  private boolean accept(String token) {
    boolean found = looksAt(token);
    if (found) {
      at += token.length();
    }
    return found;
  }

  private void expect(String token) {
    if (!accept(token)) {
      throw error("'" + token + "'");
    }
  }

  private IllegalArgumentException error(String expected) {
    String rest = text.substring(Math.min(at, text.length()), Math.min(at + 30, text.length()));
    return new IllegalArgumentException(
        "expected " + expected + " at character " + at + ", found: " + rest);
  }
}
