package io.zabdb.node.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;
import io.zabdb.core.step.Refusal;
import io.zabdb.node.config.Durability;
import io.zabdb.storage.command.Result;
import io.zabdb.transport.peer.PeerSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What members lack is many times what memory may hold, and what may be sent at once; the accounts
 * say how much was held.
 */
@Timeout(600)
class LaggingFollowerTest {

  private static final int MIB = 1 << 20;
  private static final int VALUE_BYTES = 50_000;
  private static final int UPDATES = 600;
  private static final int AT_ONCE = 10;

  private static final PeerSettings SMALL =
      new PeerSettings(
          MIB,
          Duration.ofSeconds(2),
          Duration.ofMillis(500),
          Duration.ofMillis(20),
          Duration.ofMillis(500),
          256 << 10,
          64 << 10,
          6 * MIB,
          1_000,
          1 << 30,
          100);

  @TempDir Path directory;
  private LocalCluster cluster;
  private final MemoryBudget budget = MemoryBudget.of(8 * MIB, 0, 0);

  @BeforeEach
  void start() throws Exception {
    cluster = new LocalCluster(directory, 3, Long.MAX_VALUE, Durability.SYNC);
    cluster.budget(budget);
    cluster.useSockets(SMALL);
    cluster.startAll();
    cluster.put("first", "1");
    cluster.awaitEqual();
  }

  @AfterEach
  void stop() throws Exception {
    assertEquals(java.util.Map.of(), cluster.failures());
    cluster.close();
  }

  /** About 30 MB, each value once. */
  private void write() {
    String value = "v".repeat(VALUE_BYTES);
    for (int i = 0; i < UPDATES; i += AT_ONCE) {
      List<CompletableFuture<Void>> batch = new ArrayList<>();
      for (int session = 1; session <= AT_ONCE; session++) {
        int number = i / AT_ONCE + 1;
        int client = 100 + session;
        batch.add(
            CompletableFuture.runAsync(
                () ->
                    cluster.await(
                        "an answer",
                        () -> {
                          Object answer =
                              cluster
                                  .update(
                                      cluster.awaitLeader(),
                                      client,
                                      number,
                                      "row-" + client + "-" + number,
                                      value)
                                  .join();
                          assertTrue(
                              answer instanceof Result
                                  || answer instanceof Refusal
                                  || answer.equals("unknown"),
                              () -> "answered " + answer);
                          return answer instanceof Result;
                        })));
      }
      CompletableFuture.allOf(batch.toArray(CompletableFuture[]::new)).join();
    }
  }

  /** Three members draw on the budget here; entries that are not written yet come on top. */
  private void littleWasHeld() {
    long history = 3 * budget.account(Purpose.HISTORY).limit() / 2;
    long written = 3L * (AT_ONCE + 2) * VALUE_BYTES + 3 * 6 * MIB;
    long most = budget.account(Purpose.HISTORY).highest();
    assertTrue(most <= history + written, "histories held " + most);
    assertTrue(most < (long) UPDATES * VALUE_BYTES, "histories held all: " + most);
    long applying = 3 * (budget.account(Purpose.APPLY_QUEUE).limit() / 4 + VALUE_BYTES + 1_000);
    long queued = budget.account(Purpose.APPLY_QUEUE).highest();
    assertTrue(queued <= applying, "appliers held " + queued);
  }

  @Test
  void aFollowerThatStandsStillCatchesUpFromTheLogAndCostsNoMemory() throws Exception {
    int leader = cluster.awaitLeader();
    int follower = (leader + 1) % 3;
    Runnable goOn = cluster.pause(follower);
    write();
    littleWasHeld();
    goOn.run();
    cluster.awaitEqual();
    littleWasHeld();
    assertEquals("1", cluster.get("first"));
    String hash = cluster.applied(0).toString();
    assertEquals(hash, cluster.applied(1).toString());
    assertEquals(hash, cluster.applied(2).toString());
  }

  @Test
  void aMemberThatWasAwayGetsMoreThanMayBeSentAtOnce() throws Exception {
    int away = (cluster.awaitLeader() + 1) % 3;
    cluster.stop(away);
    write();
    cluster.start(away);
    cluster.awaitEqual();
    littleWasHeld();
    // All have much to apply again, which no memory holds.
    for (int member = 0; member < 3; member++) {
      cluster.stop(member);
    }
    cluster.startAll();
    cluster.put("last", "2");
    cluster.awaitEqual();
    assertEquals("1", cluster.get("first"));
    assertEquals("2", cluster.get("last"));
    littleWasHeld();
  }
}
