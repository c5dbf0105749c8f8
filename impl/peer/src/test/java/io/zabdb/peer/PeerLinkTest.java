package io.zabdb.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.EventLoopGroup;
import io.zabdb.core.message.Datagram;
import io.zabdb.environment.peer.LamportClock;
import io.zabdb.environment.peer.PeerPort;
import io.zabdb.net.Await;
import io.zabdb.net.RawSocket;
import io.zabdb.net.frame.FrameKind;
import io.zabdb.net.socket.Loops;
import io.zabdb.peer.wire.Hello;
import io.zabdb.peer.wire.PeerFrame;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Links for datagrams connect by themselves, again and again. */
@Timeout(120)
class PeerLinkTest {

  @TempDir Path folder;
  private TestCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = new TestCluster(2, RawPeers.small(), null, folder);
  }

  @AfterEach
  void stop() throws Exception {
    cluster.close();
  }

  @Test
  void membersTellEachOtherTheirClocks() {
    TestReplica zero = cluster.attach(0, 0);
    TestReplica one = cluster.attach(1, 0);
    Await.until("the clock of 1", () -> zero.clocks.equals(Map.of(1, 2L)));
    Await.until("the clock of 0", () -> one.clocks.equals(Map.of(0, 1L)));
    one.clocks.clear();
    Await.until("the clock of 0 again", () -> one.clocks.equals(Map.of(0, 1L)));
  }

  @Test
  void aLinkFindsAMemberThatComesBackElsewhere() throws Exception {
    TestReplica sender = cluster.attach(0, 0);
    EventLoopGroup loops = Loops.create("first", 1);
    try {
      for (int life = 0; life < 3; life++) {
        try (PeerTransport transport =
            new PeerTransport(
                loops, RawPeers.small(), TestCluster.ID, null, TestCluster.queues())) {
          TestReplica receiver =
              new TestReplica(
                  transport,
                  loops.next(),
                  0,
                  1,
                  cluster.members(),
                  folder.resolve("first"),
                  LamportClock.OFF);
          cluster.setAddress(1, transport.bind("127.0.0.1", 0));
          Datagram datagram = new Datagram.Start(life);
          Await.until(
              "it is heard again",
              () -> {
                sender.run(port -> port.notify(1, datagram));
                return receiver.datagrams.stream()
                    .anyMatch(event -> event.value().equals(List.of(0, datagram)));
              });
        }
      }
    } finally {
      loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }
  }

  private void assertHears(TestReplica sender, TestReplica receiver, int from, int to) {
    Datagram datagram = new Datagram.Start(from);
    Await.until(
        "member " + to + " hears " + from,
        () -> {
          sender.run(port -> port.notify(to, datagram));
          return receiver.datagrams.stream()
              .anyMatch(event -> event.value().equals(List.of(from, datagram)));
        });
  }

  @Test
  void aMemberThatJoinsTellsWhereItIsAndIsAnsweredUntilItIsGone() throws Exception {
    try (TestCluster four = new TestCluster(4, RawPeers.small(), null, folder.resolve("four"))) {
      TestReplica zero = four.attach(0, 0);
      TestReplica one = four.attach(1, 0);
      assertHears(zero, one, 0, 1);
      TestReplica joins = four.attach(3, 0);
      assertHears(joins, zero, 3, 0);
      assertHears(zero, joins, 0, 3);
      assertEquals(new Whereabouts("peers-3", "clients-3"), zero.told.get(3));
      joins.run(PeerPort::close);
      Await.until("nobody connects to who is gone", () -> !hasLink(zero, 3));
      assertTrue(hasLink(zero, 1));
    }
  }

  @Test
  void whoVotesIsConnectedAndWhoLeftIsNot() throws Exception {
    try (TestCluster four = new TestCluster(4, RawPeers.small(), null, folder.resolve("four"))) {
      TestReplica zero = four.attach(0, 0);
      zero.told.put(3, Whereabouts.UNKNOWN);
      zero.run(port -> port.votersChanged(0b1001));
      TestReplica three = four.attach(3, 0);
      three.run(port -> port.votersChanged(0b1001));
      assertHears(zero, three, 0, 3);
      assertHears(three, zero, 3, 0);
      TestReplica one = four.attach(1, 0);
      one.told.put(3, Whereabouts.UNKNOWN);
      one.run(port -> port.votersChanged(0b1001));
      Await.until("it is told of where 1 is", () -> three.told.containsKey(1));
      assertHears(three, one, 3, 1);
      one.run(PeerPort::close);
      Await.until("nobody connects to who left", () -> !hasLink(three, 1));
      assertTrue(hasLink(three, 0));
    }
  }

  private static boolean hasLink(TestReplica replica, int member) {
    boolean[] found = new boolean[1];
    replica.run(port -> found[0] = ((GroupPort) port).hasLink(member));
    return found[0];
  }

  /** The other side accepts and is silent ever after, as if its machine had lost its power. */
  @Test
  void aLinkThatIsNotAnsweredIsOpenedAnew() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      cluster.setAddress(1, (InetSocketAddress) server.getLocalSocketAddress());
      cluster.attach(0, 0);
      for (int i = 0; i < 3; i++) {
        try (RawSocket socket =
            new RawSocket(server.accept(), FrameKind.PEER, PeerFrame.parser())) {
          assertTrue(nextFrame(socket).getHello().hasLink());
          socket.send(Frames.ACCEPTED);
          assertEquals(1, nextFrame(socket).getAlive().getClockMillis());
          assertTrue(nextFrame(socket).hasAlive());
          assertNull(socket.next());
        }
      }
    }
  }

  /** It is asked more seldom. */
  @Test
  void aLinkThatIsNotAnsweredIsOpenedAnewThoughTheReplicaRests() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      cluster.setAddress(1, (InetSocketAddress) server.getLocalSocketAddress());
      cluster.attach(0, 0).run(port -> port.setResting(true));
      for (int i = 0; i < 2; i++) {
        try (RawSocket socket =
            new RawSocket(server.accept(), FrameKind.PEER, PeerFrame.parser())) {
          assertTrue(nextFrame(socket).getHello().hasLink());
          socket.send(Frames.ACCEPTED);
          assertTrue(nextFrame(socket).hasAlive());
          assertTrue(nextFrame(socket).hasAlive());
          assertNull(socket.next());
        }
      }
    }
  }

  /** As long as the other side answers, the link stays. */
  @Test
  void aLinkThatIsAnsweredStays() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      cluster.setAddress(1, (InetSocketAddress) server.getLocalSocketAddress());
      TestReplica sender = cluster.attach(0, 0);
      try (RawSocket socket = new RawSocket(server.accept(), FrameKind.PEER, PeerFrame.parser())) {
        assertTrue(nextFrame(socket).hasHello());
        socket.send(Frames.ACCEPTED);
        for (int i = 0; i < 3; i++) {
          assertTrue(nextFrame(socket).hasAlive());
          socket.send(Frames.ALIVE);
        }
        sender.run(port -> port.notify(1, new Datagram.Start(7)));
        PeerFrame frame = nextFrame(socket);
        while (frame.hasAlive()) {
          socket.send(Frames.ALIVE);
          frame = nextFrame(socket);
        }
        assertEquals(7, frame.getStart().getEpoch());
      }
    }
  }

  @Test
  void theLatestDatagramsWaitForTheLink() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      cluster.setAddress(1, (InetSocketAddress) server.getLocalSocketAddress());
      TestReplica sender = cluster.attach(0, 0);
      try (RawSocket socket = new RawSocket(server.accept(), FrameKind.PEER, PeerFrame.parser())) {
        assertTrue(nextFrame(socket).hasHello());
        sender.run(
            port -> {
              for (int i = 1; i <= 100; i++) {
                port.notify(1, new Datagram.Start(i));
              }
            });
        socket.send(Frames.ACCEPTED);
        assertTrue(nextFrame(socket).hasAlive());
        for (int i = 93; i <= 100; i++) {
          assertEquals(i, nextFrame(socket).getStart().getEpoch());
        }
      }
    }
  }

  @Test
  void aNewLinkTakesThePlaceOfTheOneBefore() throws Exception {
    TestReplica replica = cluster.attach(1, 0);
    try (RawSocket first = link();
        RawSocket second = link()) {
      assertNull(first.next());
      second.send(
          PeerFrame.newBuilder()
              .setStart(io.zabdb.peer.wire.Start.newBuilder().setEpoch(8))
              .build());
      assertEquals(List.of(0, new Datagram.Start(8)), replica.nextDatagram().value());
    }
  }

  @Test
  void aLinkOverWhichNothingComesIsClosed() throws Exception {
    cluster.attach(1, 0);
    try (RawSocket socket = link()) {
      assertNull(socket.next());
    }
  }

  private RawSocket link() throws Exception {
    RawSocket socket = RawPeers.open(cluster.address(1));
    socket.send(RawPeers.frame(RawPeers.hello(0, 1).setLink(Hello.Link.getDefaultInstance())));
    assertTrue(nextFrame(socket).hasAccepted());
    return socket;
  }

  private static PeerFrame nextFrame(RawSocket socket) throws Exception {
    return assertInstanceOf(PeerFrame.class, socket.next());
  }
}
