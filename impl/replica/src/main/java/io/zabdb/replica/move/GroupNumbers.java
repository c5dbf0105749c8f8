package io.zabdb.replica.move;

import io.zabdb.shard.Birth;
import java.util.UUID;

/** Which number of 128 bits a group of a cluster has: the first half says which group it is. */
public final class GroupNumbers {

  private GroupNumbers() {}

  /**
   * That of a group of a cluster.
   *
   * @param number the group's, from 0
   * @param drawn differs from that of any group that had this number before
   */
  public static Birth birth(UUID cluster, int number, long drawn) {
    return new Birth(base(cluster) + number, drawn);
  }

  /**
   * Which number a group has, if it is one of this cluster; of any other group this may be any
   * number, so whoever asks has to know which groups there are.
   */
  public static long numberOf(UUID cluster, Birth group) {
    return group.high() - base(cluster);
  }

  private static long base(UUID cluster) {
    return cluster.getMostSignificantBits() ^ cluster.getLeastSignificantBits();
  }
}
