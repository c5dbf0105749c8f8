package io.zabdb.maelstrom.main;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import java.util.concurrent.TimeUnit;

/**
 * Stands between Maelstrom, which cannot kill, and a node: runs it as a process of its own, kills
 * it every now and then, and starts it again. Messages that come while there is no process are
 * lost, as on a real machine; a message that was half written is lost, too. The init message is
 * given again to each process, and answered once: when the first is ready, or after a while, since
 * Maelstrom does not wait long. All members found a group; so nobody is killed before clients had
 * success.
 */
final class Keeper {

  private static final long MAX_DOWN_MILLIS = 1_000;

  /** Maelstrom waits 10 s for the answer to init, the start of this process included. */
  private static final long MAX_INIT_MILLIS = 3_000;

  /** One time in so many a node is away for long: the others purge what it lacks. */
  private static final int LONG_ONE_IN = 3;

  private static final long MAX_LONG_DOWN_MILLIS = 8_000;

  private final List<String> command;
  private final long everyMillis;
  private final PrintStream out;

  // Guarded by this.
  private Process process;
  private String init;
  private boolean initialised;
  private boolean ready;
  private boolean serving;
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
      Thread answering = new Thread(this::answerInitInTime, "init");
      answering.setDaemon(true);
      answering.start();
    }
    write(line);
  }

  private synchronized void answerInitInTime() {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MAX_INIT_MILLIS);
    try {
      for (long left = MAX_INIT_MILLIS; !initialised && left > 0; ) {
        wait(left);
        left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      }
      answerInit();
    } catch (InterruptedException e) {
      fail("interrupted before the node has started");
    }
  }

  private void answerInit() {
    if (initialised) {
      return;
    }
    initialised = true;
    JsonNode message = messageIn(init);
    ObjectNode answer = Body.JSON.createObjectNode();
    answer.set("src", message.path("body").path("node_id"));
    answer.set("dest", message.path("src"));
    ObjectNode body = Body.of("init_ok");
    body.set("in_reply_to", message.path("body").path("msg_id"));
    answer.set("body", body);
    print(answer.toString());
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
    return Body.type(messageIn(line).path("body"));
  }

  /** Nothing if the line is none: the node says so. */
  private static JsonNode messageIn(String line) {
    try {
      return Body.JSON.readTree(line);
    } catch (JsonProcessingException e) {
      return Body.JSON.missingNode();
    }
  }

  /**
   * A process that has not answered to init yet is not killed: on a busy machine none ever would.
   */
  private synchronized void awaitReady() throws InterruptedException {
    while (!ready || !serving) {
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
        Thread.sleep(downMillis());
        start();
      }
    } catch (IOException | InterruptedException e) {
      fail("the node cannot be started again: " + e);
    }
  }

  private static long downMillis() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return random.nextLong(
        random.nextInt(LONG_ONE_IN) == 0 ? MAX_LONG_DOWN_MILLIS : MAX_DOWN_MILLIS);
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
    if (ready && serving) {
      print(line);
      return;
    }
    JsonNode message = messageIn(line);
    String type = Body.type(message.path("body"));
    if (type.equals("init_ok")) {
      ready = true;
      answerInit();
      notifyAll();
      return;
    }
    if (!serving && message.path("dest").asText().startsWith("c") && type.endsWith("_ok")) {
      serving = true;
      notifyAll();
    }
    print(line);
  }

  private void print(String line) {
    out.print(line + "\n");
    out.flush();
  }

  private static void fail(String reason) {
    System.err.println(reason);
    Runtime.getRuntime().halt(1);
  }
}
