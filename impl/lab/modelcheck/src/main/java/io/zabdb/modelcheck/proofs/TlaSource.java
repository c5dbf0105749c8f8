package io.zabdb.modelcheck.proofs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The operators of a TLA+ module as text, without comments. Definitions begin a line. */
final class TlaSource {

  private static final Pattern COMMENT = Pattern.compile("\\\\\\*.*");
  private static final Pattern EXTENDS =
      Pattern.compile("^EXTENDS\\s+([\\w,\\s]+?)$", Pattern.MULTILINE);
  private static final Pattern DEFINITION =
      Pattern.compile(
          "^(?:ASSUME )?(\\w+)(?:\\([^)]*\\))?\\s*==.*(?:\\n(?:[ \\t].*)?)*", Pattern.MULTILINE);

  private final String text;

  TlaSource(String text) {
    this.text = COMMENT.matcher(NestedComments.removed(text)).replaceAll("");
  }

  /** The modules it extends, in order. */
  List<String> extended() {
    Matcher found = EXTENDS.matcher(text);
    return found.find() ? List.of(found.group(1).strip().split("\\s*,\\s*")) : List.of();
  }

  /** The text of each definition, named assumptions among them, by name. */
  Map<String, String> definitions() {
    Map<String, String> definitions = new LinkedHashMap<>();
    Matcher found = DEFINITION.matcher(text);
    while (found.find()) {
      definitions.put(found.group(1), found.group());
    }
    return definitions;
  }
}
