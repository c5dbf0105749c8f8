package io.zabdb.replica;

import io.zabdb.log.LogIdentity;
import io.zabdb.shard.Birth;

/** Which group of a cluster has which number of 128 bits: the first half says so. */
final class GroupNumbers {

  private final long cluster;

  /** Of the cluster that a log belongs to. */
  GroupNumbers(LogIdentity identity) {
    cluster =
        identity.cluster().getMostSignificantBits() ^ identity.cluster().getLeastSignificantBits();
  }

  /**
   * That of a group which is founded now. No other has it: of the cluster and the group there may
   * have been another whose logs were lost, but not with this disk.
   *
   * @param disk the number of its first leader's
   */
  Birth birth(int group, long disk) {
    return new Birth(cluster + group, disk);
  }

  /** The group's number in its cluster; below 0, or beyond those that there are: of another one. */
  long groupOf(Birth birth) {
    return birth.high() - cluster;
  }
}
