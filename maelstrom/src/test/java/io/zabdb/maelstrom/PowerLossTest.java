package io.zabdb.maelstrom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.maelstrom.harness.Await;
import io.zabdb.maelstrom.harness.Binary;
import io.zabdb.maelstrom.harness.Churn;
import io.zabdb.maelstrom.harness.Cluster;
import io.zabdb.maelstrom.harness.Registers;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.testkit.history.HistoryRecorder;
import io.zabdb.testkit.linearizability.Limits;
import io.zabdb.testkit.linearizability.LinearizabilityChecker;
import io.zabdb.testkit.linearizability.RegisterModel;
import io.zabdb.testkit.linearizability.Verdict;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All nodes lose their power at once: a build that forgets to sync its log loses what it has
 * acknowledged, and shows nothing of that when processes are killed and no more. The product loses
 * nothing ({@link LinKvFaultsTest}).
 */
class PowerLossTest {

  private static final int KEYS = 20;
  private static final String LOST = "power was lost";

  @TempDir Path directory;

  private final HistoryRecorder recorder = new HistoryRecorder();

  private Cluster start(Binary binary, String unsynced) throws Exception {
    String data = directory.resolve("data").toString();
    return Cluster.startWith(51, 3, binary, "lin-kv", "--directory", data, "--unsynced", unsynced);
  }

  /** Writes, ends all processes at once, starts them again and reads. */
  private void play(Cluster cluster) throws Exception {
    cluster.awaitLeader(cluster.names());
    Registers client = new Registers(cluster.client(), "client", recorder);
    for (int key = 0; key < KEYS; key++) {
      int written = key;
      Await.until(
          "a write of " + key,
          () -> Body.type(client.write("n" + written % 3, written, 1)).equals("write_ok"));
    }
    cluster.names().forEach(cluster::kill);
    for (String name : cluster.names()) {
      cluster.restart(name);
    }
    cluster.awaitLeader(cluster.names());
    for (int key = 0; key < KEYS; key++) {
      int written = key;
      Await.until(
          "an answer about key " + key,
          () -> Churn.isAnswer(client.read("n" + written % 3, written)));
    }
  }

  private Verdict verdict() {
    return LinearizabilityChecker.check(
            recorder.history(), RegisterModel.casRegister(), Limits.DEFAULT)
        .verdict();
  }

  @Test
  void aForgottenSyncIsConvicted() throws Exception {
    Binary broken = Binary.broken("SegmentNotSynced", directory.resolve("classes"));
    try (Cluster cluster = start(broken, "lost")) {
      play(cluster);
      assertEquals(Verdict.INVALID, verdict());
      assertTrue(cluster.count(LOST) > 0);
    }
  }

  /** So a loss of power is needed to see it. */
  @Test
  void aForgottenSyncPassesWhereProcessesEndAndNoMore() throws Exception {
    Binary broken = Binary.broken("SegmentNotSynced", directory.resolve("classes"));
    try (Cluster cluster = start(broken, "kept")) {
      play(cluster);
      assertEquals(Verdict.VALID, verdict());
      assertEquals(0, cluster.count(LOST));
      cluster.end();
    }
  }
}
