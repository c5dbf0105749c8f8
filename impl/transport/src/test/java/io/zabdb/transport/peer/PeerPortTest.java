package io.zabdb.transport.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.Connection;
import io.zabdb.transport.Await;
import io.zabdb.transport.Logs;
import io.zabdb.transport.RawSocket;
import io.zabdb.transport.peer.wire.PeerFrame;
import io.zabdb.transport.socket.NioLoops;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Replicas that talk over real sockets. */
@Timeout(120)
class PeerPortTest {

  private static final Connection CONNECTION = new Connection(0, 1, 7);

  @TempDir Path folder;
  private TestCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = new TestCluster(3, PeerSettings.DEFAULT, null, folder);
  }

  @AfterEach
  void stop() throws Exception {
    cluster.close();
  }

  @Test
  void messagesComeInOrderBothWaysWithoutEpoll() throws Exception {
    cluster.close();
    cluster =
        new TestCluster(3, PeerSettings.DEFAULT, null, folder, name -> NioLoops.create(name, 3));
    messagesComeInOrderBothWays();
  }

  @Test
  void messagesComeInOrderBothWays() throws Exception {
    TestReplica follower = cluster.attach(0, 0);
    TestReplica leader = cluster.attach(1, 0);
    follower.run(port -> port.connect(CONNECTION));
    leader.expect("requested", CONNECTION);
    follower.expect("accepted", CONNECTION);
    int count = 10_000;
    leader.run(
        port -> {
          for (int i = 1; i <= count; i++) {
            port.send(
                CONNECTION, new Message.Propose(1, new Entry(1, i, i * 31L, 1, new byte[i % 100])));
          }
        });
    follower.run(
        port -> {
          for (int i = 1; i <= count; i++) {
            port.send(CONNECTION, new Message.Ack(1, new Zxid(1, i)));
          }
        });
    for (int i = 1; i <= count; i++) {
      assertEquals(
          new Message.Propose(1, new Entry(1, i, i * 31L, 1, new byte[i % 100])),
          follower.expect("received", CONNECTION));
      assertEquals(new Message.Ack(1, new Zxid(1, i)), leader.expect("received", CONNECTION));
    }
  }

  @Test
  void aRefusedConnectionIsClosed() throws Exception {
    TestReplica follower = cluster.attach(0, 0);
    TestReplica leader = cluster.attach(1, 0);
    leader.accepting = false;
    follower.run(port -> port.connect(CONNECTION));
    leader.expect("requested", CONNECTION);
    follower.expect("closed", CONNECTION);
  }

  @Test
  void closingIsHeardAtTheOtherSideOnly() throws Exception {
    TestReplica follower = cluster.attach(0, 0);
    TestReplica leader = cluster.attach(1, 0);
    follower.run(port -> port.connect(CONNECTION));
    leader.expect("requested", CONNECTION);
    follower.expect("accepted", CONNECTION);
    follower.run(port -> port.close(CONNECTION));
    leader.expect("closed", CONNECTION);
    Connection next = new Connection(0, 1, 8);
    follower.run(port -> port.connect(next));
    leader.expect("requested", next);
    follower.expect("accepted", next);
  }

  @Test
  void datagramsFindTheirMember() throws Exception {
    List<TestReplica> replicas =
        List.of(cluster.attach(0, 0), cluster.attach(1, 0), cluster.attach(2, 0));
    for (int from = 0; from < 3; from++) {
      for (int to = 0; to < 3; to++) {
        if (from != to) {
          sendUntilHeard(replicas, from, to, new Datagram.Start(from * 10 + to));
        }
      }
    }
  }

  private static void sendUntilHeard(
      List<TestReplica> replicas, int from, int to, Datagram datagram) throws Exception {
    Await.until(
        "a datagram from " + from + " to " + to,
        () -> {
          replicas.get(from).run(port -> port.notify(to, datagram));
          return replicas.get(to).datagrams.stream()
              .anyMatch(event -> event.value().equals(List.of(from, datagram)));
        });
  }

  @Test
  void groupsOfANodeDoNotMeet() throws Exception {
    Connection second = new Connection(0, 1, 8);
    TestReplica[] followers = new TestReplica[2];
    TestReplica[] leaders = new TestReplica[2];
    for (int group = 0; group < 2; group++) {
      followers[group] = cluster.attach(0, group);
      leaders[group] = cluster.attach(1, group);
    }
    assertNotSame(leaders[0].loop(), leaders[1].loop());
    followers[0].run(port -> port.connect(CONNECTION));
    followers[1].run(port -> port.connect(CONNECTION));
    followers[1].run(port -> port.connect(second));
    for (int group = 0; group < 2; group++) {
      leaders[group].expect("requested", CONNECTION);
      int epoch = group;
      leaders[group].run(port -> port.send(CONNECTION, new Message.NewEpoch(epoch)));
    }
    leaders[1].expect("requested", second);
    for (int group = 0; group < 2; group++) {
      List<TestReplica.Event> heard = new ArrayList<>();
      while (heard.isEmpty() || !heard.get(heard.size() - 1).what().equals("received")) {
        heard.add(followers[group].next());
      }
      assertEquals(new Message.NewEpoch(group), heard.get(heard.size() - 1).value());
    }
    followers[0].run(PeerPort::close);
    leaders[0].expect("closed", CONNECTION);
    leaders[1].run(port -> port.send(second, new Message.Ping(1, 2)));
    TestReplica.Event event = followers[1].next();
    while (!event.what().equals("received")) {
      event = followers[1].next();
    }
    assertEquals(second, event.connection());
    assertTrue(leaders[1].events.isEmpty());
  }

  @Test
  void aConnectionThatNobodyTakesIsClosed() throws Exception {
    TestReplica follower = cluster.attach(0, 0);
    // The group is not at that node.
    follower.run(port -> port.connect(CONNECTION));
    follower.expect("closed", CONNECTION);
    // Nobody listens there.
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      cluster.setAddress(1, (InetSocketAddress) free.getLocalSocketAddress());
    }
    follower.run(port -> port.connect(CONNECTION));
    follower.expect("closed", CONNECTION);
    cluster.setAddress(1, InetSocketAddress.createUnresolved("no-such-host.invalid", 1));
    follower.run(port -> port.connect(CONNECTION));
    follower.expect("closed", CONNECTION);
    cluster.setAddress(1, null);
    follower.run(port -> port.connect(CONNECTION));
    follower.expect("closed", CONNECTION);
  }

  @Test
  void aConnectionThatIsNotAnsweredIsClosed() throws Exception {
    TestReplica follower = cluster.attach(0, 0);
    try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      cluster.setAddress(1, (InetSocketAddress) silent.getLocalSocketAddress());
      follower.run(port -> port.connect(CONNECTION));
      follower.expect("closed", CONNECTION);
    }
  }

  @Test
  void aConnectionThatIsGivenUpIsNotHeardOfAgain() throws Exception {
    TestReplica follower = cluster.attach(0, 0);
    TestReplica leader = cluster.attach(1, 0);
    follower.run(
        port -> {
          port.connect(CONNECTION);
          port.close(CONNECTION);
          port.close(new Connection(0, 1, 99));
        });
    Connection next = new Connection(0, 1, 8);
    follower.run(port -> port.connect(next));
    follower.expect("accepted", next);
    TestReplica.Event event = leader.next();
    while (!event.connection().equals(next)) {
      event = leader.next();
    }
    assertTrue(follower.events.isEmpty());
  }

  @Test
  void whatIsSentOverABrokenConnectionIsLost() throws Exception {
    TestReplica follower = cluster.attach(0, 0);
    TestReplica leader = cluster.attach(1, 0);
    follower.run(port -> port.connect(CONNECTION));
    leader.expect("requested", CONNECTION);
    follower.expect("accepted", CONNECTION);
    leader.run(port -> port.close(CONNECTION));
    follower.expect("closed", CONNECTION);
    follower.run(port -> port.send(CONNECTION, new Message.Cepoch(1)));
    leader.run(port -> port.send(CONNECTION, new Message.NewEpoch(1)));
    assertTrue(follower.events.isEmpty());
    assertTrue(leader.events.isEmpty());
  }

  /** The buffers of the sockets are soon full; the rest waits in memory, and keeps its order. */
  @Test
  void aSlowReaderGetsEverything() throws Exception {
    int count = 3000;
    TestReplica leader = cluster.attach(1, 0);
    try (RawSocket socket = RawPeers.connect(cluster.address(1), 3, CONNECTION)) {
      leader.expect("requested", CONNECTION);
      leader.run(
          port -> {
            for (int i = 1; i <= count; i++) {
              port.send(
                  CONNECTION, new Message.Propose(1, new Entry(1, i, 1, 1, new byte[10_000])));
            }
          });
      for (int i = 1; i <= count; i++) {
        PeerFrame frame = assertInstanceOf(PeerFrame.class, socket.next());
        assertEquals(i, frame.getPropose().getEntry().getCounter());
      }
      assertTrue(leader.events.isEmpty());
    }
  }

  @Test
  void whoDoesNotReadAtAllIsClosed() throws Exception {
    TestReplica leader = cluster.attach(1, 0);
    RawSocket socket = RawPeers.connect(cluster.address(1), 3, CONNECTION);
    try (Logs logs = new Logs()) {
      leader.expect("requested", CONNECTION);
      byte[] payload = new byte[1 << 20];
      leader.run(
          port -> {
            for (int i = 1; i <= 400; i++) {
              port.send(CONNECTION, new Message.Propose(1, new Entry(1, i, 1, 1, payload)));
              port.flush();
            }
          });
      leader.expect("closed", CONNECTION);
      assertEquals(
          List.of("group 0: more than 268435456 bytes wait on connection 0>1#7; it is closed"),
          logs.with("wait on connection"));
    } finally {
      socket.close();
    }
  }

  @Test
  void clocksTravelWithMessagesAndDatagrams() throws Exception {
    Clock first = new Clock(100);
    Clock second = new Clock(200);
    TestReplica follower = cluster.attach(0, 0, cluster.loop(0), first);
    TestReplica leader = cluster.attach(1, 0, cluster.loop(1), second);
    follower.run(port -> port.connect(CONNECTION));
    leader.expect("requested", CONNECTION);
    assertEquals(101, second.seen);
    follower.expect("accepted", CONNECTION);
    assertEquals(201, first.seen);
    follower.run(port -> port.send(CONNECTION, new Message.Cepoch(1)));
    leader.expect("received", CONNECTION);
    assertEquals(102, second.seen);
    leader.run(port -> port.send(CONNECTION, new Message.NewEpoch(1)));
    follower.expect("received", CONNECTION);
    assertEquals(202, first.seen);
    sendUntilHeard(List.of(follower, leader), 0, 1, new Datagram.Start(1));
    assertTrue(second.seen > 102);
  }

  private static final class Clock implements LamportClock {

    private long time;
    private volatile long seen;

    Clock(long time) {
      this.time = time;
    }

    @Override
    public long stamp() {
      return ++time;
    }

    @Override
    public void seen(long stamp) {
      seen = stamp;
    }
  }

  @Test
  void thePortIsForItsEventLoopAndForOtherMembers() {
    TestReplica replica = cluster.attach(0, 0);
    assertThrows(IllegalStateException.class, () -> replica.port().flush());
    assertThrows(
        AssertionError.class, () -> replica.run(port -> port.connect(new Connection(0, 0, 1))));
    assertThrows(
        AssertionError.class, () -> replica.run(port -> port.connect(new Connection(1, 0, 1))));
    assertThrows(
        AssertionError.class, () -> replica.run(port -> port.notify(0, new Datagram.Start(1))));
    assertThrows(IllegalStateException.class, () -> cluster.attach(0, 0));
  }
}
