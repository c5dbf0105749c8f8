package io.zabdb.peer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.Connection;
import io.zabdb.net.Await;
import io.zabdb.net.Logs;
import io.zabdb.net.RawSocket;
import io.zabdb.net.frame.wire.Reason;
import io.zabdb.peer.wire.PeerFrame;
import io.zabdb.peer.wire.Ping;
import io.zabdb.peer.wire.Sync;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Checkpoints that go from one replica to another. */
@Timeout(120)
class CheckpointTest {

  private static final Connection CONNECTION = new Connection(0, 1, 7);
  private static final Zxid ZXID = new Zxid(3, 4);

  @TempDir Path folder;
  private TestCluster cluster;
  private TestReplica follower;
  private TestReplica leader;

  @BeforeEach
  void start() throws Exception {
    cluster = new TestCluster(2, PeerSettings.DEFAULT, null, folder);
    follower = cluster.attach(0, 0);
    leader = cluster.attach(1, 0);
    follower.run(port -> port.connect(CONNECTION));
    leader.expect("requested", CONNECTION);
    follower.expect("accepted", CONNECTION);
  }

  @AfterEach
  void stop() throws Exception {
    cluster.close();
  }

  /** Files of 0, 1, ... bytes, and some around the size of chunks. */
  private Path files(long seed) throws IOException {
    Path directory = Files.createDirectories(folder.resolve("checkpoint" + seed));
    Random random = new Random(seed);
    int chunk = 256 << 10;
    int[] sizes = {0, 1, 2, chunk - 1, chunk, chunk + 1, 3 * chunk, 5_000_000};
    for (int i = 0; i < 100; i++) {
      byte[] bytes = new byte[i < sizes.length ? sizes[i] : random.nextInt(10_000)];
      random.nextBytes(bytes);
      Files.write(directory.resolve("file-" + i + ".sst"), bytes);
    }
    return directory;
  }

  private static Message.Sync snap(Path directory) {
    return new Message.Sync(
        5,
        new Difference(
            Difference.Mode.SNAP,
            ZXID,
            new CheckpointFiles(77, ZXID, directory),
            List.of(new Entry(3, 5, 1, 1, new byte[] {1, 2, 3}))));
  }

  private static void assertSameFiles(Path expected, Path actual) throws IOException {
    assertEquals(names(expected), names(actual));
    for (String name : names(expected)) {
      assertArrayEquals(
          Files.readAllBytes(expected.resolve(name)), Files.readAllBytes(actual.resolve(name)));
    }
  }

