package io.zabdb.cli.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PidFileTest {

  @TempDir Path temp;
  private Process process;
  private PidFile file;

  @BeforeEach
  void start() throws Exception {
    process = Detached.start(List.of("sleep", "1001"), temp, temp.resolve("out"));
    file = new PidFile(temp.resolve("pid"));
  }

  @AfterEach
  void end() throws Exception {
    process.destroyForcibly();
    process.waitFor();
  }

  private static String commandLine(Process process) throws IOException {
    return Files.readString(Path.of("/proc", "" + process.pid(), "cmdline"));
  }

  /** The command line becomes that of the program once setsid has handed over to it. */
  private void awaitProgram() throws Exception {
    Await.until("the program", () -> commandLine(process).startsWith("sleep"));
  }

  @Test
  void findsWhatWasStarted() throws Exception {
    assertTrue(file.process().isEmpty());
    file.write(process.pid());
    awaitProgram();
    assertEquals(process.pid(), file.process().orElseThrow().pid());
    file.delete();
    assertTrue(file.process().isEmpty());
  }

  /** While a process changes its program, which each start does, its command line tells nothing. */
  @Test
  void isFoundWhileItChangesItsProgram() throws Exception {
    for (int round = 0; round < 100; round++) {
      Process each = Detached.start(List.of("sleep", "1001"), temp, temp.resolve("each"));
      try {
        file.write(each.pid());
        do {
          assertTrue(file.process().isPresent(), "round " + round);
        } while (!commandLine(each).startsWith("sleep"));
      } finally {
        each.destroyForcibly();
        each.waitFor();
      }
    }
  }

  @Test
  void aProcessThatEndedIsNone() throws Exception {
    file.write(process.pid());
    awaitProgram();
    process.destroyForcibly();
    process.onExit().join();
    assertTrue(file.process().isEmpty());
  }

  @Test
  void anotherProcessOfTheSameIdIsNone() throws Exception {
    file.write(process.pid());
    awaitProgram();
    Path path = temp.resolve("pid");
    String before = Files.readString(path);
    Files.writeString(path, before.replaceFirst("(?m) ([0-9]+)$", " 9$1"));
    assertTrue(file.process().isEmpty(), "another start");
    Files.writeString(path, before);
    assertTrue(file.process().isPresent());
  }

  /** As of a cluster whose folder was copied, or restored from a snapshot, while it runs. */
  @Test
  void inACopyOfItsFolderItIsNone() throws Exception {
    Path run = Files.createDirectory(temp.resolve("run"));
    new PidFile(run.resolve("pid")).write(process.pid());
    awaitProgram();
    Path copy = Files.createDirectory(temp.resolve("copy"));
    Files.copy(run.resolve("pid"), copy.resolve("pid"));
    assertTrue(new PidFile(copy.resolve("pid")).process().isEmpty());
    Path moved = Files.move(run, temp.resolve("moved"));
    assertTrue(new PidFile(moved.resolve("pid")).process().isPresent());
  }

  @Test
  void aFileOfBeforeIsTaken() throws Exception {
    file.write(process.pid());
    awaitProgram();
    Path path = temp.resolve("pid");
    List<String> lines = Files.readAllLines(path);
    assertEquals(3, lines.size());
    Files.write(path, lines.subList(0, 2));
    assertTrue(file.process().isPresent());
  }

  /** The power may fail before what is in it is on the disk. */
  @Test
  void anEmptyFileIsNone() throws Exception {
    Files.createFile(temp.resolve("pid"));
    assertTrue(file.process().isEmpty());
  }

  @Test
  void aFileOfSomethingElseIsRefused() throws Exception {
    Files.writeString(temp.resolve("pid"), "all of them\n\n");
    assertThrows(IOException.class, file::process);
  }

  @Test
  void aDetachedProcessHasASessionOfItsOwn() throws Exception {
    file.write(process.pid());
    awaitProgram();
    String[] stat =
        Files.readString(Path.of("/proc", "" + process.pid(), "stat")).split("\\) ")[1].split(" ");
    assertEquals("" + process.pid(), stat[3], "the session");
  }
}
