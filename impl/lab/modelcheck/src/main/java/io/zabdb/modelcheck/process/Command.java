package io.zabdb.modelcheck.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program to be run to its end, without standard input. It does not outlive this JVM.
 *
 * @param line the program and its arguments
 * @param folder where it runs
 * @param environment variables added to this process's own
 * @param limit after which it is ended
 */
public record Command(
    List<String> line, Path folder, Map<String, String> environment, Duration limit) {

  /**
   * How a program ended.
   *
   * @param exit its exit code; meaningless if it timed out
   * @param timedOut whether it was ended at the limit
   * @param output what it wrote to standard output and error, by line
   * @param time wall-clock time
   */
  public record Ended(int exit, boolean timedOut, List<String> output, Duration time) {

    /** Whether it ended by itself with exit code 0. */
    public boolean ok() {
      return !timedOut && exit == 0;
    }
  }

  /** Within it a JVM has written its stacks. */
  private static final long STACKS_SECONDS = 2;

  /** A command without additions to the environment. */
  public static Command of(Path folder, Duration limit, String... line) {
    return new Command(List.of(line), folder, Map.of(), limit);
  }

  /**
   * Runs the program.
   *
   * @param log the file that takes its output
   * @throws IOException if it cannot be started
   */
  public Ended run(Path log) throws IOException, InterruptedException {
    long start = System.nanoTime();
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .redirectInput(new File(File.separatorChar == '/' ? "/dev/null" : "NUL"));
    builder.environment().putAll(new HashMap<>(environment));
    Process process = builder.start();
    Children.add(process);
    boolean ended;
    try {
      ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
      if (!ended) {
        tellWhereItIs(process);
      }
    } finally {
      Children.end(process);
    }
    int exit = process.waitFor();
    Duration time = Duration.ofNanos(System.nanoTime() - start);
    List<String> output =
        new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
    return new Ended(exit, !ended, output, time);
  }

  /**
   * What does not end in time is to leave a trace: a JVM writes the stacks of its threads to its
   * output, and goes on; other programs end, as they would the moment after.
   */
  private static void tellWhereItIs(Process process) throws InterruptedException {
    try {
      new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid()))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
      process.waitFor(STACKS_SECONDS, TimeUnit.SECONDS);
    } catch (IOException e) {
      // Where there is no such program nothing is told.
    }
  }

  /** Runs the program with its output in a temporary file. */
  public Ended run() throws IOException, InterruptedException {
    try (TempFolder temp = TempFolder.create()) {
      return run(temp.path().resolve("output"));
    }
  }

  /** The program of this name on PATH. */
  public static Optional<Path> find(String program) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of(path.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
