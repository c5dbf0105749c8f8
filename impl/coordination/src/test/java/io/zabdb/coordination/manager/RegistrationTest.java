package io.zabdb.coordination.manager;

import static io.zabdb.coordination.manager.Fixture.CLUSTER;
import static io.zabdb.coordination.manager.Fixture.assertFails;
import static io.zabdb.coordination.manager.Fixture.await;
import static io.zabdb.coordination.manager.Fixture.definition;
import static io.zabdb.coordination.manager.Fixture.get;
import static io.zabdb.coordination.manager.Fixture.node;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import io.zabdb.coordination.format.RegisteredNode;
import io.zabdb.coordination.format.StateFormat;
import io.zabdb.model.cluster.NodeInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node is registered as long as its process lives, and only one process as one node. */
class RegistrationTest {

  @TempDir private Path directory;

  private final String path = new Paths(CLUSTER).node(4);
  private final String parent = new Paths(CLUSTER).nodes();
  private Fixture fixture;
  private CuratorFramework plain;
  private ConfigurationManager manager;

  @BeforeEach
  void start() throws Exception {
    fixture = new Fixture(directory);
    plain = fixture.plainClient();
    manager = fixture.manager();
    get(manager.createCluster(definition(CLUSTER)));
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  @Test
  void itVanishesWithTheProcess() throws Exception {
    get(manager.registerNode(node(4, 7_004)));
    assertEquals(List.of(node(4, 7_004)), get(manager.getRingInfo()).nodes());
    manager.close();
    assertEquals(null, plain.checkExists().forPath(path));
  }

  @Test
  void loadAndAddressCanChangeAndTheIdCannot() throws Exception {
    assertThrows(IllegalStateException.class, () -> manager.reportLoad(1));
    get(manager.registerNode(node(4, 7_004)));
    manager.reportLoad(123_456_789_012L);
    await("the load", () -> registered().load() == 123_456_789_012L);
    Stat before = plain.checkExists().forPath(path);
    get(manager.registerNode(node(4, 7_005)));
    assertEquals(node(4, 7_005), registered());
    Stat after = plain.checkExists().forPath(path);
    assertEquals(before.getCzxid(), after.getCzxid(), "it is changed, not made again");
    assertThrows(IllegalArgumentException.class, () -> manager.registerNode(node(5, 7_005)));
    assertThrows(IllegalArgumentException.class, () -> manager.reportLoad(-1));
    assertThrows(
        IllegalArgumentException.class, () -> fixture.manager().registerNode(node(5, 70_000)));
  }

  @Test
  void itIsMadeAgainWhenTheSessionWasEnded() throws Exception {
    get(manager.registerNode(node(4, 7_004)));
    manager.reportLoad(5);
    await("the load", () -> registered().load() == 5);
    for (int round = 0; round < 3; round++) {
      long before = owner();
      Fixture.endSessions(plain);
      await("another session has it", () -> owner() != 0 && owner() != before);
      assertEquals(5, registered().load());
    }
  }

  @Test
  void itIsThereAfterARestartOfTheServer() throws Exception {
    get(manager.registerNode(node(4, 7_004)));
    fixture.stopServer();
    await("it is known to be away", () -> !manager.isConnected());
    manager.reportLoad(6);
    fixture.startServer();
    await("the load", () -> owner() != 0 && registered().load() == 6);
  }

  @Test
  void itIsMadeAgainWhenSomeoneDeletesIt() throws Exception {
    get(manager.registerNode(node(4, 7_004)));
    for (int round = 0; round < 3; round++) {
      plain.delete().forPath(path);
      await("it is there", () -> owner() != 0);
    }
  }

  @Test
  void itComesWithTheCluster() throws Exception {
    plain.delete().deletingChildrenIfNeeded().forPath(Paths.ROOT);
    ConfigurationManager early = fixture.manager();
    CompletableFuture<Void> registration = early.registerNode(node(4, 7_004));
    assertFails(ManagerError.NO_SUCH_CLUSTER, registration);
    get(manager.createCluster(definition(CLUSTER)));
    await("it is there", () -> owner() != 0);
  }

  @Test
  void anEntryOfADeadProcessAtTheSameAddressIsReplacedAtOnce() throws Exception {
    make(node(4, 7_004), UUID.randomUUID());
    get(manager.registerNode(node(4, 7_004)));
    assertNotEquals(Fixture.session(plain), owner());
  }

  @Test
  void anEntryOfAnEarlierSessionOfTheSameProcessIsReplacedAtOnce() throws Exception {
    get(manager.registerNode(node(4, 7_004)));
    UUID instance = StateFormat.node(path, plain.getData().forPath(path)).instance();
    byte[] data = StateFormat.node(new RegisteredNode(node(4, 9_999), instance));
    plain
        .transaction()
        .forOperations(
            plain.transactionOp().delete().forPath(path),
            plain.transactionOp().create().withMode(CreateMode.EPHEMERAL).forPath(path, data));
    await("it is replaced", () -> owner() != 0 && owner() != Fixture.session(plain));
    assertEquals(node(4, 7_004), registered());
  }

  @Test
  void aLiveProcessAtAnotherAddressIsLeftAlone() throws Exception {
    get(manager.registerNode(node(4, 7_004)));
    ConfigurationManager second = impatient();
    CoordinationException failure =
        assertFails(ManagerError.NODE_TAKEN, second.registerNode(node(4, 7_005)));
    assertTrue(failure.getMessage().contains("7004"), failure.getMessage());
    assertEquals(node(4, 7_004), registered());
    manager.close();
    // The registration of the second is over: it may try another id.
    get(second.registerNode(node(5, 7_005)));
    assertEquals(List.of(node(5, 7_005)), get(second.getRingInfo()).nodes());
  }

  /** Two may say that they are reached there, by a proxy, say; one listens. */
  @Test
  void aLiveProcessAtTheSameAddressIsLeftAloneByWhoDoesNotListenThere() throws Exception {
    get(manager.registerNode(node(4, 7_004)));
    long owner = owner();
    assertFails(ManagerError.NODE_TAKEN, impatient().registerNode(node(4, 7_004), false));
    assertEquals(owner, owner());
    manager.close();
    get(impatient().registerNode(node(4, 7_004), false));
  }

  @Test
  void aDeadProcessAtAnotherAddressIsOutwaited() throws Exception {
    Proxy proxy = fixture.proxy();
    ConfigurationManager dying =
        fixture.manager(fixture.through(proxy).withSessionTimeout(Fixture.SHORT));
    get(dying.registerNode(node(4, 7_004)));
    proxy.cut();
    get(impatient().registerNode(node(4, 7_005)));
    assertEquals(node(4, 7_005), registered());
  }

  @Test
  void whoWasReplacedDoesNotFightItsSuccessorButFollowsIt() throws Exception {
    get(manager.registerNode(node(4, 7_004)));
    int changes = plain.checkExists().forPath(parent).getCversion();
    ConfigurationManager successor = fixture.manager();
    get(successor.registerNode(node(4, 7_004)));
    long owner = owner();
    for (int load = 1; load <= 10; load++) {
      int expected = load;
      successor.reportLoad(load);
      await(
          "the one before knows",
          () -> {
            List<NodeInfo> nodes =
                manager.lastKnown().map(known -> known.state().nodes()).orElse(List.of());
            return nodes.size() == 1 && nodes.get(0).load() == expected;
          });
    }
    assertEquals(owner, owner());
    assertEquals(
        changes + 2,
        plain.checkExists().forPath(parent).getCversion(),
        "it was deleted and made once");
    successor.close();
    await("the one before is back", () -> owner() != 0 && owner() != owner);
    assertEquals(0, registered().load());
  }

  @Test
  void whatIsNoEntryIsNotReplaced() throws Exception {
    plain.create().withMode(CreateMode.EPHEMERAL).forPath(path, new byte[] {'x'});
    assertFails(ManagerError.NODE_TAKEN, impatient().registerNode(node(4, 7_004)));
    assertEquals(Fixture.session(plain), owner());
  }

  /** Takes another process for alive after two seconds. */
  private ConfigurationManager impatient() {
    return fixture.manager(fixture.settings().withSessionTimeout(Fixture.SHORT));
  }

  private void make(NodeInfo node, UUID instance) throws Exception {
    plain
        .create()
        .withMode(CreateMode.EPHEMERAL)
        .forPath(path, StateFormat.node(new RegisteredNode(node, instance)));
  }

  private NodeInfo registered() throws Exception {
    return StateFormat.node(path, plain.getData().forPath(path)).node();
  }

  /** The session, or 0 if it is not there. */
  private long owner() throws Exception {
    Stat stat = plain.checkExists().forPath(path);
    return stat == null ? 0 : stat.getEphemeralOwner();
  }
}
