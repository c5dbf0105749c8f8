package io.zabdb.node.server;

import io.zabdb.model.data.DataLimits;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;

/**
 * A partition as a client calls it. The name is what the client knows: the partition may have been
 * split, merged or moved since, so tokens say what is meant, and the replicated state whether the
 * group has them. Only where no replica here has heard yet what the group has, names are those of
 * the configuration, and a store would look for a row by the name alone: there rows must be those
 * of the name.
 *
 * @param range the tokens that are asked for, if nothing else says so
 */
record AskedPartition(String name, TokenRange range) {

  /**
   * The partition.
   *
   * @throws WrongOwnerException if it is another group's, of a group that has not said what it has
   */
  static AskedPartition of(Topology topology, int group, String name) {
    DataLimits.checkName("the partition", name);
    RingPartition known =
        topology.owners().hasHeardOf(group) ? null : topology.firstRing().partition(name);
    if (known == null) {
      return new AskedPartition(name, TokenRange.ALL);
    }
    if (known.group() != group) {
      throw new WrongOwnerException("group " + group + " has no partition " + name, known.range());
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
      throw new WrongOwnerException(
          "a row with token " + token + " is not in partition " + name, TokenRange.of(token));
    }
    return token;
  }
}
