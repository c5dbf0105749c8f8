package io.zabdb.modelcheck.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a TLC configuration says, as far as the runner needs it.
 *
 * @param invariants names under INVARIANT(S), in order
 * @param properties names under PROPERTY or PROPERTIES, in order
 * @param constants assignments under CONSTANT(S), name to value, in order: the bounds of the model
 * @param substitutions operators replaced by others ({@code Guard <- WeakGuard}), in order
 * @param words other sections: SPECIFICATION, INIT, NEXT, SYMMETRY, CONSTRAINT, ... each with its
 *     words
 */
public record CfgFile(
    List<String> invariants,
    List<String> properties,
    Map<String, String> constants,
    Map<String, String> substitutions,
    Map<String, List<String>> words) {

  private static final Map<String, String> SECTIONS = new HashMap<>();

  static {
    for (String name : List.of("CONSTANT", "INVARIANT", "CONSTRAINT", "ACTION_CONSTRAINT")) {
      SECTIONS.put(name, name);
      SECTIONS.put(name + "S", name);
    }
    SECTIONS.put("PROPERTY", "PROPERTY");
    SECTIONS.put("PROPERTIES", "PROPERTY");
    for (String name :
        List.of("SPECIFICATION", "INIT", "NEXT", "SYMMETRY", "VIEW", "ALIAS", "CHECK_DEADLOCK")) {
      SECTIONS.put(name, name);
    }
  }

  private static final Pattern COMMENT =
      Pattern.compile("\\\\\\*[^\\n]*|\\(\\*.*?\\*\\)", Pattern.DOTALL);
  private static final Pattern TOKEN = Pattern.compile("\"[^\"]*\"|<-|[^\\s{}=<,\"]+|[{}=,<]");

  /** Parses the text of a configuration. Anything TLC would refuse is left for TLC to refuse. */
  public static CfgFile parse(String text) {
    Map<String, List<String>> sections = new LinkedHashMap<>();
    List<String> current = new ArrayList<>();
    Matcher token = TOKEN.matcher(COMMENT.matcher(text).replaceAll(" "));
    while (token.find()) {
      String section = SECTIONS.get(token.group());
      if (section != null) {
        current = sections.computeIfAbsent(section, name -> new ArrayList<>());
      } else {
        current.add(token.group());
      }
    }
    Map<String, String> constants = new LinkedHashMap<>();
    Map<String, String> substitutions = new LinkedHashMap<>();
    readAssignments(sections.getOrDefault("CONSTANT", List.of()), constants, substitutions);
    return new CfgFile(
        List.copyOf(sections.getOrDefault("INVARIANT", List.of())),
        List.copyOf(sections.getOrDefault("PROPERTY", List.of())),
        constants,
        substitutions,
        sections);
  }

  private static void readAssignments(
      List<String> tokens, Map<String, String> constants, Map<String, String> substitutions) {
    for (int i = 0; i + 2 < tokens.size(); ) {
      boolean substitution = tokens.get(i + 1).equals("<-");
      int end = endOfValue(tokens, i + 2);
      (substitution ? substitutions : constants)
          .put(tokens.get(i), String.join("", tokens.subList(i + 2, end)));
      i = end;
    }
  }

  private static int endOfValue(List<String> tokens, int from) {
    int depth = 0;
    for (int i = from; i < tokens.size(); i++) {
      depth += tokens.get(i).equals("{") ? 1 : tokens.get(i).equals("}") ? -1 : 0;
      if (depth == 0) {
        return i + 1;
      }
    }
    return tokens.size();
  }

  /** The first word of a section such as SPECIFICATION; empty if the section is absent. */
  public String word(String section) {
    List<String> found = words.getOrDefault(section, List.of());
    return found.isEmpty() ? "" : found.get(0);
  }

  /**
   * The constants as {@code specs/STATISTICS.md} shows them, but not those that only name a value
   * ({@code None = None}).
   */
  public String constantsText() {
    String text =
        constants.entrySet().stream()
            .filter(constant -> !constant.getKey().equals(constant.getValue()))
            .map(constant -> constant.getKey() + "=" + constant.getValue().replace(",", ", "))
            .collect(Collectors.joining("; "));
    return text.isEmpty() ? "-" : "`" + text.replace("|", "\\|") + "`";
  }
}
