package io.zabdb.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.EventLoopGroup;
import io.zabdb.core.step.Connection;
import io.zabdb.environment.peer.LamportClock;
import io.zabdb.net.Await;
import io.zabdb.net.Logs;
import io.zabdb.net.RawSocket;
import io.zabdb.net.frame.FrameKind;
import io.zabdb.net.frame.wire.Reason;
import io.zabdb.net.socket.Loops;
import io.zabdb.peer.wire.Hello;
import io.zabdb.peer.wire.PeerFrame;
import io.zabdb.peer.wire.Ping;
import io.zabdb.peer.wire.Start;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Who does not belong to the group, or speaks something else, is refused with the reason. */
@Timeout(120)
class PeerRefusalTest {

  @TempDir Path folder;
  private TestCluster cluster;
  private TestReplica replica;

  @BeforeEach
  void start() throws Exception {
    cluster = new TestCluster(2, RawPeers.small(), null, folder);
    replica = cluster.attach(1, 0);
  }

  @AfterEach
  void stop() throws Exception {
    cluster.close();
  }

  static List<Arguments> hellos() {
    String other = "6f1c2a52-0000-4000-8000-000000000002";
    return List.of(
        Arguments.of(
            RawPeers.hello(0, 1).setVersion(5).setConnection(1),
            Reason.NEWER_VERSION,
            "the protocol of version 5, which is newer than version 4, the one spoken here"),
        Arguments.of(
            RawPeers.hello(0, 1).setVersion(-1).setConnection(1),
            Reason.NEWER_VERSION,
            "the protocol of version 4294967295, which is newer than version 4, the one spoken"
                + " here"),
        Arguments.of(
            RawPeers.hello(0, 1).setVersion(0).setConnection(1),
            Reason.OLDER_VERSION,
            "the protocol of version 0, which is older than version 4, the one spoken here"),
        Arguments.of(
            RawPeers.hello(0, 1).setCluster(other).setConnection(1),
            Reason.WRONG_CLUSTER,
            "a node of cluster " + other + " meets one of cluster " + TestCluster.ID),
        Arguments.of(
            RawPeers.hello(0, 1).setGroup(5).setConnection(1),
            Reason.WRONG_GROUP,
            "group 5 is not at this node"),
        Arguments.of(
            RawPeers.hello(0, 1).setMembers(3).setConnection(1),
            Reason.WRONG_GROUP,
            "group 0 of 3 founders, which has 2 here"),
        Arguments.of(
            RawPeers.hello(0, 1).addAllFounders(List.of(0, 7)).setConnection(1),
            Reason.WRONG_GROUP,
            "another group of the number 0, which other nodes founded"),
        Arguments.of(
            RawPeers.hello(1, 0).setConnection(1),
            Reason.WRONG_MEMBER,
            "member 0 of group 0 was meant, this is member 1"),
        Arguments.of(
            RawPeers.hello(1, 1).setConnection(1),
            Reason.WRONG_MEMBER,
            "member 1 of group 0 cannot be at the other side of member 1"),
        Arguments.of(
            RawPeers.hello(63, 1).setLink(Hello.Link.getDefaultInstance()),
            Reason.WRONG_MEMBER,
            "member 63 of group 0 cannot be at the other side of member 1"),
        Arguments.of(
            RawPeers.hello(2, 1).setLink(Hello.Link.newBuilder().setClients("h".repeat(301))),
            Reason.BAD_BODY,
            "an address of 301 characters, allowed are 300"),
        Arguments.of(
            RawPeers.hello(-1, 1).setConnection(1),
            Reason.WRONG_MEMBER,
            "member 4294967295 of group 0 cannot be at the other side of member 1"),
        Arguments.of(RawPeers.hello(0, 1), Reason.BAD_BODY, "a hello without a purpose"));
  }

  @ParameterizedTest
  @MethodSource("hellos")
  void aWrongHelloIsRefused(Hello.Builder hello, Reason reason, String message) throws Exception {
    try (RawSocket socket = RawPeers.open(cluster.address(1))) {
      socket.send(RawPeers.frame(hello));
      RawPeers.expectRefused(socket, reason, message);
    }
    assertTrue(replica.events.isEmpty());
  }

  @Test
  void somethingOtherThanAHelloIsRefused() throws Exception {
    try (RawSocket socket = RawPeers.open(cluster.address(1))) {
      socket.send(PeerFrame.newBuilder().setPing(Ping.getDefaultInstance()).build());
      RawPeers.expectRefused(
          socket, Reason.HELLO_EXPECTED, "a frame of PING came instead of a hello");
    }
  }

  @Test
  void whoSaysNothingIsClosed() throws Exception {
    try (RawSocket socket = RawPeers.open(cluster.address(1))) {
      assertNull(socket.next());
    }
  }

