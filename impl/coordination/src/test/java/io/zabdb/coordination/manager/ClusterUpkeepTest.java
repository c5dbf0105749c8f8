package io.zabdb.coordination.manager;

import static io.zabdb.coordination.manager.Fixture.CLUSTER;
import static io.zabdb.coordination.manager.Fixture.await;
import static io.zabdb.coordination.manager.Fixture.definition;
import static io.zabdb.coordination.manager.Fixture.get;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.ring.Ring;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A server that loses its data, all or some, is told again by the nodes. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(300)
class ClusterUpkeepTest {

  @TempDir private Path directory;

  private Fixture fixture;
  private final List<ConfigurationManager> nodes = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    fixture = new Fixture(directory);
    for (int id = 0; id < 3; id++) {
      ConfigurationManager node =
          fixture.manager(
              fixture.settings().withCluster(CLUSTER).withSessionTimeout(Fixture.SHORT));
      get(node.createCluster(definition(CLUSTER)));
      node.keepCluster(definition(CLUSTER));
      get(node.registerNode(Fixture.node(id, 7_000 + id)));
      nodes.add(node);
    }
    get(nodes.get(1).newLeader(0, 1, 4));
    get(nodes.get(2).newLeader(1, 2, 6));
    awaitWhole();
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  private void awaitWhole() throws Exception {
    for (ConfigurationManager node : nodes) {
      await("nothing is missing", () -> node.missing().isEmpty());
    }
  }

  /** What a client sees that comes now. */
  private ClusterState seen() throws Exception {
    return get(fixture.manager().getRingInfo());
  }

  private void awaitSeen(Ring ring) throws Exception {
    await(
        "all is there again",
        () -> {
          ClusterState state;
          try {
            state = seen();
          } catch (java.util.concurrent.ExecutionException e) {
            // Not yet.
            return false;
          }
          return state.ring().equals(ring)
              && state.families().equals(definition(CLUSTER).families())
              && state.nodes().size() == 3
              && state
                  .groups()
                  .equals(
                      List.of(
                          new GroupInfo(0, List.of(0, 1, 2), 1, 4),
                          new GroupInfo(1, List.of(0, 1, 2), 2, 6)));
        });
  }

  @Test
  void allThatWasLostIsMadeAgain() throws Exception {
    fixture.wipeServer();
    awaitSeen(Ring.even(2, 2));
    awaitWhole();
    // The definition as well: who comes now is compared with it.
    get(fixture.manager().createCluster(definition(CLUSTER)));
  }

  /** No definition names it; its members may be others by now. */
  @Test
  void aGroupThatWasBornIsMadeAgainAndNotSetBack() throws Exception {
    GroupInfo born = new GroupInfo(40_001, List.of(1, 2), -1, 0);
    nodes.get(1).keepGroup(born);
    awaitBorn(born);
    get(nodes.get(2).newLeader(40_001, 2, 3, List.of(2, 0)));
    GroupInfo later = new GroupInfo(40_001, List.of(2, 0), 2, 3);
    awaitBorn(later);
    nodes.get(1).keepGroup(born);
    nodes.get(2).keepGroup(born);
    fixture.wipeServer();
    awaitBorn(later);
  }

  /** As of one whose group a server has lost, and nobody has made again yet. */
  @Test
  void aLeaderOfAGroupThatIsNotKnownYetIsReportedAgain() throws Exception {
    assertThrows(
        ExecutionException.class, () -> get(nodes.get(2).newLeader(40_001, 2, 3, List.of(1, 2))));
    // What else a node keeps known does not depend on it.
    fixture.wipeServer();
    awaitSeen(Ring.even(2, 2));
    awaitWhole();
    nodes.get(1).keepGroup(new GroupInfo(40_001, List.of(1, 2), -1, 0));
    awaitBorn(new GroupInfo(40_001, List.of(1, 2), 2, 3));
  }

  @Test
  void aGroupThatHasEndedIsForgottenForGood() throws Exception {
    GroupInfo born = new GroupInfo(40_001, List.of(1, 2), -1, 0);
    nodes.get(1).keepGroup(born);
    nodes.get(2).keepGroup(born);
    awaitBorn(born);
    get(nodes.get(2).newLeader(40_001, 2, 3));
    // The one that made it known last has left it, too.
    nodes.get(1).dropGroup(40_001);
    nodes.get(2).dropGroup(40_001);
    awaitOnly(0, 1);
    // Group 1 is one of the ring of the beginning, and stays where it is known.
    nodes.get(1).dropGroup(1);
    fixture.wipeServer();
    awaitSeen(Ring.even(2, 2));
    awaitWhole();
    awaitOnly(0, 1);
  }

