package io.zabdb.cli.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How the JVMs of server processes are started. Their flags are in {@code node.jvm} and {@code
 * config-manager.jvm}; the launcher says in system properties where these and the jars are, and
 * perhaps an archive of a node's classes, with which it starts faster.
 */
final class Jvm {

  /** Put behind all other flags of a node's JVM. */
  private static final String MORE = "ZABDB_NODE_JAVA_OPTS";

  private Jvm() {}

  /** The command line of a node, up to its own arguments. */
  static List<String> node(String mark, Path temporary) {
    List<String> line = line(mark, temporary, "node.jvm");
    line.addAll(archive(System.getProperty("zabdb.archive", "")));
    String more = System.getenv().getOrDefault(MORE, "").trim();
    if (!more.isEmpty()) {
      line.addAll(List.of(more.split("\\s+")));
    }
    return withMain(line);
  }

  /** A JVM that cannot use the archive goes without it, and need not say so. */
  private static List<String> archive(String file) {
    return !file.isEmpty() && Files.exists(Path.of(file))
        ? List.of("-XX:SharedArchiveFile=" + file, "-Xlog:cds*=off")
        : List.of();
  }

  /** The command line of a configuration manager, up to its own arguments. */
  static List<String> configManager(String mark, Path temporary) {
    return withMain(line(mark, temporary, "config-manager.jvm"));
  }

  private static List<String> line(String mark, Path temporary, String flags) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.add(mark);
    // Libraries are unpacked there; a process that is killed leaves them behind.
    line.add("-Djava.io.tmpdir=" + temporary);
    line.add("-Dpicocli.ansi=false");
    line.add("@" + Path.of(property("zabdb.jvm"), flags));
    return line;
  }

  private static List<String> withMain(List<String> line) {
    line.add("-cp");
    line.add(property("zabdb.jars"));
    line.add("io.zabdb.cli.Zabdb");
    return line;
  }

  private static String property(String name) {
    String value = System.getProperty(name);
    if (value == null) {
      throw new IllegalStateException("the launcher did not set the system property " + name);
    }
    return value;
  }
}
