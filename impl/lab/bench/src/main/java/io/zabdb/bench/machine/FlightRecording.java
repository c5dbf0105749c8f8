package io.zabdb.bench.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A profile of another JVM of the same user, by its own flight recorder. */
public final class FlightRecording {

  private static final String NAME = "name=zabdb-bench";

  private final long pid;
  private final Path file;

  private FlightRecording(long pid, Path file) {
    this.pid = pid;
    this.file = file;
  }

  /**
   * Begins.
   *
   * @param file is written when it is stopped; open it with JDK Mission Control or {@code jfr}
   */
  public static FlightRecording start(long pid, Path file)
      throws IOException, InterruptedException {
    jcmd(pid, "JFR.start", NAME, "settings=profile");
    return new FlightRecording(pid, file.toAbsolutePath());
  }

  /** Ends it, and writes its file. */
  public void stop() throws IOException, InterruptedException {
    jcmd(pid, "JFR.stop", NAME, "filename=" + file);
  }

  private static void jcmd(long pid, String... command) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString());
    line.add(Long.toString(pid));
    line.addAll(List.of(command));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", line) + " failed: " + output);
    }
  }
}
