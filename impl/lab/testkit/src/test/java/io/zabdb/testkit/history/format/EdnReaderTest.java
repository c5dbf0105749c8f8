package io.zabdb.testkit.history.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EdnReaderTest {

  private static Object read(String text) throws UnreadableHistory {
    EdnReader reader = new EdnReader(text, 1);
    Object value = reader.read();
    assertTrue(reader.atEnd(), text);
    return value;
  }

  @Test
  void readsAtoms() throws UnreadableHistory {
    List<Object> expected =
        Arrays.asList(
            null, true, false, 1L, -2L, 3L, 1.5, 2e3, "a", new Keyword("b/c"), new Symbol("d"));
    assertEquals(expected, read("[nil true false 1 -2 +3 1.5 2e3 \"a\" :b/c d]"));
    assertEquals(new BigInteger("123456789012345678901"), read("123456789012345678901"));
    assertEquals(7L, read("7N"));
    assertEquals(new BigDecimal("1.10"), read("1.10M"));
    assertEquals(List.of(Double.NaN, Double.POSITIVE_INFINITY), read("[##NaN ##Inf]"));
    assertEquals(Double.NEGATIVE_INFINITY, read("##-Inf"));
  }

  @Test
  void readsCollections() throws UnreadableHistory {
    assertEquals(List.of(1L, List.of(2L)), read("(1, [2])"));
    assertEquals(Map.of(new Keyword("a"), 1L, "b", List.of()), read("{:a 1 \"b\" []}"));
    assertEquals(Set.of(1L, 2L), read("#{1 2}"));
  }

  @Test
  void readsStringsAndCharacters() throws UnreadableHistory {
    assertEquals("a\"\\\n\t\r\b\fé;", read("\"a\\\"\\\\\\n\\t\\r\\b\\f\\u00e9;\""));
    assertEquals(
        List.of("a", "\n", " ", "é", "(", "u"), read("[\\a \\newline \\space \\u00e9 \\( \\u]"));
  }

  @Test
  void skipsCommentsTagsAndDiscardedValues() throws UnreadableHistory {
    assertEquals(
        List.of(1L, Map.of("a", 2L), "2020"),
        read("; first\n[1 #_(dropped [x]) #jepsen.history.Op{\"a\" 2} ;; end ]\n #inst \"2020\"]"));
  }

  @Test
  void countsLines() throws UnreadableHistory {
    EdnReader reader = new EdnReader("1 \n\n \"a\nb\" 2", 5);
    List<Integer> lines = new ArrayList<>();
    while (!reader.atEnd()) {
      lines.add(reader.line());
      reader.read();
    }
    assertEquals(List.of(5, 7, 8), lines);
  }

  @Test
  void refusesMalformedText() {
    Map<String, String> messages =
        Map.ofEntries(
            Map.entry("\n[1\n2", "2: ']' is missing"),
            Map.entry("[1)", "1: unexpected ')'"),
            Map.entry("{:a}", "1: a map has a key without a value"),
            Map.entry("{:a 1\n:a 2}", "2: a map has the key :a twice"),
            Map.entry("#{1 1}", "1: a set has a value twice"),
            Map.entry("\"a\n", "1: a string does not end"),
            Map.entry("\"a\\", "1: a string does not end"),
            Map.entry("\"\\q\"", "1: a string has the unknown escape \\q"),
            Map.entry("\"\\u12\"", "1: not four hexadecimal digits: 12\""),
            Map.entry("\\", "1: unknown character \\"),
            Map.entry("\\spice", "1: unknown character \\spice"),
            Map.entry("1x", "1: not a number: 1x"),
            Map.entry("1.2.3M", "1: not a number: 1.2.3M"),
            Map.entry("##Nil", "1: unknown value ##Nil"),
            Map.entry(":", "1: a keyword without a name"),
            Map.entry("# 1", "1: a '#' without a tag"),
            Map.entry("\n", "2: the text ends where a value is expected"),
            Map.entry("[".repeat(5000), "1: values are nested more than 100 deep"));
    messages.forEach(
        (text, message) -> {
          UnreadableHistory error = assertThrows(UnreadableHistory.class, () -> read(text), text);
          assertEquals(message, error.line() + ": " + error.getMessage());
        });
  }
}
