package io.zabdb.maelstrom.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A process that runs the node binary, as {@code maelstrom/node} does. Thread-safe. */
final class NodeProcess {

  private final Process process;
  private final List<String> told = new ArrayList<>();
  private final Thread reader;

  /**
   * Starts it.
   *
   * @param messages takes what it sends, a line each
   */
  NodeProcess(Binary binary, List<String> arguments, Consumer<String> messages) throws IOException {
    process = new ProcessBuilder(binary.command(arguments)).start();
    reader = follow(process.inputReader(StandardCharsets.UTF_8), messages);
    follow(process.errorReader(StandardCharsets.UTF_8), this::tell);
  }

  private static Thread follow(BufferedReader lines, Consumer<String> taker) {
    Thread thread =
        new Thread(
            () -> {
              try (lines) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                  taker.accept(line);
                }
              } catch (IOException e) {
                // The process is gone.
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private synchronized void tell(String line) {
    told.add(line);
  }

  /** What it wrote for people so far. */
  synchronized List<String> told() {
    return List.copyOf(told);
  }

  /** Gives it a message; if the process is gone, nobody hears it. */
  synchronized void send(String line) {
    try {
      OutputStream stdin = process.getOutputStream();
      stdin.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      stdin.flush();
    } catch (IOException e) {
      // The process is gone.
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Kills it; nothing comes from it when this returns. */
  void kill() {
    process.destroyForcibly().onExit().join();
    boolean interrupted = false;
    while (reader.isAlive()) {
      try {
        reader.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Ends its messages, and waits for it.
   *
   * @return the exit code
   */
  int end() throws IOException, InterruptedException {
    process.getOutputStream().close();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("the node does not end: " + told());
    }
    return process.exitValue();
  }
}
