package io.zabdb.modelcheck.proofs;

/** Comments between {@code (*} and {@code *)}, which nest in Coq and in TLA+. */
public final class NestedComments {

  private NestedComments() {}

  /** The text without them; line breaks stay, so that line numbers do. */
  public static String removed(String text) {
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
}
