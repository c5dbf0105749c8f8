package io.zabdb.modelcheck.proofs;

import java.util.ArrayList;
import java.util.List;
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

  private final String text;

  /** A source, of which comments and strings are ignored. */
  CoqSource(String text) {
    this.text = STRING.matcher(withoutComments(text)).replaceAll("\"\"");
  }

  /** Comments nest in Coq; line breaks stay, so that line numbers do. */
  private static String withoutComments(String text) {
    StringBuilder kept = new StringBuilder();
    int depth = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.startsWith("(*", i)) {
        depth++;
        i++;
      } else if (depth > 0 && text.startsWith("*)", i)) {
        depth--;
        i++;
      } else if (depth == 0 || text.charAt(i) == '\n') {
        kept.append(text.charAt(i));
      }
    }
    return kept.toString();
  }

  /** The names declared with {@code Theorem}, in order. */
  List<String> theorems() {
    return THEOREM.matcher(text).results().map(found -> found.group(1)).toList();
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
