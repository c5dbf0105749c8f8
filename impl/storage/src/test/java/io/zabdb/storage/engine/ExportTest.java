package io.zabdb.storage.engine;

import static io.zabdb.storage.engine.Log.PARTITION;
import static io.zabdb.storage.engine.Log.put;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.model.data.Family;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.tree.Export;
import io.zabdb.storage.tree.TablePool;
import io.zabdb.storage.tree.TreeStore;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints of large stores take long to write: nobody waits for that. */
@Timeout(120)
class ExportTest {

  private static final int ROWS = 200;

  @TempDir Path directory;

  /** Does something in the midst of an export, just before its files are written. */
  private static TreeStore interrupted(TreeStore store, Runnable meanwhile) {
    return (TreeStore)
        Proxy.newProxyInstance(
            TreeStore.class.getClassLoader(),
            new Class<?>[] {TreeStore.class},
            (self, method, arguments) -> {
              try {
                Object result = method.invoke(store, arguments);
                return result instanceof Export export ? interrupted(export, meanwhile) : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static Export interrupted(Export export, Runnable meanwhile) {
    return new Export() {
      @Override
      public Map<String, String> write(Path directory, TablePool.Choice tables) {
        meanwhile.run();
        return export.write(directory, tables);
      }

      @Override
      public void link(Path directory) {
        meanwhile.run();
        export.link(directory);
      }

      @Override
      public void close() {
        export.close();
      }
    };
  }

  private static void fill(StorageEngine engine, String value) {
    Log log = new Log(engine);
    for (int i = 0; i < ROWS; i++) {
      log.apply("row" + i, put("f", "q", value.repeat(500)));
    }
  }

  private static long files(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(file -> file.toString().endsWith(".sst")).count();
    }
  }

  /** All its files are replaced in the midst of an export. */
  private static StorageEngine filled(Backend backend) {
    StorageEngine[] engines = new StorageEngine[1];
    StorageEngine engine =
        TreeEngine.open(
            interrupted(
                backend.store(),
                () ->
                    Meanwhile.elsewhere(
                        () -> {
                          fill(engines[0], "new");
                          engines[0].compactions().compact(PARTITION, TokenRange.ALL);
                        },
                        "an export")),
            PendingSessions.MAX_PENDING);
    engines[0] = engine;
    engine.createPartition(new Partition(PARTITION, 0, List.of(Family.of("f"))));
    fill(engine, "old");
    return engine;
  }

  /** Files of the exported state are kept for it all the same. */
  private void entriesAreAppliedWhileAnExportIsWritten(Backend backend) {
    StorageEngine engine = filled(backend);
    Path exported = directory.resolve("exported");
    String before;
    AppliedPoint applied;
    try (Snapshot state = engine.snapshot()) {
      before = state.hash();
      applied = state.applied();
    }
    Checkpoint state = engine.exportCheckpoint(exported);
    assertEquals(ROWS, state.length());
    StorageEngine other = backend.fresh().open();
    other.importCheckpoint(exported);
    try (Snapshot copy = other.snapshot()) {
      assertEquals(applied, copy.applied());
      assertEquals(before, copy.hash());
    }
    other.close();
    assertEquals(2 * ROWS, engine.applied().length());
    engine.close();
  }

  /** The same of a partition. */
  private void entriesAreAppliedWhileAPartitionIsExported(Backend backend) {
    StorageEngine engine = filled(backend);
    String before;
    try (Snapshot state = engine.snapshot()) {
      before = state.hash(PARTITION, TokenRange.ALL);
    }
    Path exported = directory.resolve("partition");
    engine.exportPartition(PARTITION, directory.resolve("scratch"), exported);
    StorageEngine other = backend.fresh().open();
    other.importPartition(exported, PARTITION, 1);
    try (Snapshot copy = other.snapshot()) {
      assertEquals(before, copy.hash(PARTITION, TokenRange.ALL));
    }
    other.close();
    assertEquals(2 * ROWS, engine.applied().length());
    engine.close();
  }

  @Test
  void inRocksDb() {
    entriesAreAppliedWhileAnExportIsWritten(new RocksBackend(directory.resolve("one")));
    entriesAreAppliedWhileAPartitionIsExported(new RocksBackend(directory.resolve("other")));
  }

  @Test
  void inMemory() {
    entriesAreAppliedWhileAnExportIsWritten(new MemoryBackend());
    entriesAreAppliedWhileAPartitionIsExported(new MemoryBackend());
  }

  @Test
  void filesAreDeletedAgainAfterAnExport() throws IOException {
    RocksBackend backend = new RocksBackend(directory);
    StorageEngine engine = backend.open();
    engine.createPartition(new Partition(PARTITION, 0, List.of(Family.of("f"))));
    fill(engine, "old");
    engine.compactions().compact(PARTITION, TokenRange.ALL);
    engine.exportCheckpoint(directory.resolve("exported"));
    long before = files(backend.directory());
    for (int i = 0; i < 5; i++) {
      fill(engine, "new" + i);
      engine.flush();
    }
    engine.compactions().compact(PARTITION, TokenRange.ALL);
    engine.compactions().compactRecords();
    long after = files(backend.directory());
    assertTrue(after <= 3 * before + 10, "from " + before + " to " + after + " files");
    engine.close();
  }
}
