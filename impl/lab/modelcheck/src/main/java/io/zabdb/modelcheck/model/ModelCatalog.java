package io.zabdb.modelcheck.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** All models found in a spec tree. Immutable once read. */
public final class ModelCatalog {

  private final Path specs;
  private final ModuleIndex modules;
  private final List<Model> models = new ArrayList<>();
  private final Map<Path, String> errors = new TreeMap<>();

  private ModelCatalog(Path specs, ModuleIndex modules) {
    this.specs = specs;
    this.modules = modules;
  }

  /**
   * Reads every {@code .cfg} below a folder. Configurations that break a rule are left out and
   * listed in {@link #errors()}.
   *
   * @throws SpecError if two modules share a name
   * @throws IOException if the tree cannot be read
   */
  public static ModelCatalog read(Path specs) throws IOException {
    ModelCatalog catalog = new ModelCatalog(specs, new ModuleIndex(specs, files(specs, ".tla")));
    ModelReader reader = new ModelReader(catalog.modules);
    Map<String, Path> seen = new HashMap<>();
    for (Path cfg : files(specs, ".cfg")) {
      Path other = seen.put(nameOf(cfg), cfg);
      if (other != null) {
        catalog.errors.put(cfg, "the name is taken by " + catalog.modules.relative(other));
        continue;
      }
      try {
        catalog.models.add(reader.read(cfg));
      } catch (SpecError error) {
        catalog.errors.put(cfg, error.getMessage());
      }
    }
    return catalog;
  }

  private static List<Path> files(Path folder, String suffix) throws IOException {
    try (Stream<Path> tree = Files.walk(folder)) {
      return tree.filter(file -> file.getFileName().toString().endsWith(suffix))
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .sorted()
          .toList();
    }
  }

  /** A file's name without its suffix. */
  public static String nameOf(Path file) {
    return file.getFileName().toString().replaceFirst("\\.[^.]*$", "");
  }

  /** All valid models, ordered by path. */
  public List<Model> models() {
    return models;
  }

  /** What is wrong with the other configurations, by file; one sentence each. */
  public Map<Path, String> errors() {
    return errors;
  }

  /**
   * The folder of {@code specs} that a file lies in, e.g. {@code zab} for {@code
   * specs/zab/mutants/X.cfg}.
   */
  public String folderOf(Path file) {
    return specs.relativize(file).getName(0).toString();
  }

  /** All modules of the tree. */
  public ModuleIndex modules() {
    return modules;
  }

  /** Every folder of the tree: TLC looks for modules there. */
  public List<Path> folders() {
    return modules.all().values().stream().map(Path::getParent).distinct().sorted().toList();
  }

  /**
   * The models a user means by a word: a base module, a root module, a folder or a configuration,
   * in any case.
   *
   * @throws SpecError if nothing has this name; the message lists what is known
   */
  public List<Model> select(String word) {
    List<Model> found = models.stream().filter(model -> answersTo(model, word)).toList();
    // A folder or a module that has no model (yet) is not a mistake.
    if (found.isEmpty() && !knownWords().contains(word.toLowerCase(Locale.ROOT))) {
      TreeSet<String> bases = new TreeSet<>(modules.bases().keySet());
      throw new SpecError("unknown module '" + word + "'; known: " + String.join(", ", bases));
    }
    return found;
  }

  private boolean answersTo(Model model, String word) {
    return Stream.of(model.base(), model.rootName(), model.name(), folderOf(model.cfg()))
        .anyMatch(word::equalsIgnoreCase);
  }

  private SortedSet<String> knownWords() {
    TreeSet<String> words = new TreeSet<>();
    modules.all().keySet().forEach(name -> words.add(name.toLowerCase(Locale.ROOT)));
    folders()
        .forEach(folder -> words.add(folder.getFileName().toString().toLowerCase(Locale.ROOT)));
    return words;
  }
}
