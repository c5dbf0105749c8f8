package io.zabdb.maelstrom.main;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.zabdb.maelstrom.protocol.Body;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Stands between Maelstrom, which cannot kill, and a node: runs it as a process of its own, kills
 * it every now and then, and starts it again. Messages that come while there is no process are
 * lost, as on a real machine; a message that was half written is lost, too. The init message is
 * given again to each process, and answered once.
 */
final class Keeper {

  private static final long MAX_DOWN_MILLIS = 1_000;

  private final List<String> command;
  private final long everyMillis;
  private final PrintStream out;

  // Guarded by this.
  private Process process;
  private String init;
  private boolean initialised;
  private boolean ready;
  private boolean over;

  /**
   * @param main the class that runs the node
   * @param arguments its arguments
   * @param seconds between kills, about
   * @param out takes the node's messages
   */
  Keeper(Class<?> main, List<String> arguments, int seconds, PrintStream out) {
    this.out = out;
    everyMillis = seconds * 1_000L;
    command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
  }

  /** Arguments without an option and its value. */
  static List<String> without(String option, List<String> arguments) {
    List<String> rest = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      if (arguments.get(i).equals(option)) {
        i++;
      } else if (!arguments.get(i).startsWith(option + "=")) {
        rest.add(arguments.get(i));
      }
    }
    return rest;
  }

  /**
   * Runs until the messages end.
   *
   * @return the exit code of the node's last process; 1 if one ended by itself
   */
  int run(InputStream in) throws IOException, InterruptedException {
    start();
    Thread killer = new Thread(this::kill, "killer");
    killer.setDaemon(true);
    killer.start();
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      forward(line);
    }
    Process last;
    synchronized (this) {
      over = true;
      last = process;
    }
    if (last == null) {
      return 0;
    }
    last.getOutputStream().close();
    return last.waitFor();
  }

  private synchronized void start() throws IOException {
    if (over) {
      return;
    }
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Process started = process;
    Thread copier = new Thread(() -> copy(started), "output");
    copier.setDaemon(true);
    copier.start();
    if (init != null) {
      write(init);
    }
  }

  private synchronized void forward(String line) {
    if (init == null && typeOf(line).equals("init")) {
      init = line;
    }
    write(line);
  }

  private void write(String line) {
    if (process == null) {
      return;
    }
    try {
      OutputStream stdin = process.getOutputStream();
      stdin.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      stdin.flush();
    } catch (IOException e) {
      // The process is gone: nobody hears the message.
    }
  }

  private static String typeOf(String line) {
    try {
      return Body.type(Body.JSON.readTree(line).path("body"));
    } catch (JsonProcessingException e) {
      return "";
    }
  }

  /**
   * A process that has not answered to init yet is not killed: on a busy machine none ever would.
   */
  private synchronized void awaitReady() throws InterruptedException {
    while (!ready) {
      wait();
    }
  }

  private void kill() {
    try {
      while (true) {
        awaitReady();
        Thread.sleep(ThreadLocalRandom.current().nextLong(everyMillis / 2, everyMillis * 3 / 2));
        Process victim;
        synchronized (this) {
          if (over) {
            return;
          }
          victim = process;
          process = null;
          ready = false;
        }
        System.err.println("killed");
        victim.destroyForcibly().waitFor();
        Thread.sleep(ThreadLocalRandom.current().nextLong(MAX_DOWN_MILLIS));
        start();
      }
    } catch (IOException | InterruptedException e) {
      fail("the node cannot be started again: " + e);
    }
  }

  /** Whole lines only: the rest was being written when the process was killed. */
  private void copy(Process from) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try (InputStream stdout = from.getInputStream()) {
      for (int next = stdout.read(); next >= 0; next = stdout.read()) {
        if (next == '\n') {
          pass(line.toString(StandardCharsets.UTF_8));
          line.reset();
        } else {
          line.write(next);
        }
      }
    } catch (IOException e) {
      // The process is gone.
    }
    synchronized (this) {
      if (process == from && !over) {
        fail("the node has ended by itself");
      }
    }
  }

  private synchronized void pass(String line) {
    if (typeOf(line).equals("init_ok")) {
      ready = true;
      notifyAll();
      if (initialised) {
        return;
      }
      initialised = true;
    }
    out.print(line + "\n");
    out.flush();
  }

  private static void fail(String reason) {
    System.err.println(reason);
    Runtime.getRuntime().halt(1);
  }
}
