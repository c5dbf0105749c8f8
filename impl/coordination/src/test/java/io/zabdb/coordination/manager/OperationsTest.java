package io.zabdb.coordination.manager;

import static io.zabdb.coordination.manager.Fixture.CLUSTER;
import static io.zabdb.coordination.manager.Fixture.assertFails;
import static io.zabdb.coordination.manager.Fixture.definition;
import static io.zabdb.coordination.manager.Fixture.get;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.data.Family;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clusters, groups, leaders and the ring, against a real server. */
class OperationsTest {

  @TempDir private Path directory;

  private Fixture fixture;
  private ConfigurationManager manager;

  @BeforeEach
  void start() {
    fixture = new Fixture(directory);
    manager = fixture.manager();
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  @Test
  void aClusterIsReadAsItWasCreated() throws Exception {
    get(manager.createCluster(definition(CLUSTER)));
    assertEquals(definition(CLUSTER), get(manager.getRingInfo()));
    assertEquals(List.of(CLUSTER), get(manager.clusters()));
    assertEquals(CLUSTER, get(manager.cluster()));
  }

  @Test
  void theSameClusterMayBeCreatedAgainAlsoWhenItHasChanged() throws Exception {
    get(manager.createCluster(definition(CLUSTER)));
    get(manager.createCluster(definition(CLUSTER)));
    get(manager.newLeader(0, 2, 5));
    get(manager.registerGroup(new GroupInfo(2, List.of(3), -1, 0)));
    get(manager.changeRing(1, moved(Ring.even(2, 2), 2)));
    ClusterState changed = get(manager.getRingInfo());
    get(fixture.manager().createCluster(definition(CLUSTER)));
    assertEquals(changed, get(manager.getRingInfo()));
  }

  @Test
  void anotherDefinitionOfTheSameClusterIsRefusedAndSaysWhatDiffers() throws Exception {
    get(manager.createCluster(definition(CLUSTER)));
    ClusterState same = definition(CLUSTER);
    List<ClusterState> others =
        List.of(
            new ClusterState(
                CLUSTER,
                List.of(new Family("default", 2, 0)),
                same.ring(),
                same.groups(),
                List.of()),
            new ClusterState(CLUSTER, same.families(), Ring.even(2, 3), same.groups(), List.of()),
            new ClusterState(
                CLUSTER,
                same.families(),
                same.ring(),
                List.of(same.groups().get(0), new GroupInfo(1, List.of(2, 1, 0), -1, 0)),
                List.of()));
    List<String> parts = List.of("families", "ring", "groups");
    for (int i = 0; i < parts.size(); i++) {
      CoordinationException failure =
          assertFails(ManagerError.OTHER_DEFINITION, manager.createCluster(others.get(i)));
      assertTrue(
          failure.getMessage().endsWith("was created with other " + parts.get(i)),
          failure.getMessage());
    }
    assertEquals(same, get(manager.getRingInfo()));
  }

  @Test
  void manyMayCreateTheSameClusterAtOnce() throws Exception {
    List<CompletableFuture<Void>> creations = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ConfigurationManager one = fixture.manager();
      creations.add(one.createCluster(definition(CLUSTER)));
    }
    for (CompletableFuture<Void> creation : creations) {
      get(creation);
    }
    assertEquals(definition(CLUSTER), get(manager.getRingInfo()));
  }

  @Test
  void whoNamesNoClusterGetsTheOnlyOne() throws Exception {
    assertFails(ManagerError.NO_SUCH_CLUSTER, manager.getRingInfo());
    assertEquals(List.of(), get(manager.clusters()));
    UUID other = new UUID(1, 2);
    ConfigurationManager maker = fixture.manager(fixture.settings().withCluster(CLUSTER));
    assertFails(ManagerError.NO_SUCH_CLUSTER, maker.getRingInfo());
    get(maker.createCluster(definition(CLUSTER)));
    assertEquals(CLUSTER, get(fixture.manager().getRingInfo()).cluster());
    assertFails(ManagerError.INVALID_ARGUMENT, maker.createCluster(definition(other)));
    get(fixture.manager(fixture.settings().withCluster(other)).createCluster(definition(other)));
    CoordinationException failure =
        assertFails(ManagerError.SEVERAL_CLUSTERS, fixture.manager().getRingInfo());
    assertTrue(failure.getMessage().contains(CLUSTER.toString()), failure.getMessage());
    assertTrue(failure.getMessage().contains(other.toString()), failure.getMessage());
    assertEquals(List.of(other, CLUSTER), get(manager.clusters()));
    assertEquals(CLUSTER, get(maker.getRingInfo()).cluster());
  }

  @Test
  void allCanBeKeptBelowAnotherZnode() throws Exception {
    CuratorFramework plain = fixture.plainClient();
    plain.create().forPath("/databases");
    ConfigurationManager below =
        fixture.manager(ManagerSettings.of(fixture.address() + "/databases"));
    get(below.createCluster(definition(CLUSTER)));
    assertEquals(definition(CLUSTER), get(below.getRingInfo()));
    assertEquals(List.of("databases", "zookeeper"), plain.getChildren().forPath("/"));
  }

