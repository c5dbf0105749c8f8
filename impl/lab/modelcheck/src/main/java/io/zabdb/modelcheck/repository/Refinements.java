package io.zabdb.modelcheck.repository;

import io.zabdb.modelcheck.model.Expectation;
import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.model.ModelCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The picture of {@code specs/README.md}: an arrow {@code Store <-- RefinesStore in MCHandoff ---
 * Handoff} says that a model of Handoff has the property, and each property {@code Refines...} that
 * a model has is an arrow.
 */
final class Refinements {

  private static final Pattern ARROW = Pattern.compile("(\\w+) +<-- (\\w+) in (\\w+) -+ (\\w+)");

  private record Arrow(String promise, String property, String model, String module) {}

  private final Path specs;
  private final ModelCatalog catalog;

  Refinements(Path specs, ModelCatalog catalog) {
    this.specs = specs;
    this.catalog = catalog;
  }

  /** One line for each arrow that no model checks, and each check that is no arrow. */
  List<String> problems() throws IOException {
    Path readme = specs.resolve("README.md");
    if (!Files.exists(readme)) {
      return List.of();
    }
    List<String> problems = new ArrayList<>();
    Set<String> drawn = new TreeSet<>();
    Matcher matcher = ARROW.matcher(Files.readString(readme));
    while (matcher.find()) {
      Arrow arrow =
          new Arrow(matcher.group(1), matcher.group(2), matcher.group(3), matcher.group(4));
      drawn.add(arrow.module() + " " + arrow.property());
      problem(arrow).ifPresent(why -> problems.add(matcher.group() + ": " + why));
    }
    for (Model model : catalog.models()) {
      for (String property : model.config().properties()) {
        if (property.startsWith("Refines")
            && checks(model, property)
            && drawn.add(model.base() + " " + property)) {
          problems.add("no arrow for " + property + " in " + model.name() + " of " + model.base());
        }
      }
    }
    return problems;
  }

  private Optional<String> problem(Arrow arrow) {
    if (!catalog.modules().all().containsKey(arrow.promise())) {
      return Optional.of("there is no module " + arrow.promise());
    }
    Optional<Model> model =
        catalog.models().stream().filter(each -> each.name().equals(arrow.model())).findFirst();
    if (model.isEmpty()) {
      return Optional.of("there is no model " + arrow.model());
    }
    if (!model.get().base().equals(arrow.module())) {
      return Optional.of(arrow.model() + " is a model of " + model.get().base());
    }
    return checks(model.get(), arrow.property())
        ? Optional.empty()
        : Optional.of(arrow.model() + " does not check " + arrow.property());
  }

  private static boolean checks(Model model, String property) {
    return model.expectation().kind() == Expectation.Kind.HOLDS
        && model.config().properties().contains(property);
  }
}
