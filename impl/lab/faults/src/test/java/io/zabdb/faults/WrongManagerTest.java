package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.ZabClient;
import io.zabdb.coordination.embedded.EmbeddedConfigurationManager;
import io.zabdb.coordination.embedded.EmbeddedSettings;
import io.zabdb.coordination.format.BalanceSettings;
import io.zabdb.coordination.format.GroupUpkeep;
import io.zabdb.coordination.format.PartitionUpkeep;
import io.zabdb.coordination.manager.ConfigurationManager;
import io.zabdb.coordination.manager.ManagerSettings;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.network.RelayNetwork;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The configuration manager says what is not so, or not any more: nothing rests on it. */
@Timeout(300)
class WrongManagerTest {

  private static final int ROWS = 40;

  /** Of the balancer's settings, as the backup has them, and later. */
  private static final int BEFORE_SECONDS = 777;

  private static final int AFTER_SECONDS = 888;

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  private Cluster cluster;
  private MovingPartition partition;
  private Workload workload;

  private void begin() throws Exception {
    ClusterSpec spec =
        MovingPartition.twoGroups()
            .withConfigManager()
            .with("partitions-per-group", "2")
            .with("max-groups", "4");
    cluster = CLUSTERS.create(spec, new RelayNetwork(spec.nodes()));
    cluster.start();
    partition = new MovingPartition(cluster);
    cluster.awaitKnown(true);
    workload = CLUSTERS.use(Load.USUAL);
    workload.awaitDone(100);
  }

  private void end() throws Exception {
    assertEquals(Map.of(), workload.errors());
    CLUSTERS.checkAll();
  }

  private Path managerData() {
    return cluster.directory().resolve("config-manager");
  }

  /** Whether it says now that there is a group. */
  private boolean knows(int group) {
    try (ConfigurationManager manager = manager()) {
      return knows(manager, group);
    }
  }

  private static boolean knows(ConfigurationManager manager, int group) {
    return manager.getRingInfo().join().groups().stream().anyMatch(each -> each.id() == group);
  }

  private ConfigurationManager manager() {
    return manager(cluster.network().configManager().toString());
  }

  private ConfigurationManager manager(String servers) {
    return new ConfigurationManager(ManagerSettings.of(servers).withCluster(cluster.id()));
  }

  /** A client that begins now, and knows nothing but the manager, uses rows of all partitions. */
  private void aNewClientIsServed(String value) {
    try (ZabClient client = cluster.clientByManager().timeout(Waiting.PATIENCE).build()) {
      for (int row = 0; row < ROWS; row++) {
        ZabClient.await(client.put("row-" + row, value));
        assertEquals(value, ZabClient.await(client.get("row-" + row)).orElseThrow().value().text());
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.toList()) {
        Files.copy(each, to.resolve(from.relativize(each)));
      }
    }
  }

  private static int group(ClusterState state, String name) {
    return state.ring().partition(name).group();
  }

  /** A group has ended since, a partition has moved, another group was born. */
  @Test
  void itIsRestoredFromABackup() throws Exception {
    begin();
    int ended = bear();
    setBalance(BEFORE_SECONDS);
    Path backup = cluster.directory().resolve("backup");
    cluster.configManager().kill();
    copy(managerData(), backup);
    assertTrue(isKnownTo(backup, ended));
    cluster.configManager().start();
    cluster.awaitKnown(true);

    setBalance(AFTER_SECONDS);
    awaitBalance(AFTER_SECONDS);
    OperatorCommands.run(cluster, cluster.nodes(), "groups", "remove", "" + ended);
    Waiting.until("a manager without the group", () -> !knows(ended));
    int born = bear();
    assertFalse(isKnownTo(backup, born));
    partition.moveToTheOther();
    workload.awaitDone(50);

    cluster.configManager().kill();
    cluster.awaitKnown(false);
    DiskFiles.delete(managerData());
    copy(backup, managerData());
    cluster.configManager().start();
    cluster.awaitKnown(true);
    aNewClientIsServed("after");
    partition.moveToTheOther();
    aNewClientIsServed("later");
    Waiting.until("the group that was born since", () -> knows(born));
    Waiting.until("a manager without the group that has ended", () -> !knows(ended));
    // Nobody else keeps that: docs/configuration-manager.md says so.
    awaitBalance(BEFORE_SECONDS);
    for (ClusterNode node : cluster.nodes()) {
      assertTrue(
          node.status().getReplicasList().stream().noneMatch(each -> each.getGroup() == ended),
          cluster::describe);
      assertTrue(Files.notExists(node.data().resolve("group-" + ended)));
    }
    end();
  }

  /** Nobody balances the store, and would do so every so many seconds. */
  private void setBalance(int everySeconds) {
    try (ConfigurationManager manager = manager()) {
      BalanceSettings off =
          new BalanceSettings(
              false,
              1_000,
              everySeconds,
              new PartitionUpkeep(false, PartitionUpkeep.USUAL_BYTES),
              GroupUpkeep.NONE);
      manager.balancerSeat().set(off).join();
    }
  }

  /** All nodes know that this is so. */
  private void awaitBalance(int everySeconds) throws Exception {
    try (ZabClient client = cluster.client().build()) {
      for (ClusterNode node : cluster.nodes()) {
        Waiting.until(
            "node " + node.id() + " is told of " + everySeconds + " s",
            () ->
                ZabClient.await(client.admin().balance(node.id())).getSettings().getEverySeconds()
                    == everySeconds);
      }
    }
  }

  /** Whether a server with these data would know a group; they stay as they are. */
  private boolean isKnownTo(Path data, int group) throws IOException {
    Path looked = cluster.directory().resolve("looked");
    copy(data, looked);
    EmbeddedSettings settings = EmbeddedSettings.of(looked, 0);
    try (EmbeddedConfigurationManager server = EmbeddedConfigurationManager.start(settings);
        ConfigurationManager manager = manager(server.address())) {
      return knows(manager, group);
    } finally {
      DiskFiles.delete(looked);
    }
  }

  /** A new group of all nodes, which the manager knows. */
  private int bear() throws Exception {
    String told = OperatorCommands.run(cluster, cluster.nodes(), "groups", "add", "0", "1", "2");
    Matcher number = Pattern.compile("group (\\d+) serves").matcher(told);
    assertTrue(number.find(), told);
    int group = Integer.parseInt(number.group(1));
    Waiting.until("a manager that knows group " + group, () -> knows(group));
    return group;
  }

  /** By somebody who writes there what he likes. */
  @Test
  void ownersAreSwapped() throws Exception {
    begin();
    try (ConfigurationManager manager = manager()) {
      Ring ring = manager.getRingInfo().join().ring();
      List<RingPartition> wrong =
          ring.partitions().stream()
              .map(
                  each ->
                      new RingPartition(
                          each.name(), each.range(), 1 - each.group(), each.move() + 1))
              .toList();
      manager.changeRing(ring.version(), new Ring(ring.version() + 1, wrong)).join();
      assertNotEquals(partition.awaitOwner(), group(manager.getRingInfo().join(), "p0"));
    }
    workload.awaitDone(100);
    aNewClientIsServed("swapped");
    partition.moveToTheOther();
    aNewClientIsServed("moved");
    for (ClusterNode node : cluster.nodes()) {
      node.kill();
      node.start();
      node.awaitReady();
    }
    aNewClientIsServed("begun anew");
    workload.awaitDone(100);
    end();
  }
}
