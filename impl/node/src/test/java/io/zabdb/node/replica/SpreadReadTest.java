package io.zabdb.node.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.step.Refusal;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.replica.settings.Durability;
import io.zabdb.storage.data.StorageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Linearizable reads that replicas serve which do not lead. */
@Timeout(120)
class SpreadReadTest {

  private static final long NEVER = Long.MAX_VALUE;

  @TempDir Path directory;
  private LocalCluster cluster;

  @BeforeEach
  void start() throws IOException {
    cluster = new LocalCluster(directory, 3, NEVER, Durability.SYNC);
    cluster.startAll();
  }

  @AfterEach
  void close() throws IOException {
    cluster.close();
  }

  @Test
  void eachReplicaServesWhatWasWrittenBefore() {
    for (int i = 0; i < 50; i++) {
      cluster.put("a", "" + i);
      int leader = cluster.awaitLeader();
      Object point = cluster.point(leader).join();
      for (int member = 0; member < 3; member++) {
        String row = i % 2 == 0 ? "a" : "long";
        Object expected = i % 2 == 0 ? "" + i : "none";
        assertEquals(expected, cluster.readBehind(member, row, (long) point).join());
      }
    }
  }

  @Test
  void onlyTheLeaderNamesAPoint() {
    int leader = cluster.awaitLeader();
    assertInstanceOf(Long.class, cluster.point(leader).join());
    assertEquals(Refusal.NOT_LEADER, cluster.point((leader + 1) % 3).join());
  }

  @Test
  void aLeaderThatIsCutOffNamesNone() {
    cluster.put("a", "1");
    int old = cluster.awaitLeader();
    cluster.network().isolate(old);
    assertEquals(Refusal.NOT_LEADER, cluster.point(old).join());
    cluster.network().heal();
  }

  @Test
  void aReplicaThatIsCutOffServesNothingThatItHasMissed() {
    cluster.put("a", "1");
    int leader = cluster.awaitLeader();
    int away = (leader + 1) % 3;
    cluster.awaitEqual();
    cluster.network().isolate(away);
    cluster.put("a", "2");
    long point = (long) cluster.point(cluster.awaitLeader()).join();
    CompletableFuture<Object> read = cluster.readBehind(away, "a", point);
    CompletionException failure = assertThrows(CompletionException.class, read::join);
    StorageException cause = assertInstanceOf(StorageException.class, failure.getCause());
    assertEquals(ErrorCode.UNAVAILABLE, cause.code());
    CompletableFuture<Object> waiting = cluster.readBehind(away, "a", point);
    cluster.network().heal();
    cluster.awaitEqual();
    assertEquals("2", cluster.readBehind(away, "a", point).join());
    // It was served if the replica was back in time.
    assertTrue(waiting.handle((value, late) -> late != null || value.equals("2")).join());
  }
}