  /** It was removed from the group, which goes on, and may end without its hearing of it. */
  @Test
  void whoHasLeftAGroupDoesNotMakeItKnownAgain() throws Exception {
    GroupInfo born = new GroupInfo(40_001, List.of(1, 2), -1, 0);
    nodes.get(1).keepGroup(born);
    nodes.get(2).keepGroup(born);
    awaitBorn(born);
    nodes.get(1).leaveGroup(40_001);
    awaitBorn(born);
    nodes.get(2).dropGroup(40_001);
    awaitOnly(0, 1);
    fixture.wipeServer();
    awaitSeen(Ring.even(2, 2));
    awaitWhole();
    awaitOnly(0, 1);
  }

  private void awaitOnly(Integer... groups) throws Exception {
    await(
        "no other groups",
        () -> {
          try {
            return seen().groups().stream().map(GroupInfo::id).toList().equals(List.of(groups));
          } catch (java.util.concurrent.ExecutionException e) {
            // Not yet.
            return false;
          }
        });
  }

  private void awaitBorn(GroupInfo group) throws Exception {
    await(
        "group " + group,
        () -> {
          try {
            return seen().groups().contains(group);
          } catch (java.util.concurrent.ExecutionException e) {
            // Not yet.
            return false;
          }
        });
  }

  @Test
  void theNewestRingIsMadeAgainNotTheFirst() throws Exception {
    Ring first = Ring.even(2, 2);
    Ring newest = new Ring(9, first.partitions());
    get(nodes.get(0).changeRing(first.version(), newest));
    for (ConfigurationManager node : nodes) {
      node.watch(state -> {});
      await(
          "it is seen",
          () -> node.lastKnown().map(known -> known.state().ring()).equals(Optional.of(newest)));
    }
    fixture.wipeServer();
    awaitSeen(newest);
    get(fixture.manager().createCluster(definition(CLUSTER)));
  }

  @Test
  void aNewerRingAndLeaderAreLeftAlone() throws Exception {
    ConfigurationManager other = fixture.manager();
    Ring newest = new Ring(9, Ring.even(2, 2).partitions());
    fixture.stopServer();
    fixture.startServer();
    get(other.changeRing(1, newest));
    get(other.newLeader(0, 2, 7));
    CuratorFramework plain = fixture.plainClient();
    Paths paths = new Paths(CLUSTER);
    // Something is missing, so that everything is looked at.
    plain.delete().forPath(paths.families());
    plain.delete().deletingChildrenIfNeeded().forPath(paths.group(1));
    fixture.stopServer();
    fixture.startServer();
    await("families", () -> plain.checkExists().forPath(paths.families()) != null);
    await("group 1", () -> seen().groups().size() == 2 && seen().groups().get(1).epoch() == 6);
    ClusterState state = seen();
    assertEquals(newest, state.ring());
    assertEquals(new GroupInfo(0, List.of(0, 1, 2), 2, 7), state.groups().get(0));
    assertEquals(new GroupInfo(1, List.of(0, 1, 2), 2, 6), state.groups().get(1));
  }

  @Test
  void whatSomeoneDeletesIsMadeAgain() throws Exception {
    CuratorFramework plain = fixture.plainClient();
    plain.delete().deletingChildrenIfNeeded().forPath(new Paths(CLUSTER).top());
    awaitSeen(Ring.even(2, 2));
    awaitWhole();
  }

  @Test
  void whileTheServerIsAwayAndAfterwardsItIsSaidWhatIsMissing() throws Exception {
    fixture.stopServer();
    for (ConfigurationManager node : nodes) {
      await("it is away", () -> !node.isConnected());
      assertTrue(node.missing().isPresent());
    }
    ConfigurationManager silent = fixture.manager(fixture.settings().withCluster(CLUSTER));
    fixture.startServer();
    await("it is connected", silent::isConnected);
    assertTrue(silent.missing().isPresent(), "it was told nothing");
    awaitWhole();
  }

  @Test
  void aClusterIsKeptOnce() {
    ConfigurationManager node = nodes.get(0);
    assertThrows(IllegalStateException.class, () -> node.keepCluster(definition(CLUSTER)));
    assertThrows(
        IllegalArgumentException.class, () -> node.keepCluster(definition(UUID.randomUUID())));
  }
}
