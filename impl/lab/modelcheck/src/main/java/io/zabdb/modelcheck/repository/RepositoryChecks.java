package io.zabdb.modelcheck.repository;

import io.zabdb.modelcheck.Home;
import io.zabdb.modelcheck.model.ModelCatalog;
import io.zabdb.modelcheck.report.Checks;
import io.zabdb.modelcheck.verdict.PastTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What must hold of the repository itself. */
public final class RepositoryChecks {

  private static final Set<String> TOP_LEVEL =
      Set.of(
          "README.md",
          "LICENSE",
          "zabdb",
          "specs",
          "proofs",
          "impl",
          "pom.xml",
          "CHANGELOG.md",
          "CONTRIBUTING.md",
          "SECURITY.md",
          "jepsen",
          "maelstrom",
          "ci",
          "docs",
          "data",
          "target");

  private final Checks checks;

  public RepositoryChecks(Checks checks) {
    this.checks = checks;
  }

  public void run() throws IOException {
    checkTopLevel();
    for (Path file : DocLinks.files(Home.top())) {
      String name = Home.top().relativize(file).toString();
      checks.expectEmpty("links in " + name, String.join(", ", DocLinks.broken(file)));
    }
    checks.expectEmpty(
        "each row of the operators' table is held by tests that exist",
        String.join("\n", new OperatorTable(Home.top()).problems()));
    checks.expectEmpty(
        "README.md leads to docs/README.md, and that to every page",
        String.join("\n", new FrontDoor(Home.top()).problems()));
    checks.expectEmpty(
        "the classes and packages that pages name exist",
        String.join("\n", new JavaNames(Home.top()).problems()));
    ModelCatalog specs = ModelCatalog.read(Home.folder("specs"));
    PastTimes past = PastTimes.read(Home.file("specs/STATISTICS.md"));
    checks.expectEmpty(
        "the models and modules that specs name exist",
        String.join("\n", new SpecNames(Home.folder("specs"), specs).problems()));
    checks.expectEmpty(
        "each arrow of specs/README.md names a model that checks it",
        String.join("\n", new Refinements(Home.folder("specs"), specs).problems()));
    checks.expectEmpty(
        "each model was run to its end as it is now: specs/STATISTICS.md",
        String.join("\n", new RecordedModels(Home.folder("specs"), specs, past).problems()));
    new SpecCoverage(specs, past, checks).run();
  }

  private void checkTopLevel() throws IOException {
    try (Stream<Path> all = Files.list(Home.top())) {
      List<String> strangers =
          all.map(file -> file.getFileName().toString())
              .filter(name -> !name.startsWith(".") && !TOP_LEVEL.contains(name))
              .sorted()
              .toList();
      String reason = strangers.isEmpty() ? "" : "not expected: " + String.join(", ", strangers);
      checks.expectEmpty("the top level holds what it must hold", reason);
    }
  }
}
