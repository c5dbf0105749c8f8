package io.zabdb.coordination.manager;

import static io.zabdb.coordination.manager.Fixture.CLUSTER;
import static io.zabdb.coordination.manager.Fixture.assertFails;
import static io.zabdb.coordination.manager.Fixture.await;
import static io.zabdb.coordination.manager.Fixture.definition;
import static io.zabdb.coordination.manager.Fixture.get;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import io.zabdb.model.cluster.GroupInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Nobody waits for, or fails by, a server that is away. */
class AwayTest {

  @TempDir private Path directory;

  private Fixture fixture;

  @BeforeEach
  void start() {
    fixture = new Fixture(directory);
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  @Test
  void theServerMayComeLater() throws Exception {
    fixture.stopServer();
    ConfigurationManager manager = fixture.manager();
    BlockingQueue<Boolean> connected = new LinkedBlockingQueue<>();
    manager.addConnectionListener(connected::add);
    assertFalse(manager.isConnected());
    CompletableFuture<Void> creation = manager.createCluster(definition(CLUSTER));
    CompletableFuture<Void> registration = manager.registerNode(Fixture.node(1, 7_001));
    assertEquals(false, connected.poll(Fixture.SECONDS, TimeUnit.SECONDS));
    assertFalse(creation.isDone());
    fixture.startServer();
    assertEquals(true, connected.poll(Fixture.SECONDS, TimeUnit.SECONDS));
    get(creation);
    await("the node is there", () -> !get(manager.getRingInfo()).nodes().isEmpty());
    assertTrue(registration.isDone());
    fixture.stopServer();
    assertEquals(false, connected.poll(Fixture.SECONDS, TimeUnit.SECONDS));
    assertFalse(manager.isConnected());
  }

  @Test
  void operationsFailAfterTheirTime() {
    fixture.stopServer();
    ConfigurationManager manager =
        fixture.manager(fixture.settings().withOperationTimeout(Duration.ofMillis(10)));
    CoordinationException failure = assertFails(ManagerError.UNAVAILABLE, manager.getRingInfo());
    assertTrue(failure.getMessage().contains(fixture.address()), failure.getMessage());
    assertFails(
        ManagerError.UNAVAILABLE, manager.registerGroup(new GroupInfo(0, List.of(1), -1, 0)));
  }

  @Test
  void aServerThatFallsSilentIsAway() throws Exception {
    get(fixture.manager().createCluster(definition(CLUSTER)));
    Proxy proxy = fixture.proxy();
    ConfigurationManager manager =
        fixture.manager(
            fixture
                .through(proxy)
                .withSessionTimeout(Fixture.SHORT)
                .withOperationTimeout(Duration.ofMillis(100)));
    await("it is connected", manager::isConnected);
    proxy.stall();
    assertFails(ManagerError.UNAVAILABLE, manager.getRingInfo());
    await("it is known to be away", () -> !manager.isConnected());
    assertFails(ManagerError.UNAVAILABLE, manager.getRingInfo());
    proxy.restore();
    await("it is back", manager::isConnected);
    CompletableFuture<LeaderReport> report = manager.newLeader(0, 1, 1);
    assertEquals(LeaderReport.WRITTEN, get(report));
  }

  /** What was asked for is tried again, so nobody need be alarmed. */
  @Test
  void aRequestThatIsLostWithItsConnectionIsNoErrorOfTheLog() throws Exception {
    get(fixture.manager().createCluster(definition(CLUSTER)));
    Logger logger = (Logger) LoggerFactory.getLogger(ZooKeeperConnection.class);
    BlockingQueue<ILoggingEvent> logged = new LinkedBlockingQueue<>();
    AppenderBase<ILoggingEvent> appender =
        new AppenderBase<>() {
          @Override
          protected void append(ILoggingEvent event) {
            logged.add(event);
          }
        };
    appender.start();
    logger.setLevel(Level.DEBUG);
    logger.addAppender(appender);
    try {
      Proxy proxy = fixture.proxy();
      ConfigurationManager manager =
          fixture.manager(
              fixture
                  .through(proxy)
                  .withCluster(CLUSTER)
                  // Time to ask before the connection is found to be silent.
                  .withSessionTimeout(Fixture.SHORT.multipliedBy(3)));
      // What it reads by itself would hold up the request until no connection is left to lose.
      await("it has read the state", () -> manager.lastKnown().isPresent());
      proxy.stall();
      CompletableFuture<?> asked = manager.getRingInfo();
      ILoggingEvent event;
      do {
        event = logged.poll(Fixture.SECONDS, TimeUnit.SECONDS);
        assertNotNull(event, "a request that is given up");
        assertNotEquals(Level.ERROR, event.getLevel(), event.getFormattedMessage());
      } while (!event.getFormattedMessage().contains("gave up"));
      proxy.restore();
      get(asked);
    } finally {
      logger.detachAppender(appender);
      logger.setLevel(null);
    }
  }

  @Test
  void aHostThatIsNotKnownIsAway() {
    ConfigurationManager manager =
        fixture.manager(
            ManagerSettings.of("nowhere.invalid:2181").withOperationTimeout(Duration.ofMillis(50)));
    assertFails(ManagerError.UNAVAILABLE, manager.getRingInfo());
    assertFalse(manager.isConnected());
  }

  @Test
  void onlySoManyOperationsWaitAndClosingEndsThem() throws Exception {
    fixture.stopServer();
    ConfigurationManager manager = fixture.manager();
    CompletableFuture<?> first = manager.clusters();
    for (int i = 1; i < ZooKeeperConnection.MAX_OPERATIONS; i++) {
      manager.clusters();
    }
    assertFails(ManagerError.OVERLOADED, manager.clusters());
    assertFalse(first.isDone());
    manager.close();
    assertFails(ManagerError.CLOSED, first);
    assertFails(ManagerError.CLOSED, manager.clusters());
    assertFails(ManagerError.CLOSED, manager.newLeader(0, 1, 1));
    manager.close();
  }

  @Test
  void finishedOperationsMakeRoom() throws Exception {
    ConfigurationManager manager = fixture.manager();
    for (int i = 0; i < ZooKeeperConnection.MAX_OPERATIONS + 1; i++) {
      get(manager.clusters());
    }
  }

  @Test
  void theLastReportOfALeaderIsWrittenWhenTheServerIsBack() throws Exception {
    ConfigurationManager patient = fixture.manager();
    get(patient.createCluster(definition(CLUSTER)));
    ConfigurationManager manager =
        fixture.manager(fixture.settings().withOperationTimeout(Duration.ofMillis(50)));
    await("it is connected", manager::isConnected);
    fixture.stopServer();
    await("it is known to be away", () -> !manager.isConnected());
    CompletableFuture<LeaderReport> first = manager.newLeader(1, 0, 3);
    CompletableFuture<LeaderReport> second = manager.newLeader(1, 2, 5);
    CompletableFuture<LeaderReport> late = manager.newLeader(1, 1, 4);
    CompletableFuture<LeaderReport> same = manager.newLeader(1, 2, 5);
    CompletableFuture<LeaderReport> rival = manager.newLeader(1, 0, 5);
    CompletableFuture<LeaderReport> other = manager.newLeader(0, 1, 1);
    assertEquals(LeaderReport.OUTDATED, get(first));
    assertEquals(LeaderReport.OUTDATED, get(late));
    assertEquals(LeaderReport.OUTDATED, get(rival));
    // Reports outlast the time of other operations.
    assertFails(ManagerError.UNAVAILABLE, manager.getRingInfo());
    assertFalse(second.isDone());
    fixture.startServer();
    assertEquals(LeaderReport.WRITTEN, get(second));
    assertEquals(LeaderReport.WRITTEN, get(same));
    assertEquals(LeaderReport.WRITTEN, get(other));
    assertEquals(
        List.of(new GroupInfo(0, List.of(0, 1, 2), 1, 1), new GroupInfo(1, List.of(0, 1, 2), 2, 5)),
        get(patient.getRingInfo()).groups());
  }

  @Test
  void operationsUnderWaySurviveRestarts() throws Exception {
    ConfigurationManager manager = fixture.manager();
    get(manager.createCluster(definition(CLUSTER)));
    for (int round = 0; round < 2; round++) {
      List<CompletableFuture<Void>> registrations = new ArrayList<>();
      for (int group = 10; group < 60; group++) {
        registrations.add(manager.registerGroup(new GroupInfo(group, List.of(1), -1, 0)));
      }
      fixture.stopServer();
      fixture.startServer();
      for (CompletableFuture<Void> registration : registrations) {
        get(registration);
      }
      assertEquals(52, get(manager.getRingInfo()).groups().size());
      for (int group = 10; group < 60; group++) {
        get(manager.deregisterGroup(group));
      }
    }
  }
}
