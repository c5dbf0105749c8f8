package io.zabdb.bench.peers.cassandra;

import io.zabdb.bench.peers.system.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A release of Cassandra that is installed here.
 *
 * @param lib the folder of its jars
 * @param version such as {@code 5.0.6}
 * @param agent the jar that measures objects, which every server needs
 */
record CassandraHome(Path lib, String version, Path agent) {

  /** In a release, and as it is published for programs. */
  private static final Pattern JAR =
      Pattern.compile("(?:apache-cassandra|cassandra-all)-([0-9][0-9.]*)\\.jar");

  private static final Pattern AGENT = Pattern.compile("jamm-[0-9.]+\\.jar");

  /**
   * Finds one.
   *
   * @param home as the variable {@code CASSANDRA_HOME} has it
   * @param path folders in which {@code cassandra} is looked for otherwise, as {@code PATH} has
   *     them
   */
  static Optional<CassandraHome> find(Optional<String> home, String path) {
    return home.map(Path::of)
        .or(() -> Programs.find("cassandra", path).flatMap(CassandraHome::of))
        .map(folder -> folder.resolve("lib"))
        .flatMap(CassandraHome::read);
  }

  /** The folder of a release, by the program in its {@code bin}. */
  private static Optional<Path> of(Path program) {
    try {
      return Optional.ofNullable(program.toRealPath().getParent()).map(Path::getParent);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<CassandraHome> read(Path lib) {
    Optional<String> version = Optional.empty();
    Optional<Path> agent = Optional.empty();
    try (Stream<Path> files = Files.list(lib)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        Matcher jar = JAR.matcher(name);
        if (jar.matches()) {
          version = Optional.of(jar.group(1));
        } else if (AGENT.matcher(name).matches()) {
          agent = Optional.of(file);
        }
      }
    } catch (IOException e) {
      return Optional.empty();
    }
    return version.isPresent() && agent.isPresent()
        ? Optional.of(new CassandraHome(lib, version.get(), agent.get()))
        : Optional.empty();
  }
}
