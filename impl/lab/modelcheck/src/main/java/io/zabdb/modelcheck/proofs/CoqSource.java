package io.zabdb.modelcheck.proofs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Looks for what would make a Coq file prove less than it says. A second line of defence: {@code
 * Print Assumptions} is the first, but it only speaks of the theorems it is asked about.
 */
final class CoqSource {

  private static final Set<String> GAPS =
      Set.of(
          "Admitted",
          "admit",
          "give_up",
          "Axiom",
          "Axioms",
          "Conjecture",
          "Parameter",
          "Parameters");
  private static final Set<String> ONLY_IN_SECTIONS =
      Set.of("Variable", "Variables", "Hypothesis", "Hypotheses", "Context");

  private static final Pattern STRING = Pattern.compile("\"[^\"]*\"");
  private static final Pattern WORD = Pattern.compile("[A-Za-z_][\\w']*");
  private static final Pattern THEOREM =
      Pattern.compile("^\\s*Theorem\\s+([\\w']+)", Pattern.MULTILINE);

  /** A sentence that says what something is; it ends with a period before white space. */
  private static final Pattern DEFINITION =
      Pattern.compile(
          "^(?:Definition|Inductive|Record|Class|Theorem)\\s+([\\w']+).*?\\.(?=\\s)",
          Pattern.MULTILINE | Pattern.DOTALL);

  private final String text;

  /** A source, of which comments and strings are ignored. */
  CoqSource(String text) {
    this.text = STRING.matcher(NestedComments.removed(text)).replaceAll("\"\"");
  }

  /** The names declared with {@code Theorem}, in order. */
  List<String> theorems() {
    return THEOREM.matcher(text).results().map(found -> found.group(1)).toList();
  }

  /** The text of each definition, and of what each theorem states, by name. */
  Map<String, String> definitions() {
    Map<String, String> definitions = new LinkedHashMap<>();
    DEFINITION
        .matcher(text)
        .results()
        .forEach(found -> definitions.put(found.group(1), found.group()));
    return definitions;
  }

  /** Each gap as {@code line 12: Admitted}. */
  List<String> gaps() {
    List<String> gaps = new ArrayList<>();
    int sections = 0;
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      Matcher word = WORD.matcher(line);
      String first = word.find() ? word.group() : "";
      if (first.equals("Section")) {
        sections++;
      } else if (first.equals("End") && sections > 0) {
        sections--;
      }
      if (ONLY_IN_SECTIONS.contains(first) && sections == 0) {
        gaps.add("line " + number + ": " + first + " outside a section");
      }
      for (String gap :
          WORD.matcher(line)
              .results()
              .map(found -> found.group())
              .filter(GAPS::contains)
              .toList()) {
        gaps.add("line " + number + ": " + gap);
      }
    }
    return gaps;
  }
}
