package io.zabdb.storage.engine;

import static io.zabdb.storage.engine.Log.PARTITION;
import static io.zabdb.storage.engine.Log.put;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.data.Family;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.rocks.RocksOptions;
import io.zabdb.storage.tree.FileScan;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scan reads every byte of every file, in parts, and no wrong byte escapes it. */
class FileScanTest {

  private static final int ROWS = 200;
  private static final int STEP = 1_000;

  @TempDir Path directory;
  private StorageEngine engine;

  @BeforeEach
  void open() {
    engine = TreeEngine.onDisk(directory, RocksOptions.TINY);
    // Files change only when a test wants it.
    engine.compactions().setAutomatic(false);
    engine.createPartition(new Partition(PARTITION, 0, List.of(Family.of("f"))));
    Random random = new Random(1);
    Log log = new Log(engine);
    for (int i = 0; i < ROWS; i++) {
      byte[] value = new byte[STEP];
      random.nextBytes(value);
      log.apply("row" + i, put("f", "q", new String(value, StandardCharsets.ISO_8859_1)));
    }
    engine.flush();
    engine.compactions().compact(PARTITION, TokenRange.ALL);
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(file -> file.toString().endsWith(".sst")).toList();
    }
  }

  private static long bytes(List<Path> files) {
    return files.stream().mapToLong(file -> file.toFile().length()).sum();
  }

  /** Reads to the end. */
  private static long readAll(FileScan scan) {
    long bytes = 0;
    for (long read = STEP; read == STEP; bytes += read) {
      read = scan.read(STEP);
      assertTrue(read <= STEP, "read " + read);
    }
    return bytes;
  }

  private long scan() {
    try (FileScan scan = engine.scanFiles()) {
      return readAll(scan);
    }
  }

  @Test
  void everyByteIsRead() throws IOException {
    assertTrue(files().size() > 1);
    assertEquals(bytes(files()), scan());
  }

  @Test
  void noWrongByteEscapes() throws IOException {
    Random random = new Random(2);
    for (Path file : files()) {
      long length = Files.size(file);
      // Indexes, filters and properties are behind the rows.
      for (int back = 1; back < length; back += 1 + random.nextInt(1 + back / 2)) {
        flip(file, length - back);
        StorageException found =
            assertThrows(StorageException.class, this::scan, file + " -" + back);
        assertEquals(ErrorCode.CORRUPT, found.code(), found.getMessage());
        assertTrue(found.getMessage().contains(file.toString()), found.getMessage());
        flip(file, length - back);
      }
    }
    assertEquals(bytes(files()), scan());
  }

  private static void flip(Path path, long at) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.seek(at);
      int present = file.read();
      file.seek(at);
      file.write(present ^ 1);
    }
  }

  @Test
  void whatACompactionHasDeletedIsLeftOut() throws IOException {
    long all = bytes(files());
    try (FileScan scan = engine.scanFiles()) {
      assertEquals(STEP, scan.read(STEP));
      Log log = new Log(engine);
      for (int i = 0; i < ROWS; i++) {
        log.apply("row" + i, put("f", "q", "short"));
      }
      engine.flush();
      engine.compactions().compact(PARTITION, TokenRange.ALL);
      long rest = readAll(scan);
      assertTrue(rest < all / 2, "read " + rest + " of " + all);
    }
  }

  @Test
  void aFileThatIsLostIsDamage() throws IOException {
    Path lost = files().get(0);
    Files.delete(lost);
    StorageException found = assertThrows(StorageException.class, this::scan);
    assertEquals(ErrorCode.CORRUPT, found.code());
    assertTrue(found.getMessage().contains(lost.toString()), found.getMessage());
  }

  /** Links that lead to themselves are not opened for anybody, the superuser included. */
  @Test
  void aFileThatTheSystemDoesNotOpenNowIsLeftForTheNextTime() throws IOException {
    long all = bytes(files());
    Path refused = files().get(0);
    Path aside = directory.resolve("aside");
    Files.move(refused, aside);
    Files.createSymbolicLink(refused, refused);
    try (FileScan scan = engine.scanFiles()) {
      assertEquals(all - Files.size(aside), readAll(scan));
      assertEquals(1, scan.skipped().count());
      assertTrue(scan.skipped().first().startsWith(refused.toString()), scan.skipped().first());
    }
    Files.delete(refused);
    Files.move(aside, refused);
    try (FileScan scan = engine.scanFiles()) {
      assertEquals(all, readAll(scan));
      assertEquals(0, scan.skipped().count());
    }
  }

  @Test
  void aScanMayBeClosedAfterItsEngine() {
    FileScan scan = engine.scanFiles();
    assertEquals(STEP, scan.read(STEP));
    engine.close();
    scan.close();
    open();
  }
}
