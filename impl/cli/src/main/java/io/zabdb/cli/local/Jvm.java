package io.zabdb.cli.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How the JVMs of server processes are started: small, and fast once warm. The one place for these
 * choices; docs/performance.md says what each is worth.
 */
final class Jvm {

  /** Put behind all other flags of a node's JVM. */
  static final String MORE = "ZABDB_NODE_JAVA_OPTS";

  /** A heap that is small is collected in a few milliseconds; caches are outside of it. */
  private static final List<String> NODE =
      List.of(
          "-Xms96m",
          "-Xmx192m",
          "-Xss512k",
          "-XX:+UseSerialGC",
          "-XX:MaxDirectMemorySize=96m",
          "-XX:ReservedCodeCacheSize=64m",
          "-XX:MaxMetaspaceSize=96m");

  private static final List<String> CONFIG_MANAGER =
      List.of(
          "-Xms16m",
          "-Xmx64m",
          "-Xss256k",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:MaxMetaspaceSize=64m");

  private static final List<String> ALL =
      List.of(
          // What is half dead is worse than dead: others take over.
          "-XX:+ExitOnOutOfMemoryError",
          // No file of figures that a busy disk could stall on.
          "-XX:-UsePerfData",
          "-Dpicocli.ansi=false");

  private Jvm() {}

  /** The command line of a node, up to its own arguments. */
  static List<String> node(String mark, Path temporary) {
    List<String> line = line(mark, temporary, NODE);
    String more = System.getenv().getOrDefault(MORE, "").trim();
    if (!more.isEmpty()) {
      line.addAll(List.of(more.split("\\s+")));
    }
    return withMain(line);
  }

  /** The command line of a configuration manager, up to its own arguments. */
  static List<String> configManager(String mark, Path temporary) {
    return withMain(line(mark, temporary, CONFIG_MANAGER));
  }

  private static List<String> line(String mark, Path temporary, List<String> flags) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.add(mark);
    // Libraries are unpacked there; a process that is killed leaves them behind.
    line.add("-Djava.io.tmpdir=" + temporary);
    line.addAll(flags);
    line.addAll(ALL);
    return line;
  }

  private static List<String> withMain(List<String> line) {
    line.add("-cp");
    String jars = System.getProperty("zabdb.jars");
    line.add(jars == null ? System.getProperty("java.class.path") : jars);
    line.add(System.getProperty("zabdb.main", "io.zabdb.cli.Main"));
    return line;
  }
}
