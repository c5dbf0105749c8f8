package io.zabdb.storage.engine;

import static io.zabdb.storage.engine.Log.PARTITION;
import static io.zabdb.storage.engine.Log.put;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.data.Family;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.storage.data.Partition;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Partitions come and go while entries are applied: in the midst of each step that takes a while,
 * one is applied by another thread, and the step does not end before.
 */
@Timeout(300)
class ApplyMeanwhileTest {

  private static final Partition SPEC = new Partition(PARTITION, 0, List.of(Family.of("f")));
  private static final Partition OTHER = new Partition("other", 0, SPEC.families());

  /** What takes a while: it makes, reads or syncs files. */
  private static final Set<String> SLOW = Set.of("create", "importTree", "flush", "drop");

  @TempDir Path directory;

  private final Set<String> interrupted = new TreeSet<>();
  private boolean armed;
  private StorageEngine engine;

  private void reached(String step) {
    if (armed && SLOW.contains(step)) {
      interrupted.add(step);
      Meanwhile.elsewhere(this::applyOne, step);
    }
  }

  private void applyOne() {
    new Log(engine).at(engine.applied().time() + 1).apply("row", put("f", "q", "value"));
  }

  /** Entries are applied during a change; none is lost by it, also not when all is opened again. */
  private void changed(Backend backend, Consumer<StorageEngine> change, String... steps) {
    AppliedPoint before = engine.applied();
    interrupted.clear();
    armed = true;
    change.accept(engine);
    armed = false;
    assertEquals(new TreeSet<>(List.of(steps)), interrupted);
    AppliedPoint after = engine.applied();
    assertEquals(before.length() + steps.length, after.length());
    assertTrue(after.time() >= before.time() + steps.length, after.toString());
    // What was applied before the last flush of the change is on disk.
    assertTrue(engine.flushed().length() >= before.length() + 1, engine.flushed().toString());
    engine.flush();
    engine.close();
    open(backend);
    assertEquals(after, engine.applied());
  }

  private void open(Backend backend) {
    engine =
        TreeEngine.open(
            Meanwhile.watched(backend.store(), this::reached), PendingSessions.MAX_PENDING);
  }

  private static String hash(StorageEngine engine, String partition) {
    try (Snapshot snapshot = engine.snapshot()) {
      return snapshot.hash(partition, TokenRange.ALL);
    }
  }

  private void partitionsComeAndGo(Backend backend) {
    open(backend);
    engine.createPartition(SPEC);
    applyOne();
    changed(backend, changing -> changing.createPartition(OTHER), "create", "flush");
    changed(backend, changing -> changing.dropPartition("other"), "drop", "flush");
    Path exported = directory.resolve("exported");
    try (Snapshot snapshot = engine.snapshot()) {
      engine.exportPartition(snapshot, PARTITION, exported);
    }
    String hash = hash(engine, PARTITION);
    changed(
        backend,
        changing -> changing.importPartition(exported, "copy", 1),
        "create",
        "flush",
        "importTree");
    assertEquals(hash, hash(engine, "copy"));
    try (Snapshot snapshot = engine.snapshot()) {
      assertNotNull(snapshot.result(PARTITION, 1, engine.applied().length()));
    }
    engine.close();
  }

  @Test
  void inRocksDb() {
    partitionsComeAndGo(new RocksBackend(directory));
  }

  @Test
  void inMemory() {
    partitionsComeAndGo(new MemoryBackend());
  }
}
