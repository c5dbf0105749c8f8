package io.zabdb.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.zabdb.core.step.Connection;
import io.zabdb.net.RawSocket;
import io.zabdb.net.frame.FrameKind;
import io.zabdb.net.frame.RefusedException;
import io.zabdb.net.frame.wire.Reason;
import io.zabdb.peer.wire.CheckpointChunk;
import io.zabdb.peer.wire.CheckpointFile;
import io.zabdb.peer.wire.Hello;
import io.zabdb.peer.wire.PeerFrame;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;

/** The other side of a connection, by hand. */
final class RawPeers {

  private RawPeers() {}

  static RawSocket open(InetSocketAddress address) throws IOException {
    return new RawSocket(address, FrameKind.PEER, PeerFrame.parser());
  }

  static Hello.Builder hello(int from, int to) {
    return Hello.newBuilder()
        .setVersion(Hellos.VERSION)
        .setCluster(TestCluster.ID)
        .setMembers(2)
        .setFrom(from)
        .setTo(to);
  }

  static PeerFrame frame(Hello.Builder hello) {
    return PeerFrame.newBuilder().setHello(hello).build();
  }

  /** Opens a connection that is accepted, in a group of two. */
  static RawSocket connect(InetSocketAddress address, Connection connection) throws IOException {
    return connect(address, 2, connection);
  }

  static RawSocket connect(InetSocketAddress address, int members, Connection connection)
      throws IOException {
    RawSocket socket = open(address);
    socket.send(
        frame(
            hello(connection.initiator(), connection.acceptor())
                .setMembers(members)
                .setConnection(connection.number())));
    PeerFrame answer = assertInstanceOf(PeerFrame.class, socket.next());
    assertTrue(answer.hasAccepted(), answer::toString);
    return socket;
  }

  static PeerFrame file(String name, long bytes) {
    return PeerFrame.newBuilder()
        .setCheckpointFile(CheckpointFile.newBuilder().setName(name).setBytes(bytes))
        .build();
  }

  static PeerFrame chunk(int bytes) {
    return PeerFrame.newBuilder()
        .setCheckpointChunk(
            CheckpointChunk.newBuilder().setBytes(ByteString.copyFrom(new byte[bytes])))
        .build();
  }

  /** What has been sent is refused, and then the connection ends. */
  static void expectRefused(RawSocket socket, Reason reason, String message) throws IOException {
    Object answer = socket.next();
    while (answer instanceof PeerFrame frame && frame.hasAlive()) {
      answer = socket.next();
    }
    RefusedException refusal = assertInstanceOf(RefusedException.class, answer);
    assertEquals("refused by the other side: " + message, refusal.getMessage());
    assertEquals(reason, refusal.reason());
    assertEquals(null, socket.next());
  }

  /** Settings with low limits. */
  static PeerSettings small() {
    return new PeerSettings(
        100_000,
        Duration.ofSeconds(2),
        Duration.ofMillis(300),
        Duration.ofMillis(1),
        Duration.ofMillis(20),
        2_000_000,
        10_000,
        100_000,
        2,
        1000,
        100,
        Duration.ZERO);
  }
}
