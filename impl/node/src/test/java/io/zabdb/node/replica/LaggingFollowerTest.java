package io.zabdb.node.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;
import io.zabdb.core.step.Refusal;
import io.zabdb.log.ReplicaLog;
import io.zabdb.peer.PeerSettings;
import io.zabdb.replica.settings.Durability;
import io.zabdb.storage.command.Result;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
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
  private static final int TRIES = 5;

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
          100,
          Duration.ZERO);

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
    assertEquals(Map.of(), cluster.failures());
    assertEquals(
        3 * ReplicaLog.BUFFER_BYTES, budget.account(Purpose.LOG_BUFFERS).highest(), "members");
    cluster.close();
    assertEquals(0, budget.account(Purpose.LOG_BUFFERS).used());
  }

  /** About 30 MB, each value once. */
  private void write() {
    write(100);
  }

  /** By sessions with numbers from there on. */
  private void write(int sessions) {
    String value = "v".repeat(VALUE_BYTES);
    for (int i = 0; i < UPDATES; i += AT_ONCE) {
      List<CompletableFuture<Void>> batch = new ArrayList<>();
      for (int session = 1; session <= AT_ONCE; session++) {
        int number = i / AT_ONCE + 1;
        int client = sessions + session;
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
    long readAhead = MIB + VALUE_BYTES;
    long applying =
        3 * (budget.account(Purpose.APPLY_QUEUE).limit() / 4 + VALUE_BYTES + 1_000 + readAhead);
    long queued = budget.account(Purpose.APPLY_QUEUE).highest();
    assertTrue(queued <= applying, "appliers held " + queued);
    long sending = budget.account(Purpose.PEER_QUEUES).highest();
    long connections = 2 * (SMALL.queueBytes() + readAhead);
    assertTrue(sending > 0 && sending <= connections, "queues held " + sending);
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

  /**
   * Its connection lives, so the leader keeps what it lacks, although it purges its log. On a busy
   * machine the connection may break all the same; not each time.
   */
  @Test
  void theLogIsNotPurgedUnderAFollowerThatIsBeingSentIt() throws Exception {
    cluster.close();
    cluster = new LocalCluster(directory.resolve("purged"), 3, 2 * MIB, Durability.SYNC);
    cluster.useSockets(PeerSettings.DEFAULT);
    cluster.startAll();
    cluster.put("first", "1");
    cluster.awaitEqual();
    boolean kept = false;
    for (int i = 0; i < TRIES && !kept; i++) {
      double before = cluster.installed();
      int leader = cluster.awaitLeader();
      Runnable goOn = cluster.pause((leader + 1) % 3);
      long had = cluster.status(leader).logLength();
      write(1_000 * (i + 1));
      cluster.await("a purged log", () -> checkpointOf(leader) > had);
      goOn.run();
      cluster.awaitEqual();
      kept = cluster.installed() == before;
    }
    assertTrue(kept, "it got a checkpoint each time");
  }

  private long checkpointOf(int member) {
    return cluster.status(member).checkpoint();
  }

  /** It takes no more than so much, and shows that it lives. */
  @Test
  void aFollowerWithoutRoomCostsItselfNoMemory() throws Exception {
    cluster.close();
    Map<Integer, FullDisk> disks = new ConcurrentHashMap<>();
    cluster =
        new LocalCluster(
            directory.resolve("full"),
            3,
            Long.MAX_VALUE,
            Durability.SYNC,
            member ->
                disks.computeIfAbsent(
                    member,
                    any -> new FullDisk(LocalCluster.folder(directory.resolve("full"), member))));
    MemoryBudget own = MemoryBudget.of(8 * MIB, 0, 0);
    int full = 2;
    cluster.useSockets(SMALL);
    cluster.startAll();
    cluster.stop(full);
    cluster.budget(own);
    cluster.start(full);
    cluster.put("first", "1");
    cluster.awaitEqual();
    cluster.await(
        "another leader",
        () -> {
          if (cluster.awaitLeader() == full) {
            cluster.member(full).transfer(-1, "the test wants it");
          }
          return cluster.awaitLeader() != full;
        });
    disks.get(full).fill(true);
    write();
    long most = own.account(Purpose.HISTORY).limit() / 2 + 16 * MIB;
    long held = own.account(Purpose.HISTORY).highest();
    assertTrue(held < most, "held " + held);
    disks.get(full).fill(false);
    cluster.awaitEqual();
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
    cluster.stopAll();
    cluster.startAll();
    cluster.put("last", "2");
    cluster.awaitEqual();
    assertEquals("1", cluster.get("first"));
    assertEquals("2", cluster.get("last"));
    littleWasHeld();
  }
}
