package io.zabdb.storage.rocks;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What RocksDB calls trees: as they are called, or that and a number. On a disk that is full it may
 * make a family, and say that it failed. That family is there until the database is opened again,
 * and nobody has hold of it; the tree is tried with the next number, and the highest one counts.
 */
final class FamilyNames {

  /** None is in the name of a tree. */
  private static final String NUMBER = "~";

  private static final Pattern NUMBERED = Pattern.compile("(.*)" + NUMBER + "(\\d{1,9})");

  private FamilyNames() {}

  /**
   * @param number from 0
   */
  static String of(String tree, int number) {
    return number == 0 ? tree : tree + NUMBER + number;
  }

  /** The families that are trees, by the names of these. */
  static Map<String, String> byTree(Collection<String> families) {
    Map<String, String> names = new TreeMap<>();
    for (String family : families) {
      names.merge(
          treeOf(family), family, (one, other) -> number(one) > number(other) ? one : other);
    }
    return names;
  }

  /** The tree that a family is, or should have become. */
  static String treeOf(String family) {
    Matcher numbered = NUMBERED.matcher(family);
    return numbered.matches() ? numbered.group(1) : family;
  }

  private static int number(String family) {
    Matcher numbered = NUMBERED.matcher(family);
    return numbered.matches() ? Integer.parseInt(numbered.group(2)) : 0;
  }
}
