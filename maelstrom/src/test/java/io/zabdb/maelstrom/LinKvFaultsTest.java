package io.zabdb.maelstrom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.zabdb.maelstrom.harness.Await;
import io.zabdb.maelstrom.harness.Churn;
import io.zabdb.maelstrom.harness.Cluster;
import io.zabdb.maelstrom.harness.Registers;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.testkit.history.HistoryRecorder;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients use lin-kv while its nodes and their network suffer; the history must be that of one
 * copy.
 */
class LinKvFaultsTest {

  private static final String PURGED = "the log was purged";
  private static final String INSTALLED = "a checkpoint was installed";

  @TempDir Path directory;

  @Test
  void onDiskWithLossesOfPowerPartitionsCompactionsAndTransfers() throws Exception {
    long seed = Cluster.anySeed();
    try (Cluster cluster =
        Cluster.start(
            seed,
            3,
            "lin-kv",
            "--directory",
            directory.toString(),
            "--unsynced",
            "any",
            "--compactions",
            "2",
            "--transfers",
            "3")) {
      Churn churn = new Churn(seed, cluster);
      boolean[] wasAway = new boolean[1];
      churn.setGoOn(true);
      churn.run(
          8_000,
          (each, random) -> {
            if (wasAway[0]) {
              strike(each, random);
            } else {
              wasAway[0] = true;
              loseOneForLong(each, random, churn);
            }
          });
      churn.assertOneCopy();
      assertTrue(cluster.lost() > 0);
      Await.until("a compaction that was permitted", () -> cluster.count("compaction ") > 0);
      cluster.end();
    }
  }

  /** Until the others have purged what it lacks, so that it is sent a checkpoint. */
  private static void loseOneForLong(Cluster cluster, Random random, Churn churn) throws Exception {
    try {
      churn.awaitService();
      String away = cluster.names().get(random.nextInt(3));
      cluster.kill(away);
      long purges = cluster.count(PURGED);
      Await.until("the log purged again and again", () -> cluster.count(PURGED) >= purges + 6);
      cluster.restart(away);
      Await.until("a checkpoint that is installed", () -> cluster.count(INSTALLED) > 0);
      assertTrue(cluster.count("entries was taken") > 0);
      assertTrue(cluster.count("a checkpoint was sent") > 0);
    } finally {
      churn.setGoOn(false);
    }
  }

  private static void strike(Cluster cluster, Random random) throws Exception {
    List<String> running = cluster.running();
    switch (random.nextInt(5)) {
      case 0 -> cluster.isolate(cluster.names().get(random.nextInt(3)));
      case 1 -> cluster.cutSome(random);
      case 2, 3 -> {
        if (running.size() == 3) {
          cluster.kill(running.get(random.nextInt(3)));
        } else {
          cluster.restartAll();
        }
      }
      default -> cluster.heal();
    }
  }

  @Test
  void inMemoryWithPartitionsAndTransfers() throws Exception {
    long seed = Cluster.anySeed();
    try (Cluster cluster =
        Cluster.start(seed, 3, "lin-kv", "--transfers", "1", "--leader-ticks", "60")) {
      Churn churn = new Churn(seed, cluster);
      churn.run(
          4_000,
          (each, random) -> {
            each.heal();
            each.isolate(each.names().get(random.nextInt(3)));
          });
      churn.assertOneCopy();
      assertTrue(cluster.lost() > 0);
      Await.until("a leader after the first", () -> cluster.count("leader n") > 3);
      cluster.end();
    }
  }

  @Test
  void allLoseTheirPowerAndNothingIsLost() throws Exception {
    try (Cluster cluster =
        Cluster.start(7, 3, "lin-kv", "--directory", directory.toString(), "--unsynced", "lost")) {
      cluster.awaitLeader(cluster.names());
      Registers registers = new Registers(cluster.client(), "client", new HistoryRecorder());
      for (int key = 0; key < 20; key++) {
        int written = key;
        Await.until(
            "a write of " + key,
            () ->
                Body.type(registers.write("n" + written % 3, written, written)).equals("write_ok"));
      }
      for (String name : cluster.names()) {
        cluster.kill(name);
      }
      for (String name : cluster.names()) {
        cluster.restart(name);
      }
      cluster.awaitLeader(cluster.names());
      for (int key = 0; key < 20; key++) {
        int written = key;
        String node = "n" + (key + 1) % 3;
        JsonNode[] read = new JsonNode[1];
        Await.until(
            "an answer about key " + key,
            () -> Churn.isAnswer(read[0] = registers.read(node, written)));
        assertEquals(key, read[0].path("value").asInt(-1), () -> "answer " + read[0]);
      }
      cluster.end();
    }
  }
}
