package io.zabdb.modelcheck.mutation;

import io.zabdb.modelcheck.explain.Sany;
import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.model.ModelCatalog;
import io.zabdb.modelcheck.model.SpecError;
import io.zabdb.modelcheck.process.TempFolder;
import io.zabdb.modelcheck.tlc.Draws;
import io.zabdb.modelcheck.tlc.Tlc;
import io.zabdb.modelcheck.tlc.TlcResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A copy of the spec tree in which one module at a time is changed. Not thread-safe. */
final class Workshop implements AutoCloseable {

  private final TempFolder temp;
  private final Path specs;
  private final ModelCatalog catalog;
  private final Draws draws;

  /**
   * Copies a tree.
   *
   * @param heapMegabytes the largest heap of a run of TLC, in MiB
   */
  Workshop(Path original, long heapMegabytes) throws IOException {
    temp = TempFolder.create();
    specs = temp.path().resolve("specs");
    try (Stream<Path> files = Files.walk(original)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path copy = specs.resolve(original.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy);
        }
      }
    }
    catalog = ModelCatalog.read(specs);
    draws = new Draws(new Tlc(catalog.folders(), heapMegabytes, null));
  }

  /** Puts a mutant into the copy; {@link #restore} takes it out. */
  void install(Mutant mutant) throws IOException {
    Path file = file(mutant);
    Files.copy(file, original(file));
    Files.write(file, mutant.applyTo(Files.readAllLines(file)));
  }

  void restore(Mutant mutant) throws IOException {
    Path file = file(mutant);
    Files.delete(file);
    Files.move(original(file), file);
  }

  /** Runs the copy of a model. */
  TlcResult run(Model model, Duration limit, boolean small)
      throws IOException, InterruptedException {
    List<Model> own =
        catalog.models().stream().filter(each -> each.name().equals(model.name())).toList();
    return draws.run(own.get(0).seeded(model.mode().seed()), limit, small, false);
  }

  /**
   * Makes sure that what is installed is a module.
   *
   * @throws SpecError if it is none
   */
  void parse(Mutant mutant) {
    try {
      Sany.parse(mutant.module(), catalog.modules().all());
    } catch (IOException broken) {
      throw new SpecError(
          "the mutant '" + mutant.name() + "' is no module: " + broken.getMessage());
    }
  }

  private Path file(Mutant mutant) {
    return catalog.modules().all().get(mutant.module());
  }

  private static Path original(Path file) {
    return file.resolveSibling(file.getFileName() + ".original");
  }

  @Override
  public void close() {
    temp.close();
  }
}
