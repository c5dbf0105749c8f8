package io.zabdb.coordination.manager;

import static io.zabdb.coordination.manager.Fixture.CLUSTER;
import static io.zabdb.coordination.manager.Fixture.assertFails;
import static io.zabdb.coordination.manager.Fixture.await;
import static io.zabdb.coordination.manager.Fixture.definition;
import static io.zabdb.coordination.manager.Fixture.get;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import io.zabdb.coordination.format.StateFormat;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.ring.Ring;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What someone else has written into znodes ends neither watching nor anything else. */
class MalformedTest {

  @TempDir private Path directory;

  private final Paths paths = new Paths(CLUSTER);
  private final BlockingQueue<ClusterState> seen = new LinkedBlockingQueue<>();
  private Fixture fixture;
  private CuratorFramework plain;
  private ConfigurationManager manager;

  @BeforeEach
  void start() throws Exception {
    fixture = new Fixture(directory);
    plain = fixture.plainClient();
    manager = fixture.manager();
    get(manager.createCluster(definition(CLUSTER)));
    manager.watch(seen::add);
    assertEquals(definition(CLUSTER), next());
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  @Test
  void aZnodeThatCannotBeReadKeepsItsValueUntilItCan() throws Exception {
    for (String path : List.of(paths.ring(), paths.families(), paths.group(1))) {
      byte[] good = plain.getData().forPath(path);
      for (byte[] bad :
          List.of(
              new byte[0],
              bytes("{\"format\":1"),
              bytes("{\"format\":9}"),
              new byte[] {(byte) 0xff, 0})) {
        plain.setData().forPath(path, bad);
        String text = new String(bad, StandardCharsets.ISO_8859_1);
        await(
            path + " with '" + text + "' is found",
            () -> manager.problems().containsKey(path) && get(manager.clusters()).size() == 1);
        CoordinationException failure = assertFails(ManagerError.MALFORMED, manager.getRingInfo());
        assertTrue(failure.getMessage().contains("znode " + path + " "), failure.getMessage());
        assertEquals(definition(CLUSTER), manager.lastKnown().orElseThrow().state());
        plain.setData().forPath(path, good);
        await(path + " is well", () -> manager.problems().isEmpty());
      }
    }
    get(manager.newLeader(0, 1, 1));
    assertEquals(1, next().groups().get(0).leaderNode());
  }

  @Test
  void otherZnodesAreFollowedMeanwhile() throws Exception {
    plain.setData().forPath(paths.ring(), bytes("?"));
    plain.create().forPath(paths.nodes() + "/x", bytes("{}"));
    plain.create().forPath(paths.groups() + "/7", bytes("{}"));
    get(manager.newLeader(1, 2, 6));
    assertEquals(new GroupInfo(1, List.of(0, 1, 2), 2, 6), next().groups().get(1));
    await("all are found", () -> manager.problems().size() == 3);
    assertFails(ManagerError.MALFORMED, manager.newLeader(7, 0, 1));
    // What is missing is no part of the state any more, and no problem.
    plain.delete().forPath(paths.groups() + "/7");
    plain.delete().forPath(paths.nodes() + "/x");
    await("one is left", () -> manager.problems().keySet().equals(Set.of(paths.ring())));
  }

  @Test
  void aZnodeThatIsTooLargeIsNotRead() throws Exception {
    plain.setData().forPath(paths.ring(), new byte[StateFormat.MAX + 1]);
    await("it is found", () -> manager.problems().containsKey(paths.ring()));
    assertTrue(manager.problems().get(paths.ring()).contains("1000001 bytes"));
    CoordinationException failure = assertFails(ManagerError.TOO_LARGE, manager.getRingInfo());
    assertTrue(failure.getMessage().contains(paths.ring()), failure.getMessage());
    assertFails(ManagerError.TOO_LARGE, manager.changeRing(1, nextRing()));
    get(manager.newLeader(1, 2, 6));
    assertEquals(6, next().groups().get(1).epoch());
  }

  @Test
  void aClusterThatIsDeletedIsKnownStill() throws Exception {
    plain.delete().deletingChildrenIfNeeded().forPath(paths.top());
    await(
        "it is found",
        () ->
            manager.problems().keySet().containsAll(List.of(paths.ring(), paths.families()))
                && manager.lastKnown().orElseThrow().state().groups().isEmpty());
    assertEquals(definition(CLUSTER).ring(), manager.lastKnown().orElseThrow().state().ring());
    assertFails(ManagerError.NO_SUCH_CLUSTER, manager.getRingInfo());
    assertFails(
        ManagerError.NO_SUCH_CLUSTER, manager.registerGroup(new GroupInfo(5, List.of(1), -1, 0)));
    get(manager.createCluster(definition(CLUSTER)));
    await("it is back", () -> manager.problems().equals(Map.of()));
  }

  @Test
  void aClusterWithoutItsIdentityIsNotTakenForTheSame() throws Exception {
    plain.setData().forPath(paths.state(), bytes("{}"));
    assertFails(ManagerError.MALFORMED, manager.createCluster(definition(CLUSTER)));
  }

  @Test
  void strangersBesideTheClustersAreLeftAlone() throws Exception {
    plain.create().forPath(Paths.ROOT + "/notes");
    plain.create().forPath(Paths.ROOT + "/1-2-3-4-5");
    assertEquals(List.of(CLUSTER), get(manager.clusters()));
    plain.create().forPath(paths.state() + "/note");
    plain.create().forPath(paths.ring() + "/note");
    get(manager.newLeader(1, 2, 6));
    assertEquals(6, next().groups().get(1).epoch());
    assertEquals(Map.of(), manager.problems());
  }

  private static Ring nextRing() {
    return new Ring(2, definition(CLUSTER).ring().partitions());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private ClusterState next() throws InterruptedException {
    ClusterState state = seen.poll(Fixture.SECONDS, TimeUnit.SECONDS);
    if (state == null) {
      throw new AssertionError("nothing was delivered");
    }
    return state;
  }
}
