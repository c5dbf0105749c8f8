package io.zabdb.storage.engine;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.zabdb.model.data.Family;
import io.zabdb.storage.data.Partition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A partition that moves between stores in RocksDB. */
class RocksArrivalTest extends ArrivalContract {

  private static final Path READ = Path.of("/proc/thread-self/io");

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
      engine.exportCheckpoint(checkpoint);
      engine.exportPartition("p", directory.resolve("scratch"), exported);
    }
    Set<Object> known = keys(checkpoint);
    Set<Object> carried = keys(exported);
    assertFalse(carried.isEmpty());
    assertTrue(known.containsAll(carried), known + ", " + carried);
    assertFalse(Files.exists(exported.resolve("LOG")));
  }

  /** Nobody who moves a small partition out of a large store reads the store. */
  @Test
  void whatElseThereIsIsNotRead() throws IOException {
    assumeTrue(Files.isReadable(READ), "the system does not count what a thread reads");
    Random random = new Random(1);
    try (StorageEngine engine = new RocksBackend(directory.resolve("another")).open()) {
      for (String name : List.of("p", "small")) {
        engine.createPartition(new Partition(name, 0, List.of(Family.of("f"))));
      }
      Log log = new Log(engine);
      for (int i = 0; i < 16; i++) {
        StringBuilder value = new StringBuilder();
        random.ints(1 << 20, '0', 'z').forEach(value::appendCodePoint);
        log.apply("row " + i, Log.put("f", "q", value.toString()));
      }
      engine.flush();
      long before = read();
      engine.exportPartition("small", directory.resolve("scratch"), directory.resolve("exported"));
      long bytes = read() - before;
      assertTrue(bytes < 4 << 20, bytes + " bytes were read");
    }
  }

  /** All that this thread has read: the store's own threads read for what they do meanwhile. */
  private static long read() throws IOException {
    return Files.readAllLines(READ).stream()
        .filter(line -> line.startsWith("rchar: "))
        .mapToLong(line -> Long.parseLong(line.substring("rchar: ".length())))
        .findFirst()
        .orElseThrow();
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
