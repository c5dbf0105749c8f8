package io.zabdb.maelstrom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.zabdb.maelstrom.harness.Await;
import io.zabdb.maelstrom.harness.Cluster;
import io.zabdb.maelstrom.harness.Registers;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.protocol.ErrorCode;
import io.zabdb.testkit.history.History;
import io.zabdb.testkit.history.HistoryRecorder;
import io.zabdb.testkit.history.Outcome;
import io.zabdb.testkit.history.Overlap;
import io.zabdb.testkit.linearizability.CheckResult;
import io.zabdb.testkit.linearizability.Limits;
import io.zabdb.testkit.linearizability.LinearizabilityChecker;
import io.zabdb.testkit.linearizability.RegisterModel;
import io.zabdb.testkit.linearizability.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients use lin-kv while its nodes and their network suffer; the history must be that of one
 * copy.
 */
class LinKvFaultsTest {

  private static final int CLIENTS = 8;
  private static final int KEYS = 4;
  private static final int VALUES = 5;

  /** On a slow machine clients go on until they have done so much. */
  private static final int MIN_DONE = 150;

  @TempDir Path directory;

  private final HistoryRecorder recorder = new HistoryRecorder(System::nanoTime);

  /** What happens to the cluster between two pauses. */
  private interface Nemesis {
    void strike(Cluster cluster, Random random) throws Exception;
  }

  private void run(long seed, Cluster cluster, long millis, Nemesis nemesis) throws Exception {
    Random random = new Random(seed);
    cluster.disturb(4_000, 0.02);
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    List<Thread> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      Random own = new Random(seed + i);
      Registers registers = new Registers(cluster.client(), "client " + i, recorder);
      String node = cluster.names().get(i % cluster.names().size());
      Thread thread = new Thread(() -> use(registers, node, own, end));
      thread.start();
      clients.add(thread);
    }
    while (clients.stream().anyMatch(Thread::isAlive)) {
      TimeUnit.MILLISECONDS.sleep(500 + random.nextInt(700));
      nemesis.strike(cluster, random);
    }
    for (Thread client : clients) {
      client.join();
    }
    recover(cluster);
    check();
  }

  private void use(Registers registers, String node, Random random, long end) {
    try {
      while (System.nanoTime() < end || recorder.history().count(Outcome.OK) < MIN_DONE) {
        int key = random.nextInt(KEYS);
        switch (random.nextInt(3)) {
          case 0 -> registers.read(node, key);
          case 1 -> registers.write(node, key, random.nextInt(VALUES));
          default -> registers.cas(node, key, random.nextInt(VALUES), random.nextInt(VALUES));
        }
        TimeUnit.MILLISECONDS.sleep(random.nextInt(40));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** All is mended: then everything must be readable at every node. */
  private void recover(Cluster cluster) throws Exception {
    cluster.heal();
    cluster.disturb(0, 0);
    for (String name : cluster.names()) {
      if (!cluster.running().contains(name)) {
        cluster.restart(name);
      }
    }
    Registers last = new Registers(cluster.client(), "last", recorder);
    for (String name : cluster.names()) {
      for (int key = 0; key < KEYS; key++) {
        int wanted = key;
        Await.until(
            "an answer about key " + key + " at " + name,
            () -> isAnswered(last.read(name, wanted)));
      }
    }
  }

  private static boolean isAnswered(JsonNode answer) {
    return Body.type(answer).equals("read_ok")
        || Registers.isError(answer, ErrorCode.KEY_DOES_NOT_EXIST);
  }

  private void check() {
    History history = recorder.history();
    CheckResult result =
        LinearizabilityChecker.check(history, RegisterModel.casRegister(), Limits.DEFAULT);
    System.out.printf(
        "%s: %d ok, %d failed, %d unknown%n",
        result.verdict(),
        history.count(Outcome.OK),
        history.count(Outcome.FAILED),
        history.count(Outcome.UNKNOWN));
    assertEquals(Verdict.VALID, result.verdict(), () -> String.valueOf(result.failure()));
    // On a slow machine many outcomes are unknown; what is known must overlap all the same.
    assertTrue(Overlap.of(history).pairs() > 0, "no two operations on a key overlap");
  }

  @Test
  void onDiskWithKillsPartitionsCompactionsAndTransfers() throws Exception {
    long seed = System.nanoTime();
    try (Cluster cluster =
        Cluster.start(
            seed,
            3,
            "lin-kv",
            "--directory",
            directory.toString(),
            "--compactions",
            "2",
            "--transfers",
            "3")) {
      int[] kills = new int[1];
      run(
          seed,
          cluster,
          8_000,
          (each, random) -> {
            List<String> running = each.running();
            // However few strikes there are, one of them kills.
            switch (kills[0] == 0 ? 2 : random.nextInt(5)) {
              case 0 -> each.isolate(each.names().get(random.nextInt(3)));
              case 1 -> each.cutSome(random);
              case 2, 3 -> {
                if (running.size() == 3) {
                  each.kill(running.get(random.nextInt(3)));
                  kills[0]++;
                } else {
                  for (String name : each.names()) {
                    if (!running.contains(name)) {
                      each.restart(name);
                    }
                  }
                }
              }
              default -> each.heal();
            }
          });
      assertTrue(kills[0] > 0);
      assertTrue(cluster.lost() > 0);
      Await.until("a compaction that was permitted", () -> cluster.count("compaction ") > 0);
      cluster.end();
    }
  }

  @Test
  void inMemoryWithPartitionsAndTransfers() throws Exception {
    long seed = System.nanoTime();
    try (Cluster cluster =
        Cluster.start(seed, 3, "lin-kv", "--transfers", "1", "--leader-ticks", "60")) {
      run(
          seed,
          cluster,
          4_000,
          (each, random) -> {
            each.heal();
            each.isolate(each.names().get(random.nextInt(3)));
          });
      assertTrue(cluster.lost() > 0);
      Await.until("a leader after the first", () -> cluster.count("leader n") > 3);
      cluster.end();
    }
  }

  @Test
  void allAreKilledAndNothingIsLost() throws Exception {
    try (Cluster cluster = Cluster.start(7, 3, "lin-kv", "--directory", directory.toString())) {
      cluster.awaitLeader(cluster.names());
      Registers registers = new Registers(cluster.client(), "client", recorder);
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
            () -> isAnswered(read[0] = registers.read(node, written)));
        assertEquals(key, read[0].path("value").asInt(-1), () -> "answer " + read[0]);
      }
      cluster.end();
    }
  }
}
