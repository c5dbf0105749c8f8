package io.zabdb.peer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import io.zabdb.budget.MemoryAccount;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.Connection;
import io.zabdb.environment.peer.EntryLog;
import io.zabdb.environment.peer.LamportClock;
import io.zabdb.environment.peer.PeerPort;
import io.zabdb.net.Await;
import io.zabdb.net.Logs;
import io.zabdb.net.RawSocket;
import io.zabdb.net.socket.NioLoops;
import io.zabdb.peer.wire.PeerFrame;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  private static Connection requested(TestReplica replica) throws Exception {
    TestReplica.Event event = replica.next();
    assertEquals("requested", event.what());
    return event.connection();
  }

  @Test
  void groupsOfANodeDoNotMeet() throws Exception {
    Connection second = new Connection(0, 1, 8);
    TestReplica[] followers = new TestReplica[2];
    TestReplica[] leaders = new TestReplica[2];
    // Taken one by one: whose turn it is depends on the connections that come meanwhile.
    Iterator<EventExecutor> loops = cluster.loops(1).iterator();
    for (int group = 0; group < 2; group++) {
      followers[group] = cluster.attach(0, group);
      leaders[group] = cluster.attach(1, group, (EventLoop) loops.next(), LamportClock.OFF);
    }
    assertNotSame(leaders[0].loop(), leaders[1].loop());
    followers[0].run(port -> port.connect(CONNECTION));
    followers[1].run(port -> port.connect(CONNECTION));
    followers[1].run(port -> port.connect(second));
    leaders[0].expect("requested", CONNECTION);
    // Each connection is one of its own: whichever comes first.
    Connection earlier = requested(leaders[1]);
    Connection later = requested(leaders[1]);
    assertEquals(Set.of(CONNECTION, second), Set.of(earlier, later));
    for (int group = 0; group < 2; group++) {
      int epoch = group;
      leaders[group].run(port -> port.send(CONNECTION, new Message.NewEpoch(epoch)));
    }
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

  /** A replica takes steps when something long has gone out, and these use its connections. */
  @Test
  void connectionsMayCloseAndSendWhileTheyAreFlushed() throws Exception {
    TestReplica follower = cluster.attach(0, 0);
    TestReplica leader = cluster.attach(1, 0);
    List<Connection> connections = new ArrayList<>();
    for (int number = 1; number <= 4; number++) {
      Connection connection = new Connection(0, 1, number);
      follower.run(port -> port.connect(connection));
      leader.expect("requested", connection);
      follower.expect("accepted", connection);
      connections.add(connection);
    }
    Difference difference =
        new Difference(
            Difference.Mode.DIFF, Zxid.ZERO, null, List.of(new Entry(1, 1, 1, 1, new byte[1])));
    Message sync = new Message.Sync(1, difference);
    leader.whenProgressed =
        port -> {
          port.close(connections.get(2));
          port.send(connections.get(3), new Message.NewEpoch(3));
          port.flush();
        };
    leader.run(
        port -> {
          for (int i = 0; i < 3; i++) {
            port.send(connections.get(i), sync);
          }
        });
    Set<String> heard = new HashSet<>();
    while (!heard.containsAll(Set.of("received1", "received2", "closed3", "received4"))) {
      TestReplica.Event event = follower.next();
      heard.add(event.what() + event.connection().number());
    }
  }

  @Test
  void whatBreaksWhileItIsFlushedIsToldLaterAndKeepsNoMemory() throws Exception {
    cluster.close();
    // No proposal has room, so each is read from the log when it is written.
    MemoryAccount queues =
        MemoryBudget.builder(100 << 20, 100 << 20, 0)
            .purpose(Purpose.PEER_QUEUES, 0, 1000)
            .build()
            .account(Purpose.PEER_QUEUES);
    cluster = new TestCluster(3, RawPeers.small(), folder, queues);
    TestReplica follower = cluster.attach(0, 0);
    TestReplica leader = cluster.attach(1, 0);
    leader.log = new BrokenLog(20);
    follower.run(port -> port.connect(CONNECTION));
    leader.expect("requested", CONNECTION);
    follower.expect("accepted", CONNECTION);
    try (Logs logs = new Logs()) {
      leader.run(
          port -> {
            for (int i = 1; i <= 50; i++) {
              port.send(CONNECTION, new Message.Propose(1, BrokenLog.entry(i)));
            }
            port.flush();
            assertEquals(1, logs.with("failed").size(), "whether it has broken already");
            port.send(CONNECTION, new Message.NewEpoch(1));
          });
    }
    leader.expect("closed", CONNECTION);
    assertEquals(0, queues.used());
  }

  /** A log in memory with a defect behind its first entries. */
  private record BrokenLog(long sound) implements EntryLog {

    static Entry entry(long index) {
      return new Entry(1, index, 1, index, new byte[5000]);
    }

    @Override
    public long indexOf(Zxid zxid) {
      return zxid.counter();
    }

    @Override
    public Entry inMemory(long index) {
      if (index > sound) {
        throw new IllegalStateException("a defect");
      }
      return entry(index);
    }

    @Override
    public List<Entry> read(long first, long last, long maxBytes) {
      throw new IllegalStateException("all is in memory");
    }
  }

  /** The buffers of the sockets are soon full; the rest waits in memory, and keeps its order. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 1L << 40})
  void aSlowReaderGetsEverything(long inMemory) throws Exception {
    int count = 3000;
    TestReplica leader = cluster.attach(1, 0);
    TestLog log = new TestLog(count, 10_000, inMemory);
    leader.log = log;
    try (RawSocket socket = RawPeers.connect(cluster.address(1), 3, CONNECTION)) {
      leader.expect("requested", CONNECTION);
      leader.run(
          port -> {
            for (int i = 1; i <= count; i++) {
              port.send(CONNECTION, new Message.Propose(1, log.entry(i)));
              if (i % 100 == 0) {
                port.send(CONNECTION, new Message.Commit(1, new Zxid(1, i - 50)));
              }
            }
          });
      for (int i = 1; i <= count; i++) {
        PeerFrame frame = assertInstanceOf(PeerFrame.class, socket.next());
        assertEquals(i, frame.getPropose().getEntry().getCounter());
        assertArrayEquals(
            log.entry(i).payload(), frame.getPropose().getEntry().getPayload().toByteArray());
        if (i % 100 == 0) {
          PeerFrame commit = assertInstanceOf(PeerFrame.class, socket.next());
          assertEquals(i - 50, commit.getCommit().getZxid().getCounter());
        }
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
          List.of("group 0: more than 4194304 bytes wait for member 0; its connection is closed"),
          logs.with("wait for member"));
    } finally {
      socket.close();
    }
  }

  /** Proposals are in the log anyway; what cannot be read again has a bound. */
  @Test
  void whoDoesNotReadCostsNoMemoryUntilCommitsPileUp() throws Exception {
    int count = 20_000;
    TestReplica leader = cluster.attach(1, 0);
    TestLog log = new TestLog(count, 10_000, 0);
    leader.log = log;
    Connection second = new Connection(0, 1, 8);
    RawSocket other = RawPeers.connect(cluster.address(1), 3, second);
    leader.expect("requested", second);
    try (RawSocket socket = RawPeers.connect(cluster.address(1), 3, CONNECTION)) {
      leader.expect("requested", CONNECTION);
      leader.run(
          port -> {
            for (int i = 1; i <= count; i++) {
              port.send(CONNECTION, new Message.Propose(1, log.entry(i)));
            }
          });
      assertTrue(leader.events.isEmpty());
      // Half of the queue is in memory, and what the sockets hold.
      long oldest = oldestNeeded(leader);
      assertTrue(oldest > 100 && oldest < 2_000, "the oldest needed is " + oldest);
      assertTrue(
          log.largestRead() < (1 << 20) + 10_000, "so much was read ahead: " + log.largestRead());
      leader.run(
          port -> {
            for (int i = 1; i <= 10 * count; i++) {
              port.send(second, new Message.Commit(1, new Zxid(1, i)));
            }
          });
      leader.expect("closed", second);
      for (int i = 1; i <= 2_000; i++) {
        PeerFrame frame = assertInstanceOf(PeerFrame.class, socket.next());
        assertEquals(i, frame.getPropose().getEntry().getCounter());
      }
      assertTrue(leader.events.isEmpty());
    } finally {
      other.close();
    }
  }

  private static long oldestNeeded(TestReplica replica) {
    AtomicLong oldest = new AtomicLong();
    replica.run(port -> oldest.set(port.oldestNeeded()));
    return oldest.get();
  }

  /** One slow reader has room of its own, but all together may not have so much. */
  @Test
  void whenTheMemoryForQueuesIsUsedUpProposalsWaitInTheLog() throws Exception {
    cluster.close();
    MemoryAccount queues =
        MemoryBudget.builder(16 << 20, 0, 0)
            .purpose(Purpose.PEER_QUEUES, 0, 512 << 10)
            .build()
            .account(Purpose.PEER_QUEUES);
    cluster = new TestCluster(3, PeerSettings.DEFAULT, folder, queues);
    int count = 3_000;
    TestReplica leader = cluster.attach(1, 0);
    TestLog log = new TestLog(count, 10_000, 0);
    leader.log = log;
    try (RawSocket socket = RawPeers.connect(cluster.address(1), 3, CONNECTION)) {
      leader.expect("requested", CONNECTION);
      leader.run(
          port -> {
            for (int i = 1; i <= count; i++) {
              port.send(CONNECTION, new Message.Propose(1, log.entry(i)));
            }
          });
      for (int i = 1; i <= count; i++) {
        PeerFrame frame = assertInstanceOf(PeerFrame.class, socket.next());
        assertEquals(i, frame.getPropose().getEntry().getCounter());
      }
    }
    // What is read ahead comes on top; without the account, the queue alone would take 2 MiB.
    long most = queues.limit() + (1 << 20) + (64 << 10);
    assertTrue(queues.highest() > 0 && queues.highest() <= most, () -> "" + queues.use());
    leader.expect("closed", CONNECTION);
    assertEquals(Long.MAX_VALUE, oldestNeeded(leader));
    assertEquals(0, queues.used());
  }

  /** The first few come at once; who is thrown out again and again waits. */
  @Test
  void whoeverIsThrownOutAgainAndAgainWaits() throws Exception {
    cluster.close();
    PeerSettings settings = PeerSettings.DEFAULT;
    cluster = new TestCluster(3, settings.withBackoff(Duration.ofHours(1)), null, folder);
    TestReplica follower = cluster.attach(0, 0);
    TestReplica leader = cluster.attach(1, 0);
    TestReplica other = cluster.attach(2, 0);
    leader.accepting = false;
    for (int i = 1; i <= Redial.AT_ONCE; i++) {
      Connection connection = new Connection(0, 1, i);
      follower.run(port -> port.connect(connection));
      leader.expect("requested", connection);
      follower.expect("closed", connection);
    }
    Connection waiting = new Connection(0, 1, 100);
    Connection elsewhere = new Connection(0, 2, 101);
    follower.run(
        port -> {
          port.connect(waiting);
          port.connect(elsewhere);
        });
    other.expect("requested", elsewhere);
    follower.expect("accepted", elsewhere);
    assertTrue(leader.events.isEmpty(), () -> "the leader heard " + leader.events);
    follower.run(port -> port.close(waiting));
    assertTrue(follower.events.isEmpty(), () -> "the follower heard " + follower.events);
  }

  @Test
  void aLongDifferenceComesInPartsAlsoFromTheDisk() throws Exception {
    int count = 2_000;
    TestReplica follower = cluster.attach(0, 0);
    TestReplica leader = cluster.attach(1, 0);
    TestLog log = new TestLog(count, 20_000, 1_900);
    leader.log = log;
    follower.run(port -> port.connect(CONNECTION));
    leader.expect("requested", CONNECTION);
    follower.expect("accepted", CONNECTION);
    List<Entry> entries = new ArrayList<>();
    for (int i = 11; i <= count; i++) {
      entries.add(i < 1_900 ? log.entry(i).withoutPayload() : log.entry(i));
    }
    leader.run(
        port -> {
          port.send(
              CONNECTION,
              new Message.Sync(
                  5, new Difference(Difference.Mode.TRUNC, new Zxid(1, 10), null, entries)));
          port.send(CONNECTION, new Message.NewLeader(5));
        });
    List<Entry> came = new ArrayList<>();
    Zxid last = new Zxid(1, 10);
    int parts = 0;
    Object message = follower.expect("received", CONNECTION);
    while (!(message instanceof Message.NewLeader)) {
      Difference difference =
          message instanceof Message.Part part
              ? part.difference()
              : ((Message.Sync) message).difference();
      assertEquals(parts == 0 ? Difference.Mode.TRUNC : Difference.Mode.DIFF, difference.mode());
      assertEquals(last, difference.from());
      came.addAll(difference.entries());
      last = came.get(came.size() - 1).zxid();
      parts++;
      message = follower.expect("received", CONNECTION);
    }
    assertTrue(parts > 7, "40 MB in " + parts + " parts");
    assertEquals(count - 10, came.size());
    for (int i = 11; i <= count; i++) {
      assertEquals(log.entry(i), came.get(i - 11));
    }
  }

  @Test
  void aLogThatIsPurgedUnderAReaderEndsItsConnection() throws Exception {
    TestReplica leader = cluster.attach(1, 0);
    TestLog log = new TestLog(3_000, 10_000, 0);
    leader.log = log;
    try (RawSocket socket = RawPeers.connect(cluster.address(1), 3, CONNECTION);
        Logs logs = new Logs()) {
      leader.expect("requested", CONNECTION);
      leader.run(
          port -> {
            for (int i = 1; i <= 3_000; i++) {
              port.send(CONNECTION, new Message.Propose(1, log.entry(i)));
            }
          });
      log.purge();
      Object frame = socket.next();
      while (frame != null) {
        frame = socket.next();
      }
      leader.expect("closed", CONNECTION);
      assertEquals(
          List.of("group 0: the log for member 0 cannot be read, its connection is closed: purged"),
          logs.with("cannot be read"));
    }
  }

  @Test
  void nothingIsReadWhileThePortDoesNotWantIt() throws Exception {
    TestReplica leader = cluster.attach(1, 0);
    try (RawSocket socket = RawPeers.connect(cluster.address(1), 3, CONNECTION)) {
      leader.expect("requested", CONNECTION);
      leader.run(port -> port.setReading(false));
      socket.send(
          PeerFrame.newBuilder().setAck(io.zabdb.peer.wire.Ack.newBuilder().setEpoch(3)).build());
      Connection later = new Connection(0, 1, 9);
      RawSocket second = RawPeers.connect(cluster.address(1), 3, later);
      leader.expect("requested", later);
      leader.run(port -> port.setReading(true));
      assertEquals(new Message.Ack(3, Zxid.ZERO), leader.expect("received", CONNECTION));
      second.close();
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
