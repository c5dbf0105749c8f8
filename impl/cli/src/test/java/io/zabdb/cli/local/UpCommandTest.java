package io.zabdb.cli.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.Cli;
import io.zabdb.cli.error.Reasons;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Places where no cluster can be made: one line each. */
class UpCommandTest {

  @TempDir Path temp;

  private static void assertRefused(Path directory, String reason) {
    Cli.Ended ended = Cli.run("up", "--dir=" + directory);
    assertEquals(2, ended.exit(), ended.toString());
    assertEquals(1, ended.err().lines().count(), ended.err());
    assertTrue(ended.err().startsWith("zabdb: "), ended.err());
    assertTrue(ended.err().contains(reason), ended.err());
  }

  @Test
  void aFileIsNoDirectory() throws Exception {
    Path file = Files.writeString(temp.resolve("file"), "");
    assertRefused(file, file + " is not a directory");
    assertRefused(file.resolve("below"), "file");
  }

  @Test
  void aDirectoryThatCannotBeWritten() throws Exception {
    Path locked = Files.createDirectory(temp.resolve("locked"));
    assertTrue(locked.toFile().setWritable(false));
    // Not for root, to whom nothing is forbidden.
    Assumptions.assumeFalse(Files.isWritable(locked), "nothing is forbidden here");
    assertRefused(locked, "no permission to use " + locked);
  }

  @Test
  void aPlaceWhereTheSystemLetsNobodyWrite() {
    Path system = Path.of("/proc/zabdb");
    Assumptions.assumeTrue(Files.isDirectory(system.getParent()), "there is no /proc here");
    assertRefused(system, "/proc");
  }

  @Test
  void reasonsAreWords() {
    assertEquals("no permission to use f", Reasons.of(new AccessDeniedException("f")));
    assertEquals(
        "cannot use f: Read-only file system",
        Reasons.of(new FileSystemException("f", null, "Read-only file system")));
  }
}