  private static List<String> names(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private CheckpointFiles expectSnap(Message.Sync sent) throws Exception {
    Message.Sync came =
        assertInstanceOf(Message.Sync.class, follower.expect("received", CONNECTION));
    CheckpointFiles files = assertInstanceOf(CheckpointFiles.class, came.difference().checkpoint());
    assertEquals(sent.epoch(), came.epoch());
    assertEquals(sent.difference().from(), came.difference().from());
    assertEquals(sent.difference().entries(), came.difference().entries());
    assertEquals(sent.difference().checkpoint().length(), files.length());
    assertEquals(sent.difference().checkpoint().zxid(), files.zxid());
    assertSameFiles(
        ((CheckpointFiles) sent.difference().checkpoint()).directory(), files.directory());
    assertEquals(cluster.incoming(0, 0), files.directory().getParent());
    return files;
  }

  @Test
  void filesAndEntriesComeInOrderWithTheMessagesAroundThem() throws Exception {
    Message.Sync first = snap(files(1));
    Message.Sync second = snap(files(2));
    leader.run(
        port -> {
          port.send(CONNECTION, new Message.NewEpoch(5));
          port.send(CONNECTION, first);
          port.send(CONNECTION, new Message.NewLeader(5));
          port.send(CONNECTION, new Message.Ping(5, 1));
          port.send(CONNECTION, second);
          port.send(CONNECTION, new Message.Ping(5, 2));
        });
    assertEquals(new Message.NewEpoch(5), follower.expect("received", CONNECTION));
    CheckpointFiles one = expectSnap(first);
    assertEquals(new Message.NewLeader(5), follower.expect("received", CONNECTION));
    assertEquals(new Message.Ping(5, 1), follower.expect("received", CONNECTION));
    CheckpointFiles two = expectSnap(second);
    assertEquals(new Message.Ping(5, 2), follower.expect("received", CONNECTION));
    assertFalse(one.directory().equals(two.directory()));
    assertEquals(2, names(cluster.incoming(0, 0)).size());
    assertFalse(follower.progress.isEmpty(), "the receiver heard nothing of it going on");
    assertFalse(leader.progress.isEmpty(), "the sender heard nothing of it going on");
    assertTrue(leader.events.isEmpty());
  }

  @Test
  void aCheckpointWithoutFilesIsAnEmptyDirectory() throws Exception {
    Message.Sync snap = snap(Files.createDirectory(folder.resolve("empty")));
    leader.run(port -> port.send(CONNECTION, snap));
    expectSnap(snap);
  }

  @Test
  void aBreakInTheMiddleLeavesNothing() throws Exception {
    Connection raw = new Connection(0, 1, 8);
    try (RawSocket socket = RawPeers.connect(cluster.address(1), raw)) {
      leader.expect("requested", raw);
      sendHalf(socket);
      Await.until("a part has come", () -> !namesIn(cluster.incoming(1, 0)).isEmpty());
    }
    leader.expect("closed", raw);
    Await.until("the part is gone", () -> namesIn(cluster.incoming(1, 0)).isEmpty());
  }

  @Test
  void aReceiverThatClosesInTheMiddleKeepsNothing() throws Exception {
    Connection raw = new Connection(0, 1, 8);
    try (RawSocket socket = RawPeers.connect(cluster.address(1), raw)) {
      leader.expect("requested", raw);
      sendHalf(socket);
      Await.until("a part has come", () -> !namesIn(cluster.incoming(1, 0)).isEmpty());
      leader.run(port -> port.close(raw));
      Await.until("the part is gone", () -> namesIn(cluster.incoming(1, 0)).isEmpty());
      assertTrue(leader.events.isEmpty());
    }
  }

  /** A whole file and half of another. */
  private static void sendHalf(RawSocket socket) throws IOException {
    socket.send(RawPeers.file("whole", 3));
    socket.send(RawPeers.chunk(3));
    socket.send(RawPeers.file("half", 10));
    socket.send(RawPeers.chunk(5));
  }

  private static final PeerFrame SNAP =
      PeerFrame.newBuilder()
          .setSync(
              Sync.newBuilder()
                  .setDifference(
                      io.zabdb.peer.wire.Difference.newBuilder()
                          .setMode(io.zabdb.peer.wire.Difference.Mode.SNAP)))
          .build();

  static List<Arguments> wrongFrames() {
    PeerFrame file = RawPeers.file("a", 3);
    PeerFrame two = RawPeers.chunk(2);
    PeerFrame three = RawPeers.chunk(3);
    String dots = "a checkpoint with a file whose name is not plain";
    PeerFrame ping = PeerFrame.newBuilder().setPing(Ping.getDefaultInstance()).build();
    return List.of(
        Arguments.of(dots, List.of(RawPeers.file("../a", 1))),
        Arguments.of(dots, List.of(RawPeers.file("/a", 1))),
        Arguments.of(dots, List.of(RawPeers.file("..", 1))),
        Arguments.of(dots, List.of(RawPeers.file(".hidden", 1))),
        Arguments.of(dots, List.of(RawPeers.file("", 1))),
        Arguments.of(dots, List.of(RawPeers.file("x".repeat(256), 1))),
        Arguments.of(dots, List.of(RawPeers.file("a\u0000b", 1))),
        Arguments.of("a checkpoint with two files a", List.of(file, three, file)),
        Arguments.of("file a of a checkpoint lacks 1 bytes", List.of(file, two, SNAP)),
        Arguments.of(
            "file a of a checkpoint lacks 1 bytes", List.of(file, two, RawPeers.file("b", 1))),
        Arguments.of("a chunk of 2 bytes, where 1 are left of the file", List.of(file, two, two)),
        Arguments.of("a chunk of 2 bytes, where 0 are left of the file", List.of(two)),
        Arguments.of(
            "a checkpoint of more than 1000 bytes, which is the most",
            List.of(RawPeers.file("a", 1), RawPeers.chunk(1), RawPeers.file("b", 1000))),
        Arguments.of(
            "a checkpoint of more than 1000 bytes, which is the most",
            List.of(RawPeers.file("a", -1))),
        Arguments.of(
            "a checkpoint of more than 2 files, which is the most",
            List.of(RawPeers.file("a", 0), RawPeers.file("b", 0), RawPeers.file("c", 0))),
        Arguments.of("files of a checkpoint before a PING", List.of(file, three, ping)),
        Arguments.of(
            "a difference of 1 entries, where 0 came", List.of(file, three, withEntry(SNAP))));
  }

  private static PeerFrame withEntry(PeerFrame snap) {
    PeerFrame.Builder frame = snap.toBuilder();
    frame.getSyncBuilder().getDifferenceBuilder().setEntries(1);
    return frame.build();
  }

  @ParameterizedTest
  @MethodSource("wrongFrames")
  void whatMakesNoSenseIsRefused(String message, List<PeerFrame> frames) throws Exception {
    cluster.close();
    cluster = new TestCluster(2, RawPeers.small(), null, folder);
    leader = cluster.attach(1, 0);
    Connection raw = new Connection(0, 1, 8);
    try (RawSocket socket = RawPeers.connect(cluster.address(1), raw)) {
      leader.expect("requested", raw);
      for (PeerFrame frame : frames) {
        socket.send(frame);
      }
      RawPeers.expectRefused(socket, Reason.BAD_BODY, message);
      leader.expect("closed", raw);
      Await.until("nothing is left", () -> namesIn(cluster.incoming(1, 0)).isEmpty());
    }
  }

  @Test
  void theSenderIsToldThatTheReceiverIsBusy() throws Exception {
    Connection raw = new Connection(0, 1, 8);
    try (RawSocket socket = RawPeers.connect(cluster.address(1), raw)) {
      leader.expect("requested", raw);
      sendHalf(socket);
      assertTrue(assertInstanceOf(PeerFrame.class, socket.next()).hasAlive());
      socket.send(Frames.ALIVE);
      Await.until("it goes on", () -> !leader.progress.isEmpty());
    }
    leader.expect("closed", raw);
  }

  @Test
  void aCheckpointThatCannotBeReadBreaksTheConnection() throws Exception {
    Path directory = files(1);
    Files.createDirectory(directory.resolve("folder"));
    leader.run(port -> port.send(CONNECTION, snap(directory)));
    leader.expect("closed", CONNECTION);
    follower.expect("closed", CONNECTION);
    Await.until("nothing is left", () -> namesIn(cluster.incoming(0, 0)).isEmpty());
  }

  @Test
  void aCheckpointThatCannotBeWrittenBreaksTheConnection() throws Exception {
    Files.createDirectories(cluster.incoming(0, 0).getParent());
    Files.writeString(cluster.incoming(0, 0), "a file in the way");
    Path directory = files(1);
    try (Logs logs = new Logs()) {
      leader.run(port -> port.send(CONNECTION, snap(directory)));
      follower.expect("closed", CONNECTION);
      leader.expect("closed", CONNECTION);
      assertEquals(1, logs.with("the checkpoint from connection 0>1#7 cannot be written").size());
    }
  }

  @Test
  void whatAProcessLeftIsRemovedAndWhatIsWholeStays() throws Exception {
    Path incoming = cluster.incoming(0, 1);
    Files.createDirectories(incoming.resolve("part-1234"));
    Files.writeString(incoming.resolve("part-1234").resolve("x"), "y");
    Files.createDirectories(incoming.resolve("checkpoint-1234"));
    cluster.attach(0, 1);
    assertEquals(List.of("checkpoint-1234"), names(incoming));
  }

  private static List<String> namesIn(Path directory) {
    try {
      return names(directory);
    } catch (IOException e) {
      // Removed while it was listed.
      return List.of("?");
    }
  }
}
