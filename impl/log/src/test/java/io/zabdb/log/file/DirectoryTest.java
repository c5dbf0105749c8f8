package io.zabdb.log.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryTest {

  @TempDir private Path temporary;

  private static ByteBuffer bytes(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length);
    for (int value : values) {
      bytes.put((byte) value);
    }
    return bytes.flip();
  }

  @Test
  void aMissingDirectoryIsMadeWithItsParents() throws IOException {
    Path path = temporary.resolve("a/b/c");
    Directory directory = Directory.open(path);
    assertTrue(Files.isDirectory(path));
    assertEquals(path.toString(), directory.location());
    assertEquals(Set.of(), directory.names());
  }

  /** A disk may have no room for a name, too; what fails otherwise is no want of room. */
  @Test
  void aFileThatCannotBeMadeSaysWhetherForWantOfRoom() throws IOException {
    IOException full = new FileSystemException("x", null, "No space left on device");
    assertInstanceOf(DiskFullException.class, DiskFullException.named(temporary, full));
    IOException quota = new FileSystemException("x", null, "Disk quota exceeded");
    assertInstanceOf(DiskFullException.class, DiskFullException.named(temporary, quota));
    IOException other = new FileSystemException("x", null, "Too many open files");
    assertSame(other, DiskFullException.named(temporary, other));
    Directory directory = Directory.open(temporary);
    Files.createDirectory(temporary.resolve("taken"));
    IOException taken = assertThrows(IOException.class, () -> directory.create("taken"));
    assertFalse(taken instanceof DiskFullException, taken::toString);
  }

  /** As nodes do that keep their data beside each other and start at once. */
  @Test
  void severalMakeTheSameParentsAtOnce() throws Exception {
    int openers = 8;
    ExecutorService threads = Executors.newFixedThreadPool(openers);
    try {
      for (int round = 0; round < 100; round++) {
        Path parent = temporary.resolve("round-" + round).resolve("data");
        CyclicBarrier together = new CyclicBarrier(openers);
        List<Callable<Directory>> all = new ArrayList<>();
        for (int opener = 0; opener < openers; opener++) {
          Path own = parent.resolve("node-" + opener);
          all.add(
              () -> {
                together.await();
                return Directory.open(own);
              });
        }
        for (Future<Directory> opened : threads.invokeAll(all)) {
          assertEquals(Set.of(), opened.get().names());
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void whatIsWrittenIsReadAtItsPlace() throws IOException {
    Directory directory = Directory.open(temporary);
    try (LogFile file = directory.create("x")) {
      file.write(bytes(1, 2, 3), 4);
      file.sync();
      assertEquals(7, file.size());
    }
    try (LogFile file = directory.open("x")) {
      ByteBuffer read = ByteBuffer.allocate(3);
      assertTrue(file.read(read, 4));
      assertEquals(bytes(1, 2, 3), read.flip());
      assertFalse(file.read(ByteBuffer.allocate(3), 5));
      file.truncate(5);
      assertEquals(5, file.size());
    }
  }

  @Test
  void namesComeChangeAndGo() throws IOException {
    Directory directory = Directory.open(temporary);
    directory.create("x").close();
    directory.create("y").close();
    directory.rename("x", "y");
    directory.syncDirectory();
    assertEquals(Set.of("y"), directory.names());
    try (LogFile file = directory.create("y")) {
      assertEquals(0, file.size());
    }
    directory.delete("y");
    assertEquals(Set.of(), directory.names());
    assertThrows(IOException.class, () -> directory.open("y"));
  }

  @Test
  void aLockedDirectoryIsRefusedByName() throws IOException {
    Directory directory = Directory.open(temporary);
    var lock = directory.lock();
    Exception e =
        assertThrows(DirectoryRefusedException.class, () -> Directory.open(temporary).lock());
    assertEquals(
        "data directory " + temporary + " is in use by another replica or process", e.getMessage());
    lock.close();
    directory.lock().close();
    assertEquals(Set.of(), directory.names());
  }

  @Test
  void aFullDiskIsToldFromOtherFailures() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full));
    try (LogFile file = new ChannelFile(full, FileChannel.open(full, StandardOpenOption.WRITE))) {
      Exception e = assertThrows(DiskFullException.class, () -> file.write(bytes(1), 0));
      assertEquals("no room on the disk for /dev/full", e.getMessage());
    }
    Path other = Files.createFile(temporary.resolve("x"));
    LogFile file = new ChannelFile(other, FileChannel.open(other, StandardOpenOption.WRITE));
    file.close();
    Exception e = assertThrows(IOException.class, () -> file.write(bytes(1), 0));
    assertFalse(e instanceof DiskFullException);
  }
}
