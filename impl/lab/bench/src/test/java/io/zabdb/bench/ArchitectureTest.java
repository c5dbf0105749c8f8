package io.zabdb.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Parts depend on each other in one direction, and none on how nodes work or are started. */
class ArchitectureTest {

  private static final JavaClasses BENCH =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.zabdb.bench");

  @Test
  void partsDependOnEachOtherInOneDirection() {
    slices().matching("io.zabdb.bench.(*)..").should().beFreeOfCycles().check(BENCH);
  }

  @Test
  void whatIsMeasuredIsReachedAsUsersReachIt() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.zabdb.node..", "io.zabdb.cli..", "io.zabdb.storage..")
        .check(BENCH);
  }

  @Test
  void onlyTheFloorKnowsTheLog() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.zabdb.bench.floor")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.zabdb.log..")
        .check(BENCH);
  }
}
