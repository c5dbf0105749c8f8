package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.process.Waiting;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Nodes spread leaders by their number, and leave them where they are once they were told that
 * somebody places them.
 */
@Timeout(300)
class PlacedLeadersTest {

  private static final int GROUPS = 3;
  private static final Duration ANSWER = Duration.ofSeconds(10);

  /** Twenty times as long as a node waits until it spreads leaders. */
  private static final long LONG_MILLIS = 2_000;

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  private Cluster cluster;
  private ZabClient client;

  /** How often a node has begun to hand over since another one led fewer groups. */
  private long spreads() {
    long all = 0;
    for (ClusterNode node : cluster.nodes()) {
      for (int group = 0; group < GROUPS; group++) {
        all +=
            ZabClient.await(client.admin().events(node.id(), group, 0, 0)).stream()
                .filter(event -> event.getKind().equals("TRANSFER_BEGAN"))
                .filter(event -> event.getText().equals("it leads fewer groups"))
                .count();
      }
    }
    return all;
  }

  private void leadAll(ClusterNode node) throws Exception {
    for (int group = 0; group < GROUPS; group++) {
      cluster.lead(group, node);
    }
  }

  private long uptime(ClusterNode node) {
    return ZabClient.await(client.admin().status(node.id())).getUptimeMillis();
  }

  @Test
  void leadersThatArePlacedAreNotSpread() throws Exception {
    cluster =
        CLUSTERS.start(
            ClusterSpec.three()
                .with("groups", "" + GROUPS)
                .with("transfer-spread-interval", "100ms"));
    try (ZabClient patient = cluster.client().timeout(ANSWER).build()) {
      client = patient;
      ClusterNode most = cluster.node(0);
      leadAll(most);
      Waiting.until("leaders that are spread", cluster::describe, () -> spreads() > 0);
      for (ClusterNode node : cluster.nodes()) {
        ZabClient.await(client.admin().placeLeaders(node.id(), Duration.ofHours(1)));
      }
      leadAll(most);
      long before = spreads();
      long begin = uptime(most);
      Waiting.until("time that passes", () -> uptime(most) - begin > LONG_MILLIS);
      assertEquals(before, spreads(), cluster::describe);
    }
  }
}
