package io.zabdb.bench.failover;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;

/**
 * Sends signals to processes, by a shell that is there already: to start a program for each would
 * take milliseconds that count.
 */
final class Signals implements AutoCloseable {

  private final Process shell;
  private final BufferedWriter commands;
  private final BufferedReader answers;

  Signals() throws IOException {
    shell = new ProcessBuilder("sh").redirectErrorStream(true).start();
    commands = shell.outputWriter();
    answers = shell.inputReader();
  }

  /**
   * Sends a signal, and waits until it has been sent.
   *
   * @param signal such as {@code KILL}
   * @return the time just before, as {@link System#nanoTime} tells it
   */
  long send(String signal, long pid) throws IOException {
    long before = System.nanoTime();
    commands.write("kill -" + signal + " " + pid + " && echo sent\n");
    commands.flush();
    String answer = answers.readLine();
    if (!"sent".equals(answer)) {
      throw new IOException("no " + signal + " could be sent to process " + pid + ": " + answer);
    }
    return before;
  }

  @Override
  public void close() throws IOException {
    commands.close();
    answers.close();
  }
}
