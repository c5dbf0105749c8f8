package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.rpc.wire.Change;
import io.zabdb.rpc.wire.Change.Put;
import io.zabdb.rpc.wire.Get;
import io.zabdb.rpc.wire.GetPartitions;
import io.zabdb.rpc.wire.Partitions;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.RowMutation;
import io.zabdb.rpc.wire.Update;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A leader tells what its partitions serve. */
@Timeout(120)
class HitsReportTest {

  private static final long LIMIT = TimeUnit.SECONDS.toNanos(60);
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(10);

  @TempDir private Path directory;

  private static Partitions.Partition report(LoneNode node) {
    Request.Builder request =
        Request.newBuilder().setGetPartitions(GetPartitions.getDefaultInstance());
    return node.ask(request).getPartitions().getPartitions(0);
  }

  private static void read(LoneNode node, String partition) {
    Response answer =
        node.ask(
            Request.newBuilder()
                .setGet(
                    Get.newBuilder()
                        .setPartition(partition)
                        .setRow(ByteString.copyFromUtf8("row"))
                        .setFamily("default")
                        .setQualifier(ByteString.copyFromUtf8("column"))));
    assertTrue(answer.hasCells(), answer.toString());
  }

  /** An update of a session of its own. */
  private static void update(LoneNode node, String partition, long session) {
    Response answer =
        node.ask(
            Request.newBuilder()
                .setUpdate(
                    Update.newBuilder()
                        .setPartition(partition)
                        .setSession(session)
                        .setSeq(1)
                        .setOpened(0)
                        .setRowMutation(
                            RowMutation.newBuilder()
                                .setRow(ByteString.copyFromUtf8("row"))
                                .addChanges(
                                    Change.newBuilder()
                                        .setPut(
                                            Put.newBuilder()
                                                .setFamily("default")
                                                .setQualifier(
                                                    ByteString.copyFromUtf8("column")))))));
    assertTrue(answer.hasUpdated(), answer.toString());
  }

  @Test
  void whatIsServedIsCounted() throws Exception {
    try (LoneNode node = new LoneNode(directory, MemoryBudget.of(64 << 20, 64 << 20, 64 << 20))) {
      String partition = node.partition();
      long deadline = System.nanoTime() + LIMIT;
      Partitions.Partition found = report(node);
      long session = 10;
      // What one key has is known an interval later.
      while (found.getHits().getHottest() == 0 && System.nanoTime() < deadline) {
        update(node, partition, ++session);
        read(node, partition);
        read(node, partition);
        found = report(node);
        // An interval is long, and a client that never rests takes a processor from other tests.
        LockSupport.parkNanos(PAUSE);
      }
      assertTrue(found.hasHits(), found.toString());
      // An interval ends between any two of the three, at most.
      double updates = found.getHits().getUpdates();
      assertTrue(updates > 0, found.toString());
      assertEquals(2 * updates, found.getHits().getReads(), 0.5, found.toString());
      assertEquals(1, found.getHits().getHottest(), found.toString());
      assertEquals("row", found.getHits().getHottestRow().toStringUtf8());
    }
  }
}
