package io.zabdb.node.server;

import io.zabdb.environment.Clock;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.node.load.GroupHits;
import io.zabdb.node.load.HitRates;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What this node's replicas serve, by group. Thread-safe. */
final class NodeHits {

  private final Topology topology;
  private final Clock clock;

  /** Of groups that there are. */
  private final Map<Integer, GroupHits> groups = new ConcurrentHashMap<>();

  NodeHits(Topology topology, Clock clock) {
    this.topology = topology;
    this.clock = clock;
  }

  /**
   * A replica of this node has answered an update; one without rows is of no partition.
   *
   * @param row the first of its rows
   */
  void updated(int group, List<Long> tokens, Bytes row) {
    if (!tokens.isEmpty()) {
      of(group).updated(topology.ring(), topology.leader(group).epoch(), tokens.get(0), row);
    }
  }

  /**
   * A replica of this node has answered a read of these tokens, or the page where they begin.
   *
   * @param row the row that they are the token of; empty: they are not of one row
   */
  void read(int group, TokenRange tokens, Bytes row) {
    of(group).read(topology.ring(), topology.leader(group).epoch(), tokens.after() + 1, row);
  }

  /** The averages of a partition; empty if they are not known yet. */
  Optional<HitRates> rates(int group, TokenRange partition) {
    return of(group).rates(topology.ring(), topology.leader(group).epoch(), partition);
  }

  private GroupHits of(int group) {
    return groups.computeIfAbsent(group, any -> new GroupHits(group, clock));
  }
}
