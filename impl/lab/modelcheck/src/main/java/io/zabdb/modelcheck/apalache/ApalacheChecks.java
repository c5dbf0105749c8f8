package io.zabdb.modelcheck.apalache;

import io.zabdb.modelcheck.Home;
import io.zabdb.modelcheck.model.ModelCatalog;
import io.zabdb.modelcheck.model.ModuleIndex;
import io.zabdb.modelcheck.model.SpecError;
import io.zabdb.modelcheck.model.Tier;
import io.zabdb.modelcheck.report.Checks;
import io.zabdb.modelcheck.report.Figures;
import io.zabdb.modelcheck.report.Machine;
import io.zabdb.modelcheck.report.Statistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Type-checks the modules and runs the checks that the {@code APA*} modules declare. */
public final class ApalacheChecks {

  private static final List<String> TITLES =
      List.of("module", "check", "expected", "outcome", "options", ">time");

  private final ModuleIndex modules;
  private final ModelCatalog catalog;
  private final Checks checks;
  private final Map<Path, String> unreadable = new TreeMap<>();

  public ApalacheChecks(ModelCatalog catalog, Checks checks) {
    this.catalog = catalog;
    this.modules = catalog.modules();
    this.checks = checks;
  }

  /**
   * Runs the checks of a tier, or skips each where Apalache is not installed.
   *
   * @param words modules, base modules or folders in any case; empty for all
   * @param record whether to write the outcomes to {@code specs/STATISTICS.md}
   * @throws SpecError if a word means nothing
   */
  public void run(Tier tier, List<String> words, boolean record)
      throws IOException, InterruptedException {
    List<ApalacheCheck> wanted = select(words);
    for (ApalacheCheck check : wanted) {
      if (check.arguments().isEmpty() && unreadable.containsKey(check.module())) {
        checks.failed(title(check), unreadable.get(check.module()));
      }
    }
    wanted.removeIf(check -> check.tier().compareTo(tier) > 0);
    Optional<Apalache> apalache = Apalache.find(modules.all().values());
    if (apalache.isEmpty()) {
      wanted.forEach(check -> checks.skipped(title(check), Apalache.INSTALL));
      return;
    }
    List<ApalacheRun> runs = new ArrayList<>();
    for (ApalacheCheck check : wanted) {
      ApalacheRun run = ApalacheRun.of(check, apalache.get().run(check));
      runs.add(run);
      report(run);
    }
    if (record) {
      record(runs, apalache.get().version());
    }
  }

  private void report(ApalacheRun run) {
    String title =
        title(run.check()) + ": " + run.outcome() + ", " + Figures.seconds(run.ended().time());
    if (run.asExpected()) {
      checks.passed(title);
    } else {
      checks.failed(title, "expected: " + run.check().expected() + "\n" + run.message());
    }
  }

  private static String title(ApalacheCheck check) {
    return ModelCatalog.nameOf(check.module()) + " " + check.name();
  }

  private List<ApalacheCheck> select(List<String> words) throws IOException {
    List<ApalacheCheck> all = new ArrayList<>();
    for (Map.Entry<String, Path> module : modules.all().entrySet()) {
      boolean instance = module.getKey().startsWith("APA");
      if (instance || modules.bases().containsKey(module.getKey())) {
        all.add(ApalacheCheck.typecheck(module.getValue()));
        all.addAll(declaredIn(module.getValue()));
      }
    }
    for (String word : words) {
      if (all.stream().noneMatch(check -> answersTo(check, word))) {
        throw new SpecError(
            "unknown module '" + word + "'; known: " + String.join(", ", modules.bases().keySet()));
      }
    }
    all.removeIf(
        check -> !words.isEmpty() && words.stream().noneMatch(word -> answersTo(check, word)));
    return all;
  }

  private List<ApalacheCheck> declaredIn(Path module) throws IOException {
    try {
      return ApalacheCheck.declaredIn(module, Files.readAllLines(module));
    } catch (SpecError error) {
      unreadable.put(module, error.getMessage());
      return List.of();
    }
  }

  private boolean answersTo(ApalacheCheck check, String word) {
    String name = ModelCatalog.nameOf(check.module());
    return List.of(name, modules.baseOf(name), catalog.folderOf(check.module())).stream()
        .anyMatch(known -> known.toLowerCase(Locale.ROOT).equals(word.toLowerCase(Locale.ROOT)));
  }

  private void record(List<ApalacheRun> runs, String version) throws IOException {
    Statistics statistics = Statistics.read(Home.file("specs/STATISTICS.md"));
    List<List<String>> rows = runs.stream().map(ApalacheChecks::row).toList();
    List<String> names = select(List.of()).stream().map(ApalacheCheck::name).distinct().toList();
    statistics.record(
        "Apalache",
        List.of(
            "Apalache "
                + version
                + "; "
                + Machine.hardware()
                + ". Recorded with"
                + " `./zabdb specs apalache --record`."),
        TITLES,
        rows,
        names);
    statistics.write();
  }

  private static List<String> row(ApalacheRun run) {
    String options = String.join(" ", run.check().arguments());
    return List.of(
        ModelCatalog.nameOf(run.check().module()),
        run.check().name(),
        run.check().expected(),
        run.outcome(),
        options.isEmpty() ? "-" : "`" + options + "`",
        Figures.seconds(run.ended().time()));
  }
}
