package io.zabdb.coordination.manager;

import static io.zabdb.coordination.manager.Fixture.CLUSTER;
import static io.zabdb.coordination.manager.Fixture.await;
import static io.zabdb.coordination.manager.Fixture.definition;
import static io.zabdb.coordination.manager.Fixture.get;
import static io.zabdb.coordination.manager.Fixture.node;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.model.ring.Ring;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who watches sees every final state, whatever happens to connections and sessions. */
class WatchTest {

  @TempDir private Path directory;

  private final BlockingQueue<ClusterState> seen = new LinkedBlockingQueue<>();
  private Fixture fixture;
  private ConfigurationManager changer;
  private Paths paths;

  @BeforeEach
  void start() throws Exception {
    fixture = new Fixture(directory);
    changer = fixture.manager();
    paths = new Paths(CLUSTER);
    get(changer.createCluster(definition(CLUSTER)));
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  @Test
  void theStateIsDeliveredNowAndAfterEachKindOfChange() throws Exception {
    ConfigurationManager watching = fixture.manager();
    watching.watch(seen::add);
    see(state -> state.equals(definition(CLUSTER)));
    get(changer.newLeader(1, 2, 4));
    see(state -> state.groups().get(1).equals(new GroupInfo(1, List.of(0, 1, 2), 2, 4)));
    get(changer.registerGroup(new GroupInfo(2, List.of(5), -1, 0)));
    see(state -> state.groups().size() == 3);
    get(changer.deregisterGroup(2));
    see(state -> state.groups().size() == 2);
    get(changer.changeRing(1, next(definition(CLUSTER))));
    see(state -> state.ring().version() == 2);
    get(changer.registerNode(node(3, 7_003)));
    see(state -> state.nodes().equals(List.of(node(3, 7_003))));
    changer.reportLoad(77);
    see(state -> state.nodes().get(0).load() == 77);
    changer.close();
    see(state -> state.nodes().isEmpty());
    assertEquals(get(watching.getRingInfo()), watching.lastKnown().orElseThrow().state());
    assertEquals(Map.of(), watching.problems());
  }

  @Test
  void whoComesLaterGetsTheStateAtOnceAndWhoLeavesNoMore() throws Exception {
    ConfigurationManager watching = fixture.manager();
    watching.watch(seen::add);
    see(state -> true);
    BlockingQueue<ClusterState> second = new LinkedBlockingQueue<>();
    Subscription subscription = watching.watch(second::add);
    assertEquals(definition(CLUSTER), second.poll(Fixture.SECONDS, TimeUnit.SECONDS));
    subscription.close();
    get(changer.newLeader(0, 1, 1));
    see(state -> state.groups().get(0).leaderNode() == 1);
    assertNull(second.poll());
  }

  @Test
  void itMayBeginBeforeThereIsACluster() throws Exception {
    CuratorFramework plain = fixture.plainClient();
    plain.delete().deletingChildrenIfNeeded().forPath(Paths.ROOT);
    ConfigurationManager watching = fixture.manager();
    watching.watch(seen::add);
    await("it has looked", () -> watching.problems().containsKey(Paths.ROOT));
    get(changer.createCluster(definition(CLUSTER)));
    see(state -> state.cluster().equals(CLUSTER));
    assertEquals(Map.of(), watching.problems());
  }

  @Test
  void itMayBeginBeforeTheClusterThatIsNamed() throws Exception {
    CuratorFramework plain = fixture.plainClient();
    plain.delete().deletingChildrenIfNeeded().forPath(paths.top());
    ConfigurationManager watching = fixture.manager(fixture.settings().withCluster(CLUSTER));
    watching.watch(seen::add);
    await("it has looked", () -> watching.problems().containsKey(paths.ring()));
    get(changer.createCluster(definition(CLUSTER)));
    see(state -> state.equals(definition(CLUSTER)));
    await("no problem", () -> watching.problems().isEmpty());
  }

  @Test
  void aSlowWatcherGetsOnlyTheLastState() throws Exception {
    ConfigurationManager watching = fixture.manager();
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    watching.watch(
        state -> {
          calls.incrementAndGet();
          seen.add(state);
          begun.countDown();
          try {
            go.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    begun.await();
    for (int epoch = 1; epoch <= 50; epoch++) {
      get(changer.newLeader(0, epoch % 3, epoch));
    }
    await("all is known", () -> epoch(watching.lastKnown().orElseThrow().state()) == 50);
    go.countDown();
    see(state -> epoch(state) == 50);
    get(watching.clusters());
    assertEquals(2, calls.get(), "the first state and the last one");
  }

  @Test
  void aWatcherThatThrowsIsCalledAgain() throws Exception {
    ConfigurationManager watching = fixture.manager();
    watching.watch(
        state -> {
          seen.add(state);
          throw new IllegalStateException("on purpose");
        });
    see(state -> true);
    get(changer.newLeader(0, 1, 9));
    see(state -> epoch(state) == 9);
  }

  @Test
  void nothingIsMissedOverARestartOfTheServer() throws Exception {
    ConfigurationManager watching = fixture.manager();
    watching.watch(seen::add);
    see(state -> true);
    for (int round = 1; round <= 3; round++) {
      fixture.stopServer();
      await("it is known to be away", () -> !watching.isConnected());
      fixture.startServer();
      int epoch = round;
      assertEquals(LeaderReport.WRITTEN, get(changer.newLeader(0, round % 3, round)));
      see(state -> epoch(state) == epoch);
    }
  }

  @Test
  void nothingIsMissedWhileItIsCutOff() throws Exception {
    Proxy proxy = fixture.proxy();
    ConfigurationManager watching = fixture.manager(fixture.through(proxy));
    watching.watch(seen::add);
    see(state -> true);
    ConfigurationManager other = fixture.manager();
    get(other.registerNode(node(1, 7_001)));
    NodeInfo before = see(state -> !state.nodes().isEmpty()).nodes().get(0);
    assertEquals(7_001, before.port());

    proxy.cut();
    await("it is known to be away", () -> !watching.isConnected());
    // The znode is deleted and made again with the same version.
    other.close();
    get(fixture.manager().registerNode(node(1, 7_002)));
    get(changer.newLeader(1, 1, 3));
    get(changer.registerGroup(new GroupInfo(2, List.of(5), -1, 0)));
    proxy.restore();

    ClusterState all = get(changer.getRingInfo());
    assertEquals(List.of(node(1, 7_002)), all.nodes());
    // What it is told at first may lack what is read last.
    see(all::equals);
    // The watch works on the new connection.
    get(changer.deregisterGroup(2));
    see(state -> state.groups().size() == 2);
  }

  @Test
  void nothingIsMissedWhileItsSessionExpires() throws Exception {
    Proxy proxy = fixture.proxy();
    CuratorFramework plain = fixture.plainClient();
    ConfigurationManager watching =
        fixture.manager(fixture.through(proxy).withSessionTimeout(Fixture.SHORT));
    watching.watch(seen::add);
    get(watching.registerNode(node(2, 7_002)));
    see(state -> state.nodes().size() == 1);
    assertNotNull(plain.checkExists().forPath(paths.node(2)));

    proxy.cut();
    await("its session has expired", () -> plain.checkExists().forPath(paths.node(2)) == null);
    get(changer.newLeader(1, 1, 3));
    proxy.restore();

    see(state -> state.groups().get(1).epoch() == 3 && state.nodes().size() == 1);
    get(changer.newLeader(1, 2, 4));
    see(state -> state.groups().get(1).epoch() == 4);
  }

  @Test
  void nothingIsMissedWhenSessionsAreEnded() throws Exception {
    CuratorFramework plain = fixture.plainClient();
    plain.blockUntilConnected();
    ConfigurationManager watching = fixture.manager();
    watching.watch(seen::add);
    see(state -> true);
    for (int round = 1; round <= 3; round++) {
      Fixture.endSessions(plain);
      int epoch = round;
      assertEquals(LeaderReport.WRITTEN, get(changer.newLeader(0, round % 3, round)));
      see(state -> epoch(state) == epoch);
    }
  }

  @Test
  void whatIsKnownStaysReadableWhileTheServerIsAway() throws Exception {
    ConfigurationManager watching = fixture.manager();
    watching.watch(seen::add);
    see(state -> true);
    await("it is current", () -> watching.lastKnown().orElseThrow().age().isZero());
    fixture.stopServer();
    await("it has aged", () -> !watching.lastKnown().orElseThrow().age().isZero());
    assertEquals(definition(CLUSTER), watching.lastKnown().orElseThrow().state());
    fixture.startServer();
    await("it is current again", () -> watching.lastKnown().orElseThrow().age().isZero());
  }

  private static long epoch(ClusterState state) {
    return state.groups().get(0).epoch();
  }

  private static Ring next(ClusterState state) {
    return new Ring(state.ring().version() + 1, state.ring().partitions());
  }

  private ClusterState see(Predicate<ClusterState> wanted) throws InterruptedException {
    ClusterState last = null;
    while (true) {
      ClusterState state = seen.poll(Fixture.SECONDS, TimeUnit.SECONDS);
      if (state == null) {
        throw new AssertionError("not seen; the last was " + last);
      }
      if (wanted.test(state)) {
        return state;
      }
      last = state;
    }
  }
}
