package io.zabdb.model.ring;

/**
 * A partition and its owner ({@code Ring!owner}).
 *
 * @param name unique in the cluster
 * @param range its tokens
 * @param group the number of the replica group that owns it, from 0
 * @param move how often it has moved between groups, from 0
 */
public record RingPartition(String name, TokenRange range, int group, long move) {

  public RingPartition {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a partition has no name");
    }
    if (group < 0 || move < 0) {
      throw new IllegalArgumentException(
          "partition " + name + ": group " + group + " and move " + move + " are from 0");
    }
  }
}
