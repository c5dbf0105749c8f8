package io.zabdb.node.server;

import io.zabdb.coordination.manager.ConfigurationManager;
import io.zabdb.node.api.NodeContext;
import io.zabdb.node.config.NodeConfig;
import io.zabdb.replica.ReplicaEvents;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What replicas tell of leaders goes to the node's clients, metrics and configuration manager. */
final class LeaderNews implements ReplicaEvents {

  private static final Logger LOG = LoggerFactory.getLogger(LeaderNews.class);

  private final NodeContext context;
  private final NodeConfig config;
  private final Topology topology;

  LeaderNews(NodeContext context, Topology topology) {
    this.context = context;
    config = context.config();
    this.topology = topology;
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

  private void report(ConfigurationManager manager, int group, long epoch) {
    manager
        .newLeader(group, config.node(), epoch)
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                LOG.debug("the configuration manager does not know who leads {}", group, failure);
              }
            });
  }

  @Override
  public void failed(int group, Throwable cause) {
    context.failures().fatal(group, cause);
  }
}
