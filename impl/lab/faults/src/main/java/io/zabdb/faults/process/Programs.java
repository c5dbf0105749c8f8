package io.zabdb.faults.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs short programs of the system. */
public final class Programs {

  private Programs() {}

  /**
   * Runs a program and returns what it prints.
   *
   * @throws IOException if it is missing or fails; with what it said
   */
  public static String run(List<String> line) throws IOException {
    Process process =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      int exit = process.waitFor();
      if (exit != 0) {
        throw new IOException(
            "'" + String.join(" ", line) + "' failed with " + exit + ": " + output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while '" + String.join(" ", line) + "' ran", e);
    }
    return output;
  }

  /** {@link #run(List)} of words between blanks. */
  public static String run(String line) throws IOException {
    return run(List.of(line.split(" ")));
  }
}