  @Test
  void garbageIsLoggedOnceHoweverOftenItComes() throws Exception {
    try (Logs logs = new Logs()) {
      for (int i = 0; i < 20; i++) {
        try (RawSocket socket = RawPeers.open(cluster.address(1))) {
          socket.send("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
          RawPeers.expectRefused(
              socket, Reason.GARBAGE, "HTTP, where this port speaks ZabDB's protocol");
        }
      }
      assertEquals(1, logs.with("HTTP").size(), () -> logs.with("").toString());
    }
  }

  @Test
  void aClientAtThePortOfPeersIsRefused() throws Exception {
    try (RawSocket socket = RawPeers.open(cluster.address(1))) {
      socket.send(RawSocket.frame(FrameKind.CLIENT, PeerFrame.getDefaultInstance()));
      RawPeers.expectRefused(
          socket,
          Reason.WRONG_KIND,
          "a frame between client and node came where a frame between replicas is expected");
    }
  }

  @Test
  void messagesBeforeAConnectionIsAcceptedAreRefused() throws Exception {
    replica.accepting = null;
    Connection connection = new Connection(0, 1, 3);
    try (RawSocket socket = RawPeers.open(cluster.address(1))) {
      socket.send(RawPeers.frame(RawPeers.hello(0, 1).setConnection(3)));
      replica.expect("requested", connection);
      socket.send(PeerFrame.newBuilder().setPing(Ping.getDefaultInstance()).build());
      RawPeers.expectRefused(
          socket, Reason.HELLO_EXPECTED, "a frame of PING came before the connection was accepted");
    }
    replica.expect("closed", connection);
  }

  /** The channel is not even on the event loop of its group. */
  @Test
  void messagesTogetherWithTheHelloAreRefused() throws Exception {
    byte[] hello =
        RawSocket.frame(FrameKind.PEER, RawPeers.frame(RawPeers.hello(0, 1).setConnection(3)));
    byte[] ping =
        RawSocket.frame(
            FrameKind.PEER, PeerFrame.newBuilder().setPing(Ping.getDefaultInstance()).build());
    byte[] both = Arrays.copyOf(hello, hello.length + ping.length);
    System.arraycopy(ping, 0, both, hello.length, ping.length);
    try (RawSocket socket = RawPeers.open(cluster.address(1))) {
      socket.send(both);
      RawPeers.expectRefused(
          socket, Reason.HELLO_EXPECTED, "a frame of PING came before the connection was accepted");
    }
    assertTrue(replica.events.isEmpty());
  }

  @Test
  void aConnectionIsOpenedOnce() throws Exception {
    Connection connection = new Connection(0, 1, 3);
    try (RawSocket first = RawPeers.connect(cluster.address(1), connection);
        RawSocket second = RawPeers.open(cluster.address(1))) {
      replica.expect("requested", connection);
      second.send(RawPeers.frame(RawPeers.hello(0, 1).setConnection(3)));
      RawPeers.expectRefused(second, Reason.WRONG_MEMBER, "connection 0>1#3 is open already");
      first.send(PeerFrame.newBuilder().setPing(Ping.getDefaultInstance()).build());
      replica.expect("received", connection);
    }
  }

  @Test
  void datagramsOverAConnectionAreRefusedAndMessagesOverALink() throws Exception {
    Connection connection = new Connection(0, 1, 3);
    try (RawSocket socket = RawPeers.connect(cluster.address(1), connection)) {
      replica.expect("requested", connection);
      socket.send(PeerFrame.newBuilder().setStart(Start.getDefaultInstance()).build());
      RawPeers.expectRefused(
          socket, Reason.BAD_BODY, "a frame of START came over a connection for messages");
      replica.expect("closed", connection);
    }
    try (RawSocket socket = RawPeers.open(cluster.address(1))) {
      socket.send(RawPeers.frame(RawPeers.hello(0, 1).setLink(Hello.Link.getDefaultInstance())));
      assertTrue(assertInstanceOf(PeerFrame.class, socket.next()).hasAccepted());
      socket.send(PeerFrame.newBuilder().setPing(Ping.getDefaultInstance()).build());
      RawPeers.expectRefused(
          socket, Reason.BAD_BODY, "a frame of PING came over a link for datagrams");
    }
    assertTrue(replica.datagrams.isEmpty());
  }

  @Test
  void tooManyConnectionsAreRefused() throws Exception {
    List<RawSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < 100; i++) {
        sockets.add(RawPeers.connect(cluster.address(1), new Connection(0, 1, i)));
      }
      try (RawSocket last = RawPeers.open(cluster.address(1))) {
        RawPeers.expectRefused(
            last, Reason.TOO_MANY_CONNECTIONS, "100 peers are connected, which is the most");
      }
    } finally {
      for (RawSocket socket : sockets) {
        socket.close();
      }
    }
    for (int i = 0; i < 100; i++) {
      replica.expect("requested", new Connection(0, 1, i));
    }
    for (int i = 0; i < 100; i++) {
      assertEquals("closed", replica.next().what());
    }
    Await.until("there is room again", () -> roomForAnother());
  }

  private boolean roomForAnother() {
    try (RawSocket socket = RawPeers.open(cluster.address(1))) {
      socket.send(RawPeers.frame(RawPeers.hello(0, 1).setConnection(1000)));
      return socket.next() instanceof PeerFrame;
    } catch (IOException e) {
      return false;
    }
  }

  /** Both sides tell it once, though one of them tries again and again. */
  @Test
  void anotherClusterIsLoggedOnceAtBothSides() throws Exception {
    EventLoopGroup loops = Loops.create("stranger", 1);
    AtomicInteger attempts = new AtomicInteger();
    Supplier<InetSocketAddress> counted =
        () -> {
          attempts.incrementAndGet();
          return cluster.address(1);
        };
    try (Logs logs = new Logs();
        PeerTransport stranger =
            new PeerTransport(loops, RawPeers.small(), "stranger", null, TestCluster.queues())) {
      TestReplica other =
          new TestReplica(
              stranger,
              loops.next(),
              0,
              0,
              List.of(counted, counted),
              folder.resolve("stranger"),
              LamportClock.OFF);
      Await.until("it tries again", () -> attempts.get() > 20);
      Connection connection = new Connection(0, 1, 9);
      other.run(port -> port.connect(connection));
      other.expect("closed", connection);
      String text = "a node of cluster stranger meets one of cluster " + TestCluster.ID;
      assertEquals(1, logs.with("refused by the other side: " + text).size());
      assertEquals(2, logs.with(text).size());
    } finally {
      loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }
    assertTrue(replica.events.isEmpty());
  }
}
