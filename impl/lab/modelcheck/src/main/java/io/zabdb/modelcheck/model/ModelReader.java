package io.zabdb.modelcheck.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads one configuration and checks it against the house rules in {@code specs/README.md}. */
final class ModelReader {

  private final ModuleIndex modules;

  ModelReader(ModuleIndex modules) {
    this.modules = modules;
  }

  /**
   * Reads a configuration.
   *
   * @throws SpecError if it breaks a house rule; the message names the rule
   */
  Model read(Path cfg) throws IOException {
    Model model = parse(cfg);
    checkExpectation(model);
    checkSubstitutions(model);
    return model;
  }

  private Model parse(Path cfg) throws IOException {
    Annotations notes = Annotations.parse(Files.readAllLines(cfg));
    String name = ModelCatalog.nameOf(cfg);
    Path root = modules.rootModule(cfg, notes.get("module").orElse(name));
    return new Model(
        name,
        cfg,
        root,
        notes
            .get("base")
            .map(modules::requireModule)
            .orElseGet(() -> modules.baseOf(ModelCatalog.nameOf(root))),
        notes.require("about"),
        notes.get("bounds").orElse(""),
        Expectation.parse(notes.require("expect")),
        tier(notes.get("tier").orElse("quick")),
        Mode.parse(notes.get("mode").orElse("exhaustive")),
        deadlock(notes.get("deadlock").orElse("ignore")),
        workers(notes.get("workers").orElse("1")),
        CfgFile.parse(Files.readString(cfg)),
        notes.get("reaches").map(text -> List.of(text.split("\\s+"))).orElse(List.of()));
  }

  private static Tier tier(String text) {
    for (Tier tier : Tier.values()) {
      if (tier.label().equals(text)) {
        return tier;
      }
    }
    throw new SpecError("@tier '" + text + "' is not known; known: quick, full, deep");
  }

  private static boolean deadlock(String text) {
    if (!text.equals("check") && !text.equals("ignore")) {
      throw new SpecError("@deadlock '" + text + "' is not known; known: check, ignore");
    }
    return text.equals("check");
  }

  private static int workers(String text) {
    if (!text.matches("[1-9][0-9]?")) {
      throw new SpecError("@workers '" + text + "' is not a number from 1 to 99");
    }
    return Integer.parseInt(text);
  }

  private static void checkExpectation(Model model) {
    if (!model.reaches().isEmpty() && model.expectation().kind() != Expectation.Kind.HOLDS) {
      throw new SpecError("'@reaches' needs '@expect holds': a run that ends early reaches less");
    }
    switch (model.expectation().kind()) {
      case HOLDS -> {
        if (model.mustFail()) {
          throw new SpecError(
              "a configuration in " + model.folder() + "/ must fail, so it cannot expect 'holds'");
        }
      }
      case DEADLOCK -> {
        if (!model.checkDeadlock()) {
          throw new SpecError("'@expect deadlock' needs '@deadlock check'");
        }
      }
      case VIOLATES -> checkViolated(model);
    }
  }

  private static void checkViolated(Model model) {
    CfgFile config = model.config();
    String expected = model.expectation().property();
    List<String> listed = new ArrayList<>(config.invariants());
    listed.addAll(config.properties());
    if (!listed.contains(expected)) {
      throw new SpecError(
          "expects a violation of "
              + expected
              + ", which is not listed; listed: "
              + String.join(", ", listed));
    }
    // TLC does not always name the PROPERTY that was violated: only a property that is alone can be
    // told.
    if (config.properties().contains(expected) && listed.size() > 1) {
      listed.remove(expected);
      throw new SpecError(
          "expects a violation of the PROPERTY "
              + expected
              + ", which must be the only one listed; also listed: "
              + String.join(", ", listed));
    }
  }

  private static void checkSubstitutions(Model model) {
    model
        .config()
        .substitutions()
        .forEach(
            (operator, replacement) -> {
              if (replacement.replaceFirst("^\\[.*\\]", "").equals(operator)
                  && !replacement.startsWith("[")) {
                throw new SpecError(
                    "the substitution " + operator + " <- " + replacement + " has no effect");
              }
            });
    if (model.folder().equals("mutants") && model.config().substitutions().isEmpty()) {
      throw new SpecError(
          "a mutant weakens a guard by a substitution (Guard <- WeakGuard), and this one has none");
    }
  }
}
