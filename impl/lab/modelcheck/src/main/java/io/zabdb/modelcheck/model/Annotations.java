package io.zabdb.modelcheck.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The {@code \* @name value} comments at the head of a configuration. An indented comment line
 * right after one ({@code \* more text}) continues its value.
 */
public final class Annotations {

  /** Every annotation a configuration may carry. */
  public static final List<String> KNOWN =
      List.of(
          "about",
          "bounds",
          "module",
          "base",
          "expect",
          "tier",
          "mode",
          "deadlock",
          "workers",
          "reaches");

  private static final Pattern ANNOTATION = Pattern.compile("\\\\\\*\\s*@(\\S+)\\s*(.*)");
  private static final Pattern CONTINUATION = Pattern.compile("\\\\\\*\\s{3,}(\\S.*)");

  private final Map<String, String> values = new LinkedHashMap<>();

  /**
   * Reads the annotations of a configuration.
   *
   * @throws SpecError if one is unknown, empty or given twice
   */
  public static Annotations parse(List<String> lines) {
    Annotations result = new Annotations();
    String open = null;
    for (String line : lines) {
      Matcher annotation = ANNOTATION.matcher(line.strip());
      Matcher continuation = CONTINUATION.matcher(line.strip());
      if (annotation.matches()) {
        open = annotation.group(1);
        result.add(open, annotation.group(2).strip());
      } else if (open != null && continuation.matches()) {
        result.values.merge(open, continuation.group(1).strip(), (a, b) -> a + " " + b);
      } else {
        open = null;
      }
    }
    return result;
  }

  private void add(String name, String value) {
    if (!KNOWN.contains(name)) {
      throw new SpecError(
          "annotation @" + name + " is not known; known: @" + String.join(", @", KNOWN));
    }
    if (value.isEmpty()) {
      throw new SpecError("annotation @" + name + " has no value");
    }
    if (values.put(name, value) != null) {
      throw new SpecError("annotation @" + name + " is given twice");
    }
  }

  /** The value of an annotation, if given. */
  public Optional<String> get(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /**
   * The value of an annotation that every configuration must carry.
   *
   * @throws SpecError if it is missing
   */
  public String require(String name) {
    return get(name).orElseThrow(() -> new SpecError("annotation @" + name + " is missing"));
  }
}
