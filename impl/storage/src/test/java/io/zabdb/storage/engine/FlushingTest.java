package io.zabdb.storage.engine;

import static io.zabdb.storage.engine.Log.PARTITION;
import static io.zabdb.storage.engine.Log.put;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.model.data.Family;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.tree.TreeStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A checkpoint is what is on disk: entries are applied while the store is flushed for it, and a
 * flush that the store began by itself does not come between.
 */
@Timeout(300)
class FlushingTest {

  @TempDir Path directory;

  /** What was asked of the store: the calls that matter here, in their order. */
  private final List<String> calls = new ArrayList<>();

  /** So often the store says that it flushes. */
  private int flushing;

  private boolean isExporting;
  private StorageEngine engine;
  private Log log;

  private Optional<Object> answer(String call) {
    reached(call);
    return call.equals("isFlushing") ? Optional.of(flushing-- > 0) : Optional.empty();
  }

  private void reached(String call) {
    if (!isExporting) {
      return;
    }
    switch (call) {
      case "flush" -> {
        calls.add(Thread.holdsLock(engine) ? "flush while entries wait" : "flush");
        if (!Thread.holdsLock(engine)) {
          Meanwhile.elsewhere(this::apply, call);
        }
      }
      case "export" -> {
        assertTrue(Thread.holdsLock(engine), "what is on disk changes meanwhile");
        calls.add("export");
      }
      default -> {}
    }
  }

  @BeforeEach
  void open() {
    TreeStore store = new RocksBackend(directory.resolve("store")).store();
    engine = TreeEngine.open(Meanwhile.answered(store, this::answer), PendingSessions.MAX_PENDING);
    engine.createPartition(new Partition(PARTITION, 0, List.of(Family.of("f"))));
    log = new Log(engine);
    apply();
  }

  private void apply() {
    log.apply("row", put("f", "q", "value"));
  }

  private void export(int busy, List<String> expected) {
    flushing = busy;
    Path exported = directory.resolve("exported");
    long before = engine.applied().length();
    isExporting = true;
    Checkpoint checkpoint = engine.exportCheckpoint(exported);
    isExporting = false;
    assertEquals(expected, calls);
    assertTrue(checkpoint.length() > before, checkpoint.length() + " entries");
    assertEquals(engine.flushed().length(), checkpoint.length());
    try (StorageEngine other = new RocksBackend(directory.resolve("other")).open()) {
      other.importCheckpoint(exported);
      assertEquals(checkpoint.length(), other.applied().length());
    }
    engine.close();
  }

  @Test
  void nobodyWaitsForTheFlushOfACheckpoint() {
    export(0, List.of("flush", "export"));
  }

  @Test
  void aFlushOfTheStoresOwnIsWaitedFor() {
    export(1, List.of("flush", "flush", "export"));
  }

  /** There is an end to that. */
  @Test
  void whereTheStoreFlushesAllTheTimeEntriesWait() {
    export(
        Integer.MAX_VALUE,
        List.of("flush", "flush", "flush", "flush while entries wait", "export"));
  }
}
