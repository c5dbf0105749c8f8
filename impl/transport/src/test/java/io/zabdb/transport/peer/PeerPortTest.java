package io.zabdb.transport.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.Connection;
import java.nio.file.Path;
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
  void stop() {
    cluster.close();
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
    TestReplica.Event heard = null;
    while (heard == null) {
      replicas.get(from).run(port -> port.notify(to, datagram));
      heard = replicas.get(to).datagrams.poll(20, java.util.concurrent.TimeUnit.MILLISECONDS);
      if (heard != null && !heard.value().equals(List.of(from, datagram))) {
        heard = null;
      }
    }
  }
}
