package io.zabdb.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What a user types into bash. */
public final class Bash {

  private static final long MINUTES = 2;

  private Bash() {}

  /**
   * Runs a line, which must succeed.
   *
   * @param folder where it runs, and leaves what it printed
   * @return what it printed, by line
   */
  public static List<String> run(Path folder, String line) throws Exception {
    Path printed = Files.createTempFile(folder, "bash", ".out");
    Process process =
        new ProcessBuilder("bash", "--norc", "-c", line)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    try {
      process.getOutputStream().close();
      assertTrue(process.waitFor(MINUTES, TimeUnit.MINUTES), () -> "it does not end: " + line);
    } finally {
      process.destroyForcibly();
    }
    List<String> lines = Files.readString(printed).lines().toList();
    assertEquals(0, process.exitValue(), lines::toString);
    return lines;
  }
}
