package io.zabdb.bench.peers.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines of servers that are Java programs. */
public final class JavaServer {

  /** Java's servers write a line for each packet if nobody tells them not to. */
  private static final String LOGGING =
      """
      <configuration>
        <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
          <encoder><pattern>%d %-5level %logger{0} %msg%n</pattern></encoder>
        </appender>
        <root level="WARN"><appender-ref ref="OUT"/></root>
      </configuration>
      """;

  private JavaServer() {}

  /**
   * A command line.
   *
   * @param home of the Java runtime
   * @param folder gets the configuration of the logging
   * @param classPath as the option {@code -cp} takes it
   * @param options of the virtual machine
   * @param main the class, and its arguments
   */
  public static List<String> command(
      Path home, Path folder, String classPath, List<String> options, List<String> main)
      throws IOException {
    Path logging = folder.resolve("logback.xml");
    Files.writeString(logging, LOGGING);
    List<String> command = new ArrayList<>();
    command.add(home.resolve("bin").resolve("java").toString());
    command.addAll(options);
    command.add("-Dlogback.configurationFile=" + logging);
    command.addAll(List.of("-cp", classPath));
    command.addAll(main);
    return command;
  }

  /** The runtime of this process. */
  public static Path ownHome() {
    return Path.of(System.getProperty("java.home"));
  }
}
