package io.zabdb.storage.data;

import io.zabdb.model.ring.TokenRange;

/**
 * Tokens of a partition whose cells are in one tree. Other partitions may have others of the same
 * tree: what was one partition once is in one tree still.
 *
 * @param range of which the partition may have a part only
 */
public record Extent(TokenRange range, String tree) {

  /** So many a partition has at most. */
  public static final int MOST = 64;

  /** The tree that is made for a partition: all of its cells are there, and nothing else is. */
  public static Extent own(String partition, long move) {
    return new Extent(TokenRange.ALL, treeOf(partition, move));
  }

  /**
   * The name of the tree that is made for a partition. One that came by a move has a tree of that
   * move's own: what is left of an earlier one by its name is another tree. No two partitions have
   * the same.
   *
   * @param move the number of the move by which it came; 0: none
   */
  public static String treeOf(String partition, long move) {
    return move == 0 ? "p-" + partition : "m-" + move + "-" + partition;
  }
}
