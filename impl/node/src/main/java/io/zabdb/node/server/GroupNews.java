package io.zabdb.node.server;

import io.zabdb.coordination.manager.ConfigurationManager;
import io.zabdb.node.api.NodeContext;
import io.zabdb.node.clock.NodeClocks;
import io.zabdb.node.config.NodeConfig;
import io.zabdb.replica.KnownVoters;
import io.zabdb.replica.ReplicaEvents;
import io.zabdb.replica.pressure.NodeArbiter;
import io.zabdb.shard.TableState;
import java.util.List;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What replicas tell of leaders, members and partitions goes to the node's clients, clocks, metrics
 * and configuration manager.
 */
final class GroupNews implements ReplicaEvents {

  private static final Logger LOG = LoggerFactory.getLogger(GroupNews.class);

  private final NodeContext context;
  private final NodeConfig config;
  private final Topology topology;
  private final NodeClocks clocks;
  private final NodeArbiter arbiter;
  private final IntConsumer ended;
  private final IntConsumer removed;

  /**
   * @param ended hears of groups that have ended
   * @param removed hears of groups from which this node was removed
   */
  GroupNews(
      NodeContext context,
      Topology topology,
      NodeClocks clocks,
      NodeArbiter arbiter,
      IntConsumer ended,
      IntConsumer removed) {
    this.context = context;
    config = context.config();
    this.topology = topology;
    this.clocks = clocks;
    this.arbiter = arbiter;
    this.ended = ended;
    this.removed = removed;
  }

  @Override
  public void leaderChanged(int group, int leader, long epoch) {
    topology.leads(group, leader, epoch);
    int self = topology.group(group).orElseThrow().memberOf(config.node());
    if (leader >= 0) {
      context.metrics().group(group).leaderChanged();
      LOG.info("group {}: member {} leads in epoch {}", group, leader, epoch);
    }
    if (leader == self) {
      context.coordination().ifPresent(manager -> report(manager, group, epoch));
    }
  }

  /** Who leads and votes no more hands over: the next leader tells. */
  private void report(ConfigurationManager manager, int group, long epoch) {
    List<Integer> nodes = topology.nodes(group);
    if (!nodes.contains(config.node())) {
      return;
    }
    manager
        .newLeader(group, config.node(), epoch, nodes)
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                LOG.debug("the configuration manager does not know who leads {}", group, failure);
              }
            });
  }

  @Override
  public void votersChanged(int group, KnownVoters known) {
    topology.votersChanged(group, known);
    clocks.votersChanged(group, known.voters());
    arbiter.votersChanged(group, topology.nodes(group));
    Topology.KnownLeader leader = topology.leader(group);
    if (leader.member() == topology.group(group).orElseThrow().memberOf(config.node())) {
      context.coordination().ifPresent(manager -> report(manager, group, leader.epoch()));
    }
  }

  @Override
  public void partitionsChanged(int group, TableState table) {
    topology.partitionsChanged(group, table);
  }

  @Override
  public void groupEnded(int group) {
    ended.accept(group);
  }

  @Override
  public void removed(int group) {
    removed.accept(group);
  }

  @Override
  public void failed(int group, Throwable cause) {
    context.failures().fatal(group, cause);
  }
}
