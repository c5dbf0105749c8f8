package io.zabdb.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Parts depend on each other in one direction; the store's commands need no checking tools. */
class ArchitectureTest {

  private static final JavaClasses CLI =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.zabdb.cli");

  @Test
  void partsDependOnEachOtherInOneDirection() {
    slices().matching("io.zabdb.cli.(*)..").should().beFreeOfCycles().check(CLI);
  }

  @Test
  void onlyTheLogKnowsLogback() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.zabdb.cli.log")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("ch.qos.logback..")
        .check(CLI);
  }
}
