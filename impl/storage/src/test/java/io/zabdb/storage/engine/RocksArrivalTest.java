package io.zabdb.storage.engine;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.data.Family;
import io.zabdb.storage.data.Partition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A partition that moves between stores in RocksDB. */
class RocksArrivalTest extends ArrivalContract {

  @Override
  Backend backend() {
    return new RocksBackend(directory.resolve("stores"));
  }

  /** However much there is of it, the source reads it once, and writes nothing. */
  @Test
  void theFilesAreLinks() throws IOException {
    Path checkpoint = directory.resolve("checkpoint");
    Path exported = directory.resolve("exported");
    try (StorageEngine engine = new RocksBackend(directory.resolve("another")).open()) {
      engine.createPartition(new Partition("p", 0, List.of(Family.of("f"))));
      Log log = new Log(engine);
      for (int i = 0; i < 100; i++) {
        log.apply("row " + i, Log.put("f", "q", "value " + i));
      }
      engine.exportCheckpoint(checkpoint).close();
      engine.exportPartition(checkpoint, "p", exported);
    }
    Set<Object> known = keys(checkpoint);
    Set<Object> carried = keys(exported);
    assertFalse(carried.isEmpty());
    assertTrue(known.containsAll(carried), known + ", " + carried);
    assertFalse(Files.exists(exported.resolve("LOG")));
  }

  /** What tells the tables in a directory from all other files. */
  private static Set<Object> keys(Path directory) throws IOException {
    Set<Object> keys = new HashSet<>();
    try (Stream<Path> all = Files.list(directory)) {
      for (Path file : all.filter(each -> each.toString().endsWith(".sst")).toList()) {
        keys.add(Files.readAttributes(file, BasicFileAttributes.class).fileKey());
      }
    }
    return keys;
  }
}
