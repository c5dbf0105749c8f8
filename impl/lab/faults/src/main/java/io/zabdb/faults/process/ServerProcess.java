package io.zabdb.faults.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A server that is started, signalled and started again; signals go to its process id. It dies with
 * the tests, unless these are killed themselves. Thread-safe.
 */
public final class ServerProcess implements AutoCloseable {

  private final String name;
  private final List<String> line;
  private final Map<String, String> environment;
  private final Path output;
  private final Thread lastResort = new Thread(this::killAtOnce);
  private Process process;
  private boolean paused;

  /**
   * @param line the program and its arguments; a program that is started through another one must
   *     take the place of that process
   * @param output what it prints is appended there
   */
  public ServerProcess(String name, List<String> line, Path output) {
    this(name, line, Map.of(), output);
  }

  /**
   * The same with variables of its environment.
   *
   * @param environment beside those of this process
   */
  public ServerProcess(
      String name, List<String> line, Map<String, String> environment, Path output) {
    this.name = name;
    this.line = List.copyOf(line);
    this.environment = Map.copyOf(environment);
    this.output = output;
    Runtime.getRuntime().addShutdownHook(lastResort);
  }

  public String name() {
    return name;
  }

  /** What it prints. */
  public Path output() {
    return output;
  }

  /** Starts it; it must not run. */
  public synchronized void start() throws IOException {
    if (isRunning()) {
      throw new IllegalStateException(name + " runs");
    }
    Files.createDirectories(output.getParent());
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
    builder.environment().putAll(environment);
    paused = false;
    process = builder.start();
  }

  public synchronized boolean isRunning() {
    return process != null && process.isAlive();
  }

  public synchronized long pid() {
    return process.pid();
  }

  /** SIGKILL; returns when it has ended. */
  public void kill() throws InterruptedException {
    Process killed = running();
    killed.destroyForcibly();
    killed.waitFor();
  }

  /** SIGKILL, unless it has ended; returns at once, while it may still be seen running. */
  public synchronized void killAtOnce() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  /** SIGTERM. */
  public void terminate() {
    running().destroy();
  }

  /** SIGSTOP: the process stands still, its connections stay open. */
  public synchronized void pause() throws IOException {
    signal("STOP");
    paused = true;
  }

  /** SIGCONT. */
  public synchronized void resume() throws IOException {
    signal("CONT");
    paused = false;
  }

  /** SIGQUIT: it prints what its threads are at, and goes on. */
  public void printThreads() throws IOException {
    signal("QUIT");
  }

  /** Whether it runs, and was told to stand still. */
  public synchronized boolean isPaused() {
    return paused && isRunning();
  }

  /** Its state, as {@code ps} shows it: T stands still. */
  public String state() throws IOException {
    return Programs.run("ps -o stat= -p " + running().pid()).strip();
  }

  private void signal(String signal) throws IOException {
    Programs.run("kill -" + signal + " " + running().pid());
  }

  /**
   * Waits for its end.
   *
   * @return the exit code; above 128: ended by a signal
   * @throws AssertionError if it goes on
   */
  public int awaitExit(Duration limit) throws InterruptedException {
    Process ending;
    synchronized (this) {
      ending = process;
    }
    if (!ending.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError(name + " has not ended after " + limit);
    }
    return ending.exitValue();
  }

  private synchronized Process running() {
    if (!isRunning()) {
      throw new AssertionError(name + " does not run, and should; see " + output);
    }
    return process;
  }

  /** Kills it if it runs. */
  @Override
  public void close() {
    boolean interrupted = false;
    killAtOnce();
    while (isRunning()) {
      try {
        process.waitFor();
      } catch (InterruptedException e) {
        // Its files are about to be deleted.
        interrupted = true;
      }
    }
    Runtime.getRuntime().removeShutdownHook(lastResort);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
