package io.zabdb.bench.server;

import io.zabdb.bench.cluster.OwnCluster;
import io.zabdb.bench.error.BenchException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Processes in a new folder, for the time of a measurement: when this is closed, or this process is
 * told to end, they are ended and the folder is deleted. For one thread, beside the one that ends
 * this process.
 */
public final class Servers implements AutoCloseable {

  /** A server that takes longer to end is killed. */
  private static final Duration END_LIMIT = Duration.ofSeconds(10);

  private static final long POLL_MILLIS = 50;

  /** The end of what a server has written is shown when it fails. */
  private static final int MAX_SHOWN = 2_000;

  private final Path folder;
  private final List<Server> servers = new ArrayList<>();
  private final Thread hook = new Thread(this::end, "end-servers");
  private boolean ended;

  /** Something to wait for. */
  public interface Condition {
    /** Whether it holds now; takes a few seconds at most. */
    boolean holds() throws InterruptedException;
  }

  private record Server(String name, Process process, Path output) {}

  private Servers(Path folder) {
    this.folder = folder;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * None yet.
   *
   * @param parent where the folder is made
   * @param name of what they are together, part of the name of the folder
   */
  public static Servers in(Path parent, String name) throws IOException {
    Files.createDirectories(parent);
    return new Servers(Files.createTempDirectory(parent, "zabdb-bench-" + name));
  }

  /** Where their files are. */
  public Path folder() {
    return folder;
  }

  /**
   * Starts one; what it writes to its standard output goes to the file {@code NAME.out}.
   *
   * @param environment beside that of this process
   */
  public synchronized void start(String name, List<String> command, Map<String, String> environment)
      throws IOException {
    if (ended) {
      throw new IOException(name + " is not started: this process is ending");
    }
    Path output = folder.resolve(name + ".out");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    servers.add(new Server(name, builder.start(), output));
  }

  /** Their process ids, in the order in which they were started. */
  public synchronized List<Long> processes() {
    return servers.stream().map(server -> server.process().pid()).toList();
  }

  /**
   * Waits until something holds.
   *
   * @param what for the message if it does not
   * @throws BenchException if a server has ended, or the time is over
   */
  public void await(String what, Duration limit, Condition condition)
      throws BenchException, IOException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.holds()) {
      for (Server server : running()) {
        if (!server.process().isAlive()) {
          throw new BenchException(
              server.name()
                  + " has ended with exit code "
                  + server.process().exitValue()
                  + ": "
                  + endOf(server.output()));
        }
      }
      if (System.nanoTime() - deadline > 0) {
        throw new BenchException(what + ": not within " + limit.toSeconds() + " s");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private synchronized List<Server> running() {
    return List.copyOf(servers);
  }

  private static String endOf(Path file) throws IOException {
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
    return text.substring(Math.max(0, text.length() - MAX_SHOWN));
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It runs already, and ends them.
      return;
    }
    end();
  }

  private synchronized void end() {
    if (ended) {
      return;
    }
    ended = true;
    servers.forEach(server -> server.process().destroy());
    long deadline = System.nanoTime() + END_LIMIT.toNanos();
    try {
      for (Server server : servers) {
        end(server.process(), deadline);
      }
      OwnCluster.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    } catch (InterruptedException e) {
      servers.forEach(server -> server.process().destroyForcibly());
      Thread.currentThread().interrupt();
    }
  }

  private static void end(Process process, long deadline) throws InterruptedException {
    long left = Math.max(0, deadline - System.nanoTime());
    if (!process.waitFor(left, TimeUnit.NANOSECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }
}
