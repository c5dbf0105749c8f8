package io.zabdb.modelcheck.proofs;

import io.zabdb.modelcheck.model.ModelCatalog;
import io.zabdb.modelcheck.process.Command;
import io.zabdb.modelcheck.process.TempFolder;
import io.zabdb.modelcheck.report.Checks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks the TLA+ proofs with tlapm, where it is installed. */
final class TlapsChecks {

  private static final String INSTALL =
      "tlapm is not installed: install TLAPS 1.5 or newer from https://github.com/tlaplus/tlapm/releases"
          + " so that tlapm is on PATH";
  private static final Duration LIMIT = Duration.ofHours(1);

  private final Path folder;
  private final ModelCatalog catalog;
  private final Checks checks;

  TlapsChecks(Path folder, ModelCatalog catalog, Checks checks) {
    this.folder = folder;
    this.catalog = catalog;
    this.checks = checks;
  }

  void run() throws IOException, InterruptedException {
    Optional<Path> tlapm = Command.find("tlapm");
    for (Path file : files()) {
      String name = "TLAPS proof " + file.getFileName();
      if (tlapm.isEmpty()) {
        checks.skipped(name, INSTALL);
      } else {
        Command.Ended ended = prove(tlapm.get(), file);
        checks.expectEmpty(name, ended.ok() ? "" : String.join("\n", ended.output()));
      }
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(file -> file.toString().endsWith(".tla")).sorted().toList();
    }
  }

  /** On a copy beside all modules of the specs: tlapm leaves a cache next to what it reads. */
  private Command.Ended prove(Path tlapm, Path file) throws IOException, InterruptedException {
    try (TempFolder temp = TempFolder.create()) {
      for (Path module : catalog.modules().all().values()) {
        Files.copy(module, temp.path().resolve(module.getFileName()));
      }
      for (Path proof : files()) {
        Files.copy(proof, temp.path().resolve(proof.getFileName()));
      }
      List<String> line = List.of(tlapm.toString(), file.getFileName().toString());
      return new Command(line, temp.path(), Map.of(), LIMIT).run();
    }
  }
}
