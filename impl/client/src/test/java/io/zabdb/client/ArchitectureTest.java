package io.zabdb.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Parts depend on each other in one direction, and what decides has no clock of its own. */
class ArchitectureTest {

  private static final JavaClasses CLIENT =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.zabdb.client");

  @Test
  void partsDependOnEachOtherInOneDirection() {
    slices().matching("io.zabdb.client.(*)..").should().beFreeOfCycles().check(CLIENT);
  }

  @Test
  void aClientDoesNotKnowServers() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.zabdb.storage..",
            "io.zabdb.log..",
            "io.zabdb.node..",
            "io.zabdb.coordination..",
            "org.apache..",
            "io.zabdb.core..",
            "io.zabdb.peer..")
        .check(CLIENT);
  }

  @Test
  void onlyTimersKnowTheTimeAndOnlyTheConnectorKnowsSockets() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.zabdb.client.time")
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .check(CLIENT);
    noClasses()
        .that()
        .resideOutsideOfPackages("io.zabdb.client.time", "io.zabdb.client.net")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty..")
        .check(CLIENT);
  }
}
