package io.zabdb.balancer;

import io.zabdb.rpc.wire.Moves;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.util.List;

/**
 * What the leader of a group says of it.
 *
 * @param partitions those that it has, and those that come
 * @param moves what leaves it
 */
record GroupReport(List<Partition> partitions, List<Moves.Move> moves) {

  GroupReport {
    partitions = List.copyOf(partitions);
    moves = List.copyOf(moves);
  }
}
