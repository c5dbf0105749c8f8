package io.zabdb.node.config;

import java.util.Collection;
import java.util.Comparator;

/** Finds the name that was probably meant. */
public final class Nearest {

  private Nearest() {}

  /**
   * The name that takes the fewest edits (Levenshtein); the first of several.
   *
   * @param names at least one
   */
  public static String to(String text, Collection<String> names) {
    return names.stream().min(Comparator.comparingInt(name -> distance(text, name))).orElseThrow();
  }

  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int corner = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int above = row[j];
        int change = corner + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, 1 + Math.min(above, row[j - 1]));
        corner = above;
      }
    }
    return row[b.length()];
  }
}
