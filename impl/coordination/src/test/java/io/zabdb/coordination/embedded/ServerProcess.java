package io.zabdb.coordination.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A configuration manager in a process of its own, on a free port. */
public final class ServerProcess implements AutoCloseable {

  private final Process process;
  private final String address;

  /**
   * Waits until it is up.
   *
   * @param options of its Java
   */
  public ServerProcess(Path directory, String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx128m");
    command.addAll(List.of(options));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add("-Dlogback.configurationFile=none.xml");
    command.add(ServerProcess.class.getName());
    command.add(directory.toString());
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    String line = output.readLine();
    while (line != null && !line.startsWith("127.0.0.1:")) {
      line = output.readLine();
    }
    address = line;
  }

  /** {@code HOST:PORT}, or null if it did not start. */
  public String address() {
    return address;
  }

  /** Kills it. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /**
   * Prints the address, then runs until its input ends, as it does when the test's process dies.
   */
  public static void main(String[] arguments) throws IOException {
    EmbeddedConfigurationManager manager =
        EmbeddedConfigurationManager.start(EmbeddedSettings.of(Path.of(arguments[0]), 0));
    System.out.println(manager.address());
    while (System.in.read() >= 0) {
      // There is none.
    }
    manager.close();
  }
}
