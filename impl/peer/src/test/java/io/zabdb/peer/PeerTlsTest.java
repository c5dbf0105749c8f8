package io.zabdb.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.EventLoopGroup;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.Connection;
import io.zabdb.environment.peer.LamportClock;
import io.zabdb.net.Await;
import io.zabdb.net.Logs;
import io.zabdb.net.RawSocket;
import io.zabdb.net.frame.wire.Reason;
import io.zabdb.net.socket.Loops;
import io.zabdb.net.tls.TestCertificates;
import io.zabdb.net.tls.Tls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Replicas with certificates: their channels change event loops with TLS in place. */
@Timeout(120)
class PeerTlsTest {

  private static final Connection CONNECTION = new Connection(0, 1, 7);

  @TempDir Path folder;
  private TestCertificates authority;
  private TestCluster cluster;

  @BeforeEach
  void start() throws Exception {
    authority = new TestCertificates(folder.resolve("ca"));
    cluster = new TestCluster(2, PeerSettings.DEFAULT, Tls.load(authority.issue("node")), folder);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void messagesDatagramsAndCheckpointsComeThrough() throws Exception {
    TestReplica follower = cluster.attach(0, 0);
    TestReplica leader = cluster.attach(1, 0);
    follower.run(port -> port.connect(CONNECTION));
    leader.expect("requested", CONNECTION);
    follower.expect("accepted", CONNECTION);
    Path files = Files.createDirectory(folder.resolve("files"));
    Files.write(files.resolve("a"), new byte[3_000_000]);
    Message snap =
        new Message.Sync(
            1,
            new Difference(
                Difference.Mode.SNAP,
                new Zxid(1, 1),
                new CheckpointFiles(1, new Zxid(1, 1), files),
                List.of()));
    int count = 2000;
    leader.run(
        port -> {
          port.send(CONNECTION, snap);
          for (int i = 1; i <= count; i++) {
            port.send(CONNECTION, new Message.Propose(1, new Entry(1, i, 1, 1, new byte[1000])));
          }
        });
    Message.Sync sync =
        assertInstanceOf(Message.Sync.class, follower.expect("received", CONNECTION));
    CheckpointFiles came = (CheckpointFiles) sync.difference().checkpoint();
    assertEquals(3_000_000, Files.size(came.directory().resolve("a")));
    for (int i = 1; i <= count; i++) {
      Message.Propose propose =
          assertInstanceOf(Message.Propose.class, follower.expect("received", CONNECTION));
      assertEquals(i, propose.entry().counter());
    }
    Datagram datagram = new Datagram.Start(1);
    Await.until(
        "the datagram is heard",
        () -> {
          follower.run(port -> port.notify(1, datagram));
          return !leader.datagrams.isEmpty();
        });
  }

  @Test
  void aPeerWithoutTlsIsToldToUseIt() throws Exception {
    cluster.attach(1, 0);
    try (RawSocket socket = RawPeers.open(cluster.address(1))) {
      socket.send(RawPeers.frame(RawPeers.hello(0, 1).setConnection(3)));
      RawPeers.expectRefused(socket, Reason.TLS, "bytes without TLS, where this port wants it");
    }
  }

  @Test
  void aPeerOfAnotherAuthorityIsRefusedAndThatIsLoggedOnceAtEachSide() throws Exception {
    TestReplica replica = cluster.attach(1, 0);
    Tls other = Tls.load(new TestCertificates(folder.resolve("other")).issue("node"));
    EventLoopGroup loops = Loops.create("stranger", 1);
    try (Logs logs = new Logs();
        PeerTransport stranger =
            new PeerTransport(
                loops, RawPeers.small(), TestCluster.ID, other, TestCluster.queues())) {
      TestReplica far =
          new TestReplica(
              stranger,
              loops.next(),
              0,
              0,
              cluster.members(),
              folder.resolve("stranger"),
              LamportClock.OFF);
      for (int i = 0; i < 5; i++) {
        Connection connection = new Connection(0, 1, i);
        far.run(port -> port.connect(connection));
        far.expect("closed", connection);
      }
      // A handshake that is given up in its middle, as it took too long, fails otherwise.
      for (String reason :
          List.of("PKIX path building failed", "Received fatal alert: certificate_unknown")) {
        Await.until("it is logged: " + reason, () -> !logs.with(reason).isEmpty());
        assertEquals(1, logs.with(reason).size(), () -> logs.with("").toString());
      }
      assertEquals(List.of(), logs.with("] failed"));
    } finally {
      loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }
    assertTrue(replica.events.isEmpty());
  }
}
