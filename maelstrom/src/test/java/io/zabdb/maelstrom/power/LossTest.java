package io.zabdb.maelstrom.power;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.log.file.LogFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was synced is there after a loss of power; of the rest, any part. */
class LossTest {

  private static final int PAGE = 4 << 10;
  private static final int TRIES = 40;

  /** Of seeds that follow each other, Java's generator gives the same first bits. */
  private static final long SCATTER = 0x9E3779B97F4A7C15L;

  @TempDir Path directory;

  private int lostPages;
  private int lostNames;

  /** Of a machine that has lost its power, as it comes back. */
  private LossyFiles reopen(int seed) throws IOException {
    return reopen(directory, seed);
  }

  private LossyFiles reopen(Path where, int seed) throws IOException {
    return Loss.open(
        where.resolve("log"),
        where.resolve("synced"),
        Chance.any(new Random(seed * SCATTER)),
        (pages, names) -> {
          lostPages += pages;
          lostNames += names;
        });
  }

  private static byte[] filled(int length, int value) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  private static void write(LogFile file, int offset, byte[] bytes) throws IOException {
    file.write(ByteBuffer.wrap(bytes), offset);
  }

  private static byte[] read(LossyFiles files, String name) throws IOException {
    try (LogFile file = files.open(name)) {
      ByteBuffer bytes = ByteBuffer.allocate((int) file.size());
      assertTrue(file.read(bytes, 0));
      return bytes.array();
    }
  }

  private static void writeSynced(LossyFiles files, String name, byte[] bytes) throws IOException {
    try (LogFile file = files.create(name)) {
      write(file, 0, bytes);
      file.sync();
    }
    files.syncDirectory();
  }

  @Test
  void whatWasSyncedIsThereAgainAndAgain() throws IOException {
    LossyFiles files = reopen(0);
    writeSynced(files, "a", filled(10_000, 1));
    files.rename("a", "b");
    files.syncDirectory();
    for (int seed = 0; seed < TRIES; seed++) {
      files = reopen(seed);
      assertEquals(Set.of("b"), files.names());
      assertArrayEquals(filled(10_000, 1), read(files, "b"));
    }
    assertEquals(0, lostPages);
    assertEquals(0, lostNames);
  }

  /** Pages are as before, or as they were written; never anything else, and each of both. */
  @Test
  void pagesThatWereNotSyncedAreOldOrNew() throws IOException {
    LossyFiles files = reopen(0);
    writeSynced(files, "a", filled(2 * PAGE, 1));
    Set<String> found = new HashSet<>();
    for (int seed = 0; seed < TRIES; seed++) {
      try (LogFile file = files.open("a")) {
        write(file, 0, filled(2 * PAGE, 1));
        file.sync();
        write(file, 0, filled(2 * PAGE, 2));
      }
      files = reopen(seed);
      byte[] left = read(files, "a");
      assertEquals(2 * PAGE, left.length);
      for (int page = 0; page < 2; page++) {
        byte[] bytes = Arrays.copyOfRange(left, page * PAGE, (page + 1) * PAGE);
        assertArrayEquals(filled(PAGE, bytes[0]), bytes);
      }
      found.add(left[0] + " " + left[PAGE]);
    }
    assertEquals(Set.of("1 1", "1 2", "2 1", "2 2"), found);
    assertTrue(lostPages > 0);
  }

  @Test
  void nothingOfItMaySurvive() throws IOException {
    LossyFiles files = reopen(0);
    writeSynced(files, "a", filled(PAGE, 1));
    try (LogFile file = files.open("a")) {
      write(file, 0, filled(2 * PAGE, 2));
    }
    files.create("b").close();
    files =
        Loss.open(
            directory.resolve("log"),
            directory.resolve("synced"),
            Chance.NOTHING,
            (pages, names) -> assertEquals("2 1", pages + " " + names));
    assertEquals(Set.of("a"), files.names());
    assertArrayEquals(filled(PAGE, 1), read(files, "a"));
  }

  @Test
  void aFileThatGrewMayHaveAnySizeBetween() throws IOException {
    LossyFiles files = reopen(0);
    writeSynced(files, "a", filled(100, 1));
    Set<Integer> sizes = new HashSet<>();
    for (int seed = 0; seed < TRIES; seed++) {
      try (LogFile file = files.open("a")) {
        file.truncate(100);
        write(file, 100, filled(100, 2));
      }
      files = reopen(seed);
      byte[] left = read(files, "a");
      assertArrayEquals(filled(100, 1), Arrays.copyOf(left, 100));
      sizes.add(left.length);
    }
    assertTrue(sizes.size() > 5, sizes::toString);
  }

  @Test
  void namesThatWereNotSyncedAreOldOrNew() throws IOException {
    Set<Set<String>> found = new HashSet<>();
    for (int seed = 0; seed < TRIES; seed++) {
      Path own = directory.resolve("names" + seed);
      LossyFiles files = reopen(own, seed);
      writeSynced(files, "kept", filled(10, 1));
      writeSynced(files, "deleted", filled(10, 2));
      files.delete("deleted");
      files.create("made").close();
      files = reopen(own, seed);
      Set<String> left = files.names();
      assertArrayEquals(filled(10, 1), read(files, "kept"));
      if (left.contains("deleted")) {
        assertArrayEquals(filled(10, 2), read(files, "deleted"));
      }
      found.add(left);
    }
    assertEquals(
        Set.of(
            Set.of("kept"),
            Set.of("kept", "made"),
            Set.of("kept", "deleted"),
            Set.of("kept", "deleted", "made")),
        found);
    assertEquals(2 * TRIES, lostNames);
  }

  /** A process may end between its note of a new name and the change. */
  @Test
  void aRenameThatWasOnlyNotedHasNotHappened() throws IOException {
    LossyFiles files = reopen(0);
    writeSynced(files, "a", filled(10, 1));
    writeSynced(files, "b", filled(10, 2));
    Path names = directory.resolve("synced/names");
    Files.writeString(names, Files.readString(names) + "rename a b\n");
    for (int seed = 0; seed < TRIES; seed++) {
      files = reopen(seed);
      assertArrayEquals(filled(10, 1), read(files, "a"));
      assertArrayEquals(filled(10, 2), read(files, "b"));
    }
  }

  @Test
  void aLogOfWhichNothingIsKnownIsRefused() throws IOException {
    Files.createDirectories(directory.resolve("log"));
    Files.writeString(directory.resolve("log/x"), "x");
    IOException e = assertThrows(IOException.class, () -> reopen(0));
    assertTrue(e.getMessage().contains("[x]"), e::getMessage);
  }
}
