package io.zabdb.testkit.history.format;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads Clojure's data notation, as far as Jepsen writes it. Vectors and lists become {@link List},
 * maps {@link Map}, sets {@link Set}, whole numbers {@link Long} or {@link BigInteger}, others
 * {@link Double} or {@link BigDecimal}, characters {@link String}, nil null. A tag is dropped and
 * its value kept.
 */
final class EdnReader {

  private static final int DEEPEST = 100;
  private static final Map<String, Object> NAMED_VALUES =
      Map.of("true", true, "false", false, "##NaN", Double.NaN);
  private static final Map<String, String> CHARACTERS =
      Map.of("newline", "\n", "return", "\r", "space", " ", "tab", "\t");

  private final String text;
  private int at;
  private int line;
  private int depth;

  /**
   * @param line the number of the first line of the text
   */
  EdnReader(String text, int line) {
    this.text = text;
    this.line = line;
  }

  /** The line that is being read. */
  int line() {
    return line;
  }

  /** Skips blanks, commas, comments and discarded values; whether nothing is left. */
  boolean atEnd() throws UnreadableHistory {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (isBlank(c)) {
        advance();
      } else if (c == ';') {
        while (at < text.length() && text.charAt(at) != '\n') {
          advance();
        }
      } else if (text.startsWith("#_", at)) {
        at += 2;
        read();
      } else {
        return false;
      }
    }
    return true;
  }

  /** Takes the next character if it is this one. */
  boolean take(char wanted) throws UnreadableHistory {
    if (atEnd() || text.charAt(at) != wanted) {
      return false;
    }
    advance();
    return true;
  }

  /** The next value. */
  Object read() throws UnreadableHistory {
    if (atEnd()) {
      throw error("the text ends where a value is expected");
    }
    if (++depth > DEEPEST) {
      throw error("values are nested more than " + DEEPEST + " deep");
    }
    Object value =
        switch (text.charAt(at)) {
          case '[' -> sequence(']');
          case '(' -> sequence(')');
          case '{' -> map();
          case '"' -> string();
          case '\\' -> character();
          case '#' -> dispatch();
          default -> atom();
        };
    depth--;
    return value;
  }

  private List<Object> sequence(char close) throws UnreadableHistory {
    int start = line;
    advance();
    List<Object> values = new ArrayList<>();
    while (!take(close)) {
      if (atEnd()) {
        throw new UnreadableHistory(start, "'" + close + "' is missing");
      }
      values.add(read());
    }
    return Collections.unmodifiableList(values);
  }

  private Map<Object, Object> map() throws UnreadableHistory {
    List<Object> flat = sequence('}');
    if (flat.size() % 2 != 0) {
      throw error("a map has a key without a value");
    }
    Map<Object, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < flat.size(); i += 2) {
      if (map.containsKey(flat.get(i))) {
        throw error("a map has the key " + flat.get(i) + " twice");
      }
      map.put(flat.get(i), flat.get(i + 1));
    }
    return Collections.unmodifiableMap(map);
  }

  private String string() throws UnreadableHistory {
    int start = line;
    advance();
    StringBuilder string = new StringBuilder();
    while (at < text.length()) {
      char c = advance();
      if (c == '"') {
        return string.toString();
      }
      string.append(c == '\\' ? escaped() : c);
    }
    throw new UnreadableHistory(start, "a string does not end");
  }

  private char escaped() throws UnreadableHistory {
    if (at == text.length()) {
      throw error("a string does not end");
    }
    char c = advance();
    return switch (c) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case '"', '\\' -> c;
      case 'u' -> {
        String digits = text.substring(at, Math.min(at + 4, text.length()));
        at += digits.length();
        yield codeUnit(digits);
      }
      default -> throw error("a string has the unknown escape \\" + c);
    };
  }

  private String character() throws UnreadableHistory {
    advance();
    int start = at;
    // The first character may be one that ends a token.
    at = Math.min(at + 1, text.length());
    String name = text.substring(start, at) + token();
    if (name.codePointCount(0, name.length()) == 1) {
      return name;
    }
    if (name.length() == 5 && name.charAt(0) == 'u') {
      return String.valueOf(codeUnit(name.substring(1)));
    }
    if (CHARACTERS.containsKey(name)) {
      return CHARACTERS.get(name);
    }
    throw error("unknown character \\" + name);
  }

  private char codeUnit(String digits) throws UnreadableHistory {
    if (!digits.matches("[0-9a-fA-F]{4}")) {
      throw error("not four hexadecimal digits: " + digits);
    }
    return (char) Integer.parseInt(digits, 16);
  }

  private Object dispatch() throws UnreadableHistory {
    if (text.startsWith("##", at)) {
      return atom();
    }
    advance();
    if (at < text.length() && text.charAt(at) == '{') {
      List<Object> values = sequence('}');
      Set<Object> set = new LinkedHashSet<>(values);
      if (set.size() < values.size()) {
        throw error("a set has a value twice");
      }
      return Collections.unmodifiableSet(set);
    }
    if (token().isEmpty()) {
      throw error("a '#' without a tag");
    }
    return read();
  }

  private Object atom() throws UnreadableHistory {
    String token = token();
    if (token.isEmpty()) {
      throw error("unexpected '" + text.charAt(at) + "'");
    }
    if (token.equals("nil")) {
      return null;
    }
    if (NAMED_VALUES.containsKey(token)) {
      return NAMED_VALUES.get(token);
    }
    if (token.startsWith("##")) {
      return switch (token) {
        case "##Inf" -> Double.POSITIVE_INFINITY;
        case "##-Inf" -> Double.NEGATIVE_INFINITY;
        default -> throw error("unknown value " + token);
      };
    }
    if (token.startsWith(":")) {
      if (token.length() == 1) {
        throw error("a keyword without a name");
      }
      return new Keyword(token.substring(1));
    }
    return token.matches("[+-]?[0-9].*") ? number(token) : new Symbol(token);
  }

  private Object number(String token) throws UnreadableHistory {
    try {
      if (token.matches("[+-]?[0-9]+N?")) {
        BigInteger whole = new BigInteger(token.replace("N", ""));
        return whole.bitLength() < Long.SIZE ? (Object) whole.longValue() : whole;
      }
      if (token.endsWith("M")) {
        return new BigDecimal(token.substring(0, token.length() - 1));
      }
      if (token.matches("[+-]?[0-9]+(\\.[0-9]*)?([eE][+-]?[0-9]+)?")) {
        return Double.valueOf(token);
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw error("not a number: " + token);
  }

  private String token() {
    int start = at;
    while (at < text.length()
        && !isBlank(text.charAt(at))
        && "()[]{}\";".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(start, at);
  }

  private char advance() {
    char c = text.charAt(at++);
    line += c == '\n' ? 1 : 0;
    return c;
  }

  private static boolean isBlank(char c) {
    return Character.isWhitespace(c) || c == ',';
  }

  private UnreadableHistory error(String message) {
    return new UnreadableHistory(line, message);
  }
}
