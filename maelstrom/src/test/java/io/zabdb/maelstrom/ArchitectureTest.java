package io.zabdb.maelstrom;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Parts depend on each other in one direction; the ladder needs nothing of the store. */
class ArchitectureTest {

  private static final JavaClasses MAELSTROM =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.zabdb.maelstrom");

  @Test
  void partsDependOnEachOtherInOneDirection() {
    slices().matching("io.zabdb.maelstrom.(*)..").should().beFreeOfCycles().check(MAELSTROM);
  }

  @Test
  void theLadderNeedsNothingOfTheStore() {
    noClasses()
        .that()
        .resideInAPackage("io.zabdb.maelstrom.ladder..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.zabdb.core..",
            "io.zabdb.log..",
            "io.zabdb.storage..",
            "io.zabdb.replica..",
            "io.zabdb.node..",
            "io.zabdb.client..",
            "io.zabdb.maelstrom.replica..",
            "io.zabdb.maelstrom.group..")
        .check(MAELSTROM);
  }

  /** What is judged is the runtime of the product, not a copy of it. */
  @Test
  void theCoreIsDrivenByTheProduct() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("io.zabdb.core.zab.Replica")
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching("io\\.zabdb\\.core\\.step\\.(Input|Output)(\\$.*)?")
        .check(MAELSTROM);
  }
}
