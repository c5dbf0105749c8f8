package io.zabdb.faults;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Parts depend on each other in one direction, and nodes are seen from outside only. */
class ArchitectureTest {

  private static final JavaClasses FAULTS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.zabdb.faults");

  @Test
  void partsDependOnEachOtherInOneDirection() {
    slices().matching("io.zabdb.faults.(*)..").should().beFreeOfCycles().check(FAULTS);
  }

  @Test
  void nodesAreSeenFromOutsideOnly() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.zabdb.replica..", "io.zabdb.node.server..", "io.zabdb.node.process..")
        .check(FAULTS);
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.zabdb.core.zab..", "io.zabdb.log..")
        .check(FAULTS);
  }
}
