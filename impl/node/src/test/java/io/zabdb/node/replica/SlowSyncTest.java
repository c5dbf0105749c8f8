package io.zabdb.node.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.replica.settings.Durability;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nothing waits for a disk on an event loop, and a slow disk is no dead node. */
@Timeout(600)
class SlowSyncTest {

  /** Segments of the cluster's logs have 1 MiB: some begin. */
  private static final String LARGE = "v".repeat(40_000);

  @TempDir Path directory;

  /** Of each member. */
  private final List<AtomicLong> syncNanos =
      List.of(new AtomicLong(), new AtomicLong(), new AtomicLong());

  private final Queue<String> onLoops = SlowDisk.notes();
  private LocalCluster cluster;

  private void start(long checkpointBytes) throws IOException {
    cluster =
        new LocalCluster(
            directory,
            3,
            checkpointBytes,
            Durability.SYNC,
            member ->
                new SlowDisk(
                    LocalCluster.folder(directory, member), syncNanos.get(member), onLoops));
    cluster.startAll();
  }

  /** All have what was put; returns the leader. */
  private int startAndServe() throws IOException {
    start(Long.MAX_VALUE);
    put(0, 5);
    int leader = cluster.awaitLeader();
    cluster.awaitEqual();
    return leader;
  }

  @AfterEach
  void close() throws IOException {
    slowDown(0);
    assertEquals(java.util.Map.of(), cluster.failures());
    cluster.close();
    assertEquals(List.of(), onLoops.stream().distinct().toList());
  }

  private void put(int from, int to) {
    for (int row = from; row < to; row++) {
      cluster.put("row-" + row, LARGE);
    }
  }

  private void slowDown(long millis) {
    syncNanos.forEach(each -> each.set(TimeUnit.MILLISECONDS.toNanos(millis)));
  }

  private long epoch(int leader) {
    return cluster.status(leader).epoch();
  }

  @Test
  void segmentsCheckpointsCutsAndInstallationsLeaveTheLoopAlone() throws IOException {
    start(1 << 20);
    cluster.put("first", "1");
    put(0, 60);
    int first = cluster.awaitLeader();
    int other = (first + 1) % 3;
    // It misses so much that it gets a checkpoint.
    cluster.stop(other);
    put(60, 160);
    // What the leader logs alone is cut when it comes back.
    int third = 3 - first - other;
    cluster.stop(third);
    cluster.update(first, 99, 1, "nobody has it", "x");
    long logged = cluster.status(first).logLength();
    cluster.await("the entry in the log", () -> cluster.status(first).logLength() >= logged);
    cluster.stop(first);
    cluster.start(other);
    cluster.start(third);
    put(160, 170);
    cluster.start(first);
    cluster.awaitEqual();
    assertEquals("1", cluster.get("first"));
  }

  @Test
  void aLeaderStaysThoughEachSyncTakes150Milliseconds() throws IOException {
    int leader = startAndServe();
    long epoch = epoch(leader);
    slowDown(150);
    put(5, 40);
    assertEquals(leader, cluster.awaitLeader());
    assertEquals(epoch, epoch(leader));
  }

  @Test
  void aLeaderIsFoundThoughEachSyncTakesHalfASecond() throws IOException {
    start(Long.MAX_VALUE);
    put(0, 1);
    slowDown(500);
    int first = cluster.awaitLeader();
    long epoch = epoch(first);
    cluster.stop(first);
    put(1, 3);
    int second = cluster.awaitLeader();
    assertTrue(epoch(second) > epoch);
    cluster.start(first);
    put(3, 5);
    cluster.awaitEqual();
    assertEquals(second, cluster.awaitLeader());
    slowDown(0);
  }

  /** None is longer than what is usual, until it ends, and that is too late. */
  @Test
  void aLeaderWhoseSyncDoesNotEndHandsOver() throws IOException {
    int first = startAndServe();
    long epoch = epoch(first);
    syncNanos.get(first).set(TimeUnit.HOURS.toNanos(1));
    // Committed by the others' disks; it cannot be applied, nor read, until it is on this one.
    CompletableFuture<Object> waiting = cluster.update(first, 99, 1, "waits", "x");
    cluster.await(
        "another leader",
        () -> {
          int leader = cluster.leader();
          return leader >= 0 && leader != first && epoch(leader) > epoch;
        });
    cluster.await("an answer", waiting::isDone);
    assertEquals("unknown", waiting.join());
    put(5, 10);
    assertEquals("x", cluster.get("waits"));
    slowDown(0);
    cluster.awaitEqual();
  }
}
