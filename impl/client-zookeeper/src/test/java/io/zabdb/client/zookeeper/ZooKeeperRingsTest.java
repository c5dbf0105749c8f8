package io.zabdb.client.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.client.ZabClient;
import io.zabdb.client.fake.LoopbackNode;
import io.zabdb.coordination.embedded.EmbeddedConfigurationManager;
import io.zabdb.coordination.embedded.EmbeddedSettings;
import io.zabdb.coordination.manager.ConfigurationManager;
import io.zabdb.coordination.manager.ManagerSettings;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.model.data.Family;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client that begins at the configuration manager. */
class ZooKeeperRingsTest {

  @TempDir Path directory;

  /** One whose numbers are higher than those of any group. */
  private static Ring proud(Ring ring) {
    return new Ring(
        ring.version(),
        ring.partitions().stream()
            .map(part -> new RingPartition(part.name(), part.range(), part.group(), 77))
            .toList());
  }

  private static void register(ConfigurationManager manager, LoopbackNode node) {
    String[] address = node.address().split(":");
    manager
        .createCluster(
            new ClusterState(
                LoopbackNode.CLUSTER,
                List.of(new Family("default", 1, 0)),
                proud(Ring.even(1, LoopbackNode.PARTITIONS)),
                List.of(new GroupInfo(0, List.of(0), 0, 1)),
                List.of()))
        .join();
    manager.registerNode(new NodeInfo(0, address[0], Integer.parseInt(address[1]), 1, 1, 0)).join();
  }

  @Test
  void aClusterIsFoundAndGoesOnWithoutItsManager() {
    EmbeddedConfigurationManager server =
        EmbeddedConfigurationManager.start(EmbeddedSettings.of(directory, 0));
    try (LoopbackNode node = new LoopbackNode();
        ConfigurationManager manager =
            new ConfigurationManager(ManagerSettings.of(server.address()))) {
      register(manager, node);
      try (ZabClient client =
              ZabClient.builder()
                  .directory(ZooKeeperRings.at(server.address()))
                  .cluster(LoopbackNode.CLUSTER)
                  .timeout(Duration.ofMinutes(1))
                  .build();
          ZabClient stranger =
              ZabClient.builder()
                  .directory(ZooKeeperRings.at(server.address()))
                  .cluster(new UUID(5, 5))
                  .timeout(Duration.ofMillis(500))
                  .build()) {
        ZabClient.await(client.put("row", "value"));
        ZabException failure =
            assertThrows(ZabException.class, () -> ZabClient.await(stranger.get("row")));
        assertEquals(ErrorCode.NOT_FOUND, failure.code());
        server.close();
        node.stop();
        node.start();
        assertEquals("value", ZabClient.await(client.get("row")).orElseThrow().value().text());
        Ring ring = ZabClient.await(client.admin().ring()).ring();
        assertEquals(1, ring.version());
        // What the manager says has no number that counts.
        assertEquals(Ring.even(1, LoopbackNode.PARTITIONS), ring);
      }
    } finally {
      server.close();
    }
  }

  @Test
  void anAddressThatMakesNoSenseIsRefusedAtOnce() {
    assertThrows(IllegalArgumentException.class, () -> ZooKeeperRings.at("nowhere"));
  }
}
