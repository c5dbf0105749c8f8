package io.zabdb.modelcheck.specs;

import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.model.ModelCatalog;
import io.zabdb.modelcheck.model.SpecError;
import io.zabdb.modelcheck.model.Tier;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What {@code ./zabdb specs} may be told, and which models that means. */
public final class SpecsOptions {

  /** How many names are offered for one that is unknown. */
  private static final int MAX_ALIKE = 10;

  private static final int MAX_SEED = 999_999_999;

  @Parameters(
      arity = "0..*",
      paramLabel = "[quick|full|deep] [MODULE...]",
      description =
          "The tier (default quick; full includes quick, deep includes both) and the modules (default all).")
  private List<String> words = new ArrayList<>();

  @Option(
      names = "--only",
      paramLabel = "MODEL",
      description = "Run only this model, of any tier (its configuration's name); may be repeated.")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Places for TLC workers (default: the processors).")
  private int jobs = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Time budget of the models of tier deep together (default ${DEFAULT-VALUE}).")
  private long seconds = 3600;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "Seed of random behaviours whose configuration leaves it open (default: another one each time, printed).")
  private int seed;

  @Option(
      names = "--changed",
      description = {
        "Leave out models that must fail whose modules and configuration are as they were when",
        "specs/STATISTICS.md recorded that they did."
      })
  private boolean changed;

  @Option(names = "--trace", description = "Print the counterexamples that are expected, too.")
  private boolean trace;

  @Option(
      names = "--diagram",
      arity = "0..1",
      fallbackValue = "target/diagrams",
      paramLabel = "DIR",
      description =
          "Draw each counterexample as a sequence chart (SVG); with = (default folder: ${FALLBACK-VALUE}).")
  private Path diagrams;

  @Option(
      names = "--record",
      negatable = true,
      description =
          "Write the figures to specs/STATISTICS.md as each model ends; full and deep do (--no-record: they do not).")
  private Boolean record;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description = "Keep TLC's raw output in this folder.")
  private Path keep;

  /** Some models, by the names of their configurations. */
  public static SpecsOptions only(List<String> models) {
    SpecsOptions options = new SpecsOptions();
    options.only.addAll(models);
    return options;
  }

  /** What must be run on every change: tier quick, without what is known to fail as it must. */
  public static SpecsOptions onEveryChange() {
    SpecsOptions options = new SpecsOptions();
    options.changed = true;
    return options;
  }

  int jobs() {
    if (jobs < 1) {
      throw new SpecError("--jobs must be at least 1");
    }
    return jobs;
  }

  /** The time budget of tier deep, in seconds. */
  long seconds() {
    return seconds;
  }

  /** The seed of random behaviours; drawn if none is given. */
  int seed() {
    if (seed < 0) {
      throw new SpecError("--seed must be at least 1");
    }
    return seed > 0 ? seed : 1 + new SecureRandom().nextInt(MAX_SEED);
  }

  /** Whether models of which it is known that they fail are left out. */
  boolean changed() {
    return changed;
  }

  boolean trace() {
    return trace;
  }

  /** The folder for sequence charts, or null for none. */
  Path diagrams() {
    return diagrams;
  }

  /** Tiers that take long record themselves. */
  boolean record() {
    return record != null ? record : tier() != Tier.QUICK;
  }

  /** The folder for TLC's raw output, or null for none. */
  Path keep() {
    return keep;
  }

  /** The tier asked for. */
  Tier tier() {
    for (Tier tier : Tier.values()) {
      if (!words.isEmpty() && words.get(0).equals(tier.label())) {
        return tier;
      }
    }
    return Tier.QUICK;
  }

  private List<String> modules() {
    boolean hasTier = !words.isEmpty() && words.get(0).equals(tier().label());
    return hasTier ? words.subList(1, words.size()) : words;
  }

  /**
   * The models meant, in the catalog's order.
   *
   * @throws SpecError if a name is unknown; the message lists what is known
   */
  List<Model> models(ModelCatalog catalog) {
    if (!only.isEmpty()) {
      return only.stream().map(name -> byName(catalog, name)).toList();
    }
    Set<Model> chosen = new LinkedHashSet<>();
    if (modules().isEmpty()) {
      chosen.addAll(catalog.models());
    }
    modules().forEach(word -> chosen.addAll(catalog.select(word)));
    return chosen.stream().filter(model -> model.tier().compareTo(tier()) <= 0).toList();
  }

  private static Model byName(ModelCatalog catalog, String name) {
    return catalog.models().stream()
        .filter(model -> model.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new SpecError("unknown model '" + name + "'; " + alike(catalog, name)));
  }

  /** There are hundreds. */
  private static String alike(ModelCatalog catalog, String name) {
    String word = name.toLowerCase(Locale.ROOT);
    List<String> alike =
        catalog.models().stream()
            .map(Model::name)
            .filter(known -> known.toLowerCase(Locale.ROOT).contains(word))
            .sorted()
            .limit(MAX_ALIKE)
            .toList();
    return alike.isEmpty()
        ? "models are named as their .cfg files in specs/"
        : "there are: " + String.join(", ", alike);
  }

  /**
   * The broken configurations that belong to what was asked for: all, or those in the folders
   * named.
   */
  List<String> errors(ModelCatalog catalog) {
    Set<String> folders = new LinkedHashSet<>();
    models(catalog).forEach(model -> folders.add(catalog.folderOf(model.cfg())));
    modules().forEach(word -> folders.add(word.toLowerCase(Locale.ROOT)));
    boolean all = only.isEmpty() && modules().isEmpty();
    return catalog.errors().entrySet().stream()
        .filter(
            error -> all || (only.isEmpty() && folders.contains(catalog.folderOf(error.getKey()))))
        .map(error -> catalog.modules().relative(error.getKey()) + ": " + error.getValue())
        .toList();
  }

  /** The command that does the same again. */
  String command() {
    String rest =
        only.isEmpty() ? String.join(" ", modules()) : "--only " + String.join(" --only ", only);
    return ("./zabdb specs " + tier().label() + " " + rest).strip() + " --record";
  }
}