  @Test
  void groupsComeAndGo() throws Exception {
    get(manager.createCluster(definition(CLUSTER)));
    GroupInfo group = new GroupInfo(7, List.of(3, 4, 5), -1, 0);
    get(manager.registerGroup(group));
    get(manager.newLeader(7, 4, 1));
    get(manager.registerGroup(group));
    assertEquals(group.withLeader(4, 1), get(manager.getRingInfo()).groups().get(2));
    assertFails(
        ManagerError.OTHER_DEFINITION,
        manager.registerGroup(new GroupInfo(7, List.of(3, 4), -1, 0)));
    get(manager.deregisterGroup(7));
    get(manager.deregisterGroup(7));
    assertEquals(2, get(manager.getRingInfo()).groups().size());
    assertFails(ManagerError.GROUP_IN_USE, manager.deregisterGroup(1));
  }

  @Test
  void onlyAHigherEpochMakesAnotherLeader() throws Exception {
    get(manager.createCluster(definition(CLUSTER)));
    assertEquals(LeaderReport.WRITTEN, get(manager.newLeader(1, 2, 3)));
    assertEquals(LeaderReport.WRITTEN, get(manager.newLeader(1, 2, 3)));
    assertEquals(LeaderReport.OUTDATED, get(manager.newLeader(1, 0, 3)));
    assertEquals(LeaderReport.OUTDATED, get(manager.newLeader(1, 0, 2)));
    assertEquals(
        new GroupInfo(1, List.of(0, 1, 2), 2, 3), get(manager.getRingInfo()).groups().get(1));
    assertEquals(LeaderReport.WRITTEN, get(manager.newLeader(1, 0, 4)));
    assertEquals(0, get(manager.getRingInfo()).groups().get(1).leaderNode());
    assertEquals(-1, get(manager.getRingInfo()).groups().get(0).leaderNode());
    assertEquals(LeaderReport.WRITTEN, get(manager.newLeader(1, 0, 4, List.of(0, 2, 3))));
    assertEquals(LeaderReport.OUTDATED, get(manager.newLeader(1, 2, 4, List.of(1, 2))));
    assertEquals(LeaderReport.WRITTEN, get(manager.newLeader(1, 3, 5)), "a member by now");
    assertEquals(
        new GroupInfo(1, List.of(0, 2, 3), 3, 5), get(manager.getRingInfo()).groups().get(1));
    assertFails(ManagerError.INVALID_ARGUMENT, manager.newLeader(1, 1, 6));
    get(manager.createCluster(definition(CLUSTER)));
    assertFails(ManagerError.NO_SUCH_GROUP, manager.newLeader(9, 0, 4));
    assertFails(ManagerError.INVALID_ARGUMENT, manager.newLeader(1, 9, 5));
  }

  @Test
  void theRingIsReplacedOnlyFromTheVersionExpected() throws Exception {
    get(manager.createCluster(definition(CLUSTER)));
    Ring second = moved(Ring.even(2, 2), 1);
    get(manager.changeRing(1, second));
    assertEquals(second, get(manager.getRingInfo()).ring());
    get(manager.changeRing(1, second));
    assertFails(ManagerError.RING_CHANGED, manager.changeRing(1, moved(Ring.even(2, 2), 0)));
    assertFails(ManagerError.INVALID_ARGUMENT, manager.changeRing(2, second));
    assertFails(ManagerError.NO_SUCH_GROUP, manager.changeRing(2, moved(second, 5)));
    assertEquals(second, get(manager.getRingInfo()).ring());
  }

  @Test
  void badDefinitionsAreRefused() throws Exception {
    ClusterState good = definition(CLUSTER);
    CoordinationException failure =
        assertFails(
            ManagerError.INVALID_ARGUMENT,
            manager.createCluster(
                new ClusterState(
                    CLUSTER, good.families(), Ring.even(3, 1), good.groups(), List.of())));
    assertTrue(failure.getMessage().contains("group 2"), failure.getMessage());
    assertFails(
        ManagerError.TOO_LARGE,
        manager.createCluster(
            new ClusterState(
                CLUSTER, good.families(), Ring.even(2, 30_000), good.groups(), List.of())));
    assertEquals(List.of(), get(manager.clusters()));
  }

  @Test
  void aRingOfTenThousandPartitionsFitsAndALargerOneIsRefused() throws Exception {
    ClusterState good = definition(CLUSTER);
    ClusterState large =
        new ClusterState(CLUSTER, good.families(), Ring.even(2, 5_000), good.groups(), List.of());
    get(manager.createCluster(large));
    assertEquals(large, get(manager.getRingInfo()));
    Ring tooLarge = new Ring(2, Ring.even(2, 30_000).partitions());
    CoordinationException failure =
        assertFails(ManagerError.TOO_LARGE, manager.changeRing(1, tooLarge));
    assertTrue(failure.getMessage().contains("60000 partitions"), failure.getMessage());
    assertEquals(large.ring(), get(manager.getRingInfo()).ring());
  }

  /** The next version, with the first partition owned by another group. */
  private static Ring moved(Ring ring, int group) {
    List<RingPartition> partitions = new ArrayList<>(ring.partitions());
    RingPartition first = partitions.get(0);
    partitions.set(0, new RingPartition(first.name(), first.range(), group, first.move() + 1));
    return new Ring(ring.version() + 1, partitions);
  }
}
