package io.zabdb.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import io.zabdb.core.message.Datagram;
import io.zabdb.net.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes tell each other that they are there, over real sockets. */
@Timeout(120)
class NodeWordsTest {

  private static final Duration PATIENCE = Duration.ofMillis(300);

  @TempDir Path folder;
  private TestCluster cluster;

  private void start(PeerSettings settings) throws Exception {
    cluster = new TestCluster(3, settings, null, folder);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private static void awaitHeard(TestReplica replica, long members) {
    Await.until(
        "nodes " + Long.toBinaryString(members) + " that are heard",
        () -> replica.nodes == members);
    assertFalse(replica.strangeThread);
  }

  @Test
  void nodesHearEachOtherAndNoticeWhoIsGone() throws Exception {
    start(PeerSettings.DEFAULT.withWords(PATIENCE));
    TestReplica first = cluster.attach(0, 0);
    TestReplica second = cluster.attach(1, 0);
    cluster.attach(2, 0);
    awaitHeard(first, 0b110);
    awaitHeard(second, 0b101);
    cluster.transports.get(2).close();
    awaitHeard(first, 0b010);
    awaitHeard(second, 0b001);
  }

  /** All groups of a node rely on its words, whichever loop they are of. */
  @Test
  void aNodeOneOfWhoseLoopsHangsIsSilent() throws Exception {
    start(PeerSettings.DEFAULT.withWords(PATIENCE));
    TestReplica first = cluster.attach(0, 0);
    TestReplica second = cluster.attach(1, 0);
    TestReplica beside = cluster.attach(1, 1);
    assertNotSame(second.loop(), beside.loop());
    cluster.attach(2, 0);
    awaitHeard(first, 0b110);
    CountDownLatch goesOn = new CountDownLatch(1);
    beside.loop().execute(() -> await(goesOn));
    try {
      awaitHeard(first, 0b100);
    } finally {
      goesOn.countDown();
    }
    awaitHeard(first, 0b110);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void nobodyIsHeardWhereNodesSayNothing() throws Exception {
    start(PeerSettings.DEFAULT);
    TestReplica first = cluster.attach(0, 0);
    TestReplica second = cluster.attach(1, 0);
    Await.until(
        "datagram",
        () -> {
          runQuietly(second);
          return !first.datagrams.isEmpty();
        });
    assertEquals(0, first.nodes);
  }

  private static void runQuietly(TestReplica replica) {
    replica.run(port -> port.notify(0, new Datagram.Start(1)));
  }
}
