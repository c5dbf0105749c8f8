package io.zabdb.node.server;

import io.zabdb.model.data.DataLimits;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;

/**
 * A partition as a client calls it. One that the cluster began with has tokens and a group that
 * this node knows. Another has come of a split or a merge: what it has, the group's log says.
 *
 * @param range all tokens, if this node knows no better
 */
record AskedPartition(String name, TokenRange range) {

  /**
   * The partition.
   *
   * @throws WrongOwnerException if it is known to be another group's
   */
  static AskedPartition of(Ring ring, int group, String name) {
    RingPartition known = ring.partition(name);
    if (known == null) {
      DataLimits.checkName("the partition", name);
      return new AskedPartition(name, TokenRange.ALL);
    }
    if (known.group() != group) {
      throw new WrongOwnerException("group " + group + " has no partition " + name);
    }
    return new AskedPartition(name, known.range());
  }

  /**
   * A row's token.
   *
   * @throws WrongOwnerException if it is known to be in another partition
   */
  long tokenOf(byte[] row) {
    long token = Token.of(row);
    if (!range.contains(token)) {
      throw new WrongOwnerException("a row with token " + token + " is not in partition " + name);
    }
    return token;
  }
}
