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
  public static Extent own(String partition) {
    return new Extent(TokenRange.ALL, treeOf(partition));
  }

  /** The name of the tree that is made for a partition. */
  public static String treeOf(String partition) {
    return "p-" + partition;
  }
}
