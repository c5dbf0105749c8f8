package io.zabdb.modelcheck.apalache;

import io.zabdb.modelcheck.process.Command;
import io.zabdb.modelcheck.process.TempFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs Apalache, the symbolic model checker, where it is installed. */
final class Apalache {

  /** Said where it is not installed. */
  static final String INSTALL =
      "apalache-mc is not installed: unpack a release from https://github.com/apalache-mc/apalache/releases"
          + " and set APALACHE_HOME to it or put its bin on PATH (needs JDK 21 or newer)";

  private static final Duration LIMIT = Duration.ofHours(2);

  private final Path program;
  private final List<Path> modules;

  private Apalache(Path program, Collection<Path> modules) {
    this.program = program;
    this.modules = List.copyOf(modules);
  }

  /**
   * Apalache from APALACHE_HOME or, where that is not set, from PATH; empty if there is none.
   *
   * @param modules all modules of the spec tree
   */
  static Optional<Apalache> find(Collection<Path> modules) {
    String home = System.getenv("APALACHE_HOME");
    Optional<Path> program =
        home == null
            ? Command.find("apalache-mc")
            : Optional.of(Path.of(home, "bin", "apalache-mc")).filter(Files::isExecutable);
    return program.map(found -> new Apalache(found, modules));
  }

  /** Its version, as it says itself. */
  String version() throws IOException, InterruptedException {
    return run(List.of("version")).output().stream()
        .reduce((first, last) -> last)
        .orElse("unknown")
        .strip();
  }

  /** Runs one check; exit code 0 means well typed or holds, 12 violated, 120 a type error. */
  Command.Ended run(ApalacheCheck check) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>();
    arguments.add(check.arguments().isEmpty() ? "typecheck" : "check");
    arguments.addAll(check.arguments());
    arguments.add(check.module().getFileName().toString());
    return run(arguments);
  }

  /**
   * Apalache finds modules beside the one it reads, so it gets a folder with all of them; their
   * names are unique.
   */
  private Command.Ended run(List<String> arguments) throws IOException, InterruptedException {
    try (TempFolder temp = TempFolder.create()) {
      for (Path module : modules) {
        Files.copy(module, temp.path().resolve(module.getFileName()));
      }
      List<String> line = new ArrayList<>(List.of(program.toString()));
      line.addAll(arguments);
      return new Command(line, temp.path(), Map.of(), LIMIT).run();
    }
  }
}
