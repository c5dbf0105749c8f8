package io.zabdb.node.birth;

/**
 * Which number a group gets that is born after the cluster was made: that of the node which drew
 * it, and how many that node had drawn. So no two nodes draw the same, and nobody need be asked.
 * Source: the numbers of {@code specs/shard/Births.tla}.
 */
final class BirthNumber {

  /** The groups of a configuration, and what one node may draw, have smaller numbers. */
  private static final int EACH = 10_000;

  /** The most that one node may draw. */
  static final int MOST = EACH - 1;

  private BirthNumber() {}

  /**
   * The number.
   *
   * @param nth from 1 to {@link #MOST}
   */
  static int of(int bearer, int nth) {
    return (bearer + 1) * EACH + nth;
  }

  /** How many its bearer had drawn with it; of a group of the configuration this means nothing. */
  static int nth(int number) {
    return number % EACH;
  }

  /** {@code Births!Bearer}: the node that draws such numbers; below 0: the configuration has. */
  static int bearerOf(int number) {
    return number / EACH - 1;
  }
}
